"""What keeps links from being encrypted and a person can put right. By itself: who reports it needs no cryptography."""


class EncryptionError(Exception):
    """The message is one line that says what to do."""
