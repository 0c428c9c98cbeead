"""The fairness lab: is who pressed first also first in the order? Real clocks and order, simulated links, true time known."""
