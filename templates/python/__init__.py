"""A client of query endpoints, on the standard library alone: `Client` waits, `AsyncClient` is for asyncio."""

from ._async_client import AsyncClient
from ._client import Client
from ._errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    InvalidResponseError,
    NotFoundError,
    ParameterFault,
    PermissionDeniedError,
    QuernError,
    RateLimitError,
    ServerError,
)
from ._values import Day, Response, Timestamp, parse_timestamp

__all__ = [
    "APIConnectionError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncClient",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "Day",
    "InvalidResponseError",
    "NotFoundError",
    "ParameterFault",
    "PermissionDeniedError",
    "QuernError",
    "RateLimitError",
    "Response",
    "ServerError",
    "Timestamp",
    "parse_timestamp",
]
