"""Keys that a function gives, and parameters that a key fixes, with both clients."""

from __future__ import annotations

import unittest
import unittest.mock
from typing import Any, Callable, Iterator, List

from callers import Awaiting, Caller, Waiting
from fake_service import FakeService, answer, problem
from log_endpoints import FIXED, Client, _retry


class Cases(Caller):
    """The tests of both clients."""

    def source(self, keys: Iterator[str]) -> Callable[[], Any]:
        """A function that gives the next key."""
        raise NotImplementedError

    def test_a_function_gives_the_key_of_each_call(self) -> None:
        with FakeService(answer()) as service:
            self.turns(service, 2, lambda turn: None, api_key=self.source(iter(["first", "second"])))
        self.assertEqual(keys_of(service), ["first", "second"])

    def test_the_attempts_of_a_call_have_one_key(self) -> None:
        with unittest.mock.patch.object(_retry, "FIRST_PAUSE", 0.001), FakeService(problem(503, "busy"), answer()) as service:
            self.ask(service, {"api_key": self.source(iter(["first"]))})
        self.assertEqual(keys_of(service), ["first", "first"])

    def test_no_error_shows_it(self) -> None:
        acts = [problem(400, "not for first", {"X-Request-Id": "r first"}), answer(b"first", {"Content-Type": "first"})]
        with FakeService(*acts) as service:
            key = self.source(iter(["first", "first"]))
            refused, invalid = self.turns(service, 2, lambda turn: None, api_key=key)
        self.assertEqual((refused.message, refused.request_id), ("Detail of not for [key].", "r [key]"))
        self.assertNotIn("first", f"{invalid!r} {invalid}")

    def test_its_errors_reach_the_caller(self) -> None:
        with FakeService(answer()) as service, self.assertRaises(ZeroDivisionError):
            self.ask(service, {"api_key": self.source(1 / 0 for _ in [0])})
        self.assertEqual(service.requests, [])

    def test_it_must_give_a_key(self) -> None:
        for key, failure in ((7, TypeError), ("", ValueError), ("a b", ValueError)):
            with self.subTest(key=key), FakeService(answer()) as service, self.assertRaises(failure) as raised:
                self.ask(service, {"api_key": self.source(iter([key]))})  # type: ignore[list-item]
            self.assertIn("`api_key` must", str(raised.exception))
            self.assertEqual(service.requests, [])

    def test_a_fixed_parameter_is_not_sent(self) -> None:
        with FakeService(answer()) as service:
            self.ask(service, project=FIXED, interval="daily")
        self.assertIn("GET /api/endpoints/usage.api-counts?interval=daily ", service.requests[0])


class WaitingCases(Waiting, Cases, unittest.TestCase):
    def source(self, keys: Iterator[str]) -> Callable[[], Any]:
        return lambda: next(keys)

    def test_a_function_that_must_be_awaited_is_for_the_other_client(self) -> None:
        async def key() -> str:
            return "first"

        with Client("http://127.0.0.1:9", key) as client:  # type: ignore[arg-type]
            with self.assertWarns(RuntimeWarning), self.assertRaises(TypeError) as raised:
                client.usage_api_counts(project="a", interval="daily")
        self.assertEqual(str(raised.exception), "`api_key` must be a text, not a coroutine")


class AwaitingCases(Awaiting, Cases, unittest.TestCase):
    def source(self, keys: Iterator[str]) -> Callable[[], Any]:
        async def source() -> str:
            for key in keys:
                return key
            raise AssertionError("there are no more keys")

        return source


class BlockingSourceCases(AwaitingCases):
    """A function of `AsyncClient` need not be `async`."""

    def source(self, keys: Iterator[str]) -> Callable[[], Any]:
        return lambda: next(keys)


def keys_of(service: FakeService) -> List[str]:
    lines = [line for request in service.requests for line in request.split("\r\n")]
    return [line.partition(": ")[2] for line in lines if line.startswith("x-api-key: ")]


if __name__ == "__main__":
    unittest.main()
