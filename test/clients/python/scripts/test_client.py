"""The package against a service that misbehaves: the same cases for the client that waits and for that of asyncio."""

from __future__ import annotations

import asyncio
import errno
import gc
import gzip
import pickle
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import traceback
import unittest
import warnings
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from email.utils import format_datetime
from enum import Enum
from typing import Any, get_type_hints
from unittest.mock import patch

from callers import KEY, Awaiting, Caller, Waiting
from fake_service import ROWS, FakeService, answer, hang_up, problem
from log_endpoints import (
    APIConnectionError,
    ServiceError,
    APITimeoutError,
    AsyncClient,
    AuthenticationError,
    BadRequestError,
    Client,
    InvalidResponseError,
    NotFoundError,
    ParameterFault,
    PermissionDeniedError,
    QuernError,
    RateLimitError,
    Response,
    ServerError,
    _retry,
    parse_timestamp,
    response_as,
)
from log_endpoints._failure import failure_of
from log_endpoints._values import parsed_rows, query_string
from log_endpoints.endpoints import usage_api_counts


class Level(int, Enum):
    """Numbers that print as something else."""

    HIGH = 3


class Ratio(float, Enum):
    HALF = 0.5


class Cases(Caller):
    """The tests of both clients."""

    def setUp(self) -> None:
        pauses = patch.object(_retry, "FIRST_PAUSE", 0.001)
        pauses.start()
        self.addCleanup(pauses.stop)

    def fails(self, kind: type, act: Any, *, asked: int = 1, **options: Any) -> Any:
        with FakeService(act) as service:
            with self.assertRaises(kind) as raised:
                self.ask(service, options)
            self.assertEqual(len(service.requests), asked)
        self.assertIs(type(raised.exception), kind)
        self.assertEqual(raised.exception.endpoint, "usage.api-counts")
        if kind in (APIConnectionError, APITimeoutError):
            self.assertIn("`usage.api-counts`", raised.exception.message)
        self.assertNotIn(KEY, f"{raised.exception!r} {raised.exception} {vars(raised.exception)}")
        return raised.exception

    # -- answers

    def test_rows_and_what_is_said_of_them(self) -> None:
        headers = {
            "X-Truncated": "true",
            "x-row-limit": "1000",
            "X-Cache": "hit",
            "AGE": "12",
            "X-Request-Id": "r1",
            "X-Step": "day",
        }
        with FakeService(answer(headers=headers)) as service:
            response = self.ask(service)
        self.assertEqual(response, Response(ROWS, True, 1000, None, "hit", 12, "r1", "day"))
        with FakeService(answer()) as service:
            self.assertEqual(self.ask(service), Response(ROWS, False, None, None, None, None, None))
        said = {"X-Truncated": "false", "X-Padding": "x" * 40_000}
        with FakeService(answer(headers=said)) as service:
            self.assertEqual(self.ask(service), Response(ROWS, False, None, None, None, None, None))
        for age, limit in (("long", "-1"), ("", "1.5"), ("٣", " "), ("9" * 5000, "9" * 5000)):
            with FakeService(answer(headers={"Age": age, "X-Row-Limit": limit})) as service:
                self.assertEqual(self.ask(service), Response(ROWS, False, None, None, None, None, None))

    def test_integers_keep_their_digits_and_texts_their_characters(self) -> None:
        rows = [{"key": f"of {KEY}", "n": 2**63 - 1, "big": 10**40, "f": 0.1, "t": "é\u2028\U0001f388\ud83d", "z": None}]
        with FakeService(answer(body={"result": rows})) as service:
            self.assertEqual(self.ask(service).rows, rows)

    def test_every_way_to_end_a_body(self) -> None:
        close = {"Connection": "close"}

        def unframed(connection: socket.socket) -> None:
            connection.sendall(answer(framing="none"))

        def closing(connection: socket.socket) -> None:
            connection.sendall(answer(headers=close))

        bare = b"HTTP/1.1 200 \r\n" + answer(framing="chunked").partition(b"\r\n")[2].replace(b": chunked", b": Chunked")
        for act in (answer(framing="chunked"), bare, unframed, closing, b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" + answer()):
            with self.subTest(act=act):
                with FakeService(act) as service:
                    self.assertEqual(self.ask(service).rows, ROWS)

    def test_gzip(self) -> None:
        packed = gzip.compress(answer().partition(b"\r\n\r\n")[2])
        for name in ("gzip", "GZIP", "x-gzip"):
            with FakeService(answer(body=packed, headers={"Content-Encoding": name})) as service:
                self.assertEqual(self.ask(service).rows, ROWS)
        with FakeService(answer()) as service:
            self.ask(service)
            self.assertIn("accept-encoding: gzip\r\n", service.requests[0])
        for broken in (packed[:-9], packed[:10] + b"\xff" * 9 + packed[19:]):
            self.fails(APIConnectionError, answer(body=broken, headers={"Content-Encoding": "gzip"}), asked=3)
        self.fails(APIConnectionError, answer(status=400, body=b"x", headers={"Content-Encoding": "gzip"}), asked=3)
        self.fails(InvalidResponseError, answer(body=b"x", headers={"Content-Encoding": "br"}))

    def test_an_answer_in_a_format(self) -> None:
        body = b"timestamp,total_rest_requests\r\n2026-01-15T10:07:00Z,7\r\n"
        headers = {"Content-Type": "Text/CSV; charset=utf-8", "X-Truncated": "true"}
        with FakeService(answer(status=503), answer(body=body, headers=headers)) as service:
            reply = self.ask_as(service, "csv")
        self.assertEqual((reply.status, reply.body, reply.headers["x-truncated"]), (200, body, "true"))
        self.assertEqual(len(service.requests), 2)
        for request in service.requests:
            self.assertIn("GET /api/endpoints/usage.api-counts?project=a%26b%20c%2B%2F%C3%A9&interval=daily HTTP", request)
            self.assertIn("accept: text/csv\r\n", request)

    def test_an_answer_in_another_format_than_was_asked_for(self) -> None:
        for headers, kind in (({}, "no type"), ({"Content-Type": f"text/html; a={KEY}"}, "text/html; a=[key]")):
            with self.subTest(kind=kind), FakeService(answer(headers={**headers, "X-Request-Id": "r1"})) as service:
                with self.assertRaises(InvalidResponseError) as raised:
                    self.ask_as(service, "parquet")
                self.assertEqual(raised.exception.message, f"`usage.api-counts` gave no parquet ({kind}).")
                self.assertEqual((raised.exception.status, raised.exception.request_id), (200, "r1"))
        with FakeService(problem(400, "invalid_parameter")) as service, self.assertRaises(BadRequestError):
            self.ask_as(service, "csv")
        with FakeService(answer()) as service, self.assertRaises(ValueError) as refused:
            self.ask_as(service, "xml")  # pyright: ignore[reportArgumentType]
        self.assertEqual(str(refused.exception), "the format must be one of json, ndjson, csv, arrow, parquet")
        self.assertEqual(service.requests, [])

    def test_what_is_no_answer(self) -> None:
        for body in (b"", b"[]", b"null", b'{"result": 1}', b'{"result": [NaN]}', b"\xff", b"[" * 100_000):
            with self.subTest(body=body[:20]):
                error = self.fails(InvalidResponseError, answer(body=body, headers={"X-Request-Id": "r"}))
                self.assertEqual((error.code, error.status, error.request_id), ("invalid_response", 200, "r"))
        for body, headers, said in (
            (b"<html>", {"Content-Type": "text/html"}, "is not JSON; it came with `content-type: text/html`."),
            (b"{}", {"Content-Type": "application/json"}, "has no list of rows in `result`; it came with `content-type: application/json`."),
            (b"x", {"Content-Type": "a/b", "Content-Encoding": "br"}, "is not JSON; it came with `content-type: a/b` and `content-encoding: br`."),
            (b"x", {"Content-Type": "y" * 5000}, f"is not JSON; it came with `content-type: {'y' * 100}`."),
            (b"[]", {}, "has no list of rows in `result`."),
        ):
            error = self.fails(InvalidResponseError, answer(body=body, headers=headers))
            self.assertEqual(error.message, f"The answer of `usage.api-counts` {said}")

    def test_what_is_no_http(self) -> None:
        def talk(connection: socket.socket) -> None:
            connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n")

        def boast(connection: socket.socket) -> None:
            connection.sendall(answer(headers={"X": "x" * 300_000}))

        def miscount(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n")

        for act in (talk, boast, miscount):
            with self.subTest(act=act):
                self.fails(APIConnectionError, act, asked=3)

    def test_an_answer_without_a_body(self) -> None:
        for status in (204, 304):
            bare = f"HTTP/1.1 {status} Whatever\r\n\r\n".encode()
            with self.subTest(status=status), FakeService(bare) as service:
                for error in self.turns(service, 2, lambda turn: None):
                    self.assertIsInstance(error, ServiceError)
                    self.assertEqual(error.status, status)
                self.assertEqual((service.connections, len(service.requests)), (1, 2))

    # -- requests

    def test_what_is_asked(self) -> None:
        with FakeService(answer()) as service:
            self.ask(service, {"headers": {"X-Mine": "1", "Accept": "x/y"}}, headers={"x-mine": "2", "X-API-KEY": "no"})
        request, *lines = service.requests[0].split("\r\n")
        self.assertEqual(request, "GET /api/endpoints/usage.api-counts?project=a%26b%20c%2B%2F%C3%A9&interval=daily HTTP/1.1")
        self.assertEqual(lines.count(f"x-api-key: {KEY}"), 1)
        self.assertIn("x-mine: 2", lines)
        self.assertIn("accept: x/y", lines)
        self.assertIn("user-agent: log_endpoints-python", lines)
        self.assertIn(f"host: {service.url[7:]}", lines)
        self.assertEqual(len({line.lower() for line in lines}), len(lines) - 1)

    def test_a_list_is_asked_for_item_by_item(self) -> None:
        asked = query_string({"status": [200, 404], "name": ("a,b", "é"), "none": None, "no": [], "text": "xy"})
        self.assertEqual(asked, "status=200&status=404&name=a%2Cb&name=%C3%A9&text=xy")
        with self.assertRaises(ValueError):
            query_string({"share": [1.0, float("nan")]})
        with self.assertRaises(TypeError):
            query_string({"share": [[1.0]]})  # type: ignore[dict-item,list-item]

    def test_refuses_before_it_asks(self) -> None:
        with FakeService(answer()) as service:
            for call in (
                {"timeout": 0},
                {"timeout": float("nan")},
                {"max_retries": -1},
                {"headers": {"a b": "x"}},
                {"headers": {"a": "x\r\ny: z"}},
                {"headers": {"a": "\u0100"}},
                {"headers": {"Accept-Encoding": "br"}},
                {"headers": {"Content-Length": "3"}},
                {"headers": {"transfer-encoding": "chunked"}},
                {"project": "\ud800"},
            ):
                with self.subTest(call=call), self.assertRaises(ValueError) as raised:
                    self.ask(service, {}, **call)
                self.assertNotIn(KEY, str(raised.exception))
            self.assertEqual(service.requests, [])

    # -- errors

    def test_each_status_has_its_class(self) -> None:
        for status, kind, asked in (
            (301, ServiceError, 1),
            (400, BadRequestError, 1),
            (401, AuthenticationError, 1),
            (403, PermissionDeniedError, 1),
            (404, NotFoundError, 1),
            (405, ServiceError, 1),
            (408, ServiceError, 2),
            (429, RateLimitError, 2),
            (500, ServerError, 2),
            (502, ServerError, 2),
            (503, ServerError, 2),
            (504, ServerError, 2),
        ):
            with self.subTest(status=status):
                error = self.fails(kind, problem(status, "some_code"), asked=asked, max_retries=1)
                self.assertEqual((error.status, error.code), (status, "some_code"))

    def test_what_the_service_says_of_an_error(self) -> None:
        parameters = [{"name": "interval", "message": "`interval` must be …"}, {"name": "x"}, 7]
        said = problem(400, "invalid_parameter", {"X-Request-Id": "r7"}, parameters=parameters)
        error = self.fails(BadRequestError, said)
        faults = (ParameterFault("interval", "`interval` must be …"), ParameterFault("x", ""))
        self.assertEqual(error.parameters, faults)
        self.assertEqual(str(error), "Detail of invalid_parameter. (400 invalid_parameter, request r7)")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), vars(again)), (str(error), vars(error)))

    def test_what_stands_before_the_service(self) -> None:
        for body in (b"<html>Bad Gateway</html>", b"", b"[1]", b"[" * 100_000, b"\xff", b'{"code": 1, "parameters": {}}'):
            error = self.fails(ServerError, answer(502, body), max_retries=0)
            self.assertEqual((error.code, error.status, error.parameters), (None, 502, ()))

    def test_a_key_that_an_answer_repeats(self) -> None:
        said = problem(400, "x", {"X-Request-Id": KEY}, parameters=[{"name": KEY, "message": KEY}], detail=KEY)
        self.fails(BadRequestError, said)

    # -- retries

    def test_goes_on_after_failures_that_pass(self) -> None:
        acts = [problem(503, "overloaded"), problem(429, "rate_limited", {"Retry-After": "0"}), answer()]
        with FakeService(*acts) as service:
            self.assertEqual(self.ask(service).rows, ROWS)
            self.assertEqual(len(service.requests), 3)
        with FakeService(hang_up, hang_up, answer()) as service:
            self.assertEqual(self.ask(service).rows, ROWS)
        with FakeService(*acts) as service:
            with self.assertRaises(RateLimitError):
                self.ask(service, {"max_retries": 7}, max_retries=1)

    def test_a_connection_that_breaks(self) -> None:
        def halfway(connection: socket.socket) -> None:
            connection.sendall(answer()[:-3])

        self.fails(APIConnectionError, hang_up, asked=3)
        self.fails(APIConnectionError, halfway, asked=3)
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        for size in (0, 5, 9, 12, 17, 27, len(head)):
            self.fails(APIConnectionError, lambda connection: connection.sendall(head[:size]), asked=3)
        with FakeService(halfway, answer()) as service:
            self.assertEqual(self.ask(service).rows, ROWS)

    def test_what_is_known_of_half_an_answer(self) -> None:
        half = answer(headers={"X-Request-Id": f"r7 {KEY}"})[:-3]

        def breaks(connection: socket.socket) -> None:
            connection.sendall(half)

        def stalls(connection: socket.socket) -> None:
            connection.sendall(half)
            connection.recv(1)

        broken = self.fails(APIConnectionError, breaks, max_retries=0)
        late = self.fails(APITimeoutError, stalls, max_retries=0, timeout=0.75)
        for error in (broken, late):
            self.assertEqual((error.status, error.request_id), (200, "r7 [key]"))
        self.assertRegex(broken.message, "^The connection to `usage.api-counts` failed: .*[Rr]ead.*\\.$")
        self.assertEqual(late.message, "`usage.api-counts` gave no whole answer within 0.75 s.")
        self.assertEqual(str(late), f"{late.message} (200 timeout, request r7 [key])")

    def test_what_is_known_of_an_earlier_attempt_is_not_told(self) -> None:
        half = answer(headers={"X-Request-Id": "r1"})[:-3]
        with FakeService(lambda connection: connection.sendall(half), hang_up) as service:
            with self.assertRaises(APIConnectionError) as raised:
                self.ask(service, max_retries=1)
        self.assertEqual((raised.exception.status, raised.exception.request_id), (None, None))

    def test_nobody_there(self) -> None:
        with FakeService(answer()) as service:
            pass
        with self.assertRaises(APIConnectionError) as raised:
            self.ask(service)
        self.assertEqual((raised.exception.code, raised.exception.status), ("connection_failed", None))

    def test_does_not_repeat_what_will_not_pass(self) -> None:
        for status, code in ((500, "unsafe_integer"), (500, "result_too_large"), (502, "stored_value")):
            self.fails(ServerError, problem(status, code))

    def test_retry_after(self) -> None:
        soon = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=50), usegmt=True)
        paused = []
        exchange = _retry.pause_before

        def pause_before(retries: int, retry_after: Any) -> float:
            pause = exchange(retries, retry_after)
            paused.append((retry_after, pause))
            return min(pause, 0.001) if pause < 60 else pause

        with patch.object(_retry, "pause_before", pause_before):
            for said in ("2", soon):
                with FakeService(problem(503, "overloaded", {"Retry-After": said}), answer()) as service:
                    self.assertEqual(self.ask(service).rows, ROWS)
            late = self.fails(ServerError, problem(503, "overloaded", {"Retry-After": "61"}))
        self.assertEqual(paused[0], (2.0, 2.0))
        self.assertTrue(0 < paused[1][0] <= 50)
        self.assertEqual(late.retry_after, 61)

    def test_waits_as_long_as_the_service_asks(self) -> None:
        with FakeService(problem(503, "overloaded", {"Retry-After": "1"}), answer()) as service:
            start = time.monotonic()
            self.assertEqual(self.ask(service).rows, ROWS)
            self.assertGreaterEqual(time.monotonic() - start, 1)

    def test_the_budget_bounds_retries_of_all_calls(self) -> None:
        with FakeService(problem(503, "overloaded")) as service:
            self.turns(service, 8, lambda turn: None)
            # two retries a call, ten tokens
            self.assertEqual(len(service.requests), 8 + 10)
        with FakeService(*[problem(503, "overloaded")] * 15, *[answer()] * 10, problem(503, "overloaded")) as service:
            self.turns(service, 5 + 10 + 1, lambda turn: None)
            self.assertEqual(len(service.requests), 15 + 10 + 2)

    # -- time

    def test_gives_up_in_time(self) -> None:
        for act in ("hang", "drip"):
            with self.subTest(act=act), FakeService(lambda c: getattr(service, act)(c)) as service:
                with self.assertRaises(APITimeoutError) as raised:
                    self.ask(service, {"timeout": 60}, timeout=1, max_retries=0)
                self.assertEqual(raised.exception.code, "timeout")
                self.assertRegex(raised.exception.message, "^`usage.api-counts` gave no (whole )?answer within 1 s.$")
                self.assertTrue(service.closed_by_client.wait(10))
                self.assertEqual(len(service.requests), 1)

    def test_a_time_that_no_system_counts(self) -> None:
        for timeout in (3e6, 1e10, 1e300, float("inf")):
            with self.subTest(timeout=timeout), FakeService(answer()) as service:
                self.assertEqual(self.ask(service, timeout=timeout).rows, ROWS)

    def test_each_attempt_has_the_whole_time(self) -> None:
        with FakeService(lambda c: service.hang(c), answer()) as service:
            self.assertEqual(self.ask(service, timeout=3).rows, ROWS)
            self.assertEqual(len(service.requests), 2)
        with FakeService(lambda c: service.hang(c)) as service:
            with self.assertRaises(APITimeoutError):
                self.ask(service, timeout=1)
            self.assertEqual(len(service.requests), 3)

    # -- connections

    def test_keeps_connections(self) -> None:
        with FakeService(answer(), answer(framing="chunked"), problem(400, "x"), answer()) as service:
            self.turns(service, 4, lambda turn: None)
            self.assertEqual((service.connections, len(service.requests)), (1, 4))
        for last in (answer(headers={"Connection": "Close"}), answer().replace(b"/1.1", b"/1.0")):
            with FakeService(last) as service:
                self.turns(service, 3, lambda turn: None)
                self.assertEqual((service.connections, len(service.requests)), (3, 3))

    def test_each_call_has_its_own_time_on_a_connection_that_is_kept(self) -> None:
        with FakeService(answer()) as service:
            turns = self.turns(service, 2, lambda turn: time.sleep(4.2 * turn), timeout=4, max_retries=0)
            self.assertEqual((turns, service.connections), ([ROWS] * 2, 1))

    def test_an_answer_that_had_begun_is_not_asked_for_again_unasked(self) -> None:
        half = answer()[:-3]

        def breaks(connection: socket.socket) -> None:
            connection.sendall(half)

        def stalls(connection: socket.socket) -> None:
            connection.sendall(half)
            connection.recv(1)

        for act, kind in ((breaks, APIConnectionError), (stalls, APITimeoutError)):
            with FakeService(answer(), act, answer()) as service:
                first, second = self.turns(service, 2, lambda turn: None, timeout=4, max_retries=0)
                self.assertEqual((first, type(second)), (ROWS, kind))
                self.assertEqual(len(service.requests), 2)

    def test_a_connection_that_was_closed_meanwhile(self) -> None:
        with FakeService(answer()) as service:
            self.turns(service, 3, lambda turn: service.drop())
            self.assertEqual(len(service.requests), 3)
            self.assertEqual(service.connections, 3)
        with FakeService(answer()) as service:

            def reset(turn: int) -> None:
                service.reset()
                time.sleep(0.1)

            self.assertEqual(self.turns(service, 3, reset, max_retries=0), [ROWS] * 3)
        with FakeService(answer(), hang_up, answer()) as service:
            # the one that is lost is no retry
            self.turns(service, 2, lambda turn: None, max_retries=0)
            self.assertEqual(len(service.requests), 3)


