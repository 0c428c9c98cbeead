"""Settings for all tests."""

import os
from pathlib import Path

from hypothesis import settings

# How long an example takes says something about the machine, not about the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# Whatever language, colours and keys the person who runs the tests has chosen: there is no such folder.
os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).parent / "settings-of-nobody")
os.environ["LANGUAGE"] = "en"
