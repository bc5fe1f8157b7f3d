"""Values on their way into a request and out of an answer."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    Iterable,
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
from urllib.parse import quote, unquote

from ._errors import InvalidResponseError
from ._retry import Reply

RowT = TypeVar("RowT")
#: What parameters that are instants take: a datetime with a time zone, or ISO 8601.
Timestamp = Union[str, datetime]
#: What parameters that are days take.
Day = Union[str, date]
#: What parameters that are decimals take.
Exact = Union[str, Decimal]
Single = Union[str, int, float, bool, date, Decimal]
Value = Union[Single, Sequence[Single], None]


#: In place of a required parameter that the key or the token fixes: it is not sent.
FIXED: Any = None


@dataclass(frozen=True)
class Column:
    """A column of a caller's own statement."""

    name: str
    #: `string`, `int64`, `float64`, `decimal`, `bool`, `timestamp`, `date` or `json`.
    type: str
    nullable: bool
    #: Only of timestamps that are microseconds since 1970 UTC: `epoch_micros`.
    encode: Optional[str] = None


@dataclass(frozen=True)
class Response(Generic[RowT]):
    """Rows and the metadata of the response."""

    rows: List[RowT]
    #: Whether there were more rows, which were left out.
    truncated: bool = False
    #: The maximum number of rows of the endpoint, or of a page.
    row_limit: Optional[int] = None
    #: The cursor of the next page; None on the last one, or if the endpoint has no pages.
    next_cursor: Optional[str] = None
    #: `hit`, `miss`, `stale` (the last refresh failed) or `bypass` (answers are not cached).
    cache: Optional[str] = None
    #: Seconds since the rows were read; None if answers are fresh each time.
    age: Optional[int] = None
    #: The identifier of the request in the log of the service.
    request_id: Optional[str] = None
    #: The length of a bucket, if the length of the window selects it.
    step: Optional[str] = None
    #: The columns of a caller's own statement; None for other answers, and where they are too long for a header.
    columns: Optional[List[Column]] = None


def query_string(params: Mapping[str, Value]) -> str:
    """The parameters that are there, as they stand behind the question mark. A list is there item by item."""
    return "&".join(
        f"{quote(name, safe='')}={quote(_text(name, single), safe='')}"
        for name, value in params.items()
        for single in _singles(value)
    )


def body_of(params: Mapping[str, Value]) -> bytes:
    """The same parameters as a JSON object, for those that are too long for an address."""
    members: Dict[str, object] = {}
    for name, value in params.items():
        of = [_member(name, single) for single in _singles(value)]
        if of:
            members[name] = of if isinstance(value, (list, tuple)) else of[0]
    return json.dumps(members).encode()


#: The greatest integer that every reader of JSON keeps. The service takes greater ones as text.
_GREATEST_EXACT = 2**53 - 1


def _member(name: str, value: Single) -> Union[str, int, float, bool]:
    """The value in JSON: a number or a boolean is no text, if JSON has it exactly."""
    text = _text(name, value)
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return int(value) if abs(value) <= _GREATEST_EXACT else text
    return float(value) if isinstance(value, float) else text


def _singles(value: Value) -> Sequence[Single]:
    if value is None:
        return []
    # a text is a sequence, too
    return cast("Sequence[Single]", value) if isinstance(value, (list, tuple)) else [cast(Single, value)]


def _text(name: str, value: Single) -> str:
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
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"`{name}` must be a finite number")
        return f"{value:f}"
    if isinstance(cast(object, value), date):
        return value.isoformat()
    raise TypeError(f"`{name}` cannot be a {type(value).__name__}")


