"""The own dealing secrets of a table: made when a deal begins, remembered before anybody is told of the commitment.

At most one deal's are kept: who comes back within its round needs them to go on. A deal that follows one that was
called off has others, for the shares of that may be known.
"""

from collections.abc import Mapping

from p2p_ligretto.node.dealer import DealingSecret, fresh_secret
from p2p_ligretto.node.kept import DEALING, KeptSecret, encode, recall
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.table import Phase, TableState


class DealingSecrets:
    """``opened``: what the table was called first. ``entropy``: 32 bytes of this start. ``remembered``: by key."""

    def __init__(self, opened: bytes, entropy: bytes, remembered: Mapping[str, bytes], outbox: Outbox) -> None:
        self._opened = opened
        self._entropy = entropy
        self._outbox = outbox
        self._secrets: dict[tuple[int, int], DealingSecret] = {}
        kept = recall(remembered, DEALING, KeptSecret)
        if kept is not None and kept.table == opened:
            self._secrets[kept.match, kept.deal] = DealingSecret(kept.secret, kept.share)

    def of(self, match: int, deal: int) -> bytes | None:
        """The secret of a deal."""
        kept = self._secrets.get((match, deal))
        return kept.secret if kept is not None else None

    def for_phase(self, table: TableState) -> DealingSecret | None:
        """The secret of the deal under way; made now where it begins."""
        key = (table.match, table.deals)
        if key not in self._secrets and table.phase is Phase.COMMITTING:
            self._secrets = {key: fresh_secret(self._entropy, table.table, *key)}
            for name, value in self.kept().items():
                self._outbox.save(name, value)
        return self._secrets.get(key)

    def kept(self) -> Mapping[str, bytes]:
        """What to remember of them."""
        last = next(iter(self._secrets.items()), None)
        if last is None:
            return {}
        key, kept = last
        return {DEALING: encode(KeptSecret(self._opened, *key, kept.secret, kept.share))}
