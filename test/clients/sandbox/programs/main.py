"""Calls a sandbox and prints what it answers."""

import json
import os
from dataclasses import asdict
from decimal import Decimal
from typing import Any, Dict, List, Optional

from log_endpoints import BadRequestError, Client, Column, Response
from log_endpoints.endpoints.logs_sql import Row, parse_rows


def shown(response: Response[Row]) -> Dict[str, Any]:
    columns: Optional[List[Column]] = response.columns
    assert columns is not None
    declared = [{k: v for k, v in asdict(one).items() if v is not None} for one in columns]
    return {"columns": declared, "rows": response.rows}


with Client(os.environ["URL"]) as client:
    first = client.with_response.logs_sql(project="one", sql=os.environ["SQL"])
    second = client.with_response.logs_sql(project="one", sql=os.environ["LONG"])
    usual = client.with_response.logs_either(project="one")
    try:
        client.logs_sql(project="one", sql="SELECT\n  nothing FROM edge_logs")
        raise AssertionError("the service takes an unknown name")
    except BadRequestError as error:
        fault = f"{error.code} {error.parameters[0].message if error.parameters else error}"

row = parse_rows(first.rows, first.columns or [])[1]
exact: object = row["exact"]
assert isinstance(exact, Decimal)
parsed = [row["seen"].isoformat(), row["day"].isoformat(), str(exact), type(exact).__name__]
answers = {"short": shown(first), "long": shown(second), "usual": usual.columns}
print(json.dumps({**answers, "fault": fault, "parsed": parsed}))
