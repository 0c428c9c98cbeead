/*
 * The view change and finality of chapters 03 and 05, for three members A = 0, B = 1, C = 2 of a first view (view 0),
 * who choose view 1 and, out of that, view 2.
 *
 * The network needs no transitions of its own: whatever was said may arrive at once, late or never, at anybody. So a
 * partition is a run in which the messages between two sides never arrive, and a member that crashes for good is one
 * that takes no further step. A restart, with or without its disk, is a step: it forgets.
 *
 * What arrives earlier than it has to never hides a fault here, because who has heard more may still do nothing with
 * it. Therefore a message arrives together with the step that uses it:
 *   BEAT          finality reads what the members have published so far in the view (promise, claimed)
 *   WEDGE, STATE  one step of the member that answers; the answer is tallied by the proposer if it still collects
 *   ACCEPT, ACK   one step of the member that accepts; the value of a ballot can be accepted for ever after
 *   COMMIT        exists as soon as a quorum of both views has acknowledged, whether its proposer notices or not
 *
 * README.md says what is left out. Each "#ifdef" breaks one rule, for spin to show what the rule is good for.
 */

#ifndef COUNTERS
#define COUNTERS 2          /* ballots of a view have the counters 1 .. COUNTERS */
#endif
#ifndef EVENTS_0
#define EVENTS_0 2          /* at most so many events are authored in view 0, each by another member ... */
#endif
#ifndef EVENTS_1
#define EVENTS_1 1          /* ... and in view 1 */
#endif
#ifndef VIEWS
#define VIEWS 2
#endif
#ifndef TIMES
#define TIMES 2             /* stamps and promises are 1 .. TIMES */
#endif
#ifndef LEAVING
#define LEAVING 0           /* 1: the next view may be wanted without one of the repliers */
#endif
#ifndef RESTARTS
#define RESTARTS 1
#endif

#define MEMBERS   3
#define EVERYBODY 7
#define NOBODY    3         /* no member's number */
#define BALLOTS   (COUNTERS * MEMBERS + 1)      /* 0 is no ballot */

/* ---- sets of members, and of the events of a view (one for each author), as bits */

#define only(one)         (1 << (one))
#define has(set, one)     (((set) >> (one)) & 1)
#define size(set)         (has(set, 0) + has(set, 1) + has(set, 2))
#define covers(set, part) (((set) & (part)) == (part))
#define first(set)        (has(set, 0) -> 0 : (has(set, 1) -> 1 : 2))

/* ---- per view: index at(view, member) */

#define at(v, one) ((v) * MEMBERS + (one))

byte members[2];            /* of views 0 and 1; view 1 has none until it is decided */
byte renewed[2];            /* members that the view knows in the incarnation after their restart */
byte stamp[6];              /* time of the author's event in the view; 0: none yet */
byte earlier[6];            /* the events of the view up to and with this one, in the order */
byte promise[6];            /* published: "I shall never stamp at or below this" */
byte claimed[6];            /* published as have[]: events that would survive the death of the process */

/* ---- per member, about the view that it is in */

byte view[3];
byte held[3];               /* events in its log */
byte promised[3];           /* highest ballot that it has bound itself to; 0: not wedged. Durable */
byte accepted[3];           /* ballot of the value it has accepted last. Durable */
byte restarted;             /* members whose process is a second one */
byte diskless;              /* those of them that came back without their disk */

/* ---- per proposer: its attempt, forgotten when it is outbid or restarts */

byte attempt[3];            /* its ballot; 0: none */
byte repliers[3];           /* who has sent a STATE */
byte reply_renewed[3];      /* which of them as a restarted process */
byte reply_have[3];         /* the most that any of them holds */
byte reply_accepted[3];     /* the highest ballot that any of them has accepted */

/* ---- per ballot, index of(view, ballot): the value it carries, and who has acknowledged it */

#define of(v, ballot) ((v) * BALLOTS + (ballot))

