"""From the text of a script to its values, line by line; the first thing that is wrong is told with its place.

Who takes part is said first (``seed``, ``node``, ``peer``), then come the steps. Whatever can be checked without
running is checked here: names, messages, fields, and that nothing is spoken of before it is there.
"""

from typing import Final

from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.reading_acts import KEYWORDS, STRIKES, VERBS, Cast, read_act
from p2p_ligretto.sim.script.reading_values import ALWAYS, CONSTANTS, read_field
from p2p_ligretto.sim.script.syntax import Field, Peer, Script, Step
from p2p_ligretto.sim.script.tokens import Token
from p2p_ligretto.sim.script.vocabulary import HELLO_FIELDS, STRUCTURES, known_ones, meant
from p2p_ligretto.sim.script.words import Words
from p2p_ligretto.wire.payloads import MAX_NAME_LENGTH

DECLARATIONS: Final = ("seed", "node", "peer")
RESERVED: Final = frozenset({*DECLARATIONS, *STRIKES, *VERBS, *KEYWORDS, *CONSTANTS, *ALWAYS, *STRUCTURES})
MAX_LINES: Final = 1_000
MAX_CAST: Final = 12


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.cast = Cast()
        self.peers: list[Peer] = []
        self.steps: list[Step] = []

    def line(self, line: str, number: int) -> None:
        words = Words(line, number)
        if words.at.kind == "end":
            return
        if words.at.kind == "name" and words.at.word in DECLARATIONS:
            self._declare(words.take(), words)
        else:
            self._step(words, line)
        words.need_end()

    def _declare(self, token: Token, words: Words) -> None:
        if self.steps:
            raise ScriptError(token.at, f"{token.word} comes after a step: who takes part is said before the first")
        if token.word == "seed":
            if self.seed is not None:
                raise ScriptError(token.at, "there is a seed already: a script has one")
            seed = words.need("number", "a number").value
            self.seed = seed if isinstance(seed, int) else None
            return
        name = self._new_name(words)
        if len(self.cast.everybody) == MAX_CAST:
            raise ScriptError(token.at, f"{MAX_CAST} can take part and no more")
        if token.word == "node":
            self.cast.nodes.append(name)
            return
        self.cast.peers.append(name)
        fields: list[Field] = []
        while words.at.kind != "end":
            fields.append(read_field(words, frozenset(), HELLO_FIELDS, "the greeting of a peer"))
        self.peers.append(Peer(name, tuple(fields)))

    def _new_name(self, words: Words) -> str:
        token = words.need("name", "a name in small letters")
        if token.word in RESERVED:
            raise ScriptError(token.at, f"{token.word} means something in scripts: choose another name")
        if token.word in self.cast.everybody:
            raise ScriptError(token.at, f"somebody is called {token.word} already: choose another name")
        if len(token.word) > MAX_NAME_LENGTH:
            raise ScriptError(token.at, f"a name has at most {MAX_NAME_LENGTH} letters")
        return token.word

    def _step(self, words: Words, line: str) -> None:
        at = words.at.at
        after_us = 0
        if words.take_sign("+"):
            waits = words.need("duration", "a duration, as in +10ms").value
            after_us = waits if isinstance(waits, int) else 0
        begins = words.at.at
        self._check_first_word(words)
        act = read_act(words, self.cast, self._new_reference)
        text = line[begins.column - 1 : words.at.at.column - 1].strip()
        self.steps.append(Step(at, text, after_us, act))

    def _check_first_word(self, words: Words) -> None:
        """Raises ScriptError for a word that begins no step, and names those that a line can begin with here."""
        everybody = self.cast.everybody
        begins = (*(() if self.steps else DECLARATIONS), *((*STRIKES, *everybody) if everybody else ()))
        if words.at.kind != "name":
            raise words.expected(f"the beginning of a step ({known_ones(begins)})")
        if words.at.word not in begins:
            raise ScriptError(words.at.at, f"no line begins with {words.at.word}: {meant(words.at.word, begins)}")

    def _new_reference(self, token: Token) -> str:
        if token.word in RESERVED or token.word in self.cast.everybody:
            raise ScriptError(token.at, f"{token.word} means something already: choose another name")
        self.cast.said.add(token.word)
        return token.word


def read_script(text: str) -> Script:
    """The script that ``text`` is; raises ScriptError."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise ScriptError(Position(MAX_LINES + 1, 1), f"a script has at most {MAX_LINES} lines")
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.line(line, number)
    end = Position(len(lines) + 1, 1)
    if not reader.cast.nodes:
        raise ScriptError(end, "nobody is there to talk to: begin with a line as 'node ada'")
    script = Script(reader.seed or 0, tuple(reader.cast.nodes), tuple(reader.peers), tuple(reader.steps))
    if not script.expectations:
        raise ScriptError(end, "nothing is expected, so nothing can be found: end with a line as 'mal < ada closed'")
    return script
