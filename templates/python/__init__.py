"""A client of query endpoints, on the standard library alone: `Client` waits, `AsyncClient` is for asyncio."""

from ._async_client import AsyncClient
from ._client import Client
from ._errors import (
    APIConnectionError,
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
    ServiceError,
)
from ._formats import Format
from ._request import ApiKey, AsyncApiKey, AsyncTransport, Request, Transport
from ._response_as import response_as
from ._retry import Reply
from ._values import FIXED, Column, Day, Response, Timestamp, parse_timestamp

__all__ = [
    "FIXED",
    "APIConnectionError",
    "APITimeoutError",
    "ApiKey",
    "AsyncApiKey",
    "AsyncClient",
    "AsyncTransport",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "Column",
    "Day",
    "Format",
    "InvalidResponseError",
    "NotFoundError",
    "ParameterFault",
    "PermissionDeniedError",
    "QuernError",
    "RateLimitError",
    "Reply",
    "Request",
    "Response",
    "ServerError",
    "ServiceError",
    "Timestamp",
    "Transport",
    "parse_timestamp",
    "response_as",
]
