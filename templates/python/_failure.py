"""Failures of the standard library as exceptions of this package."""

from __future__ import annotations

import asyncio
import http.client
import math
import socket
import zlib
from typing import Tuple, Type

from ._errors import APIConnectionError, APITimeoutError, QuernError
from ._retry import Attempt

# Before Python 3.11 there are three of them.
_TIMEOUTS = (TimeoutError, socket.timeout, asyncio.TimeoutError)
_NO_HTTP = (http.client.HTTPException, asyncio.LimitOverrunError)
#: Errors that cut an answer short: of the network, of malformed HTTP, and of bytes that do not unpack.
FAILURES = (OSError, EOFError, asyncio.TimeoutError, zlib.error, *_NO_HTTP)


def failure_of(endpoint: str, attempt: Attempt, cause: Exception) -> QuernError:
    """The error of a call that got no answer, or only the beginning of one."""
    kind, message = _told(endpoint, attempt, cause)
    head = attempt.head
    failure = kind(
        message,
        endpoint=endpoint,
        status=None if head is None else head.status,
        request_id=None if head is None else head.headers.get("x-request-id"),
    )
    failure.__cause__ = cause
    return failure


def _told(endpoint: str, attempt: Attempt, cause: Exception) -> Tuple[Type[QuernError], str]:
    if isinstance(cause, _TIMEOUTS):
        answer = "no answer" if attempt.head is None else "no whole answer"
        return APITimeoutError, f"`{endpoint}` gave {answer} {_time(attempt, cause)}."
    if isinstance(cause, _NO_HTTP) and not isinstance(cause, http.client.IncompleteRead):
        return APIConnectionError, f"`{endpoint}` gave no answer in HTTP."
    what = str(cause) or type(cause).__name__
    return APIConnectionError, f"The connection to `{endpoint}` failed: {what}."


def _time(attempt: Attempt, cause: Exception) -> str:
    # the system gives up too, and says so by a number
    is_own = getattr(cause, "errno", None) is None and attempt.timeout < math.inf
    return f"within {attempt.timeout:g} s" if is_own else "in time"
