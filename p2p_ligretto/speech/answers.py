"""Yes and no as a person types them: in English, and in the person's language."""

from p2p_ligretto.speech.words import look
from p2p_ligretto.texts import _


def answer(typed: str, *, letters: bool) -> bool | None:
    """What ``typed`` answers; None if it is neither. ``letters``: one letter is enough, as is a slip of one."""
    word = look(typed.strip())
    if len(word) == 1 and not letters:
        return None
    # Translators: what a person may type for yes, separated by blanks: a word, and a letter if people are used to it.
    yes = _("yes y")
    # Translators: what a person may type for no, separated by blanks: a word, and a letter if people are used to it.
    no = _("no n")
    if word in ("yes", "y", *look(yes).split()):
        return True
    return False if word in ("no", "n", *look(no).split()) else None
