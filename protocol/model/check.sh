#!/usr/bin/env bash
# Check the models with spin: what has to hold holds in every reachable state, each broken rule is found out, and the
# runs get where they should. Exit status 0 if all is as it should be. Needs spin and a C compiler.
#   check.sh            all of it
#   check.sh NAME...    only the runs of these names
#   QUICK=1 check.sh    all but the longest
set -euo pipefail

models="$(cd "$(dirname "$0")" && pwd)"
model=view_change.pml
compression=()
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
ulimit -v 4000000
# Whoever else needs the processor goes first: tests of timing may run at the same time.
renice -n 10 $$ >/dev/null
wanted=("$@")
failed=0

# explore NAME OPTIMISATION SWITCH... : search all states of the model; the verdict is left in $scratch/NAME/out
explore() {
    local name="$1" optimisation="$2"
    shift 2
    mkdir "$scratch/$name"
    cd "$scratch/$name"
    cp "$models/$model" model.pml
    spin -a "$@" model.pml >spin.out 2>&1 || { cat spin.out >&2; return 1; }
    # Everything is in shared variables, so there is nothing for a partial order reduction to find.
    gcc "$optimisation" -w -DSAFETY -DNOREDUCE "${compression[@]}" -DMEMLIM=3000 -o pan pan.c
    ./pan -m10000 >out || echo "not completed: exit status $?" >>out
}

is_wanted() {
    [ "${#wanted[@]}" -eq 0 ] || [[ " ${wanted[*]} " == *" $1 "* ]]
}

figure() { # figure NAME PATTERN
    sed -nE "s/.*$2.*/\1/p" "$scratch/$1/out" | head -1
}

report() { # report NAME VERDICT AS_IT_SHOULD_BE
    local states depth
    states="$(figure "$1" '^ *([0-9.e+]+) states, stored')"
    depth="$(figure "$1" 'depth reached ([0-9]+)')"
    printf '%-30s %-26s %9s states, depth %3s %s\n' "$1" "$2" "$states" "$depth" "${3:+  <-- NOT AS IT SHOULD BE}"
    [ -z "${3:-}" ] || failed=1
    rm -rf "${scratch:?}/$1"
}

# What is asserted holds, in all states.
holds() {
    is_wanted "$1" || return 0
    explore "$1" -O1 "${@:2}"
    if grep -qE 'not completed|too small|out of memory' "$scratch/$1/out"; then
        report "$1" "is too large to tell" wrong
    elif grep -q 'errors: 0' "$scratch/$1/out"; then
        report "$1" "holds"
    else
        report "$1" "does not hold" wrong
    fi
}

# breaks PROPERTY NAME SWITCH... : without the rule NAME the property does not hold any more.
breaks() {
    is_wanted "$2" || return 0
    explore "$2" -O0 "-D$2" "-DASSERTED=$1" "${@:3}"
    if grep -q 'assertion violated' "$scratch/$2/out"; then
        report "$2" "breaks $1"
    else
        report "$2" "breaks nothing" wrong
    fi
}

# reaches NAME NUMBER SWITCH... : there is a way to what is numbered SEEN in the model.
reaches() {
    is_wanted "$1" || return 0
    explore "$1" -O0 "-DSEEN=$2" "${@:3}"
    if grep -qE 'errors: 1' "$scratch/$1/out" && ! grep -q 'assertion violated' "$scratch/$1/out"; then
        report "$1" "is reached"
    else
        report "$1" "is not reached" wrong
    fi
}

# long RUN... : one that takes long, for who has the time: not with QUICK set.
long() {
    [ -n "${QUICK:-}" ] || "$@"
}

one=(-DVIEWS=1 -DEVENTS_0=1 -DTIMES=1 -DCOUNTERS=1)
two_events=(-DVIEWS=1 -DEVENTS_0=2 -DTIMES=2 -DCOUNTERS=1)
two_views=(-DVIEWS=2 -DEVENTS_0=1 -DEVENTS_1=1 -DTIMES=1 -DCOUNTERS=1)

holds one-change "${two_events[@]}" -DRESTARTS=1 -DLEAVING
holds two-changes "${two_views[@]}" -DRESTARTS=0
holds two-changes-restart "${two_views[@]}" -DEVENTS_1=0 -DRESTARTS=1
holds duelling "${one[@]}" -DCOUNTERS=2 -DRESTARTS=1

