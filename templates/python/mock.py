"""Clients for tests, which ask no service: each endpoint answers the rows that one of its tests expects, or given ones."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from inspect import isawaitable
from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    FrozenSet,
    List,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    TypeVar,
    Union,
    cast,
)

from ._async import AsyncCore
from ._async_client import AsyncClient
from ._client import Client
from ._errors import InvalidResponseError, QuernError
from ._examples import EXAMPLES
from ._formats import Format, checked_format
from ._request import Settings
from ._retry import Reply
from ._sync import SyncCore
from ._values import Response, Value, response_of

RowT = TypeVar("RowT")
#: Rows as the service sends them, with facts about them in a `Response`; a `Reply` of any format, or the error that the call raises.
Answer = Union[Sequence[RowT], Response[RowT], Reply, Exception]
#: An answer, or a function that gives it for the parameters of a call.
Answering = Union[Answer[RowT], Callable[[Mapping[str, Any]], Answer[RowT]]]
#: The answer of an asyncio client; its function may be `async`.
AsyncAnswering = Union[
    Answer[RowT], Callable[[Mapping[str, Any]], Union[Answer[RowT], Awaitable[Answer[RowT]]]]
]


class Method(Protocol[RowT]):
    """A method of a client. As a class it settles the type of the rows, of which `mypy` then takes literals."""

    def __call__(self, *args: Any, **kwargs: Any) -> List[RowT]: ...


class AsyncMethod(Protocol[RowT]):
    """A method of an asyncio client."""

    def __call__(self, *args: Any, **kwargs: Any) -> Awaitable[List[RowT]]: ...


class MockClient(Client):
    """A client for tests. It sends nothing and retries nothing, and checks parameters and options as a client does."""

    def __init__(self) -> None:
        super().__init__(_URL)
        self._answers: Dict[str, Any] = {}
        self._core = _MockCore(self._core.settings, self._answers)

    def answer(self, method: Method[RowT], answer: Answering[RowT]) -> None:
        """Sets the answer of a method such as `client.logs_all`, in place of its example or an earlier answer."""
        self._answers[_endpoint_of(method)] = answer


class AsyncMockClient(AsyncClient):
    """A client for tests with asyncio. It sends nothing and retries nothing, and checks parameters and options as a client does."""

    def __init__(self) -> None:
        super().__init__(_URL)
        self._answers: Dict[str, Any] = {}
        self._core = _AsyncMockCore(self._core.settings, self._answers)

    def answer(self, method: AsyncMethod[RowT], answer: AsyncAnswering[RowT]) -> None:
        """Sets the answer of a method such as `client.logs_all`, in place of its example or an earlier answer."""
        self._answers[_endpoint_of(method)] = answer


_URL = "http://mock.invalid"


class _MockCore(SyncCore):
    def __init__(self, settings: Settings, answers: Mapping[str, Any]) -> None:
        super().__init__(settings, None, None)
        self._answers = answers

    def respond(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Response[Any]:
        _check(self.settings, endpoint, params, timeout, max_retries, headers)
        answer = _answer_of(endpoint, self._answers)
        return _response(endpoint, answer(_given(params)) if callable(answer) else answer)

    def formatted(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
        format: Format,
    ) -> Reply:
        _check(self.settings, endpoint, params, timeout, max_retries, headers)
        answer = _answer_of(endpoint, self._answers)
        return _reply(endpoint, answer(_given(params)) if callable(answer) else answer, format)

    def arrow(self, endpoint: str, *given: Any, **named: Any) -> Any:
        raise _no_tables(endpoint)


class _AsyncMockCore(AsyncCore):
    def __init__(self, settings: Settings, answers: Mapping[str, Any]) -> None:
        super().__init__(settings, None, None)
        self._answers = answers

    async def respond(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
    ) -> Response[Any]:
        _check(self.settings, endpoint, params, timeout, max_retries, headers)
        answer = _answer_of(endpoint, self._answers)
        given: Any = answer(_given(params)) if callable(answer) else answer
        return _response(endpoint, await given if isawaitable(given) else given)

    async def formatted(
        self,
        endpoint: str,
        params: Mapping[str, Value],
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, str]],
        format: Format,
    ) -> Reply:
        _check(self.settings, endpoint, params, timeout, max_retries, headers)
        answer = _answer_of(endpoint, self._answers)
        given: Any = answer(_given(params)) if callable(answer) else answer
        return _reply(endpoint, await given if isawaitable(given) else given, format)

    async def arrow(self, endpoint: str, *given: Any, **named: Any) -> Any:
        raise _no_tables(endpoint)


def _endpoint_of(method: object) -> str:
    name = getattr(method, "__name__", None)
    if name not in EXAMPLES:
        raise TypeError("an answer belongs to a method of an endpoint, such as `client.logs_all`")
    return EXAMPLES[name][0]


def _check(
    settings: Settings,
    endpoint: str,
    params: Mapping[str, Value],
    timeout: Optional[float],
    max_retries: Optional[int],
    headers: Optional[Mapping[str, str]],
) -> None:
    settings.request(endpoint, params, headers)
    settings.limits(timeout, max_retries)


def _answer_of(endpoint: str, answers: Mapping[str, Any]) -> Any:
    if endpoint in answers:
        return answers[endpoint]
    for name, rows in EXAMPLES.values():
        if name == endpoint and rows is not None:
            return [json.loads(row) for row in rows]
    raise LookupError(f"no test of `{endpoint}` has rows: give the mock an answer")


def _given(params: Mapping[str, Value]) -> Dict[str, Value]:
    """The parameters that are there."""
    return {name: value for name, value in params.items() if value is not None}


def _raise_error(endpoint: str, answer: Any) -> None:
    """Raises an answer that is an error."""
    if isinstance(answer, Exception):
        if isinstance(answer, QuernError) and answer.endpoint is None:
            answer.endpoint = endpoint
        raise answer


def _reply(endpoint: str, answer: Any, format: Format) -> Reply:
    _raise_error(endpoint, answer)
    if not isinstance(answer, Reply) or answer.status != 200:
        raise TypeError(f"the answer of `{endpoint}` in a format must be a `Reply` with status 200")
    return checked_format(endpoint, answer, format, str)


def _response(endpoint: str, answer: Any) -> Response[Any]:
    _raise_error(endpoint, answer)
    if isinstance(answer, Reply):
        answer = response_of(endpoint, answer, str)
    is_response = isinstance(answer, cast(Any, Response))
    response: Any = answer if is_response else Response(answer)
    # as the service sends them, and apart from what the test keeps
    rows: Any = json.loads(json.dumps(response.rows))
    if not isinstance(rows, list):
        raise TypeError(f"the answer of `{endpoint}` must be a list of rows")
    names = _columns_of(endpoint)
    for number, row in enumerate(cast(List[Any], rows)):
        missing = sorted(names.difference(row))
        if missing:
            message = f"Row {number} of `{endpoint}`: `{missing[0]}` is missing."
            raise InvalidResponseError(message, endpoint=endpoint)
    return replace(response, rows=rows)


def _columns_of(endpoint: str) -> FrozenSet[str]:
    """The columns that each row has; none where the caller's statement names them."""
    method = next(method for method, (name, _) in EXAMPLES.items() if name == endpoint)
    module = import_module(f"{__package__}.endpoints.{method}")
    return getattr(module.Row, "__required_keys__", frozenset())


def _no_tables(endpoint: str) -> Exception:
    return NotImplementedError(f"a mock has no tables of pyarrow: call `{endpoint}` for its rows")
