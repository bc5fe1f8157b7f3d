/**
 * Measures how rows become the bytes of an answer. JSON is compared with its plain way: an object for each row, then
 * `JSON.stringify`. The other formats are compared with our JSON, each as the first format of its rows. The compared take turns, and of each the run of least CPU counts.
 */
import type { Row } from '../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../generator/core/output/manifest.ts';
import type { Format } from '../../generator/core/types/formats.ts';
import { bodyMakers } from '../../server/answers/formats/rows-body.ts';
import { table, writeSection } from '../support/results.ts';

const ROUNDS = 40;
const ROWS = 10_000;
/** Rows that an engine passes on at once. */
const CHUNK = 2_048;
const FIELDS = 65;
const NOW = BigInt(Date.UTC(2026, 0, 15)) * 1_000n;

const field = (name: string, type: ManifestField['type']): ManifestField => ({
  name,
  type,
  nullable: true,
});
const column = (name: string, type: ManifestField['type']): ManifestColumn => ({
  ...field(name, type),
  encode: type === 'timestamp' ? 'rfc3339' : 'plain',
});

interface Kind {
  readonly name: string;
  readonly columns: readonly ManifestColumn[];
  readonly rows: readonly Row[];
  readonly objectOf: (row: Row) => object;
}

const instant = (micros: unknown) =>
  new Date(Number(BigInt(String(micros)) / 1_000n)).toISOString();

/** Rows like those of `functions.invocation-stats`. */
const NUMBERS: Kind = {
  name: 'numbers',
  columns: [
    column('timestamp', 'timestamp'),
    ...['average', 'slowest', 'median', 'p95', 'p99'].map(name => column(name, 'float64')),
    ...['count', 'errors'].map(name => column(name, 'int64')),
  ],
  rows: Array.from({ length: ROWS }, (_, i) => [
    NOW + BigInt(i) * 60_000_000n,
    ...[12.5 + i, 1_234.25 + i, 240.125, 870.5, 1_190.75],
    ...[1_000 + i, i],
  ]),
  objectOf: ([at, average, slowest, median, p95, p99, count, errors]) => {
    const timestamp = instant(at);
    return { timestamp, average, slowest, median, p95, p99, count, errors };
  },
};

const NAMES = Array.from({ length: FIELDS }, (_, i) => `request_header_${i}`);

/** Rows like those of `logs.all`. */
const RECORDS: Kind = {
  name: `a record of ${FIELDS} fields`,
  columns: [
    column('id', 'string'),
    column('timestamp', 'timestamp'),
    column('event_message', 'string'),
    {
      ...column('metadata', 'record'),
      fields: NAMES.map((name, i) => field(name, i % 4 === 0 ? 'int64' : 'string')),
    },
  ],
  rows: Array.from({ length: ROWS / 5 }, (_, i) => {
    const values = NAMES.map((name, at) => [name, at % 4 === 0 ? i : textAt(i, at)] as const);
    const metadata = JSON.stringify(Object.fromEntries(values));
    return [`entry-${i}`, NOW + BigInt(i), `GET | 200 | /rest/v1/items?id=${i}`, metadata];
  }),
  objectOf: ([id, at, event_message, text]) => {
    const [timestamp, metadata] = [instant(at), JSON.parse(String(text))];
    return { id, timestamp, event_message, metadata };
  },
};

function textAt(row: number, field: number): string | null {
  return field % 3 === 0 ? null : `value ${row} of ${field}`;
}

type Work = () => unknown;

const plain =
  ({ rows, objectOf }: Kind): Work =>
  () =>
    Buffer.from(JSON.stringify({ result: rows.map(objectOf) }));

function ours({ columns, rows }: Kind, format: Format): Work {
  const makerOf = bodyMakers(columns, { maxBytes: Number.POSITIVE_INFINITY, formula: 'keep' });
  return () => {
    const body = makerOf(format);
    for (let at = 0; at < rows.length; at += CHUNK) body.add(rows.slice(at, at + CHUNK));
    return body.end().in(format);
  };
}

const OTHERS: readonly (readonly [name: string, format: Format])[] = [
  ['Arrow', 'arrow'],
  ['NDJSON', 'ndjson'],
  ['CSV', 'csv'],
];

/** The least CPU of each, in microseconds for each row. */
async function inTurns(works: readonly Work[], rows: number): Promise<readonly number[]> {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      least[index] = Math.min(least[index] ?? 0, (user + system) / rows);
    }
  }
  return least;
}

async function main(): Promise<void> {
  const rows: string[][] = [];
  for (const kind of [NUMBERS, RECORDS]) {
    const json = { name: 'JSON', work: ours(kind, 'json') };
    const pairs = [
      [{ name: 'objects', work: plain(kind) }, json],
      ...OTHERS.map(([name, format]) => [json, { name, work: ours(kind, format) }]),
    ];
    // pair by pair, because what leaves much garbage slows the others down
    for (const pair of pairs) {
      const works = pair.map(({ work }) => work);
      const [one = 0, other = 0] = await inTurns(works, kind.rows.length);
      const names = pair.map(({ name }) => name);
      const figures = [one, other, other / one].map(value => value.toFixed(2));
      rows.push([kind.name, ...names.reverse(), ...figures]);
    }
  }
  const head = ['rows of', 'written as', 'beside', 'beside, us a row', 'us a row', 'ratio'];
  const told = table(head, rows);
  process.stdout.write(`${told}\n`);
  writeSection('Rows as bytes', told);
}

await main();
