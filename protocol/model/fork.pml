/*
 * Forks: finality and view change, after chapters 03 and 05, with one member that lies. It signs two different
 * events of one seq (branch 1 and branch 2), says the one to some members and the other to others, and lies in its
 * beats and votes as the switches below let it. All others are honest; they may crash for good.
 *
 * One view, one change of it. Members 0 .. HONEST - 1 are honest, the last number is the liar. Messages are as in
 * view_change.pml: whatever was said arrives at once, late or never, and together with the step that uses it. So what
 * the liar says is a step of who hears it, but for its votes. Who has answered a WEDGE does nothing more in its view;
 * so does who happens to do nothing, and therefore all STATEs of a ballot are one step, with the proposal made of them.
 *
 * README.md says what is left out. Each "#ifdef" breaks one rule, or lets the liar do more.
 */

#ifndef HONEST
#define HONEST 2            /* 2 or 3; the table has one member more */
#endif
#ifndef EVENTS
#define EVENTS 1            /* at most so many events of honest members, each by another one */
#endif
#ifndef TIMES
#define TIMES 2             /* stamps and promises are 1 .. TIMES */
#endif
#ifndef SENIOR
#define SENIOR LIAR         /* of two halves, the one with this member is a quorum; no other rank matters */
#endif
#ifndef CLOSED
#define CLOSED 0            /* 1: final only where all others are known to have closed the chain of the liar alike */
#endif
#ifndef BALLOTS
#define BALLOTS HONEST      /* so many of the honest members may propose, the first ones */
#endif
#ifndef MOST
#define MOST 0              /* 1: of a forked chain any branch is kept that somebody holds */
#endif
#ifndef KNOWN
#define KNOWN 0             /* 1: all have the evidence from the start */
#endif

#define LIAR       HONEST
#define MEMBERS    (HONEST + 1)
#define ALL_HONEST ((1 << HONEST) - 1)
#define EVERYBODY  ((1 << MEMBERS) - 1)

/* ---- sets of members, and of events (one for each author), as bits */

#define only(one)         (1 << (one))
#define has(set, one)     (((set) >> (one)) & 1)
#define size(set)         (has(set, 0) + has(set, 1) + has(set, 2) + has(set, 3))
#define covers(set, part) (((set) & (part)) == (part))
#define is_quorum(set)    (2 * size(set) > MEMBERS || (2 * size(set) == MEMBERS && has(set, SENIOR)))

/* ---- the events */

byte stamp[HONEST];         /* time of the event of an honest member; 0: none yet */
byte branch_time[3];        /* time of the liar's event in branch 1 and in branch 2 */

/* ---- per honest member. A chain of the liar is known by its branch: 0 (nothing of it), 1 or 2 */

byte held[HONEST];          /* events of honest members in its log */
byte branch[HONEST];        /* what it holds of the liar */
byte claimed[HONEST];       /* published: held, and the branch as the hash of the chain's head */
byte claimed_branch[HONEST];
byte promise[HONEST];       /* published: "I shall never stamp at or below this" */
byte closed[HONEST];        /* the liar has promised it this: it takes no event of the liar at or below it any more */
byte final_branch[HONEST];  /* the branch in which the liar's event is final for it */
byte evidence;              /* members that have both events of the liar */
byte promised[MEMBERS];     /* highest ballot that it has bound itself to; 0: not wedged */
byte accepted[MEMBERS];     /* ballot of the value it has accepted last */

/* ---- per ballot. Each member has one, its number + 1 */

#define ballot(one)      ((one) + 1)
#define proposer_of(b)   ((b) - 1)

byte value_members[MEMBERS + 1];    /* 0: nothing was proposed */
byte value_cut[MEMBERS + 1];        /* the honest events that count, and of the liar ... */
byte value_branch[MEMBERS + 1];     /* ... this branch */
byte votes[MEMBERS + 1];

/* ---- what is asserted about */

