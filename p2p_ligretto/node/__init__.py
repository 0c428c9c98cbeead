"""The sans-I/O whole of a node: inputs in, outputs out.

Nothing is imported here: the screen shows a first picture before it needs a node, and knows its words before that.
"""
