"""Middleware of both clients: a function around each exchange."""

from __future__ import annotations

import asyncio
import json
import time
import unittest
from dataclasses import replace
from typing import Any, List
from unittest.mock import patch

from callers import KEY, Awaiting, Caller, Exchanges, Waiting
from fake_service import ROWS, FakeService, answer, hang_up, problem
from log_endpoints import (
    APIConnectionError,
    APITimeoutError,
    AsyncClient,
    BadRequestError,
    Client,
    QuernError,
    Reply,
    Request,
    ServerError,
    _retry,
)


class Cases(Caller):
    """The tests of both clients."""

    def setUp(self) -> None:
        pauses = patch.object(_retry, "FIRST_PAUSE", 0.001)
        pauses.start()
        self.addCleanup(pauses.stop)

    def test_sees_each_attempt_and_its_reply(self) -> None:
        seen: List[Any] = []

        def traced(request: Request) -> Exchanges:
            reply = yield request
            seen.append((request.endpoint, request.method, request.target, reply.status, reply.headers["x-id"]))
            return reply

        acts = [problem(503, "busy", {"X-Id": "1"}), answer(headers={"X-Id": "2"})]
        with FakeService(*acts) as service:
            self.assertEqual(self.ask(service, {"transport": self.transport(traced)}, project="a").rows, ROWS)
        asked = ("usage.api-counts", "GET", "/api/endpoints/usage.api-counts?project=a&interval=daily")
        self.assertEqual(seen, [(*asked, 503, "1"), (*asked, 200, "2")])

    def test_sees_a_failure_of_the_connection_which_is_retried(self) -> None:
        seen: List[Any] = []

        def traced(request: Request) -> Exchanges:
            try:
                return (yield request)
            except QuernError as failure:
                seen.append((type(failure), failure.endpoint))
                raise

        with FakeService(hang_up, answer()) as service:
            self.assertEqual(self.ask(service, {"transport": self.transport(traced)}).rows, ROWS)
        self.assertEqual(seen, [(APIConnectionError, "usage.api-counts")])

    def test_sends_another_request(self) -> None:
        def signed(request: Request) -> Exchanges:
            text = f"{request.method} {request.target} {len(request.body or b'')}"
            return (yield replace(request, headers={**request.headers, "X-Signature": text, "X-API-Key": "other"}))

        with FakeService(answer()) as service:
            for project in ("a", "a" * 5000):
                self.ask(service, {"transport": self.transport(signed)}, project=project)
        short, long = (request.split("\r\n") for request in service.requests)
        self.assertIn("x-signature: GET /api/endpoints/usage.api-counts?project=a&interval=daily 0", short)
        length = len(json.dumps({"project": "a" * 5000, "interval": "daily"}))
        self.assertIn(f"x-signature: POST /api/endpoints/usage.api-counts {length}", long)
        for lines in (short, long):
            self.assertEqual([line for line in lines if line.startswith("x-api-key")], ["x-api-key: other"])

    def test_a_body_that_is_replaced_has_its_own_length(self) -> None:
        def wrapped(request: Request) -> Exchanges:
            yield replace(request, body=b'{"a": 1}')
            return (yield request)

        with FakeService(answer()) as service:
            self.assertEqual(self.ask(service, {"transport": self.transport(wrapped)}).rows, ROWS)
            self.assertEqual(service.connections, 1)
        self.assertIn("content-length: 8\r\n", service.requests[0])
        self.assertNotIn("content-length", service.requests[1])

    def test_answers_itself(self) -> None:
        def fake(request: Request) -> Exchanges:
            yield from ()
            return Reply(200, {"X-Row-Limit": "7"}, b'{"result": [{"a": 1}]}')

        def refusal(request: Request) -> Exchanges:
            yield from ()
            return Reply(400, {}, b'{"code": "invalid_parameter", "detail": "No."}')

        with FakeService(answer()) as service:
            response = self.ask(service, {"transport": self.transport(fake)})
            self.assertEqual((response.rows, response.row_limit), ([{"a": 1}], 7))
            with self.assertRaises(BadRequestError) as raised:
                self.ask(service, {"transport": self.transport(refusal)})
            self.assertEqual((raised.exception.code, raised.exception.message), ("invalid_parameter", "No."))
            self.assertEqual(service.requests, [])

    def test_its_errors_of_this_package_count_as_the_outcome(self) -> None:
        for failure, calls in ((APIConnectionError("down"), 3), (ServerError("down", status=503), 3), (BadRequestError("no", status=400), 1)):
            count: List[int] = []

            def fails(request: Request) -> Exchanges:
                count.append(1)
                yield from ()
                raise failure

            with self.subTest(failure=failure), FakeService(answer()) as service:
                with self.assertRaises(type(failure)) as raised:
                    self.ask(service, {"transport": self.transport(fails)})
                self.assertIs(raised.exception, failure)
                self.assertEqual((len(count), service.requests), (calls, []))

    def test_its_other_errors_reach_the_caller_as_they_are(self) -> None:
        for failure in (ConnectionResetError("no token"), asyncio.TimeoutError(), KeyError("x")):
            count: List[int] = []

            def fails(request: Request) -> Exchanges:
                count.append(1)
                yield from ()
                raise failure

            with self.subTest(failure=failure), FakeService(answer()) as service:
                with self.assertRaises(type(failure)) as raised:
                    self.ask(service, {"transport": self.transport(fails)})
                self.assertIs(raised.exception, failure)
                self.assertEqual(len(count), 1)

    def test_its_time_is_part_of_the_attempt(self) -> None:
        def slow(request: Request) -> Exchanges:
            time.sleep(0.3)
            return (yield request)

        with FakeService(answer()) as service, self.assertRaises(APITimeoutError):
            self.ask(service, {"transport": self.transport(slow)}, timeout=0.2, max_retries=0)

    def test_a_failure_tells_nothing_of_an_earlier_answer(self) -> None:
        def twice(request: Request) -> Exchanges:
            yield request
            return (yield request)

        acts = [answer(headers={"X-Request-Id": "first", "Connection": "close"}), hang_up]
        with FakeService(*acts) as service, self.assertRaises(APIConnectionError) as raised:
            self.ask(service, {"transport": self.transport(twice)}, max_retries=0)
        self.assertEqual((raised.exception.status, raised.exception.request_id), (None, None))

    def test_refuses_a_request_that_would_be_two(self) -> None:
        for changes in (
            {"target": "/a HTTP/1.1\r\nx: y"},
            {"target": "http://x.example/"},
            {"headers": {"a": "x\r\ny: z"}},
            {"headers": {"Content-Length": "3"}},
        ):

            def changed(request: Request) -> Exchanges:
                return (yield replace(request, **changes))

            with self.subTest(changes=changes), FakeService(answer()) as service:
                with self.assertRaises(ValueError):
                    self.ask(service, {"transport": self.transport(changed)})
                self.assertEqual(service.requests, [])

    def test_refuses_what_is_no_reply(self) -> None:
        def nothing(request: Request) -> Exchanges:
            yield request

        with FakeService(answer()) as service, self.assertRaises(TypeError) as raised:
            self.ask(service, {"transport": self.transport(nothing)})
        self.assertEqual(str(raised.exception), "`transport` must return a `Reply`, not a NoneType")
        for client in (Client, AsyncClient):
            with self.assertRaises(TypeError):
                client("http://x.example", transport="proxy")  # type: ignore[arg-type]

    def test_the_text_of_a_request_shows_no_key(self) -> None:
        texts: List[str] = []

        def told(request: Request) -> Exchanges:
            texts.append(f"{request} {request!r}")
            self.assertEqual(request.headers["x-api-key"], KEY)
            return (yield request)

        with FakeService(answer()) as service:
            self.ask(service, {"transport": self.transport(told)})
        self.assertIn("usage.api-counts", texts[0])
        self.assertNotIn(KEY, texts[0])


class WaitingCases(Waiting, Cases, unittest.TestCase):
    def test_a_transport_of_the_other_client(self) -> None:
        async def transport(request: Request, send: Any) -> Reply:
            return await send(request)

        with Client("http://127.0.0.1:9", KEY, transport=transport) as client:  # type: ignore[arg-type]
            with self.assertWarns(RuntimeWarning), self.assertRaises(TypeError) as raised:
                client.usage_api_counts(project="a", interval="daily")
        self.assertEqual(str(raised.exception), "`transport` must return a `Reply`, not a coroutine")


class AwaitingCases(Awaiting, Cases, unittest.TestCase):
    pass


if __name__ == "__main__":
    unittest.main()
