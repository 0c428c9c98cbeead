"""The sans-I/O whole of a node: inputs in, outputs out.

What it offers is imported when it is first asked for: a screen shows its first picture before it needs a node, and by
then has imported the words of this package (intents, notices) from their own files.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
    from p2p_ligretto.node.node import Figures, Node

__all__ = ["Figures", "LinkPeer", "Node", "NodeIdentity"]

_HOMES: Final = {"Figures": "node", "LinkPeer": "identity", "Node": "node", "NodeIdentity": "identity"}


def __getattr__(name: str) -> object:
    """Import what is in ``__all__`` from its file (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
