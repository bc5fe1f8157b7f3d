/** Functions of time with one signature. */
import { entry, type LibraryEntry } from '../entry.ts';

/** The years that every engine has, in microseconds since 1970 UTC. */
const FIRST = BigInt(Date.UTC(1900, 0, 1)) * 1_000n;
const LAST = BigInt(Date.UTC(2300, 0, 1)) * 1_000n - 1n;

/** `epoch_seconds`, `epoch_millis` and `epoch_micros`. */
function epoch<const Name extends string>(name: Name, units: string): LibraryEntry<Name> {
  return entry(name, {
    group: 'time',
    signature: `${name}(timestamp)`,
    meaning: `The number of ${units} since 1970 UTC, an \`int64\`, rounded down.`,
    example: `${name}(at)`,
    takes: ['timestamp'],
    gives: 'int64',
  });
}

/** The way back. */
function fromEpoch<const Name extends string>(
  name: Name,
  units: string,
  micros: bigint,
): LibraryEntry<Name> {
  return entry(name, {
    group: 'time',
    signature: `${name}(int64)`,
    meaning: `The timestamp that many ${units} after 1970 UTC; NULL outside the years 1900 to 2299.`,
    example: `${name}(status)`,
    takes: ['int64'],
    gives: 'timestamp',
    domains: [{ argument: 0, within: [FIRST / micros, LAST / micros] }],
  });
}

export default [
  epoch('epoch_seconds', 'seconds'),
  epoch('epoch_millis', 'milliseconds'),
  epoch('epoch_micros', 'microseconds'),
  fromEpoch('from_epoch_seconds', 'seconds', 1_000_000n),
  fromEpoch('from_epoch_millis', 'milliseconds', 1_000n),
  fromEpoch('from_epoch_micros', 'microseconds', 1n),
];
