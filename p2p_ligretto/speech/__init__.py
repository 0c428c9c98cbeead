"""What is said to a person, whichever interface shows it: cards, moves, events, reasons in words, and what they want.

Pure: state and notices come in, texts for people come out. How they are shown is up to the interfaces above.
"""
