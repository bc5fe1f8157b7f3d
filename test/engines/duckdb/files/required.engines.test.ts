/** Required fields inside records of files: absent ones fail what reads the record, or leave their entry out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type DuckDbFiles, openDuckDb } from '../../../../engines/duckdb/driver/driver.ts';
import type { Engine } from '../../../../engines/engine.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { runLimits } from '../../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'required-'));
const maker = await (await DuckDBInstance.create(':memory:')).connect();
const opened: Engine[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const ID: ManifestField = { name: 'id', type: 'int64', nullable: false };
const leaf = (name: string, nullable: boolean, type: 'string' | 'int64' | 'json' = 'string') =>
  ({ name, type, nullable }) satisfies ManifestField;
const record = (name: string, nullable: boolean, ...fields: ManifestField[]): ManifestField => ({
  name,
  type: 'record',
  nullable,
  fields,
});

type Entry = Readonly<Record<string, unknown>>;
type Records = DuckDbFiles['records'];

/** How entries lie in a file, and how statements read them. */
interface Form {
  readonly name: string;
  readonly records: Records;
  readonly write: (path: string, meta: ManifestField, entries: readonly Entry[]) => Promise<void>;
  readonly ending: 'ndjson' | 'parquet';
}

const lines = (entries: readonly unknown[]) =>
  entries.map(entry => `${JSON.stringify(entry)}\n`).join('');

/** Every record, or every other one, as an array of one; a record that is NULL as an empty array. */
function inArrays(value: unknown, field: ManifestField, isArray: () => boolean): unknown {
  if (field.type !== 'record') return value ?? null;
  if (value === null || value === undefined) return isArray() ? [] : null;
  const parts = (field.fields ?? []).map(part => [
    part.name,
    inArrays((value as Entry)[part.name], part, isArray),
  ]);
  const object = Object.fromEntries(parts);
  return isArray() ? [object] : object;
}

function ndjson(name: string, records: Records, isArray: () => boolean): Form {
  return {
    name,
    records,
    ending: 'ndjson',
    write: async (path, meta, entries) => {
      const shaped = entries.map(({ id, meta: value }) => ({
        id,
        meta: inArrays(value, meta, isArray),
      }));
      writeFileSync(path, lines(shaped));
    },
  };
}

/** `types` of the leaves as they are stored. */
function parquet(
  name: string,
  records: Records,
  types: Readonly<Record<string, string>> | 'text',
): Form {
  const typeOf = (field: ManifestField): string => {
    if (types === 'text') return 'VARCHAR';
    if (field.type !== 'record') return types[field.type] ?? '';
    const parts = (field.fields ?? []).map(part => `"${part.name}" ${typeOf(part)}`);
    return `STRUCT(${parts.join(', ')})${records === 'repeated' ? '[]' : ''}`;
  };
  return {
    name,
    records,
    ending: 'parquet',
    write: async (path, meta, entries) => {
      const shaped = entries.map(({ id, meta: value }) => {
        const stored = records === 'repeated' ? inArrays(value, meta, () => true) : value;
        return { id, meta: types === 'text' && stored !== null ? JSON.stringify(stored) : stored };
      });
      writeFileSync(`${path}.json`, lines(shaped));
      const columns = `{id: 'BIGINT', meta: '${typeOf(meta)}'}`;
      await maker.run(
        `COPY (FROM read_json('${path}.json', format = 'newline_delimited', columns = ${columns})) TO '${path}'`,
      );
    },
  };
}

let turn = 0;
const FORMS: readonly Form[] = [
  ndjson('lines of objects', 'nested', () => false),
  ndjson('lines of objects and arrays of one', 'nested', () => turn++ % 2 === 0),
  ndjson('lines of arrays of one, repeated', 'repeated', () => true),
  parquet('Parquet of the declared types', 'nested', {
    string: 'VARCHAR',
    int64: 'BIGINT',
    json: 'JSON',
  }),
  parquet('Parquet of other types', 'nested', {
    string: 'VARCHAR',
    int64: 'INTEGER',
    json: 'VARCHAR',
  }),
  parquet('Parquet of lists', 'repeated', { string: 'VARCHAR', int64: 'BIGINT', json: 'VARCHAR' }),
  parquet('Parquet of texts', 'nested', 'text'),
];

