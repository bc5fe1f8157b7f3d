"""When a call is made again: which failures pass, how long to wait, and how many retries a client has to spend."""

from __future__ import annotations

import math
import os
import random
import ssl
import threading
import time
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Generator, Mapping, Optional, Union

from ._errors import (
    APIConnectionError,
    APITimeoutError,
    QuernError,
    ServiceError,
    status_error,
)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
# A service that asks for more than this is not waited for.
LONGEST_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class Head:
    """How an answer begins; names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        names = {name.lower(): value for name, value in self.headers.items()}
        object.__setattr__(self, "headers", names)


@dataclass(frozen=True)
class Reply(Head):
    """An answer of any status, as it came; `body` is unpacked."""

    body: bytes


@dataclass
class Attempt:
    """To be made within `timeout` seconds; answered by a `Reply`, or by the failure instead of one."""

    timeout: float
    deadline: float
    #: Of its answer, once it is there, without the key that it may repeat.
    head: Optional[Head] = None


@dataclass(frozen=True)
class Pause:
    """To be waited for; answered by None."""

    seconds: float


Step = Union[Attempt, Pause]
Outcome = Union[Reply, QuernError, None]


# One for all budgets: a fork waits until it is free, or it could be held in the child for ever.
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )


class RetryBudget:
    """Bounds the retries of all calls of a client, so that a service in trouble is not buried under them.

    A retry takes a token, a success gives a tenth of one back. Without a token left, failures are not retried.
    """

    TOKENS = 10
    SUCCESSES = 10

    def __init__(self) -> None:
        # in tenths of a token: ten fractions of 0.1 are less than 1
        self._tenths = self.TOKENS * self.SUCCESSES

    def take(self) -> bool:
        """Whether there was a token."""
        with _lock:
            if self._tenths < self.SUCCESSES:
                return False
            self._tenths -= self.SUCCESSES
            return True

    def refund(self) -> None:
        with _lock:
            self._tenths = min(self.TOKENS * self.SUCCESSES, self._tenths + 1)


def exchange(
    endpoint: str, timeout: float, max_retries: int, budget: RetryBudget
) -> Generator[Step, Outcome, Reply]:
    """One call as steps that its driver takes, waiting or not: attempts and the pauses between them.

    `timeout` is in seconds, for each attempt. Returns a reply of status 200, or raises what went wrong last.
    """
    retries = 0
    while True:
        outcome = yield Attempt(timeout, time.monotonic() + timeout)
        if isinstance(outcome, Reply) and outcome.status == 200:
            budget.refund()
            return outcome
        failure = _failure(endpoint, outcome)
        pause = pause_before(retries, failure.retry_after)
        is_worthwhile = _passes(failure) and pause < math.inf
        if retries >= max_retries or not is_worthwhile or not budget.take():
            raise failure
        retries += 1
        yield Pause(pause)


def _failure(endpoint: str, outcome: Outcome) -> QuernError:
    if isinstance(outcome, Reply):
        return _status_error(endpoint, outcome)
    if outcome is None:
        raise AssertionError("an attempt has an outcome")
    return outcome


def _status_error(endpoint: str, reply: Reply) -> QuernError:
    header = reply.headers.get("retry-after")
    return status_error(
        endpoint,
        reply.status,
        reply.body,
        request_id=reply.headers.get("x-request-id"),
        retry_after=None if header is None else retry_after_seconds(header, time.time()),
    )


# These rows would fail again a second later.
_LASTING = frozenset({"unsafe_integer", "result_too_large", "stored_value"})


def _passes(failure: QuernError) -> bool:
    if isinstance(failure, ServiceError):
        status = failure.status or 0
        return (status in (408, 429) or status >= 500) and failure.code not in _LASTING
    # a certificate will be no better in a second
    is_certificate = isinstance(failure.__cause__, ssl.SSLCertVerificationError)
    return isinstance(failure, (APIConnectionError, APITimeoutError)) and not is_certificate


def pause_before(retries: int, retry_after: Optional[float]) -> float:
    """Seconds to wait after so many retries; without end where the service asks for more than is worth waiting for.

    The service's own request comes first. Otherwise the wait is random below a bound that doubles, so that callers who failed together do not return together.
    """
    if retry_after is None:
        return random.random() * min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(retries, 16))
    return retry_after if retry_after <= LONGEST_RETRY_AFTER else math.inf


def retry_after_seconds(text: str, now: float) -> Optional[float]:
    """The value of a `Retry-After`, in seconds or as a date; None if it is neither. `now` is in seconds since 1970."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        # HTTP has no other zone, and without one the date would be taken for local time
        instant = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
        return max(0.0, instant.timestamp() - now)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
