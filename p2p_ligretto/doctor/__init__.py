"""Why does a laptop find nobody? What was observed, and the pure functions that say what it means and what to do."""
