"""Requests of a client: where they go, what they carry, and what is made of an answer's bytes."""

from __future__ import annotations

import gzip
import re
import ssl
from dataclasses import dataclass, field
from typing import Awaitable, Callable, Dict, Mapping, Optional, Tuple, Union, cast
from urllib.parse import quote, urlsplit

from ._retry import Head, Reply, RetryBudget
from ._values import Value, body_of, query_string

Headers = Dict[str, str]

_PACKAGE = __name__.partition(".")[0]
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")
_TARGET = re.compile(r"/[\x21-\x7e]*")
# Where an exchange ends, and what unpacks an answer, is the client's business.
_OWN = frozenset({"accept-encoding", "content-length", "transfer-encoding"})
_KEY_HEADER = "x-api-key"
_KEY = re.compile(r"[\x21-\x7e]+")
# Characters of parameters in an address: proxies refuse addresses of more than 8 KiB.
_LONGEST_QUERY = 4000


@dataclass(frozen=True)
class Request:
    """One request: its address after the origin, its headers, and parameters that are too long for an address.

    Names of headers are in small letters. A copy with other headers, by `dataclasses.replace`, is another request.
    Its text does not show headers, because the key is one of them.
    """

    endpoint: str
    target: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", _checked(self.headers))
        if _TARGET.fullmatch(self.target) is None:
            raise ValueError("`target` must be a path of ASCII without spaces")

    def reply(self, status: int, headers: Headers, body: bytes) -> Reply:
        """An answer as it came, its body unpacked; a failure is without the key that it may repeat.

        Raises what unpacking does where the body is broken.
        """
        content = _unpacked(headers, body)
        if status == 200:
            return Reply(status, headers, content)
        key = self.headers.get(_KEY_HEADER)
        if key:
            content = content.replace(key.encode(), b"[key]")
        return Reply(status, self.head(status, headers).headers, content)

    def head(self, status: int, headers: Headers) -> Head:
        """How an answer begins, without the key that it may repeat."""
        return Head(status, {name: self.without_key(text) for name, text in headers.items()})

    def without_key(self, text: str) -> str:
        key = self.headers.get(_KEY_HEADER)
        return text.replace(key, "[key]") if key else text

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    @property
    def sent_headers(self) -> Headers:
        """All headers, with those that are the client's own."""
        length = {} if self.body is None else {"content-length": str(len(self.body))}
        return {**self.headers, "accept-encoding": "gzip", **length}


#: The key of `Client`, or a function that gives it for each call, for tokens that expire.
ApiKey = Union[str, Callable[[], str]]
#: The key of `AsyncClient`; its function may be `async`.
AsyncApiKey = Union[str, Callable[[], Union[str, Awaitable[str]]]]
#: Middleware of `Client`: gets each request, sends it by the given function, and returns the reply.
Transport = Callable[[Request, Callable[[Request], Reply]], Reply]
#: Middleware of `AsyncClient`.
AsyncTransport = Callable[[Request, Callable[[Request], Awaitable[Reply]]], Awaitable[Reply]]


class Settings:
    """The settings that the calls of a client share. Its text shows no headers."""

    def __init__(
        self,
        base_url: str,
        timeout: float,
        max_retries: int,
        headers: Optional[Mapping[str, str]],
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        self.budget = RetryBudget()
        self._timeout, self._max_retries = _limits(timeout, max_retries)
        _text("base_url", base_url)
        url = urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("`base_url` must be an address that begins with http:// or https://")
        if "@" in url.netloc or url.query or url.fragment:
            raise ValueError("`base_url` must hold no user, query or fragment")
        self.origin = f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}"
        self.host = _ascii(url.hostname)
        self.port = url.port or (443 if url.scheme == "https" else 80)
        _check_context(ssl_context)
        self.ssl_context = _context(ssl_context) if url.scheme == "https" else None
        self._prefix = f"{quote(url.path.rstrip('/'), safe='/%')}/api/endpoints/"
        self._headers: Headers = {
            "host": _authority(self.host, url.port),
            "accept": "application/json",
            "user-agent": f"{_PACKAGE}-python",
            **_checked(headers),
        }

    def request(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        headers: Optional[Mapping[str, str]],
        key: Optional[str] = None,
        accept: Optional[str] = None,
    ) -> Request:
        own = {**self._headers, **_checked(headers)}
        if key is not None:
            own[_KEY_HEADER] = key
        if accept is not None:
            own["accept"] = accept
        target = self._prefix + quote(endpoint, safe="")
        query = query_string(params)
        if len(query) > _LONGEST_QUERY:
            body = body_of(params)
            own["content-type"] = "application/json"
            return Request(endpoint, target, own, body)
        return Request(endpoint, target + (f"?{query}" if query else ""), own, None)

    def limits(self, timeout: Optional[float], max_retries: Optional[int]) -> Tuple[float, int]:
        """Those of a call, which are the client's where the call has none of its own."""
        return _limits(
            self._timeout if timeout is None else timeout,
            self._max_retries if max_retries is None else max_retries,
        )


