/** The data sets that random relations read, and random rows of them: NULLs, ties, no rows, equal rows, ends of months, summer time. */
import { ENGINE_NAMES } from '../../../engines/index.ts';
import type { Tables } from '../../reference/answer.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { NOW } from '../cases.ts';
import type { Chance } from './chance.ts';

/** Of an expression. `rough`: a float whose last digits are an engine's own, so that nothing is decided by it. */
export type Kind =
  | 'string'
  | 'int64'
  | 'float64'
  | 'rough'
  | 'decimal'
  | 'bool'
  | 'timestamp'
  | 'date'
  | 'texts'
  | 'numbers'
  | 'labels'
  | 'json';

export interface Column {
  /** As an expression writes it. */
  readonly name: string;
  readonly kind: Kind;
}
export interface DataSet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly required: readonly string[];
  readonly key: readonly string[];
  /** The column that separates tenants. */
  readonly scope: string | null;
  /** Expressions over the others. */
  readonly computed: Readonly<Record<string, string>>;
}

const columns = (kinds: Readonly<Record<string, Kind>>): readonly Column[] =>
  Object.entries(kinds).map(([name, kind]) => ({ name, kind }));

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'orders',
    columns: columns({
      id: 'string',
      tenant: 'string',
      account: 'string',
      ts: 'timestamp',
      paid_at: 'timestamp',
      day: 'date',
      amount: 'decimal',
      qty: 'int64',
      ratio: 'float64',
      paid: 'bool',
      note: 'string',
      tags: 'texts',
      codes: 'numbers',
      labels: 'labels',
      size: 'string',
    }),
    required: ['id', 'tenant', 'ts'],
    key: ['id'],
    scope: 'tenant',
    computed: { size: "case when qty > 300 then 'large' when qty is not null then 'small' end" },
  },
  {
    name: 'accounts',
    columns: columns({
      id: 'string',
      plan: 'string',
      region: 'string',
      born: 'date',
      since: 'timestamp',
      credit: 'decimal',
      seats: 'int64',
      active: 'bool',
      doc: 'json',
    }),
    required: ['id'],
    key: ['id'],
    scope: null,
    computed: {},
  },
  {
    name: 'visits',
    columns: columns({
      at: 'timestamp',
      account: 'string',
      kind: 'string',
      steps: 'int64',
      weight: 'float64',
      on_day: 'date',
      ok: 'bool',
    }),
    required: ['at'],
    key: [],
    scope: null,
    computed: {},
  },
  {
    name: 'rates',
    columns: columns({ region: 'string', month: 'date', rate: 'float64', level: 'int64' }),
    required: ['region', 'month'],
    key: ['region', 'month'],
    scope: null,
    computed: {},
  },
];

const TYPES: Readonly<Record<Kind, object>> = {
  string: { type: 'string' },
  int64: { type: 'int64' },
  float64: { type: 'float64' },
  rough: { type: 'float64' },
  decimal: { type: 'decimal', precision: 18, scale: 2 },
  bool: { type: 'bool' },
  timestamp: { type: 'timestamp' },
  date: { type: 'date' },
  texts: { list: 'string' },
  numbers: { list: 'int64' },
  labels: { map: 'string' },
  json: { type: 'json' },
};

/** The file that declares them. */
export function sourcesText(): string {
  const sources = DATA_SETS.map(({ name, columns: all, required, key, scope, computed }) => {
    const declared = all.map(column => {
      const is = computed[column.name];
      if (is !== undefined) return [column.name, { is }];
      const type = TYPES[column.kind];
      return [column.name, required.includes(column.name) ? { ...type, required: true } : type];
    });
    const tables = Object.fromEntries(ENGINE_NAMES.map(engine => [engine, { table: name }]));
    return [
      name,
      {
        tables,
        ...(key.length === 0 ? {} : { key }),
        ...(scope === null ? {} : { scope: [scope] }),
        columns: Object.fromEntries(declared),
      },
    ];
  });
  return JSON.stringify({ sources: Object.fromEntries(sources) });
}

