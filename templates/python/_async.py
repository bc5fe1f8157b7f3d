"""Calls for asyncio, over its own streams: one that is cancelled closes its connection at once, and leaves no thread."""

from __future__ import annotations

import asyncio
import math
import ssl
import time
from inspect import isawaitable
from types import TracebackType
from typing import Any, AsyncIterator, List, Mapping, Optional, Type, TypeVar, cast

from ._arrow import checked_pyarrow, table_of
from ._errors import QuernError
from ._failure import FAILURES, failure_of
from ._formats import MEDIA_TYPES, Format, checked_format
from ._idle import Idle
from ._request import (
    AsyncApiKey,
    AsyncTransport,
    Request,
    Settings,
    check_transport,
    checked_key,
    checked_reply,
)
from ._retry import Attempt, Outcome, Reply, exchange
from ._streams import Connection
from ._values import Response, Value, response_of

ClientT = TypeVar("ClientT", bound="BaseAsyncClient")


class BaseAsyncClient:
    """The base of all clients for asyncio."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[AsyncApiKey] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[AsyncTransport] = None,
    ) -> None:
        """A client of the service at `base_url`, such as `https://logs.example.com`.

        `api_key` is the key or the token, or a function, also an `async` one, that gives it for each call. `timeout` is
        in seconds, above 0, for each attempt of a call, `math.inf` for no end; `max_retries` is how often a call is
        made again after a failure that may pass; `headers` go with every request; `ssl_context` replaces the usual
        one, which verifies certificates. `transport` is awaited for each attempt with the request and the function that
        sends it, and returns the reply.
        """
        settings = Settings(base_url, timeout, max_retries, headers, ssl_context)
        self._core = AsyncCore(settings, api_key, transport)

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

    def __init__(
        self,
        settings: Settings,
        api_key: Optional[AsyncApiKey],
        transport: Optional[AsyncTransport],
    ) -> None:
        check_transport(transport)
        self.settings = settings
        self._api_key = api_key if api_key is None or callable(api_key) else checked_key(api_key)
        self._transport = transport
        self._idle: Idle[Connection] = Idle()

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
        request = self.settings.request(endpoint, params, headers, await self._key())
        reply = await self._reply(request, timeout, max_retries)
        return response_of(endpoint, reply, request.without_key)

    async def arrow(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Any:
        pyarrow = checked_pyarrow()
        key = await self._key()
        request = self.settings.request(endpoint, params, headers, key, MEDIA_TYPES["arrow"])
        reply = await self._reply(request, timeout, max_retries)
        return table_of(pyarrow, endpoint, reply, request.without_key)

    async def formatted(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
        format: Format,
    ) -> Reply:
        key = await self._key()
        request = self.settings.request(endpoint, params, headers, key, MEDIA_TYPES[format])
        reply = await self._reply(request, timeout, max_retries)
        return checked_format(endpoint, reply, format, request.without_key)

    async def _key(self) -> Optional[str]:
        if not callable(self._api_key):
            return self._api_key
        key = self._api_key()
        return checked_key(await key if isawaitable(key) else key)

    async def _reply(
        self, request: Request, timeout: Optional[float], max_retries: Optional[int]
    ) -> Reply:
        settings = self.settings
        endpoint = request.endpoint
        steps = exchange(endpoint, *settings.limits(timeout, max_retries), settings.budget)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return cast(Reply, done.value)
            outcome = None
            if isinstance(step, Attempt):
                outcome = await self._attempt(request, step)
            else:
                await asyncio.sleep(step.seconds)

    async def pages(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> AsyncIterator[Any]:
        """Rows of all pages. Each page is requested when its rows are read."""
        asked = dict(params)
        while True:
            page = await self.respond(endpoint, asked, timeout, max_retries, headers)
            for row in page.rows:
                yield row
            if page.next_cursor is None:
                return
            asked["cursor"] = page.next_cursor

    async def close(self) -> None:
        connection = self._take()
        while connection is not None:
            await connection.close()
            connection = self._take()

    async def _attempt(self, request: Request, attempt: Attempt) -> Outcome:
        async def send(sent: Request) -> Reply:
            return await self._exchange(sent, attempt)

        try:
            if self._transport is None:
                return await send(request)
            return checked_reply(await self._transport(request, send))
        except QuernError as failure:
            return failure

    async def _exchange(self, request: Request, attempt: Attempt) -> Reply:
        attempt.head = None
        limit = None if attempt.timeout == math.inf else attempt.deadline - time.monotonic()
        try:
            return await asyncio.wait_for(self._over_connection(request, attempt), limit)
        except FAILURES as cause:
            raise failure_of(request.endpoint, attempt, cause)

    async def _over_connection(self, request: Request, attempt: Attempt) -> Reply:
        connection = self._take_quiet()
        # A service may close a connection between two calls, which is not a failure of the second.
        if connection is not None:
            try:
                return await self._send(connection, request, attempt)
            except (ConnectionError, EOFError):
                if connection.has_answered:
                    raise
        return await self._send(await Connection.open(self.settings), request, attempt)

    async def _send(self, connection: Connection, request: Request, attempt: Attempt) -> Reply:
        try:
            reply, stays_open = await connection.send(request, attempt)
        except BaseException:
            connection.abort()
            raise
        if not stays_open or not self._idle.give(connection):
            connection.abort()
        return reply

    def _take(self) -> Optional[Connection]:
        loop = asyncio.get_running_loop()
        connection = self._idle.take()
        # those of a loop that has ended cannot even be closed
        while connection is not None and connection.loop is not loop:
            connection = self._idle.take()
        return connection

    def _take_quiet(self) -> Optional[Connection]:
        """One that can be used again: what came before anything was asked is no answer."""
        connection = self._take()
        while connection is not None and connection.has_unread():
            connection.abort()
            connection = self._take()
        return connection
