"""Sockets whose work ends at the deadline of a call, all of it together."""

from __future__ import annotations

import io
import socket
import ssl
import time
from typing import Any, Optional, Tuple

from ._idle import has_unread

# In seconds, nearly three weeks: the system cannot count much longer for one wait.
LONGEST_WAIT = 2_000_000.0


class Deadline:
    """When the call that has the connection ends, on the clock that never goes back."""

    at = 0.0

    def left(self) -> float:
        """In seconds, `math.inf` where there is no end; raises where there is nothing left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def connected(
    host: str, port: int, context: Optional[ssl.SSLContext], deadline: Deadline
) -> TimedSocket:
    """A connection, over TLS where there is a context. Raises what the standard library does."""
    sock = _reached(host, port, deadline)
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context is not None:
            _limit(sock, deadline.left())
            sock = context.wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise
    return TimedSocket(sock, deadline)


def _reached(host: str, port: int, deadline: Deadline) -> socket.socket:
    """The first address of the host that answers. Each has its share of the time, so that a dead one takes not all."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    failure = OSError("the host has no address")
    for index, (family, kind, protocol, _, address) in enumerate(addresses):
        seconds = deadline.left() / (len(addresses) - index)
        try:
            return _opened(socket.socket(family, kind, protocol), address, seconds)
        except OSError as cause:
            failure = cause
    raise failure


def _opened(sock: socket.socket, address: Tuple[Any, ...], seconds: float) -> socket.socket:
    try:
        _limit(sock, seconds)
        sock.connect(address)
    except BaseException:
        sock.close()
        raise
    return sock


def _limit(sock: socket.socket, seconds: float) -> None:
    sock.settimeout(seconds if seconds < LONGEST_WAIT else None)


class TimedSocket:
    """The parts of a socket that `http.client` needs.

    The time-outs of a socket hold for one read each, these for all together.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def has_unread(self) -> bool:
        """Whether something lies there to be read, be it an end."""
        is_unpacked = isinstance(self._sock, ssl.SSLSocket) and self._sock.pending() > 0
        return is_unpacked or has_unread(self._sock)

    def sendall(self, data: bytes) -> None:
        _limit(self._sock, self._deadline.left())
        self._sock.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))

    def close(self) -> None:
        self._sock.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._sock = sock
        # it keeps the socket open while an answer is read after which the connection closes
        self._raw = sock.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        _limit(self._sock, self._deadline.left())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
