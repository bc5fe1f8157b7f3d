/** CSV as the service reads it: each value as its declared type, or an error with its place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type DuckDbFiles, openDuckDb } from '../../../../engines/duckdb/driver/driver.ts';
import { separatorOf } from '../../../../engines/duckdb/files/csv/csv.ts';
import type { Engine } from '../../../../engines/engine.ts';
import { plainNames } from '../../../../engines/support/plain-names.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { unicodeText } from '../../../support/unicode-text.ts';
import { missingIn, runLimits } from '../../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'csv-'));
const opened: Engine[] = [];
afterAll(async () => {
  for (const engine of opened) await engine.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const write = (name: string, text: string | Uint8Array) => writeFileSync(at(name), text);
const open = async (...files: readonly DuckDbFiles[]) => {
  const engine = await openDuckDb({ source: { files }, concurrency: 2, threads: 2 });
  opened.push(engine);
  return engine;
};
const rowsOf = (engine: Engine, sql: string) =>
  engine.run({ sql, values: [] }, runLimits()).then(({ rows }) => rows);
const field = (name: string, type: ManifestField['type'], nullable = true): ManifestField => ({
  name,
  type,
  nullable,
});
const table = (
  glob: string,
  columns: readonly ManifestField[],
  rest: Partial<DuckDbFiles> = {},
) => ({
  table: ['t'],
  glob: at(glob),
  columns,
  records: 'nested' as const,
  ...rest,
});

const ORDERS = [
  field('order_id', 'int64', false),
  field('total_eur', 'decimal'),
  field('note', 'string'),
  field('day', 'date'),
  field('placed', 'timestamp'),
  field('paid', 'bool'),
  field('rate', 'float64'),
  field('doc', 'json'),
  { ...field('address', 'record'), fields: [field('city', 'string')] },
];
const HEADER = 'Order ID,Total (EUR),note,Day,placed,paid,rate,doc,address';
const LINE = `7,12.50,"a ""b"", c",2026-01-15,2026-01-15 10:00:00+02,true,0.5,"[1]","{""city"":""x""}"`;
const ROW = [
  7n,
  '12.500000000',
  'a "b", c',
  '2026-01-15',
  1_768_464_000_000_000n,
  true,
  0.5,
  '[1]',
  'x',
];
const ALL = `SELECT order_id, CAST(total_eur AS VARCHAR), note, CAST(day AS VARCHAR), epoch_us(placed), paid, rate,
  CAST(doc AS VARCHAR), address.city FROM t ORDER BY order_id`;

describe('CSV', () => {
  it.each([
    ['commas', 'commas.csv', `${HEADER}\n${LINE}\n`],
    ['line ends of Windows, and a mark of UTF-8', 'bom.csv', `\ufeff${HEADER}\r\n${LINE}\r\n`],
    ['no line end behind the last line', 'end.csv', `${HEADER}\n${LINE}`],
    ['gzip', 'packed.csv.gz', gzipSync(`${HEADER}\n${LINE}\n`)],
  ])('with %s is read by its declared types', async (_, name, text) => {
    write(name, text);
    const engine = await open(table(name, ORDERS));
    expect(await rowsOf(engine, ALL)).toEqual([ROW]);
  });

  it.each([',', ';', '\t', '|'])('may have %j between its values', async separator => {
    const cells = [
      ['Order ID', 'a b'],
      ['1', 'x,y;z'],
    ];
    const name = `separated${separatorOf(`a${separator}b`).charCodeAt(0)}.csv`;
    write(name, cells.map(row => row.map(cell => `"${cell}"`).join(separator)).join('\n'));
    const engine = await open(table(name, [field('order_id', 'int64'), field('a_b', 'string')]));
    expect(await rowsOf(engine, 'FROM t')).toEqual([[1n, 'x,y;z']]);
  });

  it('has columns in any order, and NULL where a file lacks one', async () => {
    write('order-1.csv', 'Order ID,note\n1,a\n');
    write('order-2.csv', 'note,Order ID,more\nb,2,x\n,3,y\n');
    write('order-3.csv', 'Order ID\n4\n');
    const engine = await open(table('order-*.csv', ORDERS.slice(0, 3)));
    expect(await missingIn(engine, [['t']])).toEqual([]);
    expect(await rowsOf(engine, 'SELECT order_id, note FROM t ORDER BY 1')).toEqual([
      [1n, 'a'],
      [2n, 'b'],
      [3n, null],
      [4n, null],
    ]);
    const [found] = await engine.catalogue([['t']]);
    expect(found?.columns?.map(({ name, isUndeclared = false }) => [name, isUndeclared])).toEqual([
      ['order_id', false],
      ['note', false],
      ['more', true],
    ]);
  });

  it.each([
    [
      '1,x',
      'the column `a` of the files holds a value that is no int64: declare another type in its data set, or `invalid: skip`',
      'a,b\n1,x\nseven,y\n',
    ],
    ['a lack', 'the column `a` of the files is required, and an entry lacks it', 'a,b\n1,x\n,y\n'],
    [
      'lines of other shapes',
      /odd\.csv:3: 3 values, and the first line has 2, .*odd\.csv:4: fewer values than the 2/,
      'a,b\n1,x\n1,2,3\n4\n',
    ],
    [
      'bytes that are no text',
      /odd\.csv:2: bytes that are not UTF-8/,
      Buffer.from('a,b\n1,\xff\n', 'latin1'),
    ],
  ])('with %s fails, and says so', async (_, words, text) => {
    write('odd.csv', text);
    const engine = await open(table('odd.csv', [field('a', 'int64', false), field('b', 'string')]));
    await expect(rowsOf(engine, 'FROM t')).rejects.toThrow(words);
  });

  it('leaves out and counts what is invalid, where its data set says so', async () => {
    const lines = Array.from({ length: 50 }, (_, i) => `${i},x`);
    write('skip.csv', `a,b\n${lines.join('\n')}\nseven,y\n,z\n50,y\n`);
    const columns = [field('a', 'int64', false), field('b', 'string')];
    const engine = await open(table('skip.csv', columns, { invalid: 'skip' }));
    expect(await rowsOf(engine, 'SELECT count(*), sum(a)::BIGINT FROM t')).toEqual([
      [51n, BigInt((50 * 51) / 2)],
    ]);
    expect(await engine.catalogue([['t']])).toMatchObject([{ skipped: 2 }]);
  });

  it('names may have line breaks', async () => {
    write('breaks.csv', '"Order\nID";"a,b\n,c,"\n1;x\n');
    const columns = [field('order_id', 'int64'), field('a_b_c', 'string')];
    const engine = await open(table('breaks.csv', columns));
    expect(await rowsOf(engine, 'FROM t')).toEqual([[1n, 'x']]);
  });

  it('may come and change while the service runs', async () => {
    const columns = [field('order_id', 'int64'), field('note', 'string')];
    const engine = await open(table('late.csv', columns));
    expect(await missingIn(engine, [['t']])).toEqual(['t']);
    write('late.csv', 'Order ID,note\n1,a\n');
    expect(await missingIn(engine, [['t']])).toEqual([]);
    expect(await rowsOf(engine, 'FROM t')).toEqual([[1n, 'a']]);
    write('late.csv', 'note;order-id\nb;2\n');
    expect(await missingIn(engine, [['t']])).toEqual([]);
    expect(await rowsOf(engine, 'FROM t')).toEqual([[2n, 'b']]);
  });
});

describe('any CSV', () => {
  // NUL stands in no text of DuckDB
  const cell = unicodeText({ maxLength: 12 }).map(value => value.replaceAll('\0', ''));
  const tables = fc.integer({ min: 1, max: 5 }).chain(width =>
    fc.record({
      separator: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 8,
      }),
      width: fc.constant(width),
    }),
  );
  let made = 0;

  it('answers the values that were written, an empty one as NULL', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ separator, rows, width }) => {
        made += 1;
        const headers = Array.from({ length: width }, (_, i) => `Column (${i})`);
        const quoted = [headers, ...rows].map(row =>
          row.map(value => `"${value.replaceAll('"', '""')}"`).join(separator),
        );
        write(`any${made}.csv`, `${quoted.join('\n')}\n`);
        const columns = [...plainNames(headers).keys()].map(name => field(name, 'string'));
        const engine = await openDuckDb({
          source: { files: [table(`any${made}.csv`, columns)] },
          concurrency: 1,
          threads: 1,
        });
        const found = rowsOf(engine, 'FROM t').finally(() => engine.close());
        const written = rows.map(row => row.map(value => (value === '' ? null : value)));
        // DuckDB may take a return between quotes for a line end of another kind
        const isRefused = (cause: Error) => cause.message.includes('the lines of the file end');
        const hasReturn = rows.flat().some(value => value.includes('\r'));
        expect(
          await found.catch(cause => (hasReturn && isRefused(cause) ? written : cause)),
        ).toEqual(written);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the separator of a line', () => {
  it.each([
    ['a,b', ','],
    ['a;b', ';'],
    ['a\tb\tc,d', '\t'],
    ['"a,b,c"|d', '|'],
    ['"a""b,";c', ';'],
    ['a', ','],
    ['', ','],
    ['a;b,c', ','],
  ])('%j is %j', (line, separator) => expect(separatorOf(line)).toBe(separator));
});