class SyncCases(Waiting, Cases, unittest.TestCase):
    def test_threads_share_a_client(self) -> None:
        seen = []
        with FakeService(answer()) as service, Client(service.url, KEY) as client:

            def work() -> None:
                for _ in range(20):
                    seen.append(client.usage_api_counts(project="a", interval="daily"))

            threads = [threading.Thread(target=work) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(seen, [ROWS] * 160)
            self.assertLessEqual(service.connections, 8)

    def test_a_closed_client_opens_again(self) -> None:
        with FakeService(answer()) as service:
            client = Client(service.url, KEY)
            for _ in range(2):
                client.usage_api_counts(project="a", interval="daily")
                client.close()
            self.assertEqual(service.connections, 2)


class AsyncCases(Awaiting, Cases, unittest.TestCase):
    def test_cancelling_closes_the_connection(self) -> None:
        async def cancel(service: FakeService) -> None:
            async with AsyncClient(service.url, KEY) as client:
                call = asyncio.ensure_future(client.usage_api_counts(project="a", interval="daily"))
                while not service.requests:
                    await asyncio.sleep(0.001)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                closed = await asyncio.to_thread(service.closed_by_client.wait, 10)
                self.assertTrue(closed)

        with FakeService(lambda c: service.hang(c)) as service:
            asyncio.run(cancel(service))
            self.assertEqual(len(service.requests), 1)

    def test_a_connection_that_was_broken_off_while_the_loop_ran(self) -> None:
        async def calls(service: FakeService) -> Any:
            async with AsyncClient(service.url, KEY, max_retries=0) as client:
                for _ in range(3):
                    rows = await client.usage_api_counts(project="a", interval="daily")
                    service.reset()
                    await asyncio.sleep(0.2)
                return rows

        with FakeService(answer()) as service:
            self.assertEqual(asyncio.run(calls(service)), ROWS)
            self.assertEqual((service.connections, len(service.requests)), (3, 3))

    def test_cancelling_ends_a_pause(self) -> None:
        async def cancel(service: FakeService) -> None:
            async with AsyncClient(service.url, KEY) as client:
                call = asyncio.ensure_future(client.usage_api_counts(project="a", interval="daily"))
                while not service.requests:
                    await asyncio.sleep(0.001)
                await asyncio.sleep(0.05)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call

        with FakeService(problem(503, "overloaded", {"Retry-After": "20"})) as service:
            asyncio.run(cancel(service))
            self.assertEqual(len(service.requests), 1)

    def test_many_at_once(self) -> None:
        async def many(service: FakeService) -> None:
            async with AsyncClient(service.url, KEY) as client:
                ask = lambda: client.usage_api_counts(project="a", interval="daily")
                rows = await asyncio.gather(*(ask() for _ in range(50)))
                self.assertEqual(rows, [ROWS] * 50)

        with FakeService(answer()) as service:
            asyncio.run(many(service))

    def test_a_client_outlives_its_loop(self) -> None:
        # nobody can close the connection of a loop that has ended, which Python reports
        with FakeService(answer()) as service, warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            client = AsyncClient(service.url, KEY)
            for _ in range(2):
                rows = asyncio.run(client.usage_api_counts(project="a", interval="daily"))
                self.assertEqual(rows, ROWS)
            del client
            gc.collect()


@unittest.skipIf(shutil.which("openssl") is None, "openssl makes the certificate")
class Encrypted(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        self.cert, key = f"{folder}/cert.pem", f"{folder}/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
            + ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", self.cert],
            check=True,
            capture_output=True,
        )
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.cert, key)

    def ask(self, url: str, is_async: bool, **options: Any) -> Any:
        async def ask() -> Any:
            async with AsyncClient(url, KEY, **options) as client:
                return await client.usage_api_counts(project="a", interval="daily")

        if is_async:
            return asyncio.run(ask())
        with Client(url, KEY, **options) as client:
            return client.usage_api_counts(project="a", interval="daily")

    def test_certificates(self) -> None:
        trusting = ssl.create_default_context(cafile=self.cert)
        for is_async in (False, True):
            with self.subTest(is_async=is_async), FakeService(answer(), context=self.context) as service:
                with self.assertRaises(APIConnectionError) as raised:
                    self.ask(service.url, is_async)
                self.assertIsInstance(raised.exception.__cause__, ssl.SSLCertVerificationError)
                # nothing was sent, and it was tried once
                self.assertEqual((service.connections, service.requests), (1, []))
                self.assertEqual(self.ask(service.url, is_async, ssl_context=trusting), ROWS)
                elsewhere = service.url.replace("127.0.0.1", "localhost")
                with self.assertRaises(APIConnectionError):
                    self.ask(elsewhere, is_async, ssl_context=trusting)
                self.assertEqual(len(service.requests), 1)

    def test_keeps_connections(self) -> None:
        trusting = ssl.create_default_context(cafile=self.cert)
        for caller in (Waiting(), Awaiting()):
            # messages of TLS itself do not count as unread bytes
            with self.subTest(caller=caller), FakeService(answer(), context=self.context) as service:
                turns = caller.turns(service, 5, lambda turn: None, ssl_context=trusting)
                self.assertEqual((turns, service.connections), ([ROWS] * 5, 1))

    def test_says_why_there_is_no_connection(self) -> None:
        class Closing:
            def wrap_socket(self, sock: socket.socket, server_side: bool) -> socket.socket:
                # unread bytes would reset the connection
                sock.recv(65536)
                raise OSError

        for is_async in (False, True):
            closing: Any = Closing()
            with self.subTest(is_async=is_async), FakeService(answer(), context=closing) as service:
                with self.assertRaises(APIConnectionError) as raised:
                    self.ask(service.url, is_async, max_retries=0)
                self.assertRegex(raised.exception.message, "^The connection to `usage.api-counts` failed: .+\\.$")
                self.assertNotIn(": .", raised.exception.message)

    def test_what_nobody_asked_for(self) -> None:
        # one record, of which a part is left where it was unpacked
        long = answer() + answer(408, b"x" * 12_000)
        trusting = ssl.create_default_context(cafile=self.cert)
        for caller in (Waiting(), Awaiting()):
            with self.subTest(caller=caller), FakeService(long, answer(), context=self.context) as service:
                turns = caller.turns(service, 2, lambda turn: None, ssl_context=trusting, max_retries=0)
                self.assertEqual((turns, service.connections), ([ROWS, ROWS], 2))


