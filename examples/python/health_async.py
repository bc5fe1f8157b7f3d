"""How a project does at the moment, from two endpoints that are asked at once."""

import asyncio
import os
import sys

from log_endpoints import AsyncClient, QuernError

URL = os.environ.get("SERVICE_URL", "http://127.0.0.1:8383")


async def main(project: str = "abcdefghijklmnopqrst") -> None:
    async with AsyncClient(URL, api_key=os.environ.get("API_KEY")) as client:
        minutes, entries = await asyncio.gather(
            client.functions_invocation_stats(project=project, interval="1hr"),
            client.logs_all(project=project, project_tier="PRO"),
        )
    calls = sum(minute["count"] for minute in minutes)
    errors = sum(minute["error_count"] for minute in minutes)
    slowest = max((minute["max_execution_time"] or 0 for minute in minutes), default=0)
    message = entries[0]["event_message"] if entries else None
    print(f"Calls of functions in the last hour: {calls}, errors: {errors}, slowest: {slowest:.1f} ms")
    print(f"Latest request: {message or '-'}")


if __name__ == "__main__":
    try:
        asyncio.run(main(*sys.argv[1:]))
    except QuernError as error:
        sys.exit(str(error))
