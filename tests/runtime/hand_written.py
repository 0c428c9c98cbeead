"""A link whose records of TLS are put together by hand."""

from pathlib import Path

import trio

from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe
from p2p_ligretto.wire.codec import encode
from tests.runtime.links import LIMIT_S, own_hello, proof_frame_of, read_frame
from tests.runtime.tls_records import Writer, client_secret, noting_context


async def hand_written(stream: trio.SocketStream, keylog: Path, number: int) -> tuple[Writer, EncryptedPipe]:
    """``stream`` becomes a link of the node ``number``, which has proved its key; what comes is read with the pipe."""
    said = encode(own_hello(number))
    await stream.send_all(said)
    heard = await read_frame(stream)
    pipe = EncryptedPipe(noting_context(keylog), dialled=True)
    pipe.shake_hands()
    await stream.send_all(pipe.owed())
    with trio.fail_after(LIMIT_S):
        while not pipe.shake_hands(await stream.receive_some()):
            await stream.send_all(pipe.owed())
    await stream.send_all(pipe.owed())
    writer = Writer(client_secret(keylog))
    await stream.send_all(writer.record(proof_frame_of(number, said + heard, pipe.certificate)))
    return writer, pipe