def _well_formed(name: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        # the original error contains the text
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


def response_of(endpoint: str, reply: Reply, without_key: Callable[[str], str]) -> Response[Any]:
    """The rows of an answer. Integers keep all their digits. An error is without the key that the answer may repeat."""
    headers = reply.headers
    return Response(
        rows=_rows(endpoint, reply, without_key),
        truncated=headers.get("x-truncated") == "true",
        row_limit=_whole(headers.get("x-row-limit")),
        next_cursor=headers.get("x-next-cursor") or None,
        cache=headers.get("x-cache"),
        age=_whole(headers.get("age")),
        request_id=headers.get("x-request-id"),
        step=headers.get("x-step"),
        columns=_columns(headers.get("x-columns")),
    )


def _columns(header: Optional[str]) -> Optional[List[Column]]:
    """None too where a proxy took the header away, or broke it."""
    try:
        columns: Any = json.loads(unquote(header or "", errors="strict"))
        return [Column(**column) for column in columns]
    except (ValueError, TypeError, RecursionError):
        return None


def _rows(endpoint: str, reply: Reply, without_key: Callable[[str], str]) -> List[Any]:
    try:
        answer: Any = json.loads(reply.body, parse_constant=_no_constant)
    # a document of brackets alone is nested more deeply than the parser goes
    except (ValueError, RecursionError):
        fault = "is not JSON"
    else:
        rows = cast(Dict[str, Any], answer).get("result") if isinstance(answer, dict) else None
        if isinstance(rows, list):
            return cast(List[Any], rows)
        fault = "has no list of rows in `result`"
    # out of the `except`: what the parser raises holds the answer
    request_id = reply.headers.get("x-request-id")
    raise InvalidResponseError(
        without_key(f"The answer of `{endpoint}` {fault}{_kind(reply)}."),
        endpoint=endpoint,
        status=reply.status,
        request_id=None if request_id is None else without_key(request_id),
    )


def _kind(reply: Reply) -> str:
    """The answer's description of itself, if it has one."""
    headers = [(name, reply.headers.get(name)) for name in ("content-type", "content-encoding")]
    said = [f"`{name}: {text[:100]}`" for name, text in headers if text is not None]
    return f"; it came with {' and '.join(said)}" if said else ""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _whole(text: Optional[str]) -> Optional[int]:
    """None too where there are more digits than anything is counted in, which Python refuses at some length."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,15}", text) else None


def parse_timestamp(text: str) -> datetime:
    """The instant that a timestamp of a row says, to the microsecond, with the zone UTC."""
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)


def parse_decimal(text: str) -> Decimal:
    """The number that a decimal of a row says, with all its digits."""
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        raise ValueError("no decimal")
    return Decimal(text)


Path = Tuple[str, ...]


def parsed_rows(
    endpoint: str,
    rows: Iterable[Any],
    timestamps: Sequence[Path],
    dates: Sequence[Path],
    decimals: Sequence[Path] = (),
) -> List[Any]:
    """Copies of rows, with instants, days and decimals in place of the texts at these paths."""
    changes: List[Tuple[Path, Callable[[str], object], str]] = []
    changes += [(path, parse_timestamp, "an instant") for path in timestamps]
    changes += [(path, date.fromisoformat, "a day") for path in dates]
    changes += [(path, parse_decimal, "a decimal") for path in decimals]
    parsed: List[Any] = []
    for number, row in enumerate(rows):
        if not isinstance(cast(object, row), dict):
            message = f"Row {number} of `{endpoint}` must be a record, not {_shown(row)}."
            raise InvalidResponseError(message, endpoint=endpoint)
        for path, change, kind in changes:
            try:
                row = _changed(row, path, change)
            except _Fault as fault:
                column = ".".join(path)
                message = f"Row {number} of `{endpoint}`: `{column}` must be {kind}, not {fault}."
                raise InvalidResponseError(message, endpoint=endpoint) from None
        parsed.append(row)
    return parsed


def rows_parsed_by(endpoint: str, rows: Iterable[Any], columns: Iterable[Column]) -> List[Any]:
    """Copies of rows of a caller's own statement, with values in place of the texts in these columns."""
    texts = [column for column in columns if column.encode is None]
    timestamps, dates, decimals = (
        [(column.name,) for column in texts if column.type == kind]
        for kind in ("timestamp", "date", "decimal")
    )
    return parsed_rows(endpoint, rows, timestamps, dates, decimals)


class _Fault(Exception):
    """A value that does not fit."""


def _changed(value: Any, path: Path, change: Callable[[str], object]) -> Any:
    if value is None:
        return None
    if not path:
        return _read(value, change)
    if isinstance(value, list):
        return [_changed(one, path, change) for one in cast(List[Any], value)]
    if not isinstance(value, dict):
        raise _Fault(_shown(value))
    record = cast(Dict[str, Any], value)
    if path[0] not in record:
        raise _Fault("left out")
    return {**record, path[0]: _changed(record[path[0]], path[1:], change)}


def _read(value: Any, change: Callable[[str], object]) -> object:
    try:
        if isinstance(value, str):
            return change(value)
    except ValueError:
        pass
    raise _Fault(_shown(value))


def _shown(value: object) -> str:
    """A short one; of others nobody knows what they hold."""
    is_short = value is None or isinstance(value, (str, int, float)) and len(repr(value)) <= 40
    return repr(value) if is_short else f"a {type(value).__name__}"
