"""Failures of the standard library as exceptions of this package."""

from __future__ import annotations

import asyncio
import http.client
import socket
import zlib

from ._errors import APIConnectionError, APITimeoutError, QuernError

# Before Python 3.11 there are three of them.
_TIMEOUTS = (TimeoutError, socket.timeout, asyncio.TimeoutError)
_NO_HTTP = (http.client.HTTPException, asyncio.LimitOverrunError)
#: What keeps an answer from coming whole: the network, what is no HTTP, and bytes that do not unpack.
FAILURES = (OSError, EOFError, asyncio.TimeoutError, zlib.error, *_NO_HTTP)


def failure_of(endpoint: str, cause: Exception) -> QuernError:
    """What a call that got no answer raises."""
    failure: QuernError
    if isinstance(cause, _TIMEOUTS):
        failure = APITimeoutError(f"`{endpoint}` gave no answer in time.", endpoint=endpoint)
    elif isinstance(cause, _NO_HTTP) and not isinstance(cause, http.client.IncompleteRead):
        failure = APIConnectionError(f"`{endpoint}` gave no answer in HTTP.", endpoint=endpoint)
    else:
        what = cause or type(cause).__name__
        failure = APIConnectionError(
            f"The connection to `{endpoint}` failed: {what}.", endpoint=endpoint
        )
    failure.__cause__ = cause
    return failure
