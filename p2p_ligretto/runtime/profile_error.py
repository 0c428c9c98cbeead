"""What keeps the program from starting and a person can put right. By itself, since it is needed before all else is."""


class ProfileError(Exception):
    """The data folder or the log cannot be used as it is; the message is one line that says what to do."""