class Parts(unittest.TestCase):
    def test_a_format_is_that_of_a_method_of_a_client(self) -> None:
        client = Client("http://127.0.0.1:1")
        for method in (client.with_response.usage_api_counts, client.close, "usage.api-counts"):
            with self.subTest(method=method), self.assertRaises(TypeError) as raised:
                response_as("csv", method)  # pyright: ignore
            said = "`response_as` takes a method of a client that answers rows, such as `client.logs_all`"
            self.assertEqual(str(raised.exception), said)

    def test_says_which_argument_is_wrong(self) -> None:
        for name, value in (
            ("api_key", 7),
            ("timeout", "3"),
            ("max_retries", 1.5),
            ("headers", ["a"]),
            ("headers", {"a": 1}),
            ("headers", {1: "a"}),
            ("ssl_context", True),
        ):
            wrong: Any = {"api_key": KEY, name: value}
            for make in (Client, AsyncClient):
                with self.subTest(name=name), self.assertRaisesRegex(TypeError, f"^`{name}"):
                    make("http://x.example", **wrong)
        nothing: Any = None
        with self.assertRaisesRegex(TypeError, "^`base_url`"):
            Client(nothing)
        with self.assertRaisesRegex(ValueError, "^`api_key` must not be empty; leave it out"):
            Client("https://x.example", "")
        with self.assertRaisesRegex(ValueError, "^the header `a` must be one line"):
            Client("https://x.example", headers={"a": "b\x85c"})

    def test_a_client_shows_no_key(self) -> None:
        for client in (Client("https://x.example/a/", KEY), AsyncClient("https://x.example/a", KEY)):
            self.assertEqual(repr(client), f"{type(client).__name__}('https://x.example/a')")

    def test_refuses_addresses_and_keys_without_showing_them(self) -> None:
        for url in ("x.example", "ftp://x", "http://", "https://user:pass@x.example", "http://x?a=b", "http://x#a"):
            with self.subTest(url=url), self.assertRaises(ValueError) as raised:
                Client(url, KEY)
            self.assertNotIn("pass", str(raised.exception))
        for key in ("", "a b", "a\nb", "é", "a\0"):
            with self.subTest(key=key), self.assertRaises(ValueError) as raised:
                Client("http://x", "secret" + key if key else key)
            self.assertNotIn("secret", str(raised.exception))

    def test_goes_where_the_address_says(self) -> None:
        for url, port, target in (
            ("https://x", 443, "/api/endpoints/a"),
            ("http://x/", 80, "/api/endpoints/a"),
            ("https://x:8443/b//", 8443, "/b/api/endpoints/a"),
            ("https://x/a%20b/\u00e9", 443, "/a%20b/%C3%A9/api/endpoints/a"),
        ):
            settings = Client(url, KEY)._core.settings
            with self.subTest(url=url):
                self.assertEqual((settings.port, settings.request("a", {}, None).target), (port, target))

    def test_names_a_host_as_networks_do(self) -> None:
        for authority, host, said in (
            ("Bücher.example:8080", "xn--bcher-kva.example", "xn--bcher-kva.example:8080"),
            ("bücher.example", "xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("[::1]:81", "::1", "[::1]:81"),
            ("[::1]", "::1", "[::1]"),
        ):
            settings = Client(f"https://{authority}", KEY)._core.settings
            with self.subTest(authority=authority):
                self.assertEqual((settings.host, settings.request("a", {}, None).headers["host"]), (host, said))
        with self.assertRaisesRegex(ValueError, "^`base_url`"):
            Client("https://a..example", KEY)

    def test_verifies_certificates(self) -> None:
        context = Client("https://x.example", KEY)._core.settings.ssl_context
        assert context is not None
        self.assertTrue(context.check_hostname)
        self.assertEqual(context.verify_mode, ssl.CERT_REQUIRED)

    def test_parameters(self) -> None:
        east = timezone(timedelta(hours=2))
        values = {
            "none": None,
            "text": "",
            "yes": True,
            "no": False,
            "big": -(2**63),
            "small": 1e-7,
            "level": Level.HIGH,
            "ratio": Ratio.HALF,
            "large": 1e22,
            "at": datetime(2026, 1, 15, 10, 7, 33, 123456, east),
            "whole": datetime(2026, 1, 15, tzinfo=timezone.utc),
            "day": date(2026, 1, 15),
            "price": Decimal("12.50"),
            "tiny": Decimal("1E-9"),
        }
        self.assertEqual(
            query_string(values),
            "text=&yes=true&no=false&big=-9223372036854775808&small=1e-07&level=3&ratio=0.5&large=1e%2B22"
            "&at=2026-01-15T08%3A07%3A33.123456Z&whole=2026-01-15T00%3A00%3A00Z&day=2026-01-15"
            "&price=12.50&tiny=0.000000001",
        )
        for value in (float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), datetime(2026, 1, 15), datetime(1, 1, 1, tzinfo=east)):
            with self.assertRaisesRegex(ValueError, "`x`"):
                query_string({"x": value})
        with self.assertRaisesRegex(ValueError, "^`x` must be well-formed text$"):
            query_string({"x": "secret\ud800"})
        with self.assertRaisesRegex(TypeError, "`x`"):
            query_string({"x": b"bytes"})  # type: ignore[dict-item]

    def test_instants(self) -> None:
        at = datetime(2026, 1, 15, 10, 7, tzinfo=timezone.utc)
        self.assertEqual(parse_timestamp("2026-01-15T10:07:00Z"), at)
        self.assertEqual(parse_timestamp("2026-01-15T10:07:00.250Z"), at.replace(microsecond=250_000))
        self.assertEqual(parse_timestamp("2026-01-15T10:07:00.000001Z"), at.replace(microsecond=1))
        self.assertEqual(parse_timestamp("0001-01-01T00:00:00Z").year, 1)
        row: Any = ROWS[0]
        [parsed] = usage_api_counts.parse_rows([row])
        self.assertEqual(parsed, {**row, "timestamp": at.replace(microsecond=123456)})
        self.assertEqual(row["timestamp"], "2026-01-15T10:07:00.123456Z")
        self.assertEqual(usage_api_counts.parse_rows([{**row, "timestamp": None}])[0]["timestamp"], None)

    def test_decimals(self) -> None:
        row: Any = {"id": "a", "bill": {"total": "-12345678901234567890123456789.123456789"}}
        [parsed] = parsed_rows("a.b", [row], (), (), (("bill", "total"),))
        self.assertEqual(str(parsed["bill"]["total"]), row["bill"]["total"])
        for wrong in ("NaN", "1e5", "1_000", " 1", "", 1.5):
            with self.assertRaisesRegex(InvalidResponseError, "`bill.total` must be a decimal, not "):
                parsed_rows("a.b", [{"id": "a", "bill": {"total": wrong}}], (), (), (("bill", "total"),))

    def test_rows_that_are_not_as_declared(self) -> None:
        fine: Any = {"id": "a", "timestamp": "2026-01-15T10:07:00Z", "day": "2026-01-15", "meta": {"seen": None}}
        long = "gestern " * 100
        paths = (("timestamp",), ("meta", "seen")), (("day",),)
        self.assertEqual(parsed_rows("a.b", [fine, {**fine, "meta": None}], *paths)[1]["day"], date(2026, 1, 15))
        for row, said in (
            ({**fine, "timestamp": "gestern"}, "Row 1 of `a.b`: `timestamp` must be an instant, not 'gestern'."),
            ({**fine, "timestamp": long}, "Row 1 of `a.b`: `timestamp` must be an instant, not a str."),
            ({**fine, "timestamp": 7}, "Row 1 of `a.b`: `timestamp` must be an instant, not 7."),
            ({**fine, "day": "2026-02-30"}, "Row 1 of `a.b`: `day` must be a day, not '2026-02-30'."),
            ({**fine, "day": []}, "Row 1 of `a.b`: `day` must be a day, not a list."),
            ({**fine, "meta": 7}, "Row 1 of `a.b`: `meta.seen` must be an instant, not 7."),
            ({**fine, "meta": {}}, "Row 1 of `a.b`: `meta.seen` must be an instant, not left out."),
            (None, "Row 1 of `a.b` must be a record, not None."),
            ([], "Row 1 of `a.b` must be a record, not a list."),
        ):
            with self.subTest(said=said), self.assertRaises(InvalidResponseError) as raised:
                parsed_rows("a.b", [fine, row], *paths)
            error = raised.exception
            self.assertEqual((error.message, error.endpoint, error.code), (said, "a.b", "invalid_response"))
            told = "".join(traceback.format_exception(type(error), error, error.__traceback__))
            self.assertNotIn(long, told)
        wrong: Any = {}
        with self.assertRaisesRegex(InvalidResponseError, "^Row 0 of `usage.api-counts`: `timestamp`"):
            usage_api_counts.parse_rows([wrong])

    def test_retry_after(self) -> None:
        now = datetime(2026, 1, 15, 10, 0, tzinfo=timezone.utc).timestamp()
        for text, seconds in (
            ("0", 0),
            (" 7 ", 7),
            ("Thu, 15 Jan 2026 10:00:30 GMT", 30),
            ("Thu, 15 Jan 2026 10:00:30 -0000", 30),
            ("Thursday, 15-Jan-26 10:00:30 GMT", 30),
            ("Thu Jan 15 10:00:30 2026", 30),
            ("Thu, 15 Jan 2026 09:00:00 GMT", 0),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("٣", None),
            ("Thu, 99 Jan 2026 10:00:00 GMT", None),
        ):
            self.assertEqual(_retry.retry_after_seconds(text, now), seconds, text)

    def test_pauses(self) -> None:
        for retries in range(20):
            most = min(8.0, 0.5 * 2**retries)
            drawn = [_retry.pause_before(retries, None) for _ in range(200)]
            self.assertTrue(all(0 <= pause < most for pause in drawn))
            self.assertGreater(max(drawn), most / 2)
            self.assertLess(min(drawn), most / 2)
        self.assertEqual(_retry.pause_before(3, 60), 60)
        self.assertEqual(_retry.pause_before(3, 61), float("inf"))

    def test_the_budget_comes_back(self) -> None:
        budget = _retry.RetryBudget()
        budget.refund()
        self.assertEqual([budget.take() for _ in range(11)], [True] * 10 + [False])
        for successes in (9, 1):
            self.assertFalse(budget.take())
            for _ in range(successes):
                budget.refund()
        self.assertEqual([budget.take() for _ in range(2)], [True, False])

    def test_every_method_tells_its_types(self) -> None:
        kinds = (Client, AsyncClient, type(Client("http://a").with_response), type(AsyncClient("http://a").with_response))
        for kind in kinds:
            methods = [each for name, each in vars(kind).items() if callable(each) and not name.startswith("_")]
            self.assertGreaterEqual(len(methods), 3)
            for each in methods:
                self.assertIn(".endpoints.", str(get_type_hints(each)["return"]))
        self.assertEqual(get_type_hints(Client.usage_api_counts)["interval"], usage_api_counts.Interval)
        self.assertEqual(get_type_hints(usage_api_counts.ParsedRow)["timestamp"], datetime)

    def test_types_are_loaded_once_they_are_asked_for(self) -> None:
        script = """
            import sys, typing, log_endpoints
            def loaded(): return [name for name in sys.modules if name.startswith("log_endpoints.endpoints.")]
            assert dir(log_endpoints.endpoints) == log_endpoints.endpoints.__all__
            assert loaded() == [], loaded()
            typing.get_type_hints(log_endpoints.Client.logs_all)
            assert loaded() == ["log_endpoints.endpoints.logs_all"], loaded()
            assert not hasattr(log_endpoints.endpoints, "none_of_that_name")
        """
        subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True)

    def test_a_time_that_the_system_ends_is_not_the_client_s(self) -> None:
        for timeout, cause, said in (
            (30, TimeoutError(), "within 30 s"),
            (0.25, asyncio.TimeoutError(), "within 0.25 s"),
            (300, TimeoutError(errno.ETIMEDOUT, "Connection timed out"), "in time"),
            (float("inf"), TimeoutError(), "in time"),
        ):
            error = failure_of("a.b", _retry.Attempt(timeout, 0.0), cause)
            self.assertEqual((type(error), error.message), (APITimeoutError, f"`a.b` gave no answer {said}."))

    def test_all_errors_are_one(self) -> None:
        for kind in (APIConnectionError, APITimeoutError, ServiceError, InvalidResponseError):
            self.assertTrue(issubclass(kind, QuernError))


if __name__ == "__main__":
    unittest.main()
