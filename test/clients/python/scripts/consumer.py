"""How the client is used, for a checker of types: the lines that say `# wrong` are errors, and no others are."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, timezone
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional

from log_endpoints import FIXED, AsyncClient, Client, QuernError, Reply, Request, Response, response_as
from log_endpoints.endpoints import every_thing1, functions_invocation_stats, usage_api_counts
from log_endpoints.mock import AsyncMockClient, MockClient


def rows(client: Client) -> int:
    found = client.usage_api_counts(project="abc", interval="daily", timeout=1, max_retries=0, headers={"a": "b"})
    count: int = found[0]["total_rest_requests"]
    stamp: str = found[0]["timestamp"]
    parsed: datetime = usage_api_counts.parse_rows(found)[0]["timestamp"]
    client.usage_api_counts(project="abc", interval="weekly")  # wrong
    client.usage_api_counts(interval="daily")  # wrong
    client.usage_api_counts(project="abc", interval="daily", tier="x")  # wrong
    client.usage_api_counts("abc", "daily")  # wrong
    client.usage_api_counts(project=None, interval="daily")  # wrong
    client.usage_api_counts(project=b"abc", interval="daily")  # wrong
    client.nothing_of_that_name()  # wrong
    found[0]["total_requests"]  # wrong
    text: str = found[0]["total_rest_requests"]  # wrong
    early: datetime = found[0]["timestamp"]  # wrong
    interval = "daily"
    client.usage_api_counts(project="abc", interval=interval)
    chosen: usage_api_counts.Interval = "hourly"
    client.usage_api_counts(project="abc", interval=chosen)
    other: usage_api_counts.Interval = "weekly"  # wrong
    print(stamp, parsed, text, early, other)
    return count


def nullable(client: Client) -> Optional[float]:
    [row] = client.functions_invocation_stats(project="abc", function_id=None, interval="1hr")
    mean: float = row["avg_execution_time"]  # wrong
    # any other value means the default, and is no less a mistake
    client.functions_invocation_stats(project="abc", interval="1 hour")  # wrong
    made: functions_invocation_stats.Row = {"count": 1}  # wrong
    print(mean, made)
    return row["avg_execution_time"]


def everything(client: Client) -> None:
    now = datetime.now(timezone.utc)
    found = client.every_thing1(text="ab", toString="a", since=now, day=date(2026, 1, 15), least=2**62, share=1, flag=True)
    client.every_thing1(text="ab", toString="a", since="2026-01-15", day="2026-01-15", kind="<b>")
    client.every_thing1(text="ab", toString="a", since=1)  # wrong
    client.every_thing1(text="ab", toString="a", least="1")  # wrong
    client.every_thing1(text="ab", toString="a", least=1.5)  # wrong
    record = found[0]["record"]
    name: str = record["class"]  # wrong
    if record is not None and record["inner"] is not None:
        day: Optional[str] = record["inner"]["on"]
        print(day, record["inner"]["off"])  # wrong
    parsed = every_thing1.parse_rows(found)[0]
    first: date = parsed["day"]
    print(name, first, parsed["whole"] + 1)


def responses(client: Client) -> List[usage_api_counts.Row]:
    response: Response[usage_api_counts.Row] = client.with_response.usage_api_counts(project="abc", interval="daily")
    truncated: bool = response.truncated
    age: int = response.age  # wrong
    response.rows = []  # wrong
    print(truncated, age)
    return response.rows


def formats(client: Client) -> str:
    reply = response_as("csv", client.usage_api_counts, project="abc", interval="daily", timeout=1)
    response_as("xml", client.usage_api_counts, project="abc", interval="daily")  # wrong
    response_as("csv", client.usage_api_counts, project="abc", interval="weekly")  # wrong
    response_as("csv", client.usage_api_counts, project="abc")  # wrong
    response_as("csv", client.with_response.usage_api_counts, project="abc", interval="daily")  # wrong
    return reply.body.decode()


async def awaited() -> None:
    async with AsyncClient("https://x.example", "key") as client:
        found = await client.usage_api_counts(project="abc", interval="daily")
        wrong: List[Dict[str, str]] = found  # wrong
        print(client.usage_api_counts(project="abc", interval="daily")[0])  # wrong
        response = await client.with_response.usage_api_counts(project="abc", interval="daily")
        print(wrong, response.rows[0]["timestamp"])
        reply = await response_as("arrow", client.usage_api_counts, project="abc", interval="daily")
        text: str = reply.body  # wrong
        print(text)


def signed(request: Request, send: Callable[[Request], Reply]) -> Reply:
    request.headers["x"] = "y"  # wrong
    return send(replace(request, headers={**request.headers, "x": request.method}))


async def timed(request: Request, send: Callable[[Request], Awaitable[Reply]]) -> Reply:
    reply = await send(request)
    size: str = reply.body  # wrong
    print(request.endpoint, reply.status, size)
    return reply


def middleware() -> None:
    Client("https://x.example", transport=signed)
    AsyncClient("https://x.example", transport=timed)
    Client("https://x.example", transport=timed)  # wrong
    AsyncClient("https://x.example", transport=signed)  # wrong


async def refreshed() -> str:
    return "key"


def tokens() -> None:
    client = Client("https://x.example", lambda: "key")
    client.usage_api_counts(project=FIXED, interval="daily")
    client.usage_api_counts(project=FIXED, interval="weekly")  # wrong
    AsyncClient("https://x.example", lambda: "key")
    AsyncClient("https://x.example", refreshed)
    Client("https://x.example", refreshed)  # wrong
    Client("https://x.example", lambda: 7)  # wrong


def seen(params: Mapping[str, Any]) -> Response[usage_api_counts.Row]:
    return Response([], next_cursor=params["cursor"])


async def later(_: Mapping[str, Any]) -> List[usage_api_counts.Row]:
    return []


def mocks(row: usage_api_counts.Row) -> None:
    client, waiting = MockClient(), AsyncMockClient()
    rows(client)
    for answer in ([row], Response([row], truncated=True), QuernError("no"), seen):
        client.answer(client.usage_api_counts, answer)
        waiting.answer(waiting.usage_api_counts, answer)
    waiting.answer(waiting.usage_api_counts, later)
    client.answer(client.every_thing1, [])
    client.answer(client.usage_api_counts, [{**row, "total_auth_requests": 1}])
    client.answer(client.usage_api_counts, Reply(200, {}, b""))
    client.answer(client.usage_api_counts, later)  # wrong
    client.answer(client.functions_invocation_stats, [row])  # wrong
    client.answer(client.usage_api_counts, [{"timestamp": 1}])  # wrong
    client.answer("usage.api-counts", [row])  # wrong


def errors() -> None:
    try:
        with Client("https://x.example", "key", timeout=5, max_retries=1) as client:
            rows(client)
    except QuernError as error:
        status: int = error.status  # wrong
        print(status, error.code, [fault.message for fault in error.parameters])


asyncio.run(awaited())
