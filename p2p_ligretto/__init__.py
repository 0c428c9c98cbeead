"""Ligretto across laptops on one network, with no server."""

__version__ = "0.1.0"
