/** Data sets whose tables store every column as another type, and the values that those types have. */
import { parse } from 'yaml';
import type { Field } from '../../generator/core/spec/source.ts';

interface Storage {
  /** By engine. */
  readonly types: Readonly<Record<string, string>>;
  /** The value itself if all the types have it, else one that they have. */
  readonly fit: (value: never) => unknown;
}

// ---- values -----------------------------------------------------------------------------------------------------------

const same = <T>(value: T): T => value;

const within = (low: bigint, high: bigint) => (value: bigint) => {
  const count = high - low + 1n;
  return ((((value - low) % count) + count) % count) + low;
};
const signed = (bits: bigint) => within(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
const unsigned = (bits: bigint) => within(0n, 2n ** bits - 1n);

/** Instants that are multiples of so many microseconds, and at most `last`. */
const every =
  (unit: bigint, last: bigint = 2n ** 62n) =>
  (micros: bigint) => {
    const kept = micros > last ? last : micros;
    return kept - (((kept % unit) + unit) % unit);
  };
const sinceEpoch = (micros: bigint) =>
  every(1_000_000n, (2n ** 32n - 1n) * 1_000_000n)(micros < 0n ? -micros : micros);
const MILLI = 1_000n;
const SECOND = 1_000_000n;
/** 2262-04-11T23:47:16.854774Z */
const LAST_OF_NANOSECONDS = 9_223_372_036_854_774n;

/** Texts made of a number that a text gives. */
const made = (make: (number: number) => string) => (text: string) =>
  make([...text].reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 1_000_003, 7));
const among = (texts: readonly string[]) => (text: string) =>
  texts.includes(text) ? text : made(number => texts[number % texts.length] ?? '')(text);

const MEMBERS = [
  'alpha',
  'https://alpha.platform.example/rest/v1/items',
  '/storage/rest/auth',
  'beta',
  '/realtime/v1/websocket',
  '',
];
const members = MEMBERS.map(text => `'${text}'`);

// ---- types ------------------------------------------------------------------------------------------------------------

const of = (
  clickhouse: string | null,
  duckdb: string | null,
  fit: Storage['fit'],
  bigquery: string | null = null,
): Storage => ({
  types: Object.fromEntries(
    Object.entries({ clickhouse, duckdb, bigquery }).flatMap(([engine, type]) =>
      type === null ? [] : [[engine, type]],
    ),
  ),
  fit,
});

