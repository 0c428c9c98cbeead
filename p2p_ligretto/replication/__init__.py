"""One order on every laptop: clock, log, replica, finality, membership. It knows no Ligretto and no network."""
