"""``simulate --cluster``: seeds on the machines of a Dask cluster, for whoever outgrows one machine.

Dask is an optional extra, imported here alone. Its workers need this very version of the package, since another one may
make something else of a seed; that is asked first.
"""

from collections.abc import Generator, Iterator
from typing import Any, Final

from p2p_ligretto import __version__
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.simulation import Played
from p2p_ligretto.commands.simulation_workers import in_order, play
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.texts import _

CONNECT_LIMIT_S: Final = 10


def played_on_cluster(address: str, scenarios: Iterator[Scenario]) -> Generator[Played, None, None]:
    """What comes of each scenario, in order. Raises Problem where there is no cluster that can play them."""
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise Problem(
            _(
                "--cluster needs Dask, which is not installed ({reason}): install the game anew in a copy of its"
                " repository, with pipx install --force '.[cluster]'."
            ).format(reason=error)
        ) from error
    try:
        client = Client(address, timeout=CONNECT_LIMIT_S)
    except (TimeoutError, OSError, ValueError) as error:
        raise Problem(
            _('No Dask scheduler answers at {address} ({reason}): start one with "dask scheduler".').format(
                address=address, reason=error
            )
        ) from error
    with client:
        workers = _checked_workers(client, address)

        def submit(work: Any, one: Scenario) -> Any:
            return client.submit(work, one, pure=False)

        try:
            yield from in_order(play, scenarios, submit, workers)
        except KilledWorker as error:
            raise Problem(
                _("The workers of the cluster end while they play ({reason}).").format(reason=error)
            ) from error


def _checked_workers(client: Any, address: str) -> int:
    """How many seeds can be played at once; all workers have to be of this version."""
    threads: int = sum(client.ncores().values())
    if not threads:
        raise Problem(
            _('The cluster at {address} has no workers: start some with "dask worker {address}".').format(
                address=address
            )
        )
    for worker, version in client.run(_version, on_error="return").items():
        if version != __version__:
            raise Problem(
                _("The worker at {worker} needs p2p-ligretto {version}, as is here; it has: {found}.").format(
                    worker=worker, version=__version__, found=version
                )
            )
    return threads


def _version() -> str:
    return __version__
