"""The sans-I/O whole of a node: inputs in, outputs out."""

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.node import Figures, Node

__all__ = ["Figures", "LinkPeer", "Node", "NodeIdentity"]
