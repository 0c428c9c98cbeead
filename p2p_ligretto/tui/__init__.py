"""The full-screen interface: one per node, drawn in a thread of its own, which the node never waits for."""