// ---- rows -----------------------------------------------------------------------------------------------------------

/** Few, so that conditions and joins meet. */
export const TEXTS = ['alpha', 'beta', 'alpha', 'beta', 'Beta', '', "it's", 'a/b', '日本 😀', '42'];
const TENANTS = ['alpha', 'alpha', 'beta'];
const INSTANTS = [
  ...['2025-03-30T00:59:59.999999Z', '2025-03-30T01:00:00Z', '2025-10-26T00:30:00Z'],
  ...['2025-10-26T01:30:00Z', '2025-11-02T04:30:00Z', '2025-11-02T05:30:00Z'],
  ...['2025-03-09T05:00:00Z', '2024-02-29T23:30:00Z', '2024-03-31T22:00:00Z'],
  ...['2025-12-31T23:59:59.999999Z', '2026-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
].map(instant);
const DATES = [
  ...['2026-01-15', '2026-01-14', '2026-01-12', '2026-01-01', '2025-12-31', '2024-02-29'],
  ...['2025-01-31', '2025-03-30', '2025-10-26', '1999-12-31', '2026-01-31'],
];
const DOCUMENTS = ['{"a":1,"b":"alpha"}', '{"a":"beta","b":2.5}', '[]', '"alpha"', '{"a":null}'];
const HOUR = 3_600_000_000n;
/** Back from the clock, so that windows hold some. */
const BACK = [0n, 1n, HOUR, 3n * HOUR, 24n * HOUR, 24n * HOUR + 1n, 72n * HOUR, 240n * HOUR];

function value(kind: Kind, by: Chance): unknown {
  switch (kind) {
    case 'string':
      return by.one(TEXTS);
    case 'int64':
      return by.percent(70)
        ? by.one([0n, 1n, 2n, 7n, 300n, 301n, -7n])
        : BigInt(by.whole(900) - 300);
    case 'float64':
    case 'rough':
      return (by.whole(40) - 8) / 2;
    case 'decimal':
      return by.one(['0.5', '1.25', '-3', '100', '12.34', '99999.99', '0']);
    case 'bool':
      return by.percent(50);
    case 'timestamp':
      return by.percent(30) ? by.one(INSTANTS) : NOW - by.one(BACK);
    case 'date':
      return by.one(DATES);
    case 'texts':
      return Array.from({ length: by.whole(4) }, () => by.one(TEXTS));
    case 'numbers':
      return Array.from({ length: by.whole(4) }, () => BigInt(by.whole(5)));
    case 'labels':
      return Object.fromEntries(
        by.some(['alpha', 'beta', 'a b'], 0, 3).map(key => [key, by.one([null, ...TEXTS])]),
      );
    case 'json':
      return by.one(DOCUMENTS);
  }
}

/** Rows of all data sets, at most `most` of each; now and then no rows. */
export function randomTables(by: Chance, most: number): Tables {
  return new Map(DATA_SETS.map(set => [set.name, rowsOf(set, by, by.percent(5) ? 0 : most)]));
}

function rowsOf({ columns: all, required, key, computed }: DataSet, by: Chance, most: number) {
  const stored = all.filter(({ name }) => computed[name] === undefined);
  const rows = Array.from({ length: most === 0 ? 0 : 4 + by.whole(most) }, (): Row => {
    const cells = stored.map(({ name, kind }) => {
      const isNull = !required.includes(name) && by.percent(15);
      return [name, isNull ? null : name === 'tenant' ? by.one(TENANTS) : value(kind, by)] as const;
    });
    return Object.fromEntries(cells);
  });
  // without a key some rows are there twice
  if (key.length === 0) return [...rows, ...rows.slice(0, by.whole(3))];
  const byKey = new Map(rows.map(row => [JSON.stringify(key.map(name => row[name])), row]));
  return [...byKey.values()];
}
