"""What each command of the command line does; how it is spelt is told in ``p2p_ligretto.cli``."""
