# Everything a fresh machine with Python 3.11 or newer needs:
#   make play    set up, then play against three bots
#   make test    set up, then run every check and every test
# "make" alone lists all targets.

VENV := .venv
BIN := $(VENV)/bin
# The first Python on this machine that is new enough; "make PYTHON=/path/to/python3 ..." picks another.
IS_NEW_ENOUGH := -c 'import sys; print("yes" if sys.version_info >= (3, 11) else "")'
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON = $(firstword $(foreach candidate,$(CANDIDATES),$(if $(shell $(candidate) $(IS_NEW_ENOUGH) 2>/dev/null),$(candidate))))
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# uv writes the lock files; installing them needs pip alone.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	--no-emit-find-links pyproject.toml

.PHONY: help play test check docs format unit seeds lan lan-faults campaign siege fuzz model vectors catalogues man bench pictures diagram lock build clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.ready-to-play ## set up, then play against three bots (ARGS="--bots 2 --level sharp" to change that)
	@$(BIN)/p2p-ligretto play $(ARGS)

test: check docs unit seeds lan ## set up, then run every check and every test

check: $(VENV)/.ready-to-test ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.ready-to-test ## the documents as a site in build/site; fails where a link leads nowhere
	$(BIN)/mkdocs build

format: $(VENV)/.ready-to-test ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

unit: $(VENV)/.ready-to-test ## all tests but those on a LAN of their own, with the coverage gate
	$(BIN)/pytest --ignore=tests/lan -n auto --dist loadfile --durations=10 --cov --cov-report=json:$(VENV)/coverage.json
	$(BIN)/python tools/coverage_gate.py $(VENV)/coverage.json

seeds: $(VENV)/.ready-to-test ## three hundred simulated tables with every kind of trouble
	$(BIN)/p2p-ligretto simulate --seeds 0:300 --players 2-12 --faults all --jobs $$($(BIN)/python -c 'import os; print(os.cpu_count() or 1)')

campaign: $(VENV)/.ready-to-test ## the same for two hours, with a report in build/campaign (ARGS="--for 20m --first-seed 5000")
	$(BIN)/python -m tools.campaign $(ARGS)

lan: $(VENV)/.ready-to-test ## tests between network namespaces (Linux and root; skipped elsewhere)
	$(BIN)/pytest tests/lan -m "not fault and not long_fault"
	$(BIN)/pytest tests/lan -m "fault and not long_fault" -n 4 --durations=5

lan-faults: $(VENV)/.ready-to-test ## faults of a minute and of half a minute between network namespaces (twelve minutes)
	$(BIN)/pytest tests/lan -m long_fault -n 4 --durations=5

siege: $(VENV)/.ready-to-test ## besiege a table with each kind of intruder, and measure (Linux; ARGS="--seconds 5 pings")
	$(BIN)/python -m tools.siege $(ARGS)

fuzz: $(VENV)/.ready-to-test ## a million frames that no node would send (ARGS="--frames 10000 --seed 7", "--guided 60 --at-table")
	$(BIN)/python -m tools.fuzz $(ARGS)

model: ## check the model of view change and finality (needs spin and gcc)
	protocol/model/check.sh

vectors: $(VENV)/.ready-to-test ## write the protocol's test vectors and its schema anew
	$(BIN)/python protocol/vectors/generate.py
	$(BIN)/python protocol/schema/generate_schema.py

catalogues: $(VENV)/.ready-to-test ## bring the texts in other languages up to the code, list those that are missing, and compile them
	$(BIN)/python -m tools.catalogues

man: $(VENV)/.ready-to-test ## write the man page anew
	$(BIN)/python -m tools.man_page

bench: $(VENV)/.ready-to-test ## measure: moves, keys, screen, tables in play, rules, start, trust (ARGS="rules start" for parts)
	$(BIN)/python -m benchmarks $(ARGS)

pictures: $(VENV)/.ready-to-test ## take the pictures of the documents anew (Linux; ARGS="lobby game" for some)
	$(BIN)/python -m tools.pictures $(ARGS)

diagram: $(VENV)/.ready-to-test ## draw the race of two cards in the documents anew
	$(BIN)/python -m tools.race_diagram

lock: ## choose the locked versions anew (needs uv)
	$(LOCK) --upgrade --extra cluster --extra plots --group dev --group docs --group build --output-file requirements/dev.txt
	$(LOCK) --group build --constraint requirements/dev.txt --output-file requirements/play.txt

build: $(VENV)/.ready-to-test ## a wheel in dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean: ## throw away everything that was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found: install one, or say make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready-to-play: $(BIN)/python requirements/play.txt pyproject.toml
	$(INSTALL) --require-hashes -r requirements/play.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-to-test: $(BIN)/python requirements/dev.txt pyproject.toml
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.ready-to-play
