"""Rows as a table of pyarrow, where that is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable

from ._errors import InvalidResponseError
from ._retry import Reply

def checked_pyarrow() -> Any:
    """The package. Raises `ImportError` where it is missing, before the service is asked."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise ImportError("tables need the package `pyarrow`: `pip install pyarrow`") from None


def table_of(
    pyarrow: Any, endpoint: str, reply: Reply, without_key: Callable[[str], str]
) -> Any:
    """The table of an answer. The metadata of its schema has the headers that say more of the rows."""
    try:
        table: Any = pyarrow.ipc.open_stream(reply.body).read_all()
    except pyarrow.ArrowInvalid:
        table = None
    # out of the `except`: what the reader raises may hold the answer
    if table is None:
        kind = without_key(reply.headers.get("content-type", "no content-type")[:100])
        raise InvalidResponseError(
            f"The answer of `{endpoint}` is not an Arrow stream; it came with `{kind}`.",
            endpoint=endpoint,
            status=reply.status,
            request_id=without_key(reply.headers.get("x-request-id", "")) or None,
        )
    facts = {name: text for name, text in reply.headers.items() if name.startswith("x-")}
    return table.replace_schema_metadata(facts)
