"""A reason to give up that the person can do something about."""


class Problem(Exception):
    """The message is one line that says what is wrong and what to do; the program ends with exit code 1."""