/** By declared type. */
const STORAGES: Readonly<Record<string, readonly Storage[]>> = {
  int64: [
    of('UInt16', 'USMALLINT', unsigned(16n)),
    of('Int8', 'TINYINT', signed(8n)),
    of('UInt64', 'UBIGINT', unsigned(63n)),
    of('Int32', 'INTEGER', signed(32n)),
    of('Int128', 'HUGEINT', same),
    of('Int16', 'SMALLINT', signed(16n)),
    of('UInt8', 'UTINYINT', unsigned(8n)),
    of('UInt128', 'UHUGEINT', unsigned(63n)),
    of('Decimal(18, 0)', 'DECIMAL(18, 0)', signed(59n)),
    of('UInt32', 'UINTEGER', unsigned(32n)),
    of('Int256', 'BIGINT', same),
    of('UInt256', 'UHUGEINT', unsigned(63n)),
  ],
  float64: [
    of('Float32', 'FLOAT', Math.fround),
    of('Decimal(9, 2)', 'DECIMAL(9, 2)', (value: number) => Math.round(value * 100) / 100),
    of('BFloat16', null, (value: number) => value % 128),
    of('UInt8', 'UTINYINT', (value: number) => Math.floor(Math.abs(value)) % 256),
    of('Int64', 'BIGINT', (value: number) => Math.floor(value)),
    of('UInt64', 'UBIGINT', (value: number) => Math.floor(Math.abs(value))),
    of('Int32', 'INTEGER', (value: number) => Math.floor(value)),
  ],
  timestamp: [
    of("DateTime64(6, 'Asia/Tokyo')", 'TIMESTAMPTZ', same, 'DATETIME'),
    of("DateTime64(9, 'Asia/Kolkata')", 'TIMESTAMP_NS', every(1n, LAST_OF_NANOSECONDS)),
    of('DateTime', 'TIMESTAMP_S', sinceEpoch, 'DATETIME'),
    of("DateTime64(3, 'America/New_York')", 'TIMESTAMP_MS', every(MILLI)),
    of('DateTime64(7)', 'TIMESTAMPTZ', same),
    of("DateTime('Asia/Tokyo')", 'TIMESTAMP_S', sinceEpoch),
    of("DateTime64(0, 'America/New_York')", 'TIMESTAMP_S', every(SECOND), 'DATETIME'),
    of('DateTime64(9)', 'TIMESTAMPTZ', every(1n, LAST_OF_NANOSECONDS)),
    of("DateTime64(8, 'Europe/Berlin')", 'TIMESTAMP', same),
    of('DateTime64(3)', 'TIMESTAMP_MS', every(MILLI), 'DATETIME'),
    of('DateTime64(6)', 'TIMESTAMPTZ', same, 'DATETIME'),
  ],
  string: [
    of('LowCardinality(Nullable(String))', null, same),
    of(
      `Enum16(${members.map((text, i) => `${text} = ${300 - i}`).join(', ')})`,
      `ENUM(${members.join(', ')})`,
      among(MEMBERS),
    ),
    of(
      'UUID',
      'UUID',
      made(number => `00000000-0000-4000-8000-${hex(number).padStart(12, '0')}`),
    ),
    of('FixedString(128)', null, same),
    of(
      'IPv4',
      null,
      made(number => `192.0.2.${number % 256}`),
    ),
    of(
      'IPv6',
      null,
      made(number => `2001:db8::${hex(1 + (number % 65_535))}`),
    ),
    of(
      'UInt64',
      'UBIGINT',
      made(number => String(2n ** 64n - 1n - BigInt(number))),
    ),
    of(
      'Int256',
      'HUGEINT',
      made(number => `-${number + 1}`),
    ),
    of(
      'Decimal(76, 20)',
      null,
      made(number => `${number}.5`),
    ),
    of(
      null,
      'DECIMAL(38, 20)',
      made(number => `${number}.${'5'.padEnd(20, '0')}`),
    ),
    of(`Enum8(${members.map((text, i) => `${text} = ${i - 3}`).join(', ')})`, null, among(MEMBERS)),
    of(null, 'TIME', among(['00:00:00', '23:59:59.999999'])),
    of(null, 'TIMETZ', among(['00:00:00+00', '23:59:59+02'])),
    of(null, 'INTERVAL', among(['1 day', '02:00:00'])),
    of(null, 'BIT', among(['0', '10101'])),
  ],
  json: [
    of('JSON', 'STRUCT(a BIGINT)', () => '{"a":1}'),
    of('Array(Int64)', 'BIGINT[]', () => '[]'),
  ],
};

function hex(number: number): string {
  return number.toString(16);
}

/** The number of draws that have every storage of every type. */
export const DRAWS = Math.max(...Object.values(STORAGES).map(all => all.length));

const NAMES = ['User-Agent', '@timestamp', 'a b', 'index', 'count', 'q1', 'ümlaut'];

type Written = Readonly<Record<string, unknown>>;

/** `text`, the data sets of a project: every column and field that has another storage has it, and every second one another name. */
export function withOtherStorages(text: string, draw: number): string {
  const known = new Map<unknown, number>();
  const next = (key: unknown): number => {
    const count = known.get(key) ?? 0;
    known.set(key, count + 1);
    return count;
  };
  const columnOf = (written: string | Written, isField: boolean): Written => {
    const column = typeof written === 'string' ? { type: written } : written;
    if ('is' in column) return column;
    const at = next('names');
    const name = `${NAMES[at % NAMES.length]} ${at}`;
    // records of `records: repeated`, which BigQuery's tables here have, are read as they are stored
    const names = isField ? { clickhouse: name, duckdb: name } : name;
    const named = at % 2 === draw % 2 ? { column: names } : {};
    if ('record' in column)
      return { ...column, ...named, record: columnsOf(column['record'], true) };
    const storages = STORAGES[String(column['type'])];
    if (storages === undefined) return { ...column, ...named };
    const storage = storages[(next(column['type']) + draw) % storages.length];
    return { ...column, ...named, stored: storage?.types };
  };
  const columnsOf = (columns: unknown, areFields: boolean): Written =>
    Object.fromEntries(
      Object.entries(Object(columns)).map(([name, written]) => [
        name,
        columnOf(written as string | Written, areFields),
      ]),
    );
  const file = parse(text) as { readonly sources: Readonly<Record<string, Written>> };
  const sources = Object.entries(file.sources).map(([name, source]) => [
    name,
    { ...source, columns: columnsOf(source['columns'], false) },
  ]);
  return JSON.stringify({ ...file, sources: Object.fromEntries(sources) });
}

/** The value that a column stores in place of a drawn one. */
export function storable({ type, stored }: Field, value: unknown): unknown {
  const storage = STORAGES[String(type)]?.find(({ types }) =>
    Object.entries(types).every(([engine, one]) => stored?.[engine]?.type === one),
  );
  return storage === undefined || value === null ? value : storage.fit(value as never);
}
