"""What the people at a table have to decide, and why it stands still: in a line, and as a banner over the centre."""

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.presence import awaited_names
from p2p_ligretto.speech.standing import standing
from p2p_ligretto.speech.words import listed, seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import Banner


def standing_message(table: TableState, own_seat: int | None, keys: Keymap = USUAL_KEYS) -> tuple[str, bool]:
    """What is undecided, with the key for the own voice, and whether that is still wanted; empty if nothing is."""
    found = standing(table, own_seat)
    if not found:
        return "", False
    first = found[0]
    if not first.wanted:
        return first.line, False
    words = {"end": _("{line}: {key} agrees"), "absent": _("{line}: {key} votes"), "kick": _("{line}: {key} votes")}
    action = {"end": "end_round", "absent": "absent", "kick": "kick"}[first.about]
    return words[first.about].format(line=first.line, key=keys.shown(action)), True


def deal_message(table: TableState, vantage: Vantage) -> tuple[str, bool]:
    """What is undecided in a deal, and for whom it has waited for long; whether that needs the person."""
    own_seat = None if vantage.spectator else vantage.own_seat
    undecided, urgent = standing_message(table, own_seat, vantage.keys)
    if urgent or not vantage.idle:
        return undecided or _("everybody shuffles"), urgent
    names = listed(seat_name(table, seat) for seat in sorted(vantage.idle))
    if undecided or own_seat is None or own_seat in vantage.idle:
        return undecided or _("the deal waits for {names}").format(names=names), False
    return _("the deal waits for {names}: {key} asks whether to go on without").format(
        names=names, key=vantage.keys.shown("absent")
    ), True


def banner_of(table: TableState, vantage: Vantage) -> Banner | None:
    """Why a round stands still."""
    if vantage.frozen is not None:
        return _frozen_banner(table, vantage)
    if not table.paused:
        return None
    keys = ""
    if vantage.own_seat is not None:
        keys = _("{key} goes on with it, after three seconds").format(key=vantage.keys.shown("pause"))
    if vantage.paused_by is None:
        return Banner("paused", _("the round is paused"), keys)
    if vantage.paused_by == vantage.own_seat:
        return Banner("paused", _("you have paused the round"), keys)
    name = seat_name(table, vantage.paused_by)
    return Banner("paused", _("{name} has paused the round").format(name=name), keys)


def _frozen_banner(table: TableState, vantage: Vantage) -> Banner:
    assert vantage.frozen is not None
    names = awaited_names(vantage.frozen, table)
    text = (
        _("Nothing is lost. {key} asks whether to go on without.").format(key=vantage.keys.shown("go_on"))
        if vantage.frozen.may_go_on
        else _("You are with the minority: most of the table can't be reached. Nothing is lost.")
    )
    return Banner("frozen", _("waiting for the laptop of {names}").format(names=names), text)


def own_absence(table: TableState, vantage: Vantage) -> str:
    """What the own seat counts as, if it does not play although it has cards."""
    if vantage.own_seat not in table.out:
        return ""
    return _("you count as absent in this round: a card that you play brings you back")


def own_loneliness(table: TableState, vantage: Vantage) -> str:
    """What to do where nobody else is left in the round."""
    if vantage.own_seat is None or table.playing != {vantage.own_seat} or vantage.frozen is not None:
        return ""
    return _("nobody else is left in this round: wait for somebody to come back, or {key} ends it").format(
        key=vantage.keys.shown("end_round")
    )
