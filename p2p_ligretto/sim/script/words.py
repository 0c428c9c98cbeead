"""The tokens of one line, taken one after another; what is missing or too much is told with its place."""

from p2p_ligretto.sim.script.problems import ScriptError
from p2p_ligretto.sim.script.tokens import Kind, Token, tokens_of


class Words:
    """``at`` is always the next word: the end of the line stays there for ever."""

    def __init__(self, line: str, number: int) -> None:
        self._tokens = tokens_of(line, number)
        self._next = 0

    @property
    def at(self) -> Token:
        """The next word, not taken yet."""
        return self._tokens[self._next]

    @property
    def after(self) -> Token:
        """The word after the next."""
        return self._tokens[min(self._next + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        """The next word, whatever it is."""
        token = self.at
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def take_sign(self, *signs: str) -> Token | None:
        """The next word if it is one of ``signs``."""
        return self.take() if self.at.is_sign(*signs) else None

    def take_name(self, *names: str) -> Token | None:
        """The next word if it is one of ``names``."""
        return self.take() if self.at.kind == "name" and self.at.word in names else None

    def need(self, kind: Kind, what: str) -> Token:
        """The next word, which has to be of ``kind``; ``what`` says what belongs here."""
        if self.at.kind != kind:
            raise self.expected(what)
        return self.take()

    def need_sign(self, sign: str, what: str) -> Token:
        """The next word, which has to be ``sign``."""
        if not self.at.is_sign(sign):
            raise self.expected(what)
        return self.take()

    def need_end(self) -> None:
        """Nothing may follow."""
        if self.at.kind != "end":
            raise ScriptError(self.at.at, f"{self.at.word!r} is too much: the line says all without it")

    def expected(self, what: str) -> ScriptError:
        """The next word is wrong: ``what`` belongs here."""
        found = "the line ends" if self.at.kind == "end" else f"there is {self.at.word!r}"
        return ScriptError(self.at.at, f"{found} where {what} should be")