byte decided;               /* a ballot whose value was chosen */
byte settled;               /* events that were final for an honest member, the liar's too ... */
byte settled_branch;        /* ... in this branch */
byte kept, kept_settled;    /* only while it is looked at */

#define wedged(one) (promised[one] != 0)
#define knows(one)  has(evidence, one)

/* ---- the order: by time, then by author. A log is a set of honest events and a branch */

#define time_of(one, line)  ((one) == LIAR -> branch_time[line] : stamp[(one) % HONEST])
#define before(one, other, line) (time_of(one, line) < time_of(other, line) || \
    (time_of(one, line) == time_of(other, line) && (one) < (other)))
#define log_of(set, line)   (((set) & ALL_HONEST) | ((line) != 0) << LIAR)
#define bit_up_to(set, one, last, line) \
    ((has(set, one) && ((one) == (last) || before(one, last, line))) << (one))
#if HONEST > 2
#define up_to(set, last, line) (bit_up_to(set, 0, last, line) | bit_up_to(set, 1, last, line) | \
    bit_up_to(set, 2, last, line) | bit_up_to(set, 3, last, line))
#else
#define up_to(set, last, line) (bit_up_to(set, 0, last, line) | bit_up_to(set, 1, last, line) | \
    bit_up_to(set, 2, last, line))
#endif

/* A set of events is a beginning of another one if it lacks nothing of it that comes before anything it has. */
#define begins_one(part, all, one, line) (!has(part, one) || covers(part, up_to(all, one, line)))
#if HONEST > 2
#define begins(part, all, line) (covers(all, part) && begins_one(part, all, 0, line) && \
    begins_one(part, all, 1, line) && begins_one(part, all, 2, line) && begins_one(part, all, 3, line))
#else
#define begins(part, all, line) (covers(all, part) && begins_one(part, all, 0, line) && \
    begins_one(part, all, 1, line) && begins_one(part, all, 2, line))
#endif

/* ---- the assertions; ASSERTED picks some of them */

#define ONE_VIEW     1
#define NOTHING_LOST 2
#define ONE_ORDER    4
#define AGREEMENT    8
#define FINALITY     (NOTHING_LOST | ONE_ORDER | AGREEMENT)
#ifndef ASSERTED
#define ASSERTED     (ONE_VIEW | FINALITY)
#endif

/* Whatever else is chosen is the same members and the same cut, in the same branch. */
#define is_one_view(b) (value_members[b] == value_members[decided] && value_cut[b] == value_cut[decided] && \
    value_branch[b] == value_branch[decided])
/* What was final for an honest member is kept, in its branch. */
#define is_nothing_lost(b) (covers(kept, settled) && \
    (settled_branch == 0 || value_branch[b] == settled_branch))
/* What was final is the beginning of what the cut keeps. */
#define is_one_order(b) begins(kept_settled, kept, value_branch[b])
/* No two honest members have different events of the liar final. */
#define is_agreement(line) (settled_branch == 0 || settled_branch == (line))

inline assert_chosen(b) {
    kept = log_of(value_cut[b], value_branch[b]);
    kept_settled = kept & settled;
    assert(!(ASSERTED & ONE_VIEW) || is_one_view(b));
    assert(!(ASSERTED & NOTHING_LOST) || is_nothing_lost(b));
    assert(!(ASSERTED & ONE_ORDER) || is_one_order(b));
    kept = 0;
    kept_settled = 0
}

/* ---- events and claims */

#define authored ((stamp[0] != 0) + (stamp[1] != 0) + (HONEST > 2 && stamp[HONEST - 1] != 0))
#define may_author(one, time) (!wedged(one) && stamp[one] == 0 && authored < EVENTS && (time) > promise[one])

/* Nobody authors any more, so nobody has to keep a promise. */
inline forget_promises() {
    promise[0] = 0;
    promise[1] = 0;
#if HONEST > 2
    promise[2] = 0
#endif
}

