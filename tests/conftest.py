"""Settings for all tests."""

from hypothesis import settings

# How long an example takes says something about the machine, not about the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
