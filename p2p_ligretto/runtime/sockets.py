"""Non-blocking TCP sockets as links want them: opened, accepted and connected under trio.

They are sockets of the standard library, so that a send can be tried at once, without a turn of the scheduler.
"""

import errno
import logging
import os
import socket
import sys
from collections.abc import Callable

import trio

from p2p_ligretto.runtime.addresses import SocketAddress
from p2p_ligretto.texts import _

_log = logging.getLogger(__name__)

BACKLOG = 64
KEEPALIVE_IDLE_S = 5
KEEPALIVE_INTERVAL_S = 2
KEEPALIVE_COUNT = 3
UNACKNOWLEDGED_LIMIT_MS = 2500
"""TCP sends again at growing intervals: after a moment without network a new connection is there sooner than the next
attempt on the old one. Who is cut off for so long was voted out; a host that merely sleeps acknowledges."""
ANY_PORT_TRIES = 20

MAX_UNHEARD_BYTES = 256 * 1024
"""What somebody may go on saying after the last word to it. More is not waited for: reading it costs too."""


class ListenError(Exception):
    """No socket could be opened to listen on; the message is one line that says what to do."""


def listen(port: int = 0, *, loopback_only: bool = False) -> list[socket.socket]:
    """Sockets that listen on one port over IPv4 and, where the system has it, IPv6; 0 is any free port.

    Raises ListenError.
    """
    for _try in range(ANY_PORT_TRIES if port == 0 else 1):
        sockets: list[socket.socket] = []
        chosen = port
        taken = False
        for family, host in _hosts(loopback_only):
            try:
                sockets.append(_listening(family, host, chosen))
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES):
                    taken = True
                    refusal = error
                    break
                _log.info("no listening on %s: %s", host, error)  # a machine without IPv6, or without IPv4
                continue
            chosen = sockets[0].getsockname()[1]
        if sockets and not taken:
            return sockets
        for opened in sockets:
            opened.close()
        if not taken:
            break
        if port:
            raise _cannot_listen(port, refusal)
    raise ListenError(_("This machine lets no program listen for connections: check its network and firewall."))


def _hosts(loopback_only: bool) -> list[tuple[int, str]]:
    if loopback_only:
        return [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
    return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]  # noqa: S104 - players come from the network


def _listening(family: int, host: str, port: int) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setblocking(False)
        if sys.platform == "win32":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind((host, port))
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def _cannot_listen(port: int, error: OSError) -> ListenError:
    if error.errno == errno.EACCES:
        return ListenError(_("Port {port} is not allowed here: choose one above 1023.").format(port=port))
    return ListenError(
        _("Port {port} is taken by another program: choose another, or none to get a free one.").format(port=port)
    )


async def accept_all(listener: socket.socket, take: Callable[[socket.socket, str], None]) -> None:
    """Give each connection that comes in to ``take``, with the host it comes from, until the listener is closed."""
    while True:
        try:
            await trio.lowlevel.wait_readable(listener)
            connection, remote = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionError):
            continue
        except trio.ClosedResourceError:
            return
        except OSError as error:
            # Out of file descriptors or memory: those who are linked play on, newcomers wait.
            _log.warning("cannot accept a connection: %s", error)
            await trio.sleep(0.1)
            continue
        try:
            set_link_options(connection)
        except OSError:  # gone again already
            connection.close()
            continue
        take(connection, str(remote[0]))


async def connect(family: int, sockaddr: SocketAddress) -> socket.socket:
    """A connected socket. Raises OSError."""
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        set_link_options(opened)
        failure = opened.connect_ex(sockaddr)
        if failure in (errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", errno.EINPROGRESS)):
            await trio.lowlevel.wait_writable(opened)
            failure = opened.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if failure:
            raise OSError(failure, os.strerror(failure))  # noqa: TRY301 - closed below like any failure
    except BaseException:
        close(opened)
        raise
    return opened


def set_link_options(opened: socket.socket) -> None:
    """Send at once, and notice a host that is gone. Raises OSError for a socket that is closed already."""
    opened.setblocking(False)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", KEEPALIVE_IDLE_S),
        ("TCP_KEEPALIVE", KEEPALIVE_IDLE_S),  # macOS's name for the same
        ("TCP_KEEPINTVL", KEEPALIVE_INTERVAL_S),
        ("TCP_KEEPCNT", KEEPALIVE_COUNT),
        ("TCP_USER_TIMEOUT", UNACKNOWLEDGED_LIMIT_MS),
    ):
        option = getattr(socket, name, None)
        if option is not None:
            opened.setsockopt(socket.IPPROTO_TCP, option, value)


def close(opened: socket.socket) -> None:
    """Close a socket that tasks may be waiting for."""
    if opened.fileno() != -1:
        trio.lowlevel.notify_closing(opened)
        opened.close()


async def receive_exactly(opened: socket.socket, size: int) -> bytes:
    """The next ``size`` bytes and not one more; fewer when the other side ends. Raises OSError."""
    received = bytearray()
    while len(received) < size:
        data = await receive_some(opened, size - len(received))
        if not data:
            break
        received += data
    return bytes(received)


async def receive_some(opened: socket.socket, at_most: int) -> bytes:
    """The next bytes, none when the other side has ended. Raises OSError."""
    while True:
        await trio.lowlevel.wait_readable(opened)
        try:
            return opened.recv(at_most)
        except (BlockingIOError, InterruptedError):
            continue


async def send_all(opened: socket.socket, data: bytes) -> None:
    """Raises OSError."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[opened.send(rest) :]
        except (BlockingIOError, InterruptedError):
            await trio.lowlevel.wait_writable(opened)


async def drain(opened: socket.socket, most: int) -> None:
    """Read on until the other side ends, or has said about ``most`` bytes more. Raises OSError.

    Closing with unread bytes would reset the connection, and take along what was said last.
    """
    while most > 0 and (data := await receive_some(opened, 65536)):
        most -= len(data)


async def say_last(opened: socket.socket, data: bytes, limit_s: float) -> None:
    """Send a last word and close, so that it arrives although the other side may still be sending."""
    try:
        with trio.move_on_after(limit_s):
            await send_all(opened, data)
            opened.shutdown(socket.SHUT_WR)
            await drain(opened, MAX_UNHEARD_BYTES)
    except OSError as error:
        _log.debug("a last word was not heard: %s", error)
    finally:
        close(opened)
