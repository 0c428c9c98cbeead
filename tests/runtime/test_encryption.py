import ssl
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.runtime import encryption
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.encrypted_pipe import RECORD_BYTES, EncryptedPipe, PipeBroken
from p2p_ligretto.runtime.encryption import new_encryption
from p2p_ligretto.runtime.encryption_error import EncryptionError
from p2p_ligretto.runtime.identity import temporary_identity
from tests.runtime.links import ENCRYPTION


def two_ends() -> tuple[EncryptedPipe, EncryptedPipe]:
    """Dialler and accepter, after the handshake."""
    dialler, accepter = ENCRYPTION.pipe(dialled=True), ENCRYPTION.pipe(dialled=False)
    assert not dialler.shake_hands()
    assert not accepter.shake_hands(dialler.owed())
    assert dialler.shake_hands(accepter.owed())
    assert accepter.shake_hands(dialler.owed())
    return dialler, accepter


def test_the_pipe_is_of_the_newest_kind_and_nothing_can_be_resumed() -> None:
    dialler, accepter = two_ends()
    assert (dialler._tls.version(), accepter._tls.version()) == ("TLSv1.3", "TLSv1.3")
    assert accepter.owed() == b""
    assert accepter.seal(b"x")
    assert not dialler._tls.session_reused


def test_the_dialler_sees_the_certificate_of_the_accepter() -> None:
    dialler, accepter = two_ends()
    shown = x509.load_der_x509_certificate(dialler.certificate)
    assert sha256(dialler.certificate).digest() == ENCRYPTION.certificate_hash
    assert accepter.certificate == b""
    assert shown.subject == shown.issuer
    assert shown.not_valid_before_utc.year == 2000


def test_each_start_has_its_own_certificate_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert new_encryption().certificate_hash != new_encryption().certificate_hash
    assert list(tmp_path.iterdir()) == []


def test_the_file_that_it_passes_through_is_the_owners_alone() -> None:
    class Context:
        def load_cert_chain(self, path: Path) -> None:
            self.modes = [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)]

    context = Context()
    encryption._load(context, b"pair")  # type: ignore[arg-type]
    assert context.modes == [0o600, 0o700]


async def test_where_no_temporary_file_can_be_written_a_person_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(EncryptionError, match="No temporary file"):
        async with open_driver(temporary_identity(), "Ada", discovery=False, loopback_only=True):
            pass


@given(
    st.lists(st.binary(max_size=200) | st.integers(1, 3 * RECORD_BYTES).map(bytes), max_size=6),
    st.lists(st.integers(1, 40_000), min_size=1, max_size=20),
)
def test_what_is_sealed_comes_out_whole_however_it_is_cut(said: list[bytes], cuts: list[int]) -> None:
    dialler, accepter = two_ends()
    records = b"".join(map(dialler.seal, said))
    heard, turn = b"", 0
    while records:
        cut = cuts[turn % len(cuts)]
        heard += accepter.open(records[:cut])
        records, turn = records[cut:], turn + 1
        # Besides what was just given in, no more than one record is ever kept.
        assert accepter._incoming.pending <= RECORD_BYTES + 300
    assert heard == b"".join(said)
    assert not accepter.ended


def test_after_a_goodbye_one_can_still_answer() -> None:
    dialler, accepter = two_ends()
    assert accepter.open(dialler.seal(b"last words") + dialler.close()) == b"last words"
    assert accepter.read(1) == b""
    assert accepter.ended
    assert dialler.read(1) == b""
    dialler.take(accepter.seal(b"heard") + accepter.close())
    assert not dialler.ended


@given(st.integers(0, 500), st.integers(0, 7))
def test_any_changed_bit_breaks_the_pipe(place: int, bit: int) -> None:
    dialler, accepter = two_ends()
    records = bytearray(dialler.seal(b"x" * 100))
    records[place % len(records)] ^= 1 << bit
    # A length that grew is found out when the rest has come.
    with pytest.raises(PipeBroken, match="the encryption failed: "):
        accepter.open(bytes(records) + bytes(RECORD_BYTES * 4))
    with pytest.raises(PipeBroken):
        accepter.open(dialler.seal(b"more"))


@given(st.binary(min_size=1, max_size=100))
def test_garbage_is_never_a_handshake(garbage: bytes) -> None:
    accepter = ENCRYPTION.pipe(dialled=False)
    try:
        done = accepter.shake_hands(garbage)
    except PipeBroken as broken:
        done = "\n" in broken.reason or len(broken.reason) > 100
    assert not done


def test_records_of_another_order_are_refused() -> None:
    dialler, accepter = two_ends()
    first, second = dialler.seal(b"1"), dialler.seal(b"2")
    with pytest.raises(PipeBroken):
        accepter.open(second + first)


def test_a_record_that_comes_twice_is_refused() -> None:
    dialler, accepter = two_ends()
    record = dialler.seal(b"1")
    assert accepter.open(record) == b"1"
    with pytest.raises(PipeBroken):
        accepter.open(record)


def test_an_older_context_finds_nobody() -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    dialler, accepter = EncryptedPipe(old, dialled=True), ENCRYPTION.pipe(dialled=False)
    assert not dialler.shake_hands()
    with pytest.raises(PipeBroken, match="unsupported protocol"):
        accepter.shake_hands(dialler.owed())
    with pytest.raises(PipeBroken, match="alert protocol version"):
        dialler.shake_hands(accepter.owed())
