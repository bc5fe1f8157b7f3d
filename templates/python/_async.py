"""Calls for asyncio, over its own streams: one that is cancelled closes its connection at once, and leaves no thread."""

from __future__ import annotations

import asyncio
import http.client
import io
import math
import re
import ssl
import time
from http.client import SWITCHING_PROTOCOLS
from types import TracebackType
from typing import Any, List, Mapping, Optional, Tuple, Type, TypeVar, cast

from ._failure import FAILURES, failure_of
from ._idle import Idle, has_unread
from ._request import Headers, Request, Settings
from ._retry import Attempt, Outcome, Reply, exchange
from ._values import Response, Value, response_of

ClientT = TypeVar("ClientT", bound="BaseAsyncClient")

# Of an answer's headers, in bytes.
MAX_HEAD = 256 * 1024


class BaseAsyncClient:
    """What all clients for asyncio have in common."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """A client of the service at `base_url`, such as `https://logs.example.com`.

        `timeout` is in seconds, above 0, for each attempt of a call, `math.inf` for no end; `max_retries` is how often
        a call is made again after a failure that may pass; `headers` go with every request; `ssl_context` replaces
        the usual one, which verifies certificates.
        """
        settings = Settings(base_url, api_key, timeout, max_retries, headers, ssl_context)
        self._core = AsyncCore(settings)

    async def close(self) -> None:
        """Closes the connections. A client that is called again opens new ones."""
        await self._core.close()

    async def __aenter__(self: ClientT) -> ClientT:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._core.settings.origin!r})"


class AsyncCore:
    """Makes the calls of a client."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: Idle[_Connection] = Idle()

    async def rows(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> List[Any]:
        return (await self.respond(endpoint, params, timeout, max_retries, headers)).rows

    async def respond(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Response[Any]:
        settings = self.settings
        request = settings.request(endpoint, params, headers)
        steps = exchange(endpoint, *settings.limits(timeout, max_retries), settings.budget)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                reply = cast(Reply, done.value)
                break
            outcome = None
            if isinstance(step, Attempt):
                outcome = await self._attempt(request, step.deadline - time.monotonic())
            else:
                await asyncio.sleep(step.seconds)
        # out of the `except`, or what it raises would show the whole answer
        return response_of(endpoint, reply)

    async def close(self) -> None:
        connection = self._take()
        while connection is not None:
            await connection.close()
            connection = self._take()

    async def _attempt(self, request: Request, seconds: float) -> Outcome:
        limit = None if seconds == math.inf else seconds
        try:
            return await asyncio.wait_for(self._exchange(request), limit)
        except FAILURES as cause:
            return failure_of(request.endpoint, cause)

    async def _exchange(self, request: Request) -> Reply:
        connection = self._take_quiet()
        # A service may close a connection between two calls, which is no failure of the second.
        if connection is not None:
            try:
                return await self._send(connection, request)
            except (ConnectionError, EOFError):
                if connection.has_answered:
                    raise
        return await self._send(await _Connection.open(self.settings), request)

    async def _send(self, connection: _Connection, request: Request) -> Reply:
        try:
            reply, stays_open = await connection.send(request)
        except BaseException:
            connection.abort()
            raise
        if not stays_open or not self._idle.give(connection):
            connection.abort()
        return reply

    def _take(self) -> Optional[_Connection]:
        loop = asyncio.get_running_loop()
        connection = self._idle.take()
        # those of a loop that has ended cannot even be closed
        while connection is not None and connection.loop is not loop:
            connection = self._idle.take()
        return connection

    def _take_quiet(self) -> Optional[_Connection]:
        """One that can be used again: what came before anything was asked is no answer."""
        connection = self._take()
        while connection is not None and connection.has_unread():
            connection.abort()
            connection = self._take()
        return connection


class _NoHttp(http.client.HTTPException):
    """What came is no answer."""


class _Connection:
    """One connection, for one call at a time."""

    def __init__(
        self, settings: Settings, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._settings = settings
        self.loop = asyncio.get_running_loop()
        self.has_answered = False
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, settings: Settings) -> _Connection:
        context = settings.ssl_context
        name = None if context is None else settings.host
        reader, writer = await asyncio.open_connection(
            settings.host, settings.port, ssl=context, server_hostname=name, limit=MAX_HEAD
        )
        return cls(settings, reader, writer)

    def has_unread(self) -> bool:
        """Whether something came that nobody has read, be it an end."""
        if self._writer.is_closing() or self._reader.exception() is not None:
            return True
        # what the loop has read already, which a read by hand gives without waiting
        reading = self._reader.read(1)
        try:
            reading.send(None)
        except StopIteration:
            return True
        finally:
            reading.close()
        return has_unread(self._writer.get_extra_info("socket"))

    async def send(self, request: Request) -> Tuple[Reply, bool]:
        """The answer, and whether the connection can be used again."""
        self.has_answered = False
        lines = [f"GET {request.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in request.headers.items()]
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        await self._writer.drain()
        return await self._read()

    def abort(self) -> None:
        self._writer.transport.abort()

    async def close(self) -> None:
        self.abort()
        try:
            await self._writer.wait_closed()
        except OSError:
            pass

    async def _read(self) -> Tuple[Reply, bool]:
        status, version, headers = await self._read_head()
        # an answer that only says that another one follows
        while 100 <= status < 200 and status != SWITCHING_PROTOCOLS:
            status, version, headers = await self._read_head()
        body, has_end = await self._read_body(status, headers)
        closes = "close" in headers.get("connection", "").lower() or version != b"1.1"
        return self._settings.reply(status, headers, body), has_end and not closes

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
