"""The wire protocol: frames, messages, payloads, and the greeting of a link. Pure: bytes in, values out."""