inline author(time) {
    stamp[me] = time;
    receive(me);
    if
    :: authored == EVENTS -> forget_promises()
    :: else
    fi
}

#define may_receive(one, other) (stamp[other] != 0 && !has(held[one], other))

/* A wedged member may still be given events, but claims nothing new. */
inline receive(other) {
    held[me] = held[me] | only(other);
    if
    :: !wedged(me) -> claimed[me] = claimed[me] | only(other)
    :: else
    fi
}

/* The first event of the liar enters the log, the second one is evidence. They come from the liar, or from anybody. */
#define may_enter(one, line) (branch[one] == 0 && (!knows(one) || KNOWN) && branch_time[line] > closed[one])
#define may_find(one, line)  (branch[one] != 0 && branch[one] != (line) && !knows(one))

inline enter(line) {
    branch[me] = line;
    if
    :: !wedged(me) -> claimed_branch[me] = line; closed[me] = 0
    :: else
    fi
}

/* Evidence goes round. Who holds neither event enters none of them any more. */
#define may_be_told(one) (evidence != 0 && !knows(one))
#define find_out(one) evidence = evidence | only(one)

/* ---- promises of the liar. With a branch in its log, a member takes it for all that the liar has said. Before, it
 * believes what it is told: a lie, if a branch with an event at or below that time is still to come. */

#define least_time (branch_time[1] < branch_time[2] -> branch_time[1] : branch_time[2])
#ifdef LYING_PROMISES
#define may_close(one, time) (!wedged(one) && branch[one] == 0 && closed[one] < (time))
#else
#define may_close(one, time) (!wedged(one) && branch[one] == 0 && closed[one] < (time) && (time) < least_time)
#endif

/* ---- finality */

/* A claim counts at who holds the same branch. The liar claims whatever helps it. */
#ifdef UNTIED_CLAIMS
#define same_branch(one, other) (claimed_branch[other] != 0)
#else
#define same_branch(one, other) (claimed_branch[other] == branch[one])
#endif
#define holds_all(one, other, set) (covers(claimed[other], (set) & ALL_HONEST) && \
    (!has(set, LIAR) || same_branch(one, other)))
#if HONEST > 2
#define holders(one, set) (holds_all(one, 0, set) | holds_all(one, 1, set) << 1 | holds_all(one, 2, set) << 2)
#else
#define holders(one, set) (holds_all(one, 0, set) | holds_all(one, 1, set) << 1)
#endif

/* More than half of the members hold it, and more than half of those other than the author of each event. */
#define others_hold(all, set, one) (!has(set, one) || 2 * size((all) & ~only(one)) > MEMBERS - 1)
#define half_hold(all, set) (2 * size(all) > MEMBERS && others_hold(all, set, 0) && others_hold(all, set, 1) && \
    others_hold(all, set, 2) && others_hold(all, set, HONEST))
#if defined(AUTHOR_COUNTS)
#define enough_hold(all, set) (2 * size(all) > MEMBERS)
#elif defined(HALF_HOLD)
#define enough_hold(all, set) half_hold(all, set)
#else
#define enough_hold(all, set) ((all) == EVERYBODY)
#endif

/* What counts of the liar's promises: what it said before its event, and what its event says, once everybody claims
 * that very event. */
#define all_claim(one) (branch[one] != 0 && holders(one, only(LIAR)) == ALL_HONEST)
#if CLOSED || defined(OWN_PROMISES)
#define liar_promises(one, time) (closed[one] >= (time) || branch[one] != 0)
#else
#define liar_promises(one, time) (closed[one] >= (time) || all_claim(one))
#endif

/* Others have closed the same: up to that time they hold the same of the liar, and take nothing more. */
#define line_up_to(line, time) ((line) != 0 && branch_time[line] <= (time) -> (line) : 0)
#define same_closed(one, other, time) ((claimed_branch[other] != 0 || closed[other] >= (time)) && \
    line_up_to(claimed_branch[other], time) == line_up_to(branch[one], time))
