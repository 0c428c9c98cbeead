"""Players that are programs: they see what a person at that seat sees, and take their time like one.

``levels`` says how long a bot takes, ``policy`` what it would do, ``player`` when it does it.
"""
