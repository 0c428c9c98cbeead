"""``history``: the recorded matches and what players did in them, from the index that is brought up to date first."""

import contextlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date, timedelta
from typing import Any, Final

import click

from p2p_ligretto.commands.history_tables import (
    changed_utc,
    day_ns,
    encodable,
    figures_table,
    match_lines,
    matches_table,
    state_of,
)
from p2p_ligretto.commands.match_names import no_such_match
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.history.summary import Choice, PlayerFigures, RecordedMatch
from p2p_ligretto.runtime.match_index import MatchIndex, Trouble, open_index
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.printable import printable

MOST_FLAWS_TOLD: Final = 5


def list_matches(settings: Settings, since: date | None, until: date | None, limit: int, *, as_json: bool) -> int:
    """Print the matches that are meant, newest first; the exit code."""
    choice = chosen(settings, since, until)
    with index_of(settings) as index:
        found = tuple(index.matches(choice, limit))
        count, recorded = index.count(choice), index.count(Choice())
    if as_json:
        _print_json([_as_json(one) for one in found])
        return 0
    if not found:
        _say_nothing_found(settings, recorded)
        return 0
    say(*matches_table(found, time.time_ns()))
    if count > len(found):
        shown = _("These are {shown} of {count} matches; --limit {count} shows all.")
        say("", shown.format(shown=len(found), count=count))
    tell_flaws(found)
    return 0


def show_match(settings: Settings, which: str, *, as_json: bool) -> int:
    """Print one match, round by round; the exit code."""
    with index_of(settings) as index:
        found = index.named(which)
    if len(found) != 1:
        if not found and which == "last":
            raise Problem(_nothing_recorded(settings))
        raise no_such_match(which, [one.match for one in found])
    if as_json:
        _print_json(_as_json(found[0]))
        return 0
    say(*match_lines(found[0], time.time_ns()))
    tell_flaws(found)
    return 0


def list_players(settings: Settings, since: date | None, until: date | None, *, as_json: bool) -> int:
    """Print what each player did; the exit code."""
    with index_of(settings) as index:
        players = index.players(chosen(settings, since, until))
        recorded = index.count(Choice())
    if as_json:
        _print_json([_figures_as_json(one) for one in players])
    elif players:
        say(*figures_table(players))
    else:
        _say_nothing_found(settings, recorded)
    return 0


def rebuild_index(settings: Settings) -> int:
    """Make the index anew; the exit code."""
    with _opened(settings, anew=True) as index:
        trouble = index.trouble
        count = index.count(Choice())
    if trouble is not None and trouble.kind == "unusable":
        raise Problem(
            _("Cannot make the index {path} ({reason}). Matches are listed without it, too.").format(
                path=trouble.path, reason=trouble.reason
            )
        )
    if trouble is not None:
        note(_("The index that was there is kept as {aside}.").format(aside=trouble.aside))
    if not count:
        say(_nothing_recorded(settings))
        return 0
    text = ngettext("{count} match was read anew.", "{count} matches were read anew.", count)
    say(text.format(count=count))
    return 0


# ---- shared with the export


def chosen(settings: Settings, since: date | None, until: date | None) -> Choice:
    """The matches that the command line means; both days are meant whole. Raises UsageError if none is between them."""
    if since is not None and until is not None and since > until:
        raise click.UsageError(
            _("--since {since} is later than --until {until}: say the earlier day with --since.").format(
                since=since, until=until
            ),
            click.get_current_context(),
        )
    return Choice(
        settings.player,
        None if since is None else day_ns(since),
        None if until is None else day_ns(until + timedelta(days=1)),
    )


@contextlib.contextmanager
def index_of(settings: Settings) -> Iterator[MatchIndex]:
    """The index, up to date; what is wrong with it is told on standard error."""
    with _opened(settings) as index:
        if index.trouble is not None:
            note(_told(index.trouble))
        yield index


@contextlib.contextmanager
def _opened(settings: Settings, *, anew: bool = False) -> Iterator[MatchIndex]:
    with contextlib.ExitStack() as stack:
        try:
            index = stack.enter_context(open_index(settings.folder, anew=anew))
        except OSError as error:
            raise Problem(
                _("Cannot read {folder} ({reason}): make it readable, or name another folder with --data DIR.").format(
                    folder=settings.folder, reason=error.strerror or error
                )
            ) from error
        yield index


def _told(trouble: Trouble) -> str:
    if trouble.kind == "future":
        return _(
            "The index {path} was made by a later version of this program: it is left as it is, and the matches were"
            " read without it. 'p2p-ligretto history rebuild' puts it aside and makes one for this version."
        ).format(path=trouble.path)
    if trouble.kind == "damaged":
        return _(
            "The index {path} was damaged ({reason}): it was made anew from the records, and the damaged one is kept as"
            " {aside}."
        ).format(path=trouble.path, reason=trouble.reason, aside=trouble.aside)
    return _(
        "The index {path} can't be kept ({reason}): the matches were read without it, and nothing is lost."
    ).format(path=trouble.path, reason=trouble.reason)


def tell_flaws(found: Sequence[RecordedMatch]) -> None:
    """Name the records that could not be read whole."""
    flawed = [one for one in found if one.summary.flaw is not None]
    for one in flawed[:MOST_FLAWS_TOLD]:
        flaw = one.summary.flaw
        assert flaw is not None
        text = ngettext(
            "The record of {match} is damaged: {count} line can't be read, line {first} ({reason}).",
            "The record of {match} is damaged: {count} lines can't be read, the first is line {first} ({reason}).",
            flaw.lines,
        )
        note(text.format(match=one.match, count=flaw.lines, first=flaw.first, reason=flaw.reason))
    rest = len(flawed) - MOST_FLAWS_TOLD
    if rest > 0:
        text = ngettext("{count} more record is damaged.", "{count} more records are damaged.", rest)
        note(text.format(count=rest))


def say(*lines: str) -> None:
    """Print lines; what standard output has no character for is printed as an escape."""
    for line in lines:
        print(encodable(printable(line)))


def note(line: str) -> None:
    """Tell something beside the answer, on standard error."""
    sys.stdout.flush()
    print(printable(line), file=sys.stderr)


def _nothing_recorded(settings: Settings) -> str:
    return _("No match is recorded in {folder}: play one first.").format(folder=settings.folder)


def _say_nothing_found(settings: Settings, recorded: int) -> None:
    if not recorded:
        say(_nothing_recorded(settings))
        return
    text = ngettext(
        "None of what is asked for: {count} match is recorded.",
        "None of what is asked for: {count} matches are recorded.",
        recorded,
    )
    say(text.format(count=recorded))


# ---- JSON


def _print_json(content: Any) -> None:
    # ASCII only: it is the same whatever the encoding of the terminal.
    print(json.dumps(content, indent=1))


def _as_json(recorded: RecordedMatch) -> dict[str, Any]:
    return {
        "match": recorded.match,
        "changed": changed_utc(recorded),
        "state": state_of(recorded, time.time_ns()),
        **asdict(recorded.summary),
    }


def _figures_as_json(figures: PlayerFigures) -> dict[str, Any]:
    return {**asdict(figures), "average": figures.average}
