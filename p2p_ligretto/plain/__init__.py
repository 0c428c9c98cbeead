"""The line interface: one line per thing that happens, moves by short typed commands.

For a keyboard, a pipe or a screen reader: no cursor movement, no colour codes, no drawing.
"""
