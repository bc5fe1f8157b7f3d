"""The formats of answers, such as CSV."""

from __future__ import annotations

from typing import Callable, Literal, Mapping

from ._errors import InvalidResponseError
from ._retry import Reply

#: The formats of the service.
Format = Literal["json", "ndjson", "csv", "arrow", "parquet"]

MEDIA_TYPES: Mapping[Format, str] = {
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "csv": "text/csv",
    "arrow": "application/vnd.apache.arrow.stream",
    "parquet": "application/vnd.apache.parquet",
}


def checked_format(
    endpoint: str, reply: Reply, format: Format, without_key: Callable[[str], str]
) -> Reply:
    """The reply. Raises if it has another media type, such as the page of a proxy."""
    given = reply.headers.get("content-type", "no type")
    if given.partition(";")[0].strip().lower() == MEDIA_TYPES[format]:
        return reply
    raise InvalidResponseError(
        f"`{endpoint}` gave no {format} ({without_key(given)[:100]}).",
        endpoint=endpoint,
        status=reply.status,
        request_id=without_key(reply.headers.get("x-request-id", "")) or None,
    )