def check_transport(given: object) -> None:
    if given is not None and not callable(given):
        raise TypeError("`transport` must be a function of a request and of the function that sends it")


def checked_reply(given: object) -> Reply:
    """The reply of a transport. Raises if it returned anything else, such as a coroutine."""
    if not isinstance(given, Reply):
        raise TypeError(f"`transport` must return a `Reply`, not a {type(given).__name__}")
    return given


def _ascii(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        raise ValueError("`base_url` must hold the name of a host") from None


def _authority(host: str, port: Optional[int]) -> str:
    name = f"[{host}]" if ":" in host else host
    return name if port is None else f"{name}:{port}"


def _check_context(given: object) -> None:
    if not isinstance(given, (ssl.SSLContext, type(None))):
        raise TypeError("`ssl_context` must be an `ssl.SSLContext`")


def _context(given: Optional[ssl.SSLContext]) -> ssl.SSLContext:
    return ssl.create_default_context() if given is None else given


def _limits(timeout: float, max_retries: int) -> Tuple[float, int]:
    if not isinstance(cast(object, timeout), (int, float)):
        raise TypeError("`timeout` must be a number of seconds")
    if not isinstance(cast(object, max_retries), int):
        raise TypeError("`max_retries` must be a whole number")
    # refuses NaN too
    if not timeout > 0:
        raise ValueError("`timeout` must be a number of seconds above 0")
    if max_retries < 0:
        raise ValueError("`max_retries` must not be below 0")
    return timeout, max_retries


def checked_key(api_key: str) -> str:
    """The key; raises if it cannot be one, and does not show it."""
    _text("api_key", api_key)
    if api_key == "":
        raise ValueError(
            "`api_key` must not be empty; leave it out where the service asks for none"
        )
    # The standard library would refuse it too, and show it.
    if _KEY.fullmatch(api_key) is None:
        raise ValueError("`api_key` must be characters of ASCII without spaces")
    return api_key


def _text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"`{name}` must be a text, not a {type(value).__name__}")


def _checked(headers: Optional[Mapping[str, str]]) -> Headers:
    checked: Headers = {}
    if not isinstance(cast(object, headers), (Mapping, type(None))):
        raise TypeError("`headers` must be a mapping of texts")
    for name, value in (headers or {}).items():
        _text("headers", name)
        _text(f"headers[{name!r}]", value)
        if _HEADER_NAME.fullmatch(name) is None:
            raise ValueError("the name of a header must be letters, digits and `-`")
        if _HEADER_VALUE.fullmatch(value) is None:
            raise ValueError(f"the header `{name}` must be one line of Latin characters")
        if name.lower() in _OWN:
            raise ValueError(f"the header `{name.lower()}` is the client's own")
        checked[name.lower()] = value
    return checked


def _unpacked(headers: Headers, body: bytes) -> bytes:
    """An encoding that nobody asked for stays: such a body fails as invalid JSON."""
    encoding = headers.get("content-encoding", "").strip().lower()
    return gzip.decompress(body) if encoding in ("gzip", "x-gzip") else body