reaches final-twice 1 "${two_views[@]}" -DRESTARTS=0
reaches void-event 2 "${two_events[@]}" -DRESTARTS=0
reaches chosen-again 3 "${one[@]}" -DRESTARTS=0
reaches half-with-senior 4 "${two_views[@]}" -DRESTARTS=0
reaches back-with-new-disk 5 "${two_views[@]}" -DEVENTS_1=0 -DRESTARTS=1

breaks NOTHING_LOST NO_QUORUM "${one[@]}" -DRESTARTS=0
breaks ONE_ORDER LIVE_ONLY "${two_events[@]}" -DRESTARTS=0
breaks NOTHING_LOST MINIMUM_CUT "${one[@]}" -DRESTARTS=0
breaks ONE_VIEW BOTH_HALVES "${two_views[@]}" -DRESTARTS=0
breaks ONE_VIEW FORGET_PROMISE "${one[@]}" -DRESTARTS=1
breaks ONE_VIEW FRESH_VALUE "${one[@]}" -DRESTARTS=0
breaks ONE_VIEW LOWEST_ACCEPTED "${one[@]}" -DCOUNTERS=2 -DRESTARTS=0
breaks NOTHING_LOST NOT_FROZEN "${one[@]}" -DRESTARTS=0
breaks NOTHING_LOST CLAIM_WHILE_WEDGED "${one[@]}" -DRESTARTS=0
breaks NOTHING_LOST CLAIM_UNWRITTEN "${one[@]}" -DRESTARTS=1
breaks ONE_ORDER NOT_MUTE "${two_events[@]}" -DRESTARTS=1
breaks NOTHING_LOST DISKLESS_VOTES "${one[@]}" -DRESTARTS=1
breaks ONE_VIEW ANY_ACK "${one[@]}" -DRESTARTS=1

model=fork.pml
compression=(-DCOLLAPSE)
three=(-DHONEST=2)
four=(-DHONEST=3 -DBALLOTS=1)
four_duelling=(-DHONEST=3 -DBALLOTS=2 -DEVENTS=0 -DTIMES=1)
# Where the votes of the liar are lies too, there may be two views; what is said of final events holds in each.
lies=(-DLYING_VOTES -DASSERTED=FINALITY)
all_lies=("${lies[@]}" -DLYING_PROMISES -DCLOSED=1)

holds fork-of-three "${three[@]}" -DEVENTS=2
holds fork-of-three-lies "${three[@]}" "${lies[@]}"
holds fork-of-three-all-lies "${three[@]}" "${all_lies[@]}"
holds fork-of-three-known "${three[@]}" -DKNOWN=1 -DLYING_VOTES
holds fork-liar-senior "${four[@]}" "${lies[@]}"
long holds fork-proposer-senior "${four[@]}" "${lies[@]}" -DSENIOR=0
long holds fork-other-senior "${four[@]}" "${lies[@]}" -DSENIOR=1
long holds fork-liar-senior-all-lies "${four[@]}" "${all_lies[@]}"
long holds fork-other-senior-all-lies "${four[@]}" "${all_lies[@]}" -DSENIOR=1
holds fork-liar-senior-duelling "${four_duelling[@]}"
holds fork-proposer-senior-duelling "${four_duelling[@]}" -DSENIOR=0
holds fork-most-held "${four[@]}" "${lies[@]}" -DMOST=1

# What chapters 03 and 05 say.
as_written=(-DHALF_HOLD -DOWN_PROMISES -DFINAL_CUT -DASSERTED=AGREEMENT)
holds fork-as-written-of-three "${three[@]}" "${as_written[@]}" -DLYING_VOTES
holds fork-as-written-of-four "${four[@]}" "${as_written[@]}" -DLYING_VOTES

reaches fork-out-and-kept 1 "${three[@]}"
reaches fork-out-and-void 2 "${three[@]}"
reaches fork-not-known 3 "${three[@]}"

breaks AGREEMENT UNTIED_CLAIMS "${three[@]}"
breaks AGREEMENT AUTHOR_COUNTS "${three[@]}" -DOWN_PROMISES
breaks NOTHING_LOST HALF_HOLD "${four[@]}"
breaks ONE_ORDER OWN_PROMISES "${three[@]}"
breaks NOTHING_LOST FINAL_CUT "${four_duelling[@]}" -DSENIOR=0
breaks ONE_VIEW LIAR_COUNTS "${three[@]}" -DKNOWN=1 -DLYING_VOTES
breaks ONE_VIEW LYING_VOTES "${three[@]}"
breaks ONE_ORDER LYING_PROMISES "${three[@]}"
breaks NOTHING_LOST LYING_PROPOSER "${three[@]}"

exit "$failed"
