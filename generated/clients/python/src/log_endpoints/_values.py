"""Values on their way into a request and out of an answer."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    List,
    Mapping,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    cast,
)
from urllib.parse import quote

from ._errors import InvalidResponseError
from ._retry import Reply

RowT = TypeVar("RowT")
#: What parameters that are instants take: a datetime with a time zone, or ISO 8601.
Timestamp = Union[str, datetime]
#: What parameters that are days take.
Day = Union[str, date]
Value = Union[str, int, float, bool, date, None]


@dataclass(frozen=True)
class Response(Generic[RowT]):
    """Rows, and what the service says of them."""

    rows: List[RowT]
    #: Whether there were more rows, which were left out.
    truncated: bool
    #: How many rows the endpoint answers at most.
    row_limit: Optional[int]
    #: `hit`, `miss`, `stale` (the last refresh failed) or `bypass` (answers are not kept).
    cache: Optional[str]
    #: Seconds since the rows were read; None where answers are not kept.
    age: Optional[int]
    #: The request's name in the log of the service.
    request_id: Optional[str]


def query_string(params: Mapping[str, Value]) -> str:
    """The parameters that are there, as they stand behind the question mark."""
    return "&".join(
        f"{quote(name, safe='')}={quote(_text(name, value), safe='')}"
        for name, value in params.items()
        if value is not None
    )


def _text(name: str, value: Union[str, int, float, bool, date]) -> str:
    if isinstance(value, str):
        return _well_formed(name, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"`{name}` must be a finite number")
        return repr(float(value))
    if isinstance(value, datetime):
        return _instant(name, value)
    if isinstance(cast(object, value), date):
        return value.isoformat()
    raise TypeError(f"`{name}` cannot be a {type(value).__name__}")


def _well_formed(name: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        # what it says of itself holds the text
        raise ValueError(f"`{name}` must be well-formed text") from None
    return text


def _instant(name: str, value: datetime) -> str:
    if value.utcoffset() is None:
        raise ValueError(f"`{name}` must be a datetime with a time zone")
    try:
        instant = value.astimezone(timezone.utc)
    except OverflowError:
        raise ValueError(f"`{name}` must be of the years 1 to 9999 in UTC") from None
    return instant.replace(tzinfo=None).isoformat() + "Z"


def response_of(endpoint: str, reply: Reply) -> Response[Any]:
    """The rows of an answer. Integers keep all their digits."""
    headers = reply.headers
    return Response(
        rows=_rows(endpoint, reply),
        truncated=headers.get("x-truncated") == "true",
        row_limit=_whole(headers.get("x-row-limit")),
        cache=headers.get("x-cache"),
        age=_whole(headers.get("age")),
        request_id=headers.get("x-request-id"),
    )


def _rows(endpoint: str, reply: Reply) -> List[Any]:
    try:
        answer: Any = json.loads(reply.body, parse_constant=_no_constant)
    # a document of brackets alone is nested more deeply than the parser goes
    except (ValueError, RecursionError):
        answer = None
    rows: Any = cast(Dict[str, Any], answer).get("result") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        raise InvalidResponseError(
            "The answer holds no rows.",
            endpoint=endpoint,
            status=reply.status,
            request_id=reply.headers.get("x-request-id"),
        )
    return cast(List[Any], rows)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _whole(text: Optional[str]) -> Optional[int]:
    """None too where there are more digits than anything is counted in, which Python refuses at some length."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,15}", text) else None


def parse_timestamp(text: str) -> datetime:
    """The instant that a timestamp of a row says, to the microsecond, with the zone UTC."""
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)


Path = Tuple[str, ...]


def parsed(row: Any, timestamps: Sequence[Path], dates: Sequence[Path]) -> Any:
    """A copy of a row, with instants and days in place of the texts at these paths."""
    for path in timestamps:
        row = _changed(row, path, parse_timestamp)
    for path in dates:
        row = _changed(row, path, date.fromisoformat)
    return row


def _changed(value: Any, path: Path, change: Callable[[str], object]) -> Any:
    if value is None:
        return None
    if not path:
        return change(value)
    return {**value, path[0]: _changed(value[path[0]], path[1:], change)}
