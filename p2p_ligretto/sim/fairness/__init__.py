"""The fairness lab: is who pressed first also first in the order? True time is known; clocks and order are of nodes."""
