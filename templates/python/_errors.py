"""The errors of a call, and how an answer that is not a success becomes an exception."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, cast

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "InvalidResponseError",
    "NotFoundError",
    "ParameterFault",
    "PermissionDeniedError",
    "QuernError",
    "RateLimitError",
    "ServerError",
    "ServiceError",
    "status_error",
]


@dataclass(frozen=True)
class ParameterFault:
    """A fault of one parameter of a request."""

    name: str
    message: str


class QuernError(Exception):
    """Any error of a call.

    `code` says what it is: one of the service, such as `invalid_parameter`; None where something before the service
    answered, such as a proxy; else that of one of the classes below. `endpoint` is the name of the one that was
    called; `status` is that of the answer, where there is one; `parameters` lists the parameters at fault;
    `request_id` is the request's name in the log of the service; `retry_after` is how many seconds the service asks
    to wait.
    """

    code: Optional[str] = None
    endpoint: Optional[str] = None
    status: Optional[int] = None
    parameters: Tuple[ParameterFault, ...] = ()
    request_id: Optional[str] = None
    retry_after: Optional[float] = None

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        endpoint: Optional[str] = None,
        status: Optional[int] = None,
        parameters: Tuple[ParameterFault, ...] = (),
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = self.code if code is None else code
        self.endpoint = endpoint
        self.status = status
        self.parameters = parameters
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        known = [" ".join(str(part) for part in (self.status, self.code) if part is not None)]
        if self.request_id is not None:
            known.append(f"request {self.request_id}")
        return f"{self.message} ({', '.join(known)})"


class APIConnectionError(QuernError):
    """There was no whole answer: the service cannot be reached, or the connection broke."""

    code = "connection_failed"


class APITimeoutError(QuernError):
    """There was no whole answer in time."""

    code = "timeout"


class InvalidResponseError(QuernError):
    """The response is not an answer of the service."""

    code = "invalid_response"


class ServiceError(QuernError):
    """The service, or what stands before it, answered with a status other than success."""


class BadRequestError(ServiceError):
    """400: the request is at fault; `parameters` lists every fault."""


class AuthenticationError(ServiceError):
    """401: no key, or one that is unknown, expired or revoked."""


class PermissionDeniedError(ServiceError):
    """403: the key may not run this endpoint, or not with these values."""


class NotFoundError(ServiceError):
    """404: there is no such endpoint."""


class RateLimitError(ServiceError):
    """429: the key asks too often."""


class ServerError(ServiceError):
    """500 and above: the service, its engine, or what stands before it failed."""


_BY_STATUS: Mapping[int, Type[ServiceError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    429: RateLimitError,
}


def status_error(
    endpoint: str,
    status: int,
    body: bytes,
    *,
    request_id: Optional[str],
    retry_after: Optional[float],
) -> ServiceError:
    """The exception for an answer: with what its problem document says, where it is one."""
    problem = _object(body)
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ServiceError)
    detail, code = problem.get("detail"), problem.get("code")
    return kind(
        detail if isinstance(detail, str) else f"The answer has status {status}.",
        code=code if isinstance(code, str) else None,
        endpoint=endpoint,
        status=status,
        parameters=_faults(problem.get("parameters")),
        request_id=request_id,
        retry_after=retry_after,
    )


def _object(body: bytes) -> Dict[str, Any]:
    try:
        value: Any = json.loads(body)
    # a document of brackets alone is nested more deeply than the parser goes
    except (ValueError, RecursionError):
        return {}
    return cast(Dict[str, Any], value) if isinstance(value, dict) else {}


def _faults(value: Any) -> Tuple[ParameterFault, ...]:
    entries = cast(List[Any], value) if isinstance(value, list) else []
    faults = (cast(Dict[str, Any], entry) for entry in entries if isinstance(entry, dict))
    return tuple(ParameterFault(str(f.get("name", "")), str(f.get("message", ""))) for f in faults)