let made = 0;
/** An engine over the entries, strict or lenient. */
async function over(form: Form, meta: ManifestField, entries: readonly Entry[], invalid?: 'skip') {
  made += 1;
  const glob = join(folder, `${made}.${form.ending}`);
  await form.write(glob, meta, entries);
  const { records } = form;
  const skipping = invalid === undefined ? {} : { invalid };
  const files = [{ table: ['logs'], glob, columns: [ID, meta], records, ...skipping }];
  const engine = await openDuckDb({ source: { files }, concurrency: 1, threads: 1 });
  opened.push(engine);
  return engine;
}

const rowsOf = (engine: Engine, sql: string) =>
  engine.run({ sql, values: [] }, runLimits()).then(({ rows }) => rows);
const failureOf = (engine: Engine, sql: string) =>
  rowsOf(engine, sql).then(
    () => 'none',
    failure => failure.message as string,
  );
const IDS = "SELECT id FROM logs WHERE CAST(meta AS VARCHAR) IS DISTINCT FROM 'x' ORDER BY id";

describe.each(FORMS)('$name', form => {
  const field = (path: string) => (form.records === 'nested' ? path : path.replaceAll('.', '[1].'));
  const META = record(
    'meta',
    true,
    leaf('a', false),
    leaf('b', true),
    record('inner', false, leaf('c', true, 'int64')),
    record('other', true, leaf('d', false), leaf('e', true)),
  );
  const SOUND = { a: 'x', b: null, inner: { c: 1 }, other: { d: 'x', e: 'x' } };

  it.each([
    ['meta.a', { ...SOUND, a: null }],
    ['meta.inner', { ...SOUND, inner: { c: null } }],
    ['meta.inner', { ...SOUND, inner: null }],
    ['meta.other.d', { ...SOUND, other: { d: null, e: 'x' } }],
  ])('fails what reads the record where %s is absent', async (path, meta) => {
    const entries = [
      { id: 1, meta: SOUND },
      { id: 2, meta },
    ];
    const engine = await over(form, META, entries);
    const told = `the column \`${path}\` of the files is required, and an entry lacks it`;
    expect(await failureOf(engine, `SELECT ${field('meta.b')} FROM logs`)).toContain(told);
    expect(await rowsOf(engine, 'SELECT count(id) FROM logs')).toEqual([[2n]]);
    const lenient = await over(form, META, entries, 'skip');
    expect(await rowsOf(lenient, IDS)).toEqual([[1n]]);
  });

  it.each([
    ['a record that is NULL', null],
    ['a record of NULLs', { a: null, b: null, inner: { c: null }, other: null }],
    ['a record of NULLs in a record', { ...SOUND, other: { d: null, e: null } }],
  ])('takes %s as one that is not there', async (_, meta) => {
    const engine = await over(form, META, [
      { id: 1, meta: SOUND },
      { id: 2, meta },
    ]);
    expect(await rowsOf(engine, IDS)).toEqual([[1n], [2n]]);
    expect(await rowsOf(engine, `SELECT ${field('meta.a')} FROM logs ORDER BY id`)).toEqual([
      ['x'],
      [meta?.a ?? null],
    ]);
  });

  it('finds in any record what an independent reading finds', async () => {
    let sound = 0;
    let lacking = 0;
    await fc.assert(
      fc.asyncProperty(
        anyMeta.chain(meta => fc.tuple(fc.constant(meta), entriesOf(meta))),
        async ([meta, entries]) => {
          const kept = entries.filter(entry => !lacks([meta], entry));
          const isSound = kept.length === entries.length;
          if (isSound) sound += 1;
          else lacking += 1;
          const failure = await failureOf(await over(form, meta, entries), IDS);
          if (isSound) expect(failure).toBe('none');
          else expect(failure).toContain('of the files is required, and an entry lacks it');
          const lenient = await over(form, meta, entries, 'skip');
          expect(await rowsOf(lenient, IDS)).toEqual(kept.map(({ id }) => [BigInt(Number(id))]));
        },
      ),
      { numRuns: 20, seed: 20260115 },
    );
    expect(Math.min(sound, lacking)).toBeGreaterThan(5);
  });
});

