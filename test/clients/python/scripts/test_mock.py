"""Mocks of both clients, in tests such as a consumer writes."""

from __future__ import annotations

import asyncio
import json
import unittest
from inspect import Parameter, signature
from typing import Any, Dict, List, Mapping

from log_endpoints import InvalidResponseError, RateLimitError, Reply, Response, response_as
from log_endpoints._examples import EXAMPLES
from log_endpoints.mock import AsyncMockClient, MockClient

ROW: Dict[str, Any] = {
    "timestamp": "2026-01-15T09:00:00Z",
    "total_rest_requests": 7,
    "total_storage_requests": 0,
    "total_auth_requests": 1,
    "total_realtime_requests": 0,
}
ASKED: Dict[str, Any] = {"project": "abc", "interval": "daily"}


class Cases(unittest.TestCase):
    """The tests of both mocks."""

    client: Any

    def result(self, given: Any) -> Any:
        return given

    def usage(self, **more: Any) -> Any:
        return self.result(self.client.usage_api_counts(**{**ASKED, **more}))

    def answer(self, answer: Any) -> None:
        self.client.answer(self.client.usage_api_counts, answer)

    def test_each_endpoint_answers_the_rows_of_its_test(self) -> None:
        self.assertGreater(len(EXAMPLES), 3)
        for name, (_, texts) in EXAMPLES.items():
            method = getattr(self.client, name)
            required = [each for each, about in signature(method).parameters.items() if about.default is Parameter.empty]
            with self.subTest(name=name):
                rows = self.result(method(**dict.fromkeys(required, "x")))
                self.assertEqual(rows, [json.loads(text) for text in texts or ["none"]])

    def test_an_answer_is_rows_and_facts_about_them(self) -> None:
        given = [ROW]
        self.answer(given)
        self.assertEqual(self.usage(), [ROW])
        self.usage()[0]["total_rest_requests"] = 8
        self.assertEqual(given[0]["total_rest_requests"], 7)
        self.answer(Response([ROW], truncated=True, row_limit=1))
        response = self.result(self.client.with_response.usage_api_counts(**ASKED))
        self.assertEqual((response.rows, response.truncated, response.row_limit, response.next_cursor), ([ROW], True, 1, None))

    def test_an_answer_is_a_function_of_the_parameters(self) -> None:
        seen: List[Mapping[str, Any]] = []

        def answer(params: Mapping[str, Any]) -> List[Dict[str, Any]]:
            seen.append(params)
            return [{**ROW, "total_rest_requests": len(params["project"])}]

        self.answer(answer)
        self.assertEqual(self.usage(project="abcd")[0]["total_rest_requests"], 4)
        self.assertEqual(seen, [{"project": "abcd", "interval": "daily"}])

    def test_an_answer_is_an_error_which_is_raised_at_once(self) -> None:
        calls: List[int] = []

        def refused(_: Mapping[str, Any]) -> Exception:
            calls.append(1)
            return RateLimitError("Too many.", code="rate_limited", status=429)

        self.answer(refused)
        with self.assertRaises(RateLimitError) as raised:
            self.usage()
        self.assertEqual((raised.exception.endpoint, raised.exception.status), ("usage.api-counts", 429))
        self.assertEqual(len(calls), 1)

    def test_checks_what_a_client_checks(self) -> None:
        for more in ({"project": float("nan")}, {"timeout": 0}, {"max_retries": -1}, {"headers": {"a": "x\ny"}}):
            with self.subTest(more=more), self.assertRaises(ValueError):
                self.usage(**more)

    def test_refuses_rows_that_are_not_of_the_endpoint(self) -> None:
        short = {name: value for name, value in ROW.items() if name != "timestamp"}
        self.answer([ROW, short])
        with self.assertRaises(InvalidResponseError) as raised:
            self.usage()
        self.assertEqual(raised.exception.message, "Row 1 of `usage.api-counts`: `timestamp` is missing.")
        self.answer({"result": []})
        with self.assertRaises(TypeError) as wrong:
            self.usage()
        self.assertEqual(str(wrong.exception), "the answer of `usage.api-counts` must be a list of rows")
        with self.assertRaises(TypeError):
            self.client.answer("usage.api-counts", [ROW])

    def test_an_answer_in_a_format_is_a_reply(self) -> None:
        reply = Reply(200, {"Content-Type": "text/csv"}, b"a\r\n1\r\n")
        seen: List[Mapping[str, Any]] = []
        for answer in (reply, lambda params: seen.append(params) or reply):  # type: ignore
            self.answer(answer)
            got = self.result(response_as("csv", self.client.usage_api_counts, **ASKED))
            self.assertEqual(got.body, b"a\r\n1\r\n")
        self.assertEqual(seen, [ASKED])
        self.answer(Reply(200, {}, json.dumps({"result": [ROW]}).encode()))
        self.assertEqual(self.usage(), [ROW])
        self.answer([ROW])
        with self.assertRaises(TypeError) as raised:
            self.result(response_as("csv", self.client.usage_api_counts, **ASKED))
        self.assertEqual(str(raised.exception), "the answer of `usage.api-counts` in a format must be a `Reply` with status 200")
        self.answer(RateLimitError("Too many.", status=429))
        with self.assertRaises(RateLimitError):
            self.result(response_as("csv", self.client.usage_api_counts, **ASKED))

    def test_an_endpoint_without_an_example_needs_an_answer(self) -> None:
        kept = EXAMPLES["usage_api_counts"]
        EXAMPLES["usage_api_counts"] = (kept[0], None)
        self.addCleanup(EXAMPLES.update, usage_api_counts=kept)
        with self.assertRaises(LookupError) as raised:
            self.usage()
        self.assertEqual(str(raised.exception), "no test of `usage.api-counts` has rows: give the mock an answer")
        self.answer([ROW])
        self.assertEqual(self.usage(), [ROW])

    def test_has_no_tables(self) -> None:
        with self.assertRaises(NotImplementedError):
            self.result(self.client.arrow.usage_api_counts(**ASKED))


class WaitingCases(Cases):
    def setUp(self) -> None:
        self.client = MockClient()


class AwaitingCases(Cases):
    def setUp(self) -> None:
        self.client = AsyncMockClient()

    def result(self, given: Any) -> Any:
        return asyncio.run(given)

    def test_a_function_may_be_async(self) -> None:
        async def answer(_: Mapping[str, Any]) -> List[Dict[str, Any]]:
            await asyncio.sleep(0)
            return [ROW]

        self.answer(answer)
        self.assertEqual(self.usage(), [ROW])


del Cases

if __name__ == "__main__":
    unittest.main()