#if !CLOSED
#define all_closed(one, time) true
#elif HONEST > 2
#define all_closed(one, time) (same_closed(one, 0, time) && same_closed(one, 1, time) && same_closed(one, 2, time))
#else
#define all_closed(one, time) (same_closed(one, 0, time) && same_closed(one, 1, time))
#endif

/* An honest member has promised this, or does so now, or did before it was wedged: what is held of it is all. */
#define passed(one, other, time) (stamp[other] == 0 || stamp[other] > (time) || has(held[one], other))
#if HONEST > 2
#define all_passed(one, time) (liar_promises(one, time) && \
    passed(one, 0, time) && passed(one, 1, time) && passed(one, 2, time))
#else
#define all_passed(one, time) (liar_promises(one, time) && passed(one, 0, time) && passed(one, 1, time))
#endif

/* Only one of the cuts asks for whom the event of the liar is final. */
#ifdef FINAL_CUT
#define FINAL_TOLD 1
#else
#define FINAL_TOLD 0
#endif
#define may_try(one, last) (!wedged(one) && ((last) == LIAR -> branch[one] != 0 : has(held[one], last)))
/* The event at `until`, and all before it: `news`. */
#define is_final(one) (all_passed(one, until) && all_closed(one, until) && enough_hold(news_holders, news))
#define is_news(one) (!begins(news, settled, settled_branch) || (has(news, LIAR) && \
    (branch[one] != settled_branch || (FINAL_TOLD && final_branch[one] == 0))))

#define may_still_author(one) (!wedged(one) && stamp[one] == 0 && authored < EVENTS)

inline promise_as_far(one) {
    if
    :: may_still_author(one) && promise[one] < until -> promise[one] = until
    :: else
    fi
}

/* Whoever relies on a promise has just got it: nobody promises before somebody does. */
inline settle(last) {
    log = log_of(held[me], branch[me]);
    until = time_of(last, branch[me]);
    news = up_to(log, last, branch[me]);
    news_holders = holders(me, news) | only(LIAR);
    if
    :: is_final(me) && is_news(me) ->
        promise_as_far(0);
        promise_as_far(1);
#if HONEST > 2
        promise_as_far(2);
#endif
        assert(!(ASSERTED & AGREEMENT) || !has(news, LIAR) || is_agreement(branch[me]));
        assert(!(ASSERTED & ONE_ORDER) || begins(settled, news, branch[me]) || begins(news, settled, settled_branch));
        settled = settled | news;
        if
        :: has(news, LIAR) -> settled_branch = branch[me]; final_branch[me] = settled_branch * FINAL_TOLD
        :: else
        fi;
        if
        :: decided != 0 -> assert_chosen(decided)
        :: else
        fi
    :: else
    fi;
    log = 0;
    until = 0;
    news = 0;
    news_holders = 0
}

/* ---- the view change */

/* What the liar votes counts for nothing at who has the evidence. Where it lies, all its votes are always there. */
#ifdef LYING_VOTES
#define HONEST_VOTES 0
#define with_liar(set) ((set) | only(LIAR))
#else
#define HONEST_VOTES 1
#define with_liar(set) (set)
#endif
#ifdef LIAR_COUNTS
#define counted(set, one) with_liar(set)
#else
#define counted(set, one) (knows(one) -> (set) & ALL_HONEST : with_liar(set))
#endif

/* Anybody may think that a change is wanted, and be answered by anybody who has promised no higher ballot. */
#define may_answer(one, proposer) (promised[one] < ballot(proposer))
#define may_begin(one) ((one) < BALLOTS && may_answer(one, one))

/* `me` has got a STATE from each of `repliers`, and the evidence with it. Two heads that contradict each other are it
 * too. */
