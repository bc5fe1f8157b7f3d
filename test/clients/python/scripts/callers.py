"""How both clients are called: what a case says once holds for the one that waits and for that of asyncio."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Generator, List

from fake_service import FakeService
from log_endpoints import AsyncClient, Client, Format, QuernError, Reply, Request, Response, response_as

KEY = "qk_a_very_secret_key"
PARAMS: Dict[str, Any] = {"project": "a&b c+/é", "interval": "daily"}


#: What middleware does with a request: it yields those to send, is given their replies, and returns one.
Exchanges = Generator[Request, Reply, Any]


class Caller:
    def transport(self, act: Callable[[Request], Exchanges]) -> Any:
        """The middleware of this client."""
        raise NotImplementedError

    def ask(self, service: FakeService, options: Dict[str, Any] = {}, **call: Any) -> Response[Any]:
        """One call of a client of its own."""
        raise NotImplementedError

    def ask_as(self, service: FakeService, format: Format) -> Reply:
        """One call for an answer in a format."""
        raise NotImplementedError

    def turns(self, service: FakeService, count: int, before: Callable[[int], None], **options: Any) -> List[Any]:
        """The results of calls of one client, one after the other: rows, or the raised error."""
        raise NotImplementedError


class Waiting(Caller):
    def transport(self, act: Callable[[Request], Exchanges]) -> Any:
        def transport(request: Request, send: Callable[[Request], Reply]) -> Any:
            exchanges = act(request)
            try:
                sent = next(exchanges)
                while True:
                    try:
                        reply = send(sent)
                    except QuernError as failure:
                        sent = exchanges.throw(failure)
                    else:
                        sent = exchanges.send(reply)
            except StopIteration as done:
                return done.value

        return transport

    def ask(self, service: FakeService, options: Dict[str, Any] = {}, **call: Any) -> Response[Any]:
        with Client(service.url, **{"api_key": KEY, **options}) as client:
            return client.with_response.usage_api_counts(**{**PARAMS, **call})

    def ask_as(self, service: FakeService, format: Format) -> Reply:
        with Client(service.url, KEY) as client:
            return response_as(format, client.usage_api_counts, **PARAMS)

    def turns(self, service: FakeService, count: int, before: Callable[[int], None], **options: Any) -> List[Any]:
        outcomes: List[Any] = []
        with Client(service.url, **{"api_key": KEY, **options}) as client:
            for turn in range(count):
                before(turn)
                try:
                    outcomes.append(client.usage_api_counts(project="a", interval="daily"))
                except QuernError as error:
                    outcomes.append(error)
        return outcomes


class Awaiting(Caller):
    def transport(self, act: Callable[[Request], Exchanges]) -> Any:
        async def transport(request: Request, send: Callable[[Request], Any]) -> Any:
            exchanges = act(request)
            try:
                sent = next(exchanges)
                while True:
                    try:
                        reply = await send(sent)
                    except QuernError as failure:
                        sent = exchanges.throw(failure)
                    else:
                        sent = exchanges.send(reply)
            except StopIteration as done:
                return done.value

        return transport

    def ask(self, service: FakeService, options: Dict[str, Any] = {}, **call: Any) -> Response[Any]:
        async def ask() -> Response[Any]:
            async with AsyncClient(service.url, **{"api_key": KEY, **options}) as client:
                return await client.with_response.usage_api_counts(**{**PARAMS, **call})

        return asyncio.run(ask())

    def ask_as(self, service: FakeService, format: Format) -> Reply:
        async def ask() -> Reply:
            async with AsyncClient(service.url, KEY) as client:
                return await response_as(format, client.usage_api_counts, **PARAMS)

        return asyncio.run(ask())

    def turns(self, service: FakeService, count: int, before: Callable[[int], None], **options: Any) -> List[Any]:
        async def turns() -> List[Any]:
            outcomes: List[Any] = []
            async with AsyncClient(service.url, **{"api_key": KEY, **options}) as client:
                for turn in range(count):
                    before(turn)
                    try:
                        outcomes.append(await client.usage_api_counts(project="a", interval="daily"))
                    except QuernError as error:
                        outcomes.append(error)
            return outcomes

        return asyncio.run(turns())
