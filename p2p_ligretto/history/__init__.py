"""The matches that were played: what a record comes to, the index of all of them, and how they are handed on.

A record (docs/record.md) is the truth; everything here is made of records and can be made of them again. This room is
pure: lines come in, values and SQL text go out. The database itself is ``runtime.match_index``.
"""
