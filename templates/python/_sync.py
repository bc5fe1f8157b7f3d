"""Calls that wait: over connections that stay open between calls, for any number of threads."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from http.client import SWITCHING_PROTOCOLS
from types import TracebackType
from typing import Any, Iterator, List, Mapping, Optional, Tuple, Type, TypeVar, cast

from ._arrow import checked_pyarrow, table_of
from ._errors import QuernError
from ._failure import FAILURES, failure_of
from ._formats import MEDIA_TYPES, Format, checked_format
from ._idle import Idle
from ._request import (
    ApiKey,
    Request,
    Settings,
    Transport,
    check_transport,
    checked_key,
    checked_reply,
)
from ._retry import Attempt, Outcome, Reply, exchange
from ._timed import Deadline, TimedSocket, connected
from ._values import Response, Value, response_of

ClientT = TypeVar("ClientT", bound="BaseClient")


class BaseClient:
    """The base of all blocking clients."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[ApiKey] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[Transport] = None,
    ) -> None:
        """A client of the service at `base_url`, such as `https://logs.example.com`.

        `api_key` is the key or the token, or a function that gives it for each call. `timeout` is in
        seconds, above 0, for each attempt of a call, `math.inf` for no end; `max_retries` is how often a call is made
        again after a failure that may pass; `headers` go with every request; `ssl_context` replaces the usual one,
        which verifies certificates. `transport` is called for each attempt with the request and the function that
        sends it, and returns the reply.
        """
        settings = Settings(base_url, timeout, max_retries, headers, ssl_context)
        self._core = SyncCore(settings, api_key, transport)

    def close(self) -> None:
        """Closes the connections. A client that is called again opens new ones."""
        self._core.close()

    def __enter__(self: ClientT) -> ClientT:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._core.settings.origin!r})"


class SyncCore:
    """Makes the calls of a client."""

    def __init__(
        self,
        settings: Settings,
        api_key: Optional[ApiKey],
        transport: Optional[Transport],
    ) -> None:
        check_transport(transport)
        self.settings = settings
        self._api_key = api_key if api_key is None or callable(api_key) else checked_key(api_key)
        self._transport = transport
        self._idle: Idle[_Connection] = Idle()

    def rows(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> List[Any]:
        return self.respond(endpoint, params, timeout, max_retries, headers).rows

    def respond(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Response[Any]:
        request = self.settings.request(endpoint, params, headers, self._key())
        reply = self._reply(request, timeout, max_retries)
        return response_of(endpoint, reply, request.without_key)

    def arrow(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Any:
        pyarrow = checked_pyarrow()
        key = self._key()
        request = self.settings.request(endpoint, params, headers, key, MEDIA_TYPES["arrow"])
        reply = self._reply(request, timeout, max_retries)
        return table_of(pyarrow, endpoint, reply, request.without_key)

    def formatted(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
        format: Format,
    ) -> Reply:
        key = self._key()
        request = self.settings.request(endpoint, params, headers, key, MEDIA_TYPES[format])
        reply = self._reply(request, timeout, max_retries)
        return checked_format(endpoint, reply, format, request.without_key)

    def _key(self) -> Optional[str]:
        return checked_key(self._api_key()) if callable(self._api_key) else self._api_key

    def _reply(
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
                outcome = self._attempt(request, step)
            else:
                time.sleep(step.seconds)

    def pages(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Iterator[Any]:
        """Rows of all pages. Each page is requested when its rows are read."""
        asked = dict(params)
        while True:
            page = self.respond(endpoint, asked, timeout, max_retries, headers)
            yield from page.rows
            if page.next_cursor is None:
                return
            asked["cursor"] = page.next_cursor

    def close(self) -> None:
        connection = self._idle.take()
        while connection is not None:
            connection.close()
            connection = self._idle.take()

    def _attempt(self, request: Request, attempt: Attempt) -> Outcome:
        def send(sent: Request) -> Reply:
            return self._exchange(sent, attempt)

        try:
            if self._transport is None:
                return send(request)
            return checked_reply(self._transport(request, send))
        except QuernError as failure:
            return failure

    def _exchange(self, request: Request, attempt: Attempt) -> Reply:
        attempt.head = None
        try:
            return self._over_connection(request, attempt)
        except FAILURES as cause:
            raise failure_of(request.endpoint, attempt, cause)

    def _over_connection(self, request: Request, attempt: Attempt) -> Reply:
        connection = self._take()
        # A service may close a connection between two calls, which is not a failure of the second.
        if connection is not None:
            try:
                return self._send(connection, request, attempt)
            except ConnectionError:
                if not connection.was_closed_before_answer:
                    raise
        return self._send(_Connection(self.settings), request, attempt)

    def _take(self) -> Optional[_Connection]:
        """One that can be used again: what came before anything was asked is no answer."""
        connection = self._idle.take()
        while connection is not None and connection.has_unread():
            connection.close()
            connection = self._idle.take()
        return connection

    def _send(self, connection: _Connection, request: Request, attempt: Attempt) -> Reply:
        try:
            reply, stays_open = connection.send(request, attempt)
        except BaseException:
            connection.close()
            raise
        if not stays_open or not self._idle.give(connection):
            connection.close()
        return reply


_LENGTHS = {"content-length", "transfer-encoding"}


class _Connection:
    """One connection, for one call at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._http: Optional[http.client.HTTPConnection] = None
        self._socket: Optional[TimedSocket] = None
        self._deadline = Deadline()
        self.was_closed_before_answer = False

    def has_unread(self) -> bool:
        return self._socket is not None and self._socket.has_unread()

    def send(self, request: Request, attempt: Attempt) -> Tuple[Reply, bool]:
        """The answer, and whether the connection can be used again. Raises what the standard library does."""
        is_reused = self._http is not None
        self._deadline.at = attempt.deadline
        connection = self._http = self._http or self._open()
        try:
            connection.request(request.method, request.target, request.body, request.sent_headers)
            answer = connection.getresponse()
        except ConnectionError:
            self.was_closed_before_answer = is_reused
            raise
        stays_open = not answer.will_close and answer.status != SWITCHING_PROTOCOLS
        headers = {name.lower(): value for name, value in answer.getheaders()}
        attempt.head = request.head(answer.status, headers)
        body = answer.read()
        # `http.client` takes the head of a broken connection for a whole one
        if answer.status == 200 and not body and not _LENGTHS & headers.keys():
            raise http.client.IncompleteRead(body)
        return request.reply(answer.status, headers, body), stays_open

    def close(self) -> None:
        if self._http is not None:
            self._http.close()

    def _open(self) -> http.client.HTTPConnection:
        host, port, context = self._settings.host, self._settings.port, self._settings.ssl_context
        connection = http.client.HTTPConnection(host, port)
        connection.response_class = _Answer
        # it would open another socket by itself, without the deadline
        connection.auto_open = 0
        self._socket = connected(host, port, context, self._deadline)
        connection.sock = cast(socket.socket, self._socket)
        return connection


class _Answer(http.client.HTTPResponse):
    """A response that skips every interim answer, while `http.client` skips only 100."""

    def begin(self) -> None:
        super().begin()
        while self.status < 200 and self.status != SWITCHING_PROTOCOLS:
            # it begins where there are none yet
            cast(Any, self).headers = None
            super().begin()
