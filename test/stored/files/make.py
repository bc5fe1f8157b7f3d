"""Writes the Parquet files of this folder with pandas and Spark, and the rows that `files.engines.test.ts` expects of each endpoint.

pip install pandas pyarrow pyspark; python make.py
"""
import glob
import json
import shutil
import tempfile
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
START = pd.Timestamp("2026-01-01T00:00:00")


def orders() -> pd.DataFrame:
    """Orders as pandas keeps them: nanoseconds, unsigned numbers beyond an int64, a category, an index of texts."""
    count = 40
    rows = range(count)
    frame = pd.DataFrame(
        {
            "Order ID": pd.array([2**64 - 1 - i for i in rows], dtype="uint64"),
            # pairs of one microsecond, which differ in nanoseconds
            "placed": [START + pd.Timedelta(hours=7 * (i // 2)) + pd.Timedelta(nanoseconds=300 * (i % 2)) for i in rows],
            "shipped": [pd.NaT if i % 4 == 0 else pd.Timestamp("2026-01-02T12:00:00.5", tz="Europe/Berlin") + pd.Timedelta(days=i) for i in rows],
            "status": pd.Categorical([("paid", "open", "sent")[i % 3] for i in rows]),
            "price": [None if i % 5 == 0 else i / 4 for i in rows],
            "pieces": pd.array([None if i % 7 == 0 else i % 4 for i in rows], dtype="Int64"),
            "gift": pd.array([None if i % 6 == 0 else i % 2 == 0 for i in rows], dtype="boolean"),
            "cost": [Decimal(i * 125) / 100 for i in rows],
            "day": [date(2026, 1, 1) + timedelta(days=i // 4) for i in rows],
            "tags": [[f"t{i % 3}", "all"] for i in rows],
            "weight": pd.array([i / 8 for i in rows], dtype="float32"),
            "shelf": pd.array([i % 5 for i in rows], dtype="uint8"),
        },
        index=[f"o{i:02}" for i in rows],
    )
    return frame


def trips() -> list[tuple]:
    """Trips as Spark keeps them: INT96 instants, a map, a record, a list of records."""
    return [
        (
            i,
            datetime(2026, 3, 28, 20, tzinfo=timezone.utc) + timedelta(minutes=37 * i, microseconds=i),
            date(2026, 3, 28) + timedelta(days=i // 10),
            Decimal(i * 175) / 100,
            ("north", "south", "west")[i % 3],
            {"driver": f"d{i % 4}", "car": f"c{i % 2}"} if i % 5 else {"car": "c9"},
            (50 + i / 8, 8 - i / 16),
            [(f"s{n}", n * i) for n in range(i % 4)],
            i % 3,
            None if i % 4 == 0 else i % 2 == 0,
            datetime(2026, 3, 29, 2, 30) + timedelta(hours=i),
        )
        for i in range(40)
    ]


SCHEMA = (
    "id BIGINT, started TIMESTAMP, day DATE, fare DECIMAL(10,2), zone STRING, labels MAP<STRING, STRING>, "
    "place STRUCT<lat: DOUBLE, lon: DOUBLE>, stops ARRAY<STRUCT<name: STRING, waited: BIGINT>>, seats SMALLINT, "
    "shared BOOLEAN, local TIMESTAMP_NTZ"
)


def write_trips(path: Path) -> None:
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        spark.createDataFrame(trips(), SCHEMA).coalesce(1).write.mode("overwrite").parquet(folder)
        [part] = glob.glob(f"{folder}/*.parquet")
        shutil.copyfile(part, path)




def instant(at: pd.Timestamp) -> str:
    """An instant in UTC as the service writes it: rounded down to microseconds."""
    at = at.tz_convert("UTC") if at.tzinfo else at.tz_localize("UTC")
    fraction = ""
    if at.microsecond:
        fraction = f".{at.microsecond:06}" if at.microsecond % 1000 else f".{at.microsecond // 1000:03}"
    return f"{at:%Y-%m-%dT%H:%M:%S}{fraction}Z"


def plain(value):
    """A value as JSON has it: exact decimals are texts, and a missing value is null."""
    if isinstance(value, (list, dict)):
        return value
    if pd.isna(value):
        return None
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, pd.Timestamp):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value


def rows(frame: pd.DataFrame) -> list[dict]:
    # by column: a row of numbers would turn whole ones into floats
    columns = {name: [plain(value) for value in frame[name]] for name in frame.columns}
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def answers_of_orders() -> dict[str, list[dict]]:
    frame = orders().rename(columns={"Order ID": "order_id"})
    frame["order_id"] = frame["order_id"].map(lambda number: str(int(number)))
    frame["micros"] = frame["placed"].dt.floor("us")
    newest = frame[frame["micros"] >= "2026-01-05"].sort_values(["micros", "order_id"], ascending=[False, True])
    status = frame["status"].astype(str)
    by_status = frame.groupby(status)
    tagged = frame[frame["tags"].map(lambda tags: "t1" in tags)]
    unshipped = frame[frame["shipped"].isna()].sort_values("order_id")
    gifts = frame.groupby("gift", dropna=False)
    days = frame.groupby(frame["micros"].dt.floor("D"))
    return {
        "newest": rows(newest[["order_id", "placed", "status", "price", "day"]]),
        "statuses": rows(
            pd.DataFrame(
                {
                    "status": sorted(status.unique()),
                    "orders": by_status.size().to_numpy(),
                    "cost": [sum(costs, Decimal(0)) for _, costs in by_status["cost"]],
                    "price": by_status["price"].mean().to_numpy(),
                    "first": list(by_status["micros"].min()),
                }
            )
        ),
        "days": rows(
            pd.DataFrame(
                {
                    "placed_on": [at.date() for at in days.groups],
                    "pieces": days["pieces"].sum().to_numpy(),
                    "weight": days["weight"].max().astype("float64").to_numpy(),
                }
            )
        ),
        "twins": rows(frame[frame["micros"] == frame["micros"].iloc[6]].sort_values("order_id")[["order_id", "gift"]]),
        "unshipped": rows(unshipped[["order_id", "pieces", "shipped"]]),
        "one": rows(frame[frame["order_id"] == str(2**64 - 8)][["order_id", "shipped", "shelf", "tags"]]),
        "tagged": [{"orders": len(tagged), "shelves": int(tagged["shelf"].nunique())}],
        "gifts": rows(
            pd.DataFrame(
                {
                    "gift": [None if pd.isna(gift) else bool(gift) for gift, _ in gifts],
                    "orders": gifts.size().to_numpy(),
                    "shipped": gifts["shipped"].count().to_numpy(),
                }
            ).sort_values("orders", ascending=False, kind="stable")
        ),
    }


def answers_of_trips() -> dict[str, list[dict]]:
    names = ["id", "started", "day", "fare", "zone", "labels", "place", "stops", "seats", "shared", "local"]
    frame = pd.DataFrame(trips(), columns=names)
    frame["started"] = pd.to_datetime(frame["started"])
    frame["driver"] = frame["labels"].map(lambda labels: labels.get("driver"))
    frame["lat"] = frame["place"].map(lambda place: place[0])
    stops = frame.explode("stops").dropna(subset=["stops"])
    stops["name"] = stops["stops"].map(lambda stop: stop[0])
    stops["waited"] = stops["stops"].map(lambda stop: stop[1])
    span = frame[(frame["started"] >= "2026-03-29T00:00Z") & (frame["started"] < "2026-03-29T06:00Z")]
    zones = frame.groupby("zone")
    drivers = frame.groupby("driver", dropna=False)
    names_of_stops = stops.groupby("name")
    waited = frame["stops"].map(lambda stops: sum(stop[1] for stop in stops))
    long = frame["stops"].map(lambda stops: any(stop[1] > 40 for stop in stops))
    north = frame[frame["lat"] > 54].assign(lon=frame["place"].map(lambda place: place[1]))
    night = frame[frame["local"] < "2026-03-29T06:00:00"]
    shared = frame.groupby("shared", dropna=False)
    return {
        "started": rows(span[["id", "started", "fare"]]),
        "zones": rows(
            pd.DataFrame(
                {
                    "zone": sorted(frame["zone"].unique()),
                    "fare": [sum(fares, Decimal(0)) for _, fares in zones["fare"]],
                    "seats": zones["seats"].sum().to_numpy(),
                    "last": list(zones["started"].max()),
                }
            )
        ),
        "drivers": rows(drivers.size().reset_index(name="trips").sort_values("driver", na_position="first")),
        "north": rows(north[["id", "lat", "lon"]]),
        "stops": rows(
            pd.DataFrame(
                {
                    "stop": list(names_of_stops.groups),
                    "trips": names_of_stops.size().to_numpy(),
                    "waited": names_of_stops["waited"].sum().astype("int64").to_numpy(),
                }
            )
        ),
        "waits": rows(
            pd.DataFrame(
                {
                    "id": frame["id"],
                    "stops": frame["stops"].map(len),
                    "first": frame["stops"].map(lambda stops: [{"name": name, "waited": time} for name, time in stops]),
                }
            )[long]
        ),
        "nights": rows(night[["id", "local"]]),
        "shares": rows(
            pd.DataFrame(
                {
                    "shared": [None if pd.isna(value) else bool(value) for value, _ in shared],
                    "trips": shared.size().to_numpy(),
                    "waited": [int(waited[group.index].sum()) for _, group in shared],
                }
            ).sort_values("trips", ascending=False, kind="stable")
        ),
    }


orders().to_parquet(HERE / "orders.parquet")
write_trips(HERE / "trips.parquet")
answers = {"orders": answers_of_orders(), "trips": answers_of_trips()}
(HERE / "answers.json").write_text(json.dumps(answers, indent=1) + "\n")