#define reply(one, what) (has(repliers, one) -> what[one] : 0)
#if HONEST > 2
#define any_reply(what) (reply(0, what) | reply(1, what) | reply(2, what))
#define is_in_all(line) (is_in(0, line) && is_in(1, line) && is_in(2, line))
#else
#define any_reply(what) (reply(0, what) | reply(1, what))
#define is_in_all(line) (is_in(0, line) && is_in(1, line))
#endif
#define is_in(one, line) (!has(repliers, one) || branch[one] == (line))
#define is_known ((evidence & repliers) != 0 || any_held == 3)
#define any_held any_reply(branch)
#define all_held (is_in_all(1) -> 1 : (is_in_all(2) -> 2 : 0))

/* What is kept of the liar's chain if it has forked: as much as all that count hold alike. */
#if MOST
#define cut_known ((any_held & 1) -> 1 : any_held)
#elif defined(FINAL_CUT)
#define cut_known any_reply(final_branch)
#else
#define cut_known all_held
#endif

inline answer(one) {
    if
    :: one == LIAR && has(repliers, LIAR) -> promised[LIAR] = ballot(me) * HONEST_VOTES; latest(LIAR)
    :: one < HONEST && has(repliers, one) -> promised[one] = ballot(me); latest(one)
    :: else
    fi
}

/* Of several accepted values that of the highest ballot is proposed again. */
inline latest(one) {
    if
    :: accepted[one] > old -> old = accepted[one]
    :: else
    fi
}

inline propose() {
    if
    :: is_known -> find_out(me)
    :: else
    fi;
    repliers = counted(repliers, me);
    if
    :: is_quorum(repliers) ->
        answer(0);
        answer(1);
        answer(2);
#if HONEST > 2
        answer(3);
#endif
        b = ballot(me);
        if
        :: old != 0 ->
            value_members[b] = value_members[old];
            value_cut[b] = value_cut[old];
            value_branch[b] = value_branch[old]
        :: else ->
            value_members[b] = repliers;
            value_cut[b] = any_reply(held);
            value_branch[b] = (knows(me) -> cut_known : any_held)
        fi;
        acknowledge(b)
    :: else
    fi;
    repliers = 0;
    old = 0;
    b = 0
}

/* Who has the evidence accepts nothing that the liar proposes. */
#define may_accept(one, b) (value_members[b] != 0 && (b) >= promised[one] && !has(votes[b], one) && \
    ((b) != ballot(LIAR) || !knows(one)))

/* Who holds another branch than the cut names drops it, fetches that one, and only then acknowledges. */
inline acknowledge(b) {
    held[me] = held[me] | value_cut[b];
    if
    :: value_branch[b] != 0 -> branch[me] = value_branch[b]
    :: else
    fi;
    promised[me] = b;
    accepted[me] = b;
    votes[b] = votes[b] | only(me);
    choose(b)
}

inline choose(b) {
    if
    :: is_quorum(counted(votes[b], proposer_of(b))) ->
        if
        :: decided == 0 -> decided = b
        :: else
        fi;
        assert_chosen(b)
    :: else
    fi
}

/* ---- the liar: as an honest member would, or two ballots get what each wants to hear */

#ifdef LYING_VOTES
#define liar_may_answer(proposer) false
#define liar_may_accept(b) false
#else
#define liar_may_answer(proposer) may_answer(LIAR, proposer)
#define liar_may_accept(b) (value_members[b] != 0 && (b) >= promised[LIAR] && !has(votes[b], LIAR) && \
    counted(only(LIAR), proposer_of(b)))
#endif

inline liar_accepts(b) {
    promised[LIAR] = b;
    accepted[LIAR] = b;
    votes[b] = votes[b] | only(LIAR);
    choose(b)
}

/* As a proposer it may propose what nobody has told it: here, that nothing counts. */
#define liar_may_propose (value_members[ballot(LIAR)] == 0)

inline liar_proposes() {
    value_members[ballot(LIAR)] = EVERYBODY;
    votes[ballot(LIAR)] = only(LIAR)
}

/* ---- the steps */