byte value_members[2 * BALLOTS];    /* of the next view; 0: nothing was proposed */
byte value_renewed[2 * BALLOTS];
byte value_cut[2 * BALLOTS];
byte votes[2 * BALLOTS];            /* ACKs that count in the view that ends ... */
byte copies[2 * BALLOTS];           /* ... and those that count in the next one */

/* ---- what is asserted about */

byte decided[2];            /* a ballot whose value was chosen to end the view */
byte settled[2];            /* events of the view that were final for anybody */

/* ---- ballots: (counter, proposer) as one number, the counter first */

#define ballot(counter, one) (((counter) - 1) * MEMBERS + (one) + 1)
#define counter_of(b)        ((b) == 0 -> 0 : ((b) - 1) / MEMBERS + 1)

/* ---- views */

/* Who restarted or joined is junior to all that kept running. */
#define senior_of(all, late) (((all) & ~(late)) -> first((all) & ~(late)) : first(all))

#ifdef BOTH_HALVES
#define is_quorum(set, all, late) (2 * size((set) & (all)) >= size(all))
#else
#define is_quorum(set, all, late) (2 * size((set) & (all)) > size(all) || \
    (2 * size((set) & (all)) == size(all) && has(set, senior_of(all, late))))
#endif

#define is_member(v, one) has(members[v], one)
/* The view knows this process, and not one before it. */
#define is_current(v, one) (is_member(v, one) && (!has(restarted, one) || has(renewed[v], one)))
#ifdef DISKLESS_VOTES
#define may_vote(v, one) is_member(v, one)
#else
#define may_vote(v, one) (is_member(v, one) && (!has(diskless, one) || has(renewed[v], one)))
#endif

#define wedged(one) (promised[one] != 0)

/* Who may author, promise and claim. */
#ifdef NOT_MUTE
#define speaks(v, one) is_member(v, one)
#else
#define speaks(v, one) is_current(v, one)
#endif
#ifdef NOT_FROZEN
#define frozen(one) false   /* it goes back to the view by itself */
#else
#define frozen(one) wedged(one)
#endif

/* ---- the order inside a view: by time, then by author */

#define before(v, one, other) (stamp[at(v, one)] < stamp[at(v, other)] || \
    (stamp[at(v, one)] == stamp[at(v, other)] && (one) < (other)))
/* The events of a set up to and with that of `other`. */
#define up_to(v, set, other) ((set) & earlier[at(v, other)])

/* A set of events is a beginning of another one if it lacks nothing of it that comes before anything it has. */
#define begins_one(v, part, all, one) (!has(part, one) || covers(part, up_to(v, all, one)))
#define begins(v, part, all) (covers(all, part) && begins_one(v, part, all, 0) && \
    begins_one(v, part, all, 1) && begins_one(v, part, all, 2))

/* ---- the three assertions; ASSERTED picks some of them, to see which one a broken rule breaks */

#define ONE_VIEW     1
#define NOTHING_LOST 2
#define ONE_ORDER    4
#ifndef ASSERTED
#define ASSERTED     (ONE_VIEW | NOTHING_LOST | ONE_ORDER)
#endif

/* No two views of one number: whatever else is chosen to end a view is the same value. */
#define is_one_view(v, b) (decided[v] == 0 || ( \
    value_members[of(v, b)] == value_members[of(v, decided[v])] && \
    value_renewed[of(v, b)] == value_renewed[of(v, decided[v])] && \
    value_cut[of(v, b)] == value_cut[of(v, decided[v])]))

/* No final event is lost: the cut keeps whatever was final for anybody. */
#define is_nothing_lost(v) (decided[v] == 0 || covers(value_cut[of(v, decided[v])], settled[v]))

/* Final orders agree: what was final anywhere is the beginning of what the cut keeps (nothing slips in below it) ... */
#define is_one_order(v) (decided[v] == 0 || \
    begins(v, settled[v] & value_cut[of(v, decided[v])], value_cut[of(v, decided[v])]))