it.each([
  ['a column', 'id', 'SELECT NULL::BIGINT AS id, {a: 1::BIGINT} AS meta'],
  ['a field', 'meta.a', 'SELECT 2::BIGINT AS id, {a: NULL::BIGINT, b: 1::BIGINT} AS meta'],
])('a NULL of a new Parquet file is found by the next look: in %s', async (_, path, query) => {
  const at = (name: string) => join(folder, `later-${path}-${name}.parquet`);
  await maker.run(
    `COPY (SELECT 1::BIGINT AS id, {a: 1::BIGINT, b: 1::BIGINT} AS meta) TO '${at('1')}'`,
  );
  const columns = [ID, record('meta', true, leaf('a', false, 'int64'), leaf('b', true, 'int64'))];
  const files = [{ table: ['logs'], glob: at('*'), columns, records: 'nested' as const }];
  const engine = await openDuckDb({ source: { files }, concurrency: 1, threads: 1 });
  opened.push(engine);
  const sql = `SELECT ${path} FROM logs ORDER BY 1 NULLS LAST`;
  expect(await rowsOf(engine, sql)).toEqual([[1n]]);
  await maker.run(`COPY (${query}) TO '${at('2')}'`);
  // Until then the column is read without a check, so that row groups can be skipped.
  expect(await rowsOf(engine, sql)).toEqual([[1n], [null]]);
  expect(await engine.missing([['logs']])).toEqual([]);
  expect(await failureOf(engine, sql)).toContain(`the column \`${path}\` of the files is required`);
});

// ---- an independent reading -----------------------------------------------------------------------------------------

function isNull(value: unknown, { type, fields = [] }: ManifestField): boolean {
  if (value === null || value === undefined) return true;
  return type === 'record' && fields.every(part => isNull((value as Entry)[part.name], part));
}

/** Whether something required is absent in a record that is there. */
function lacks(fields: readonly ManifestField[], entry: Entry): boolean {
  return fields.some(field => {
    const value = entry[field.name];
    if (isNull(value, field)) return !field.nullable;
    return field.type === 'record' && lacks(field.fields ?? [], value as Entry);
  });
}

const TYPES = fc.constantFrom('string' as const, 'int64' as const, 'json' as const);
const anyLeaf = (name: string) =>
  fc.tuple(fc.boolean(), TYPES).map(([nullable, type]) => leaf(name, nullable, type));
const anyRecord = (name: string, depth: number): fc.Arbitrary<ManifestField> => {
  const part = (at: string) =>
    depth === 0 ? anyLeaf(at) : fc.oneof(anyLeaf(at), anyRecord(at, depth - 1));
  return fc
    .tuple(fc.boolean(), part('a'), part('b'), part('c'))
    .map(([nullable, ...fields]) => record(name, nullable, ...fields));
};
const anyMeta = anyRecord('meta', 2);

const VALUES = { string: 'x', int64: 7, json: { k: [1] } };
function anyValue({ type, nullable, fields = [] }: ManifestField): fc.Arbitrary<unknown> {
  const value: fc.Arbitrary<unknown> =
    type === 'record'
      ? fc.record(Object.fromEntries(fields.map(part => [part.name, anyValue(part)])))
      : fc.constant(VALUES[type as keyof typeof VALUES]);
  const weight = nullable ? 4 : 40;
  return fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

/** One or more, the first of them whole: a column that no entry has is a fault of its own. */
function entriesOf(meta: ManifestField): fc.Arbitrary<readonly Entry[]> {
  const whole = (field: ManifestField): unknown =>
    field.type === 'record'
      ? Object.fromEntries((field.fields ?? []).map(part => [part.name, whole(part)]))
      : VALUES[field.type as keyof typeof VALUES];
  return fc
    .array(anyValue(meta), { minLength: 1, maxLength: 3 })
    .map(values => [whole(meta), ...values].map((value, id) => ({ id, meta: value })));
}