proctype member(byte me) {
    byte b, log, news, news_holders, until, repliers, old;
end:
    do
    :: d_step { may_author(me, 1) -> author(1) }
    :: d_step { TIMES > 1 && may_author(me, 2) -> author(2) }
    :: d_step { may_receive(me, 0) -> receive(0) }
    :: d_step { may_receive(me, 1) -> receive(1) }
    :: d_step { may_enter(me, 1) -> enter(1) }
    :: d_step { may_enter(me, 2) -> enter(2) }
    :: d_step { may_find(me, 1) || may_find(me, 2) || may_be_told(me) -> find_out(me) }
    :: d_step { may_close(me, 1) -> closed[me] = 1 }
    :: d_step { TIMES > 1 && may_close(me, 2) -> closed[me] = 2 }
    :: d_step { may_try(me, 0) -> settle(0) }
    :: d_step { may_try(me, 1) -> settle(1) }
    :: d_step { may_try(me, LIAR) -> settle(LIAR) }
    :: atomic {
            may_begin(me) ->
            repliers = only(me);
            if
            :: me != 0 && may_answer(0, me) -> repliers = repliers | only(0)
            :: true
            fi;
            if
            :: me != 1 && may_answer(1, me) -> repliers = repliers | only(1)
            :: true
            fi;
#if HONEST > 2
            if
            :: me != 2 && may_answer(2, me) -> repliers = repliers | only(2)
            :: true
            fi;
#endif
            if
            :: liar_may_answer(me) -> repliers = repliers | only(LIAR)
            :: true
            fi;
            d_step { propose() }
        }
    :: d_step { may_accept(me, 1) -> acknowledge(1) }
    :: d_step { may_accept(me, 2) -> acknowledge(2) }
#if HONEST > 2
    :: d_step { may_receive(me, 2) -> receive(2) }
    :: d_step { may_try(me, 2) -> settle(2) }
    :: d_step { may_accept(me, 3) -> acknowledge(3) }
#endif
#ifdef LYING_PROPOSER
    :: d_step { may_accept(me, ballot(LIAR)) -> acknowledge(ballot(LIAR)) }
#endif
    od
}

proctype liar() {
end:
    do
    :: d_step { liar_may_accept(1) -> liar_accepts(1) }
    :: d_step { liar_may_accept(2) -> liar_accepts(2) }
#if HONEST > 2
    :: d_step { liar_may_accept(3) -> liar_accepts(3) }
#endif
#ifdef LYING_PROPOSER
    :: d_step { liar_may_propose -> liar_proposes() }
#endif
    od
}

init {
    atomic {
        /* The numbers of the branches are only names. */
        if
        :: branch_time[1] = 1; branch_time[2] = 1
        :: TIMES > 1 -> branch_time[1] = 1; branch_time[2] = 2
        :: TIMES > 1 -> branch_time[1] = 2; branch_time[2] = 2
        fi;
        evidence = (KNOWN -> ALL_HONEST : 0);
        run liar();
        run member(0);
        run member(1);
#if HONEST > 2
        run member(2)
#endif
    }
}

/* ---- what the runs get to: spin has to show a way to each of these, or the assertions would speak of nothing */

#ifdef SEEN

#define is_out (decided != 0 && !has(value_members[decided], LIAR))
#define switched(one) (claimed_branch[one] != 0 && branch[one] != claimed_branch[one])

never {
    do
#if SEEN == 1       /* the fork is known, its author is out, and what was final of its chain is kept */
    :: is_out && settled_branch != 0 -> break
#elif SEEN == 2     /* the fork is known, both branches are void, and an honest event is final */
    :: is_out && value_branch[decided] == 0 && branch[0] != 0 && branch[1] == 3 - branch[0] && settled != 0 -> break
#elif SEEN == 3     /* nobody who was asked knew, and another one had to change its branch */
    :: decided != 0 && has(value_members[decided], LIAR) && (switched(0) || switched(1)) -> break
#endif
    :: else
    od
}
#endif
