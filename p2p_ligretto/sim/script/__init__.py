"""Scripted peers: a small text form of what a peer says to real nodes and when, and of what has to come of it."""