/* ... and of what becomes final anywhere later. */
#define goes_on(v, one, other) begins(v, settled[v], up_to(v, held[one], other))

inline assert_all(v, b) {
    assert(!(ASSERTED & ONE_VIEW) || is_one_view(v, b));
    assert(!(ASSERTED & NOTHING_LOST) || is_nothing_lost(v));
    assert(!(ASSERTED & ONE_ORDER) || is_one_order(v))
}

/* ---- events, promises, finality */

#define authored(v) ((stamp[at(v, 0)] != 0) + (stamp[at(v, 1)] != 0) + (stamp[at(v, 2)] != 0))
#define events_left(v) (authored(v) < (v == 0 -> EVENTS_0 : EVENTS_1))
/* A restarted process does not know what it promised. */
#define own_promise(v, one) ((has(restarted, one) && !has(renewed[v], one)) -> 0 : promise[at(v, one)])
#define may_author(v, one, time) (speaks(v, one) && !frozen(one) && stamp[at(v, one)] == 0 && events_left(v) && \
    time > own_promise(v, one))

inline place(other) {
    if
    :: stamp[at(view[me], other)] == 0 -> skip
    :: stamp[at(view[me], other)] != 0 && before(view[me], me, other) ->
        earlier[at(view[me], other)] = earlier[at(view[me], other)] | only(me)
    :: stamp[at(view[me], other)] != 0 && !before(view[me], me, other) ->
        earlier[at(view[me], me)] = earlier[at(view[me], me)] | only(other)
    fi
}

inline author(time) {
    stamp[at(view[me], me)] = time;
    place(0);
    place(1);
    place(2);
    held[me] = held[me] | only(me);
    claimed[at(view[me], me)] = claimed[at(view[me], me)] | only(me)
}

/* The last beat of who is wedged, restarts or goes on to the next view promises as much as there is to promise. */
inline last_beat() {
    if
    :: speaks(view[me], me) && !frozen(me) -> promise[at(view[me], me)] = TIMES
    :: else
    fi
}

/* A wedged member may still be given events, but does not say so. */
#ifdef CLAIM_WHILE_WEDGED
#define may_claim(v, one) speaks(v, one)
#else
#define may_claim(v, one) (speaks(v, one) && !frozen(one))
#endif
#define may_receive(v, one, other) (stamp[at(v, other)] != 0 && !has(held[one], other))

inline receive(other) {
    held[me] = held[me] | only(other);
    if
    :: may_claim(view[me], me) -> claimed[at(view[me], me)] = claimed[at(view[me], me)] | only(other)
    :: else
    fi
}

/* `one` has promised as far as the event of `other`, or can do so now. */
#define promises(v, one, other) (promise[at(v, one)] >= stamp[at(v, other)] || \
    (view[one] == v && speaks(v, one) && !frozen(one)))
/* That promise counts with `holder`: it holds the events of `one` up to there. */
#define passed(v, one, other, holder) (!is_member(v, one) || (promises(v, one, other) && \
    (stamp[at(v, one)] == 0 || stamp[at(v, one)] > stamp[at(v, other)] || has(held[holder], one))))
#ifdef LIVE_ONLY
/* Two of three are taken for all. */
#define all_passed(v, other, holder) \
    (passed(v, 0, other, holder) + passed(v, 1, other, holder) + passed(v, 2, other, holder) >= 2)
#else
#define all_passed(v, other, holder) \
    (passed(v, 0, other, holder) && passed(v, 1, other, holder) && passed(v, 2, other, holder))
#endif

#define holds_all(v, one, set) (is_member(v, one) && covers(claimed[at(v, one)], set))
#ifdef NO_QUORUM
#define enough_hold(v, set) true
#else
#define enough_hold(v, set) \
    (2 * (holds_all(v, 0, set) + holds_all(v, 1, set) + holds_all(v, 2, set)) > size(members[v]))
