"""Nobody deals, everybody can check: commitments, joint seed, shuffles, and the cards that only their owner knows."""
