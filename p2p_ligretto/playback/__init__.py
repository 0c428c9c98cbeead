"""A recorded match, read back: the table at each moment of it, and a playhead that goes to and fro."""