#endif

/* The event of `other`, and all before it, are final for `one`. */
#define may_settle(v, one, other) (is_member(v, one) && !has(diskless, one) && !frozen(one) && has(held[one], other) && \
    all_passed(v, other, one) && enough_hold(v, up_to(v, held[one], other)))
#define is_news(v, one, other) (!begins(v, up_to(v, held[one], other), settled[v]))

inline promise_at_least(one, time) {
    if
    :: is_member(view[me], one) && view[one] == view[me] && speaks(view[me], one) && !frozen(one) &&
            promise[at(view[me], one)] < time ->
        promise[at(view[me], one)] = time
    :: else
    fi
}

/* Whoever relies on a promise has just got it: nobody promises before somebody does. */
inline settle(other) {
    promise_at_least(0, stamp[at(view[me], other)]);
    promise_at_least(1, stamp[at(view[me], other)]);
    promise_at_least(2, stamp[at(view[me], other)]);
    assert(!(ASSERTED & ONE_ORDER) || goes_on(view[me], me, other));
    settled[view[me]] = settled[view[me]] | up_to(view[me], held[me], other);
    assert_all(view[me], decided[view[me]])
}

/* ---- the view change */

/* Suspicion and turns are not modelled: whoever has a vote may begin at any time, also as a restarted process. */
#define may_begin(v, one) (may_vote(v, one) && counter_of(promised[one]) < COUNTERS)

inline begin() {
    last_beat();
    promised[me] = ballot(counter_of(promised[me]) + 1, me);
    attempt[me] = promised[me];
    repliers[me] = only(me);
    reply_renewed[me] = restarted & only(me);
    reply_have[me] = held[me];
    reply_accepted[me] = accepted[me]
}

inline forget_attempt() {
    attempt[me] = 0;
    repliers[me] = 0;
    reply_renewed[me] = 0;
    reply_have[me] = 0;
    reply_accepted[me] = 0
}

#define collects(one) (attempt[one] != 0 && value_members[of(view[one], attempt[one])] == 0)
#define may_answer(v, one, other) (may_vote(v, one) && view[other] == v && collects(other) && \
    attempt[other] > promised[one])

#ifdef MINIMUM_CUT
#define cut_with(have, more) ((have) & (more))
#else
#define cut_with(have, more) ((have) | (more))
#endif

#ifdef LOWEST_ACCEPTED
#define outweighs(one, other) ((one) != 0 && ((other) == 0 || (one) < (other)))
#else
#define outweighs(one, other) ((one) > (other))
#endif

/* WEDGE comes from `other`, STATE goes back. The promise is written first. */
inline answer(other) {
    last_beat();
    promised[me] = attempt[other];
    forget_attempt();
    repliers[other] = repliers[other] | only(me);
    reply_renewed[other] = reply_renewed[other] | (restarted & only(me));
    reply_have[other] = cut_with(reply_have[other], held[me]);
    if
    :: outweighs(accepted[me], reply_accepted[other]) -> reply_accepted[other] = accepted[me]
    :: else
    fi
}

#define late_in(v) (v == 0 -> 0 : renewed[v])
#define may_propose(v, one) (collects(one) && is_quorum(repliers[one], members[v], late_in(v)))
#ifdef FRESH_VALUE
#define bound(one) false
#else
#define bound(one) (reply_accepted[one] != 0)
#endif
/* Who left the table, or came back as another process, can be reached and wants to be in the next view. */
#define may_join(v, one, proposer) (view[one] == v && !is_current(v, one) && !has(repliers[proposer], one) && \
    !bound(proposer))
#define may_leave(one, proposer) (has(repliers[proposer], one) && repliers[proposer] != only(one) && !bound(proposer))

