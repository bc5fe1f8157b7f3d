"""The requests to a project's API in the last days, a day a line."""

import os
import sys

from log_endpoints import Client, QuernError
from log_endpoints.endpoints.usage_api_counts import parse_rows

URL = os.environ.get("SERVICE_URL", "http://127.0.0.1:8383")
AREAS = ("rest", "storage", "auth", "realtime")


def main(project: str = "abcdefghijklmnopqrst") -> None:
    with Client(URL, api_key=os.environ.get("API_KEY")) as client:
        rows = client.usage_api_counts(project=project, interval="daily")
    print("day (UTC) ", *(f"{area:>9}" for area in AREAS))
    for row in parse_rows(rows):
        counts = (
            row["total_rest_requests"],
            row["total_storage_requests"],
            row["total_auth_requests"],
            row["total_realtime_requests"],
        )
        print(row["timestamp"].date(), *(f"{count:>9}" for count in counts))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except QuernError as error:
        sys.exit(str(error))
