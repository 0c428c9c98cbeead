"""The program as a process on this machine: whole matches in a pipe, signals, wrong addresses, a profile in use.

Only loopback is used: ``play`` listens nowhere else, and ``join`` with an address announces nothing.
"""

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.replay import check_text

PROGRAM = (sys.executable, "-m", "p2p_ligretto")
PLAY = ("play", "--bots", "3", "--rounds", "1", "--level", "instant", "--auto")
LIMIT_S = 60.0


def run(*arguments: str, limit_s: float = LIMIT_S) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=limit_s,
        check=False,
    )


@contextmanager
def started(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A program whose input stays open and whose output is read line by line; killed if it is still there."""
    command = [*PROGRAM, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:
        watchdog = threading.Timer(LIMIT_S, process.kill)
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
            process.kill()


def wait_for(process: "subprocess.Popen[str]", text: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if text in line:
            return
    pytest.fail(f"ended without writing {text!r}")


def test_a_match_of_bots_ends_in_a_pipe_and_its_export_keeps_the_rules(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    played = run(*PLAY, "--data", str(tmp_path), "--player", "Ada", "--log", str(log))
    assert (played.returncode, played.stderr) == (0, "")
    assert "the match is over" in played.stdout
    logged = log.read_text(encoding="utf-8").splitlines()
    assert any("p2p_ligretto" in line for line in logged)
    assert not set(logged) & set(played.stdout.splitlines())
    assert " p2p_ligretto." not in played.stdout
    exported = run("export", "--data", str(tmp_path))
    assert exported.returncode == 0
    check_text(exported.stdout)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_without_a_traceback(number: signal.Signals, code: int, tmp_path: Path) -> None:
    with started("play", "--level", "easy", "--data", str(tmp_path)) as process:
        wait_for(process, "stack")
        process.send_signal(number)
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait() == code


def test_being_ready_at_once_leaves_no_bot_out(tmp_path: Path) -> None:
    with started("play", "--bots", "5", "--rounds", "1", "--level", "instant", "--data", str(tmp_path)) as process:
        assert process.stdin is not None
        process.stdin.write("r\n" * 50)
        process.stdin.flush()
        wait_for(process, "round 1 starts")
        process.stdin.write("l\n")
        process.stdin.flush()
        seen: list[str] = []
        assert process.stdout is not None
        for line in process.stdout:
            seen.append(line)
            if line.startswith("you: "):
                break
    assert sum("(bot): stack" in line for line in seen) == 5


def test_a_reader_that_goes_away_ends_it_cleanly(tmp_path: Path) -> None:
    with started("play", "--level", "easy", "--data", str(tmp_path)) as process:
        wait_for(process, "stack")
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_the_end_of_input_leaves(tmp_path: Path) -> None:
    left = run("play", "--data", str(tmp_path))
    assert (left.returncode, left.stderr) == (0, "")


def test_a_profile_in_use_gives_a_temporary_identity(tmp_path: Path) -> None:
    with started("play", "--level", "easy", "--data", str(tmp_path)) as process:
        wait_for(process, "stack")
        second = run(*PLAY, "--data", str(tmp_path))
        assert second.returncode == 0
        assert "in use by another process" in second.stdout


def test_a_damaged_key_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("no key")
    refused = run(*PLAY, "--data", str(tmp_path))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert "--data DIR" in refused.stderr
    assert (tmp_path / "key.pem").read_text() == "no key"


def test_a_log_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    refused = run(*PLAY, "--data", str(tmp_path), "--log", str(tmp_path / "no" / "folder"))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert "--log FILE" in refused.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_log_on_a_full_disk_is_one_line_at_the_end(tmp_path: Path) -> None:
    played = run(*PLAY, "--data", str(tmp_path), "--log", "/dev/full")
    assert played.returncode == 0
    assert "the match is over" in played.stdout
    assert len(played.stderr.splitlines()) == 1
    assert "/dev/full is not whole" in played.stderr


def say_garbage(connection: socket.socket) -> None:
    connection.sendall(b"\x00\x00\x00\x05\xc1\xc1\xc1\xc1\xc1")


def announce_two_gigabytes(connection: socket.socket) -> None:
    connection.sendall(b"\x7f\xff\xff\xff" + b"x" * 1000)


def answer_as_a_web_server(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


def hang_up(connection: socket.socket) -> None:
    connection.close()


@contextmanager
def stranger(behaviour: Callable[[socket.socket], None]) -> Iterator[str]:
    """Something that listens but is no node; its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _address = server.accept()
            with connection:
                behaviour(connection)
                if connection.fileno() >= 0:
                    connection.settimeout(LIMIT_S)
                    connection.recv(1024)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        thread.join(LIMIT_S)


@pytest.mark.parametrize("behaviour", [say_garbage, announce_two_gigabytes, answer_as_a_web_server, hang_up])
def test_a_port_that_is_no_node_is_one_line(behaviour: Callable[[socket.socket], None], tmp_path: Path) -> None:
    with stranger(behaviour) as address:
        refused = run("join", address, "--data", str(tmp_path))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert address in refused.stderr
    assert "port" in refused.stderr


@pytest.mark.parametrize(("where", "hint"), [("127.0.0.1:1", "127.0.0.1:1"), ("[::1]:1", "[::1]:1")])
def test_a_port_where_nobody_listens_is_one_line(where: str, hint: str, tmp_path: Path) -> None:
    refused = run("join", where, "--data", str(tmp_path))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert hint in refused.stderr


@pytest.mark.parametrize("command", ["join", "watch"])
@pytest.mark.parametrize("where", ["localhost:99999", "[::1]:0", "localhost:123456789"])
def test_a_port_that_there_cannot_be_is_one_line_at_once(command: str, where: str, tmp_path: Path) -> None:
    refused = run(command, where, "--data", str(tmp_path), limit_s=10)
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert "65535" in refused.stderr


def test_workers_end_with_the_simulation_that_is_killed() -> None:
    with started("simulate", "--seeds", "0:", "--players", "3", "--faults", "none", "--jobs", "2", "--json") as process:
        wait_for(process, '"seed":0')
        process.kill()
        # Workers hold the other end of its pipes too: these end when the last of them does.
        process.communicate(timeout=LIMIT_S)
        assert process.returncode != 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_output_that_is_closed_or_full_is_no_fault_of_ours(tmp_path: Path) -> None:
    command = f"{sys.executable} -m p2p_ligretto who-starts 4"

    def shell(redirection: str) -> subprocess.CompletedProcess[str]:
        line = f"{command} --data {tmp_path} {redirection}"
        return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=LIMIT_S, check=False)

    closed = shell(">&-")
    assert (closed.returncode, closed.stderr) == (0, "")
    assert shell("2>&- >/dev/null").returncode == 0
    full = shell(">/dev/full")
    assert full.returncode == 1
    assert full.stderr.count("\n") == 1
    assert "No space left on device" in full.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--data", "--log"])
def test_an_empty_path_is_refused(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run("play", option, "", *PLAY[1:])
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "it is empty" in refused.stderr
    assert not list(tmp_path.iterdir())
