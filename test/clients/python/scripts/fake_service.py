"""A service that sends a test's answers, byte for byte."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
from typing import Callable, Dict, List, Optional, Union

ROWS = [{"timestamp": "2026-01-15T10:07:00.123456Z", "total_rest_requests": 9223372036854775807}]


def answer(
    status: int = 200,
    body: Union[bytes, object] = None,
    headers: Optional[Dict[str, str]] = None,
    framing: str = "length",
) -> bytes:
    """An answer as bytes; a body that is no bytes is JSON."""
    content = body if isinstance(body, bytes) else json.dumps({"result": ROWS} if body is None else body).encode()
    lines = [f"HTTP/1.1 {status} Whatever"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if framing == "length":
        lines.append(f"Content-Length: {len(content)}")
    elif framing == "chunked":
        lines.append("Transfer-Encoding: chunked")
        half = len(content) // 2
        parts = [content[:half], content[half:]]
        content = b"".join(b"%X;x=y\r\n%s\r\n" % (len(part), part) for part in parts if part)
        content += b"0\r\nTrailer: x\r\n\r\n"
    return "\r\n".join([*lines, "", ""]).encode() + content


def problem(status: int, code: str, headers: Optional[Dict[str, str]] = None, **rest: object) -> bytes:
    body = {"status": status, "code": code, "detail": f"Detail of {code}.", **rest}
    return answer(status, body, {"Content-Type": "application/problem+json", **(headers or {})})


#: An answer; or what to do with the connection, which is closed afterwards.
Act = Union[bytes, Callable[[socket.socket], None]]


def hang_up(_: socket.socket) -> None:
    """Closes the connection without an answer."""


class FakeService:
    """Acts in turn, one act a request; the last one is repeated. It keeps connections open."""

    def __init__(self, *acts: Act, context: Optional[ssl.SSLContext] = None) -> None:
        self._acts = list(acts)
        self._context = context
        self.requests: List[str] = []
        self.connections = 0
        self.closed_by_client = threading.Event()
        self._ended = threading.Event()
        self._open: List[socket.socket] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http{'s' if context else ''}://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> FakeService:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        # a thread that accepts is not woken by closing alone
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.drop()

    def drop(self) -> None:
        """Closes all connections."""
        for connection in self._open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._open.clear()

    def reset(self) -> None:
        """Breaks all connections off, which is more than an end."""
        for connection in self._open:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            # a waiting reader wakes, and closes it
            connection.shutdown(socket.SHUT_RD)
        self._open.clear()

    def say(self, words: bytes) -> None:
        """Bytes that nobody asked for, on the connection that was opened last."""
        for connection in self._open[-1:]:
            connection.sendall(words)

    def hang(self, connection: socket.socket) -> None:
        """Never answers; notes that the client goes away."""
        if connection.recv(1) == b"":
            self.closed_by_client.set()

    def drip(self, connection: socket.socket) -> None:
        """Sends an answer in many small parts, so that each read is short."""
        for byte in answer():
            if self._ended.wait(0.02):
                return
            try:
                connection.sendall(bytes([byte]))
            except OSError:
                self.closed_by_client.set()
                return

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            while self._act(connection):
                pass
        except OSError:
            pass
        finally:
            connection.close()

    def _act(self, connection: socket.socket) -> bool:
        head = b""
        while b"\r\n\r\n" not in head:
            got = connection.recv(65536)
            if not got:
                return False
            head += got
        self.requests.append(head.decode("latin-1"))
        act = self._acts.pop(0) if len(self._acts) > 1 else self._acts[0]
        if isinstance(act, bytes):
            connection.sendall(act)
            return True
        act(connection)
        return False