/* From the STATEs to the value: an accepted one again, else the repliers but `leaver`, and `joiner`. */
inline propose(leaver, joiner) {
    b = attempt[me];
    if
    :: bound(me) ->
        old = of(view[me], reply_accepted[me]);
        value_members[of(view[me], b)] = value_members[old];
        value_renewed[of(view[me], b)] = value_renewed[old];
        value_cut[of(view[me], b)] = value_cut[old]
    :: else ->
        value_members[of(view[me], b)] = (repliers[me] & ~only(leaver)) | (only(joiner) & EVERYBODY);
        value_renewed[of(view[me], b)] = value_members[of(view[me], b)] &
            (reply_renewed[me] | (restarted & only(joiner)));
        value_cut[of(view[me], b)] = reply_have[me]
    fi;
    repliers[me] = 0;
    reply_renewed[me] = 0;
    reply_have[me] = 0;
    reply_accepted[me] = 0;
    acknowledge(b);
    b = 0;
    old = 0
}

/* The value names this process, or one before it: for the next view it counts who has the log, whatever its disk. */
#define is_named(v, b, one) has(value_members[of(v, b)], one)
#ifdef ANY_ACK
#define counts_before(v, b, one) true
#else
#define counts_before(v, b, one) may_vote(v, one)
#endif
#define may_accept(v, one, b) (value_members[of(v, b)] != 0 && b >= promised[one] && \
    (may_vote(v, one) || has(value_members[of(v, b)], one)) && \
    ((counts_before(v, b, one) && !has(votes[of(v, b)], one)) || \
    (is_named(v, b, one) && !has(copies[of(v, b)], one))))

#define newcomers(v, b) (value_members[of(v, b)] & (value_renewed[of(v, b)] | ~members[v]))
#define is_chosen(v, b) (is_quorum(votes[of(v, b)], members[v], late_in(v)) && \
    is_quorum(copies[of(v, b)], value_members[of(v, b)], newcomers(v, b)))

/* The log is filled to the cut, value and log are written; only then is it acknowledged. */
inline acknowledge(b) {
    held[me] = held[me] | value_cut[of(view[me], b)];
    last_beat();
    promised[me] = b;
    accepted[me] = b;
    if
    :: counts_before(view[me], b, me) -> votes[of(view[me], b)] = votes[of(view[me], b)] | only(me)
    :: else
    fi;
    if
    :: is_named(view[me], b, me) -> copies[of(view[me], b)] = copies[of(view[me], b)] | only(me)
    :: else
    fi;
    if
    :: is_chosen(view[me], b) ->
        if
        :: decided[view[me]] == 0 -> decided[view[me]] = b
        :: else
        fi;
        assert_all(view[me], b);
        if
        :: view[me] == 0 ->
            members[1] = value_members[of(0, b)];
            renewed[1] = value_renewed[of(0, b)]
        :: else
        fi
    :: else
    fi
}

inline accept(b) {
    if
    :: attempt[me] != b -> forget_attempt()
    :: else
    fi;
    acknowledge(b)
}

/* COMMIT: the kept events are final, what lies beyond the cut is void, the next view is open. */
inline install() {
    last_beat();
    view[me] = 1;
    held[me] = 0;
    promised[me] = 0;
    accepted[me] = 0;
    forget_attempt()
}

/* ---- restarts */

#define may_restart(one) (size(restarted) < RESTARTS && !has(restarted, one))

inline restart() {
    last_beat();
    restarted = restarted | only(me);
#ifdef FORGET_PROMISE
    promised[me] = 0;
    accepted[me] = 0;
#endif
#ifdef CLAIM_UNWRITTEN
    held[me] = 0;
#endif
    forget_attempt()
}

inline restart_without_disk() {
    restart();
    diskless = diskless | only(me);
    held[me] = 0;
    promised[me] = 0;
    accepted[me] = 0
}

