"""Calls a service by its input, each call by both clients, and prints the results.

Input is JSON: a list of `{"url", "key", "method", "params", "options"}`; a value `{"$datetime": …}` or `{"$date": …}` is one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Dict

from log_endpoints import ServiceError, AsyncClient, Client, QuernError


def value_of(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "$date" in value:
        return date.fromisoformat(value["$date"])
    return datetime.fromisoformat(value["$datetime"])


def told(error: QuernError) -> Dict[str, Any]:
    return {
        "kind": type(error).__name__,
        "isStatus": isinstance(error, ServiceError),
        "code": error.code,
        "status": error.status,
        "detail": error.message,
        "parameters": [asdict(fault) for fault in error.parameters],
        "requestId": error.request_id,
    }


def waited(case: Any, params: Dict[str, Any]) -> Any:
    with Client(case["url"], case["key"], **case["options"]) as client:
        try:
            response = getattr(client.with_response, case["method"])(**params)
            assert getattr(client, case["method"])(**params) == response.rows
            return asdict(response)
        except QuernError as error:
            return told(error)


async def awaited(case: Any, params: Dict[str, Any]) -> Any:
    async with AsyncClient(case["url"], case["key"], **case["options"]) as client:
        try:
            response = await getattr(client.with_response, case["method"])(**params)
            assert await getattr(client, case["method"])(**params) == response.rows
            return asdict(response)
        except QuernError as error:
            return told(error)


def outcome(case: Any) -> Any:
    params = {name: value_of(value) for name, value in case["params"].items()}
    return {"sync": waited(case, params), "async": asyncio.run(awaited(case, params))}


def main() -> None:
    # one at a time: some cases count what reaches the service
    json.dump([outcome(case) for case in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
