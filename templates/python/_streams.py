"""Connections of asyncio: what is said of HTTP on its streams."""

from __future__ import annotations

import asyncio
import http.client
import io
import re
from http.client import SWITCHING_PROTOCOLS
from typing import List, Tuple

from ._idle import has_unread
from ._request import Headers, Request, Settings
from ._retry import Attempt, Reply

# Of an answer's headers, in bytes.
MAX_HEAD = 256 * 1024


class _NoHttp(http.client.HTTPException):
    """The response is not HTTP."""


class Connection:
    """One connection, for one call at a time."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.has_answered = False
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, settings: Settings) -> Connection:
        context = settings.ssl_context
        name = None if context is None else settings.host
        reader, writer = await asyncio.open_connection(
            settings.host, settings.port, ssl=context, server_hostname=name, limit=MAX_HEAD
        )
        return cls(reader, writer)

    def has_unread(self) -> bool:
        """Whether something came that nobody has read, be it an end."""
        if self._writer.is_closing() or self._reader.exception() is not None:
            return True
        # a read by hand returns, without waiting, the bytes that the loop has read already
        reading = self._reader.read(1)
        try:
            reading.send(None)
        except StopIteration:
            return True
        finally:
            reading.close()
        return has_unread(self._writer.get_extra_info("socket"))

    async def send(self, request: Request, attempt: Attempt) -> Tuple[Reply, bool]:
        """The answer, and whether the connection can be used again."""
        self.has_answered = False
        lines = [f"{request.method} {request.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in request.sent_headers.items()]
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + (request.body or b""))
        await self._writer.drain()
        return await self._read(request, attempt)

    def abort(self) -> None:
        self._writer.transport.abort()

    async def close(self) -> None:
        self.abort()
        try:
            await self._writer.wait_closed()
        except OSError:
            pass

    async def _read(self, request: Request, attempt: Attempt) -> Tuple[Reply, bool]:
        status, version, headers = await self._read_head()
        # an answer that only says that another one follows
        while 100 <= status < 200 and status != SWITCHING_PROTOCOLS:
            status, version, headers = await self._read_head()
        attempt.head = request.head(status, headers)
        body, has_end = await self._read_body(status, headers)
        closes = "close" in headers.get("connection", "").lower() or version != b"1.1"
        return request.reply(status, headers, body), has_end and not closes

    async def _read_head(self) -> Tuple[int, bytes, Headers]:
        head = await self._reader.readuntil(b"\r\n\r\n")
        self.has_answered = True
        first, _, rest = head.partition(b"\r\n")
        found = re.fullmatch(rb"HTTP/(1\.[01]) ([1-9][0-9]{2})( .*)?", first)
        if found is None:
            raise _NoHttp
        message = http.client.parse_headers(io.BytesIO(rest))
        return int(found[2]), found[1], {name.lower(): text for name, text in message.items()}

    async def _read_body(self, status: int, headers: Headers) -> Tuple[bytes, bool]:
        if status == SWITCHING_PROTOCOLS:
            return b"", False
        if status in (204, 304):
            return b"", True
        if headers.get("transfer-encoding", "").strip().lower() == "chunked":
            return await self._read_chunks(), True
        length = headers.get("content-length")
        if length is None:
            return await self._reader.read(), False
        return await self._reader.readexactly(_number(length, r"[0-9]{1,15}", 10)), True

    async def _read_chunks(self) -> bytes:
        chunks: List[bytes] = []
        while True:
            line = await self._reader.readuntil(b"\r\n")
            size = _number(line.partition(b";")[0].decode("latin-1"), r"[0-9A-Fa-f]{1,12}", 16)
            if size == 0:
                break
            chunks.append(await self._reader.readexactly(size))
            if await self._reader.readexactly(2) != b"\r\n":
                raise _NoHttp
        while await self._reader.readuntil(b"\r\n") != b"\r\n":
            pass
        return b"".join(chunks)


def _number(text: str, pattern: str, base: int) -> int:
    if re.fullmatch(pattern, text.strip()) is None:
        raise _NoHttp
    return int(text, base)
