/** DuckDB's timestamps as microseconds since 1970 UTC. */
import { FINER, INFINITE, unreadable } from '../../support/canonical.ts';
import type { Api } from '../driver/values.ts';
import { type DuckDbValue, misread, type ValueKind } from './kind.ts';

/** The count of both infinities without the sign, in each unit. */
const INFINITY = 2n ** 63n - 1n;

/** Reads values of each timestamp type. Types without a zone are in UTC. */
export function microsOf(
  api: Api,
  column: string,
  type: ValueKind['raw'],
): (value: DuckDbValue) => bigint {
  return value => {
    if (value instanceof api.DuckDBTimestampNanosecondsValue) {
      const nanos = finite(column, value.nanos);
      if (nanos % 1_000n !== 0n) throw unreadable(column, FINER);
      return nanos / 1_000n;
    }
    if (value instanceof api.DuckDBTimestampSecondsValue) {
      return finite(column, value.seconds) * 1_000_000n;
    }
    if (value instanceof api.DuckDBTimestampMillisecondsValue) {
      return finite(column, value.millis) * 1_000n;
    }
    if (value instanceof api.DuckDBTimestampValue || value instanceof api.DuckDBTimestampTZValue) {
      return finite(column, value.micros);
    }
    throw misread(type);
  };
}

function finite(column: string, count: bigint): bigint {
  if (count === INFINITY || count === -INFINITY) throw unreadable(column, INFINITE);
  return count;
}
