"""Failures of the standard library as exceptions of this package."""

from __future__ import annotations

import asyncio
import http.client
import socket

from ._errors import APIConnectionError, APITimeoutError, InvalidResponseError, QuernError

# Before Python 3.11 there are three of them.
_TIMEOUTS = (TimeoutError, socket.timeout, asyncio.TimeoutError)
_BROKEN = (OSError, EOFError, http.client.IncompleteRead)


def failure_of(cause: Exception) -> QuernError:
    """What a call that got no answer raises."""
    if isinstance(cause, QuernError):
        return cause
    failure: QuernError
    if isinstance(cause, _TIMEOUTS):
        failure = APITimeoutError("There was no answer in time.")
    elif isinstance(cause, _BROKEN):
        failure = APIConnectionError(f"The connection failed: {cause or type(cause).__name__}.")
    else:
        failure = InvalidResponseError("What came is no answer in HTTP.")
    failure.__cause__ = cause
    return failure
