"""The runtime edge: the only rooms where trio, zeroconf, sockets, files and the logging module are used."""