proctype member(byte me) {
    byte b, old, leaver, joiner;
end:
    do
    :: d_step { may_author(view[me], me, 1) -> author(1) }
    :: d_step { may_author(view[me], me, 2) && TIMES >= 2 -> author(2) }
    :: d_step { may_receive(view[me], me, 0) -> receive(0) }
    :: d_step { may_receive(view[me], me, 1) -> receive(1) }
    :: d_step { may_receive(view[me], me, 2) -> receive(2) }
    :: d_step { may_settle(view[me], me, 0) && is_news(view[me], me, 0) -> settle(0) }
    :: d_step { may_settle(view[me], me, 1) && is_news(view[me], me, 1) -> settle(1) }
    :: d_step { may_settle(view[me], me, 2) && is_news(view[me], me, 2) -> settle(2) }

    :: d_step { may_begin(view[me], me) -> begin() }
    :: d_step { may_answer(view[me], me, 0) -> answer(0) }
    :: d_step { may_answer(view[me], me, 1) -> answer(1) }
    :: d_step { may_answer(view[me], me, 2) -> answer(2) }
    :: atomic {
            may_propose(view[me], me) ->
            if
            :: leaver = NOBODY
            :: LEAVING && may_leave(0, me) -> leaver = 0
            :: LEAVING && may_leave(1, me) -> leaver = 1
            :: LEAVING && may_leave(2, me) -> leaver = 2
            fi;
            if
            :: joiner = NOBODY
            :: may_join(view[me], 0, me) -> joiner = 0
            :: may_join(view[me], 1, me) -> joiner = 1
            :: may_join(view[me], 2, me) -> joiner = 2
            fi;
            d_step { propose(leaver, joiner); leaver = 0; joiner = 0 }
        }
    :: d_step { may_accept(view[me], me, 1) -> accept(1) }
    :: d_step { may_accept(view[me], me, 2) -> accept(2) }
    :: d_step { may_accept(view[me], me, 3) -> accept(3) }
#if COUNTERS > 1
    :: d_step { may_accept(view[me], me, 4) -> accept(4) }
    :: d_step { may_accept(view[me], me, 5) -> accept(5) }
    :: d_step { may_accept(view[me], me, 6) -> accept(6) }
#endif
    :: d_step { VIEWS == 2 && view[me] == 0 && decided[0] != 0 -> install() }

    :: d_step { may_restart(me) -> restart() }
    :: d_step { may_restart(me) -> restart_without_disk() }
    od
}

init {
    atomic {
        members[0] = EVERYBODY;
        run member(0);
        run member(1);
        run member(2)
    }
}

/* ---- what the runs get to: spin has to show a way to each of these, or the assertions would speak of nothing */

#ifdef SEEN

#define cut_of(v) value_cut[of(v, decided[v])]
#define half_with_senior (size(members[1]) == 2 && decided[1] != 0 && size(votes[of(1, decided[1])]) == 1)
#define void_event(one) (stamp[at(0, one)] != 0 && !has(cut_of(0), one))
#define votes_for(b) is_quorum(votes[of(0, b)], EVERYBODY, 0)
#define joined(one) (has(diskless & renewed[1], one) && view[one] == 1 && promised[one] != 0)

never {
    do
#if SEEN == 1       /* final events in both views, and the second one ends */
    :: settled[0] != 0 && settled[1] != 0 && decided[1] != 0 -> break
#elif SEEN == 2     /* an event of view 0 that is void, and one that was final */
    :: decided[0] != 0 && settled[0] != 0 && (void_event(0) || void_event(1) || void_event(2)) -> break
#elif SEEN == 3     /* a value that was chosen already is chosen again, by another proposer */
    :: decided[0] != 0 && votes_for(1) && (votes_for(2) || votes_for(3)) -> break
#elif SEEN == 4     /* half of a view with its most senior member goes on alone */
    :: half_with_senior -> break
#elif SEEN == 5     /* who lost its disk is back, and votes */
    :: joined(0) || joined(1) || joined(2) -> break
#endif
    :: else
    od
}
#endif
