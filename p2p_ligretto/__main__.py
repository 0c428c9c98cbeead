"""``python -m p2p_ligretto`` is the program ``p2p-ligretto``."""

from p2p_ligretto.cli import main

main()
