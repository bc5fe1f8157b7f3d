"""Answers in a format, as the service sends them."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Callable, Coroutine, List, Mapping, Optional, overload

from ._async import BaseAsyncClient
from ._async_client import AsyncClient
from ._client import Client
from ._formats import MEDIA_TYPES, Format
from ._retry import Reply
from ._sync import BaseClient
from ._values import Value

if TYPE_CHECKING:
    # type checkers have it for every Python, `typing` from 3.10 on
    from typing_extensions import ParamSpec

    Given = ParamSpec("Given")


@overload
def response_as(
    format: Format,
    method: Callable[Given, Coroutine[Any, Any, List[Any]]],
    /,
    *args: Given.args,
    **kwargs: Given.kwargs,
) -> Coroutine[Any, Any, Reply]: ...
@overload
def response_as(
    format: Format,
    method: Callable[Given, List[Any]],
    /,
    *args: Given.args,
    **kwargs: Given.kwargs,
) -> Reply: ...
def response_as(format: Format, method: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """The answer of an endpoint in a format, such as `response_as("csv", client.logs_all, project="abc").body`.

    The method of an `AsyncClient` is awaited. Retries, time-outs and errors are those of the method.
    """
    if format not in MEDIA_TYPES:
        raise ValueError(f"the format must be one of {', '.join(MEDIA_TYPES)}")
    client: Any = getattr(method, "__self__", None)
    if not _is_endpoint(client, getattr(method, "__name__", "")):
        raise TypeError(
            "`response_as` takes a method of a client that answers rows, such as `client.logs_all`"
        )
    asking = copy(client)
    asking._core = _Formatting(client._core, format)
    return getattr(asking, method.__name__)(*args, **kwargs)


def _is_endpoint(client: object, name: str) -> bool:
    if isinstance(client, Client):
        return hasattr(Client, name) and not hasattr(BaseClient, name)
    return (
        isinstance(client, AsyncClient)
        and hasattr(AsyncClient, name)
        and not hasattr(BaseAsyncClient, name)
    )


class _Formatting:
    """The core of a client, of which the calls for rows answer in a format."""

    def __init__(self, core: Any, format: Format) -> None:
        self._core = core
        self._format = format

    def rows(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Any:
        return self._core.formatted(
            endpoint, params, timeout, max_retries, headers, self._format
        )
