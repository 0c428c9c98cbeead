"""The score pad for a table with real cards: games, players, rounds as frozen values; knows no file, no screen."""
