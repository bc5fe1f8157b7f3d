"""Imports packages whose endpoint, parameter, columns and enum all have one name, and calls them; prints what was seen of each.

Input is JSON: a list of {"folder", "module", "alias", "keyword"}.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from typing import Any, Dict, List, get_type_hints

from fake_service import FakeService, answer


def seen_of(case: Dict[str, str]) -> Any:
    for name in [name for name in sys.modules if name.partition(".")[0] == "log_endpoints"]:
        del sys.modules[name]
    sys.path[0] = case["folder"]
    package: Any = importlib.import_module("log_endpoints")
    types: Any = importlib.import_module(f"log_endpoints.endpoints.{case['module']}")
    hints = get_type_hints(getattr(package.Client, case["module"]))
    with FakeService(answer()) as service:
        with package.Client(service.url) as client:
            getattr(client, case["module"])(**{case["keyword"]: "other"})

        async def ask() -> None:
            async with package.AsyncClient(service.url) as client:
                await getattr(client.with_response, case["module"])(**{case["keyword"]: "other"})

        asyncio.run(ask())
        targets = [request.split(" ")[1] for request in service.requests]
    assert hints["return"] == List[types.Row], hints
    return {"targets": targets, "columns": list(types.Row.__annotations__), "values": types_of(types)}


def types_of(types: Any) -> List[List[str]]:
    return [list(value.__args__) for value in vars(types).values() if "Literal[" in repr(value)]


def main() -> None:
    sys.path.insert(0, "")
    json.dump([seen_of(case) for case in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
