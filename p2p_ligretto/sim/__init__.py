"""A seeded network in memory: the real nodes on simulated links, disks and clocks, in one thread."""
