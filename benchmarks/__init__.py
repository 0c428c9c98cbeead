"""Measurements of the game as it runs: ``make bench`` prints them beside what they are compared with."""
