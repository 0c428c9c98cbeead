"""The code of a private table in words: what it is, when it is asked for, and what is wrong with what was typed."""

from p2p_ligretto.node.notices import CodeWaits, CodeWanted
from p2p_ligretto.node.table_code import CODE_LENGTH, foreign_to_codes, written
from p2p_ligretto.texts import _


def code_line(notice: CodeWanted | CodeWaits) -> str:
    """What a person is told who has to show the code."""
    match notice:
        case CodeWanted(wrong=False):
            return _("this table is private: type its code, which those who sit at it can tell you; q leaves")
        case CodeWanted(wait_s=0):
            return _("that is not the code of this table: try again")
        case CodeWanted(wait_s=wait_s):
            return _("that is not the code of this table; the next one is looked at in {seconds} s").format(
                seconds=wait_s
            )
        case CodeWaits(wait_s=wait_s):
            return _("after several wrong codes the next one is looked at in {seconds} s: wait").format(seconds=wait_s)


def code_needed_line() -> str:
    """What a program is told that can't be asked for the code."""
    return _("this table is private, and there is nobody here to type its code: give it with --code-file")


def no_code_words(text: str) -> str:
    """What is wrong with a text that can't be a code."""
    foreign = foreign_to_codes(text)
    if foreign:
        return _("a code never has {characters} in it; it is like {example}").format(
            characters=", ".join(foreign), example=written("k7m2xq")
        )
    return _("a code has {count} letters and digits, as in {example}").format(
        count=CODE_LENGTH, example=written("k7m2xq")
    )


def own_code_line(code: str) -> str:
    """What those at a private table can tell a friend."""
    return _("this table is private; who wants to join is asked for its code: {code}").format(code=written(code))
