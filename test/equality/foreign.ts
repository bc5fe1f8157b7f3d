/** Data sets whose tables store most columns under other names and as other types, for the rows that tests draw. */
import { parse } from 'yaml';
import { type Chance, chance } from './random/chance.ts';

/** The stored types, by engine, that hold every value of a type. */
const STORED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  int64: { duckdb: ['HUGEINT', 'BIGINT'], clickhouse: ['Int128', 'Int256', 'Int64'] },
  timestamp: {
    duckdb: ['TIMESTAMPTZ', 'TIMESTAMP'],
    clickhouse: ["DateTime64(6, 'Asia/Tokyo')", "DateTime64(6, 'UTC')"],
  },
  'list of int64': { duckdb: ['HUGEINT[]'], clickhouse: ['Array(Int128)'] },
};
const NAMES = ['User-Agent', '@timestamp', 'a b', 'index', 't', 'T', 'count', 'q1', 'ümlaut'];
/** Types of which `invalid: absent` leaves out no value that tests draw. */
const WHOLE: ReadonlySet<string> = new Set(['int64', 'timestamp', 'date']);

type Column = Readonly<Record<string, unknown>>;

/** `text`, the data sets of a project, with other storage; the same for the same `seed`. */
export function withForeignStorage(text: string, seed: number): string {
  const draw = chance(seed);
  const file = parse(text) as { readonly sources: Readonly<Record<string, { columns: object }>> };
  const sources = Object.entries(file.sources).map(([name, source]) => {
    const columns = Object.entries(source.columns).map(([column, written], at) => {
      const known: Column = typeof written === 'string' ? { type: written } : written;
      return [column, 'is' in known ? known : { ...known, ...storageOf(known, at, draw.one) }];
    });
    return [name, { ...source, columns: Object.fromEntries(columns) }];
  });
  return JSON.stringify({ ...file, sources: Object.fromEntries(sources) });
}

function storageOf(column: Column, at: number, pick: Chance['one']): Column {
  const { type, list, required } = column;
  const stored = STORED[list === undefined ? String(type) : `list of ${String(list)}`];
  const name = pick([null, null, `${pick(NAMES)} ${at}`, `${pick(NAMES)}${at}`]);
  const isAbsent = required !== true && WHOLE.has(String(type)) && pick([true, false]);
  return {
    ...(name === null ? {} : { column: name }),
    ...(isAbsent ? { invalid: 'absent' } : {}),
    ...(stored === undefined
      ? {}
      : {
          stored: Object.fromEntries(
            Object.entries(stored).map(([engine, types]) => [engine, pick(types)]),
          ),
        }),
  };
}
