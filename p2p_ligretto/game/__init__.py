"""What Ligretto is: cards, options, the state of a round, moves, rules, score. It knows no network and no clock."""
