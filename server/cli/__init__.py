"""The command line, `battletape`: each group of commands in a module of its own, imported here to join."""

from server.cli import case, measuring, seating, serving, tapes, watching, words
from server.cli.group import main

__all__ = ["case", "main", "measuring", "seating", "serving", "tapes", "watching", "words"]
