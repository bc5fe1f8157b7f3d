"""Calls a service by the JSON on its input, and prints the result of each call; its argument names the client."""

from __future__ import annotations

import asyncio
import json
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Dict

from log_endpoints import (
    APIConnectionError,
    ServiceError,
    APITimeoutError,
    AsyncClient,
    Client,
    InvalidResponseError,
    QuernError,
)

KINDS = {
    ServiceError: "service",
    APITimeoutError: "timeout",
    APIConnectionError: "connection",
    InvalidResponseError: "invalid",
}


def value_of(value: Any) -> Any:
    if isinstance(value, list):
        return [value_of(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$integer" in value:
        return int(value["$integer"])
    if "$number" in value:
        return float(value["$number"])
    if "$text" in value:
        return "\ud800"
    if "$day" in value:
        return date.fromisoformat(value["$day"])
    return datetime.fromisoformat(value["$instant"].replace("Z", "+00:00"))


def params_of(case: Any) -> Dict[str, Any]:
    return {case["keywords"][name]: value_of(value) for name, value in case["params"].items()}


def options_of(given: Any) -> Dict[str, Any]:
    options: Dict[str, Any] = {}
    if "timeoutMs" in given:
        options["timeout"] = given["timeoutMs"] / 1000
    if "isEndless" in given:
        options["timeout"] = math.inf
    if "maxRetries" in given:
        options["max_retries"] = given["maxRetries"]
    if "headers" in given:
        options["headers"] = given["headers"]
    return options


def answer_of(response: Any) -> Dict[str, Any]:
    answer = asdict(response)
    answer["rowLimit"] = answer.pop("row_limit")
    answer["requestId"] = answer.pop("request_id")
    answer["leadsOn"] = answer.pop("next_cursor") is not None
    # of a caller's own statement alone
    assert answer.pop("columns") is None
    return answer


def failure_of(error: QuernError) -> Dict[str, Any]:
    kind = next((kind for base, kind in KINDS.items() if isinstance(error, base)), "unknown")
    failure = {"kind": kind, "endpoint": error.endpoint, "requestId": error.request_id}
    if kind != "service":
        return failure
    said = {"status": error.status, "code": error.code, "detail": error.message, "retryAfter": error.retry_after}
    return {**failure, **said, "parameters": [asdict(fault) for fault in error.parameters]}


def kind_of(client: Any, case: Any) -> Any:
    return client.pages if case["pages"] else client.with_response


async def all_of(pages: Any) -> Any:
    return [row async for row in pages]


def waited(case: Any) -> Any:
    with Client(case["url"], case["key"], **options_of(case["client"])) as client:
        method = getattr(kind_of(client, case), case["names"]["python"])
        for turn in range(case["times"]):
            time.sleep(case["pauseMs"] / 1000 if turn > 0 else 0)
            try:
                given = method(**params_of(case), **options_of(case["call"]))
                outcome = {"rows": list(given)} if case["pages"] else answer_of(given)
            except QuernError as error:
                outcome = failure_of(error)
            except ValueError as error:
                outcome = {"kind": "argument", "detail": str(error)}
    return outcome


async def awaited(case: Any) -> Any:
    async with AsyncClient(case["url"], case["key"], **options_of(case["client"])) as client:
        method = getattr(kind_of(client, case), case["names"]["python"])
        for turn in range(case["times"]):
            await asyncio.sleep(case["pauseMs"] / 1000 if turn > 0 else 0)
            given = method(**params_of(case), **options_of(case["call"]))
            task = asyncio.ensure_future(all_of(given) if case["pages"] else given)
            if "cancelAfterMs" in case["call"]:
                asyncio.get_running_loop().call_later(case["call"]["cancelAfterMs"] / 1000, task.cancel)
            try:
                done = await task
                outcome = {"rows": done} if case["pages"] else answer_of(done)
            except asyncio.CancelledError:
                outcome = {"kind": "cancelled"}
            except QuernError as error:
                outcome = failure_of(error)
            except ValueError as error:
                outcome = {"kind": "argument", "detail": str(error)}
    return outcome


async def all_awaited(cases: Any) -> Any:
    return await asyncio.gather(*(awaited(case) for case in cases))


def main() -> None:
    cases = json.load(sys.stdin)
    if sys.argv[1] == "asyncio":
        outcomes = asyncio.run(all_awaited(cases))
    else:
        with ThreadPoolExecutor(len(cases)) as pool:
            outcomes = list(pool.map(waited, cases))
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    main()
