/**
 * Rollups as projections of ClickHouse, in the table of `schema.sql`: after inserts, late rows, deletes, updates, mutations, TTL, new
 * columns, merges and with unfilled parts, statements answer what the entries do. The projection is what they read.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { answeredSources } from '../../../generator/core/plan/endpoint.ts';
import type { Source } from '../../../generator/core/spec/source.ts';
import { printRollups } from '../../../generator/sql/print/rollups.ts';
import { printSchema } from '../../../generator/sql/schema.ts';
import { openClickHouse } from '../../engines/clickhouse/open-clickhouse.ts';
import type { OpenTestEngine } from '../../engines/test-engine.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { amount, ROLLUP_REQUESTS } from '../../support/usually.ts';
import { NOW } from '../cases.ts';
import { difference, expected } from '../compare.ts';
import { prepare, resultOf, runSpecialized } from '../execute.ts';
import { entries, type RolledEndpoint, requests, rolledEndpoints } from './rollup-cases.ts';

const [RUNS, REQUESTS] = amount({ usual: [2, 11], all: [21, 20] });

const dialect = DIALECTS.get('clickhouse');
if (dialect === undefined) throw new Error('no dialect is named clickhouse');
const clickhouse = dialect;

let engine: OpenTestEngine;
beforeAll(async () => {
  // small tables: threads would wait for one another
  engine = await openClickHouse({ settings: { max_threads: 1 } });
  await engine.execute('CREATE DATABASE rollups');
  await engine.execute('USE rollups');
});
afterAll(() => engine.close());

// the questions of one data set; those of zones, which need many more requests, are asked beside
const known = rolledEndpoints().filter(({ endpoint }) =>
  ['rollups.window', 'rollups.whole', 'rollups.days', 'rollups.steps'].includes(endpoint.name),
);

type Step =
  | { readonly kind: 'insert'; readonly rows: readonly Row[] }
  | { readonly kind: 'declare' | 'fill' | 'merge' | 'widen' }
  | { readonly kind: 'delete'; readonly status: bigint; readonly isLight: boolean }
  | { readonly kind: 'update'; readonly status: bigint; readonly isLight: boolean }
  | { readonly kind: 'expire'; readonly status: bigint };

// entries of 200 stay, and those of others go in several ways
const gone = fc.constantFrom(404n, 500n);
const changing = (isLight: boolean) => [
  fc.record({
    kind: fc.constant('delete' as const),
    status: gone,
    isLight: fc.constant(isLight),
  }),
  fc.constant({ kind: 'update' as const, status: 200n, isLight }),
];
const insertion = entries(24).map((rows): Step => ({ kind: 'insert', rows }));
/** Each kind of step, so that no order lacks one. */
const EACH: readonly fc.Arbitrary<Step>[] = [
  ...[insertion, insertion, insertion],
  ...(['declare', 'fill', 'merge', 'widen'] as const).map(kind => fc.constant({ kind })),
  ...[...changing(true), ...changing(false)],
  fc.record({ kind: fc.constant('expire' as const), status: gone }),
];
const places = EACH.map((_, i) => i);
const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    insertion,
    fc.tuple(...EACH),
    fc.shuffledSubarray(places, { minLength: places.length, maxLength: places.length }),
  )
  .map(([first, each, order]) => [first, ...order.flatMap(i => each[i] ?? [])]);
const STEPS = EACH.length + 1;

/** The table, and the entries that it should have. */
class Model {
  readonly #source: Source;
  readonly #table: string;
  rows: readonly Row[] = [];

  constructor(source: Source) {
    this.#source = source;
    this.#table = source.tables['clickhouse']?.name.join('.') ?? '';
  }

  async begin(): Promise<void> {
    await engine.execute(`DROP TABLE IF EXISTS ${this.#table} SYNC`);
    for (const statement of statements(printSchema([this.#source], clickhouse)))
      await engine.execute(statement);
    await engine.execute(
      `ALTER TABLE ${this.#table} MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild', enable_block_number_column = 1, enable_block_offset_column = 1`,
    );
  }

  async take(step: Step): Promise<void> {
    const table = this.#table;
    const wait = 'SETTINGS mutations_sync = 2';
    switch (step.kind) {
      case 'insert':
        this.rows = [...this.rows, ...step.rows];
        return insert(table, step.rows);
      case 'declare':
        for (const statement of statements(printRollups([this.#source], clickhouse) ?? ''))
          if (statement.includes('ADD PROJECTION')) await engine.execute(statement);
        return;
      case 'fill':
        for (const statement of statements(printRollups([this.#source], clickhouse) ?? ''))
          await engine.execute(`${statement} ${wait}`);
        return;
      case 'merge':
        return engine.execute(`OPTIMIZE TABLE ${table} FINAL`);
      case 'delete': {
        this.rows = this.rows.filter(({ status }) => status !== step.status);
        const where = `status = ${step.status}`;
        return engine.execute(
          step.isLight
            ? `DELETE FROM ${table} WHERE ${where}`
            : `ALTER TABLE ${table} DELETE WHERE ${where} ${wait}`,
        );
      }
      case 'update':
        this.rows = this.rows.map(row =>
          row['status'] === step.status ? { ...row, bytes: 7n } : row,
        );
        return engine.execute(
          step.isLight
            ? `UPDATE ${table} SET bytes = 7 WHERE status = ${step.status} SETTINGS enable_lightweight_update = 1`
            : `ALTER TABLE ${table} UPDATE bytes = 7 WHERE status = ${step.status} ${wait}`,
        );
      case 'expire': {
        this.rows = this.rows.filter(({ status }) => status !== step.status);
        const ends = `if(ifNull(status = ${step.status}, false), toDateTime('2020-01-01'), toDateTime('2100-01-01'))`;
        await engine.execute(
          `ALTER TABLE ${table} MODIFY TTL ${ends} ${wait}, materialize_ttl_after_modify = 1`,
        );
        return engine.execute(`ALTER TABLE ${table} REMOVE TTL`);
      }
      case 'widen':
        return engine.execute(
          `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS added String DEFAULT 'x'`,
        );
    }
  }
}

function statements(text: string): readonly string[] {
  const lines = text.split('\n').filter(line => !line.startsWith('--'));
  return lines
    .join('\n')
    .split(';\n')
    .map(one => one.trim())
    .filter(one => one !== '');
}

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  const values = rows.map(row => {
    const metadata = row['metadata'] as { request?: { method?: string | null } | null } | null;
    const method = metadata?.request?.method ?? null;
    const text = (value: unknown) => (value === null ? 'NULL' : `'${value}'`);
    return `(fromUnixTimestamp64Micro(${row['at']}, 'UTC'), ${text(row['project'])}, ${row['status']}, ${row['bytes']}, ${row['latency']}, ${text(row['cost'])}, tuple(tuple(${text(method)})))`;
  });
  await engine.execute(
    `INSERT INTO ${table} (at, project, status, bytes, latency, cost, metadata) SETTINGS max_partitions_per_insert_block = 0 VALUES ${values.join(', ')}`,
  );
}

function windowed(): RolledEndpoint {
  const [one] = known.filter(({ endpoint }) => endpoint.name === 'rollups.window');
  if (one === undefined) throw new Error('no endpoint is named rollups.window');
  return one;
}

function sourceOf({ endpoint }: RolledEndpoint): Source {
  const [source] = answeredSources(endpoint);
  if (source === undefined) throw new Error(`${endpoint.name} reads nothing`);
  return source;
}

describe('projections', () => {
  let compared = 0;
  test.each(known.map(one => [one.endpoint.name, one] as const))('%s', async (_, one) => {
    const { endpoint, reference } = one;
    const prepared = prepare(endpoint, 'clickhouse');
    const property = fc.asyncProperty(
      steps,
      fc.array(requests(endpoint, REQUESTS), { minLength: STEPS, maxLength: STEPS }),
      async (taken, asked) => {
        const model = new Model(sourceOf(one));
        await model.begin();
        for (const [i, step] of taken.entries()) {
          await model.take(step);
          for (const sent of asked[i] ?? []) {
            const found = await runSpecialized(prepared, engine, sent, NOW);
            const wrong = difference(
              expected(reference, model.rows, sent, NOW),
              found,
              'clickhouse',
            );
            if (wrong !== null)
              throw new Error(`after ${step.kind}, ${JSON.stringify(sent)}: ${wrong}`);
            compared += 1;
          }
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  test('answer as many requests as promised', () => {
    expect(compared).toBeGreaterThanOrEqual(ROLLUP_REQUESTS);
  });

  test('are what statements read', async () => {
    const one = windowed();
    const model = new Model(sourceOf(one));
    await model.begin();
    const day = 1_774_742_400_000_000n;
    const rows = Array.from(
      { length: 400 },
      (_, i): Row => ({
        ...{ at: day + BigInt(i) * 60_000_000n, project: 'p', status: 200n, bytes: 1n },
        ...{ latency: 1, cost: '1', metadata: { request: { method: 'GET' } } },
      }),
    );
    await model.take({ kind: 'insert', rows });
    await model.take({ kind: 'fill' });
    const prepared = prepare(one.endpoint, 'clickhouse');
    const read: string[] = [];
    const explaining = {
      ...engine,
      run: async (sql: string, ...rest: readonly unknown[]) => {
        const [bindings] = rest as [Parameters<typeof engine.run>[1]];
        const plan = await engine.run(
          `SELECT explain FROM (EXPLAIN ${sql} SETTINGS force_optimize_projection = 1)`,
          bindings,
        );
        read.push(...plan.rows.map(([line]) => String(line)));
        return engine.run(sql, bindings);
      },
    };
    const sent = {
      project: 'p',
      from: '2026-03-29T00:00:00Z',
      to: '2026-03-29T06:00:00Z',
      method: 'GET',
    };
    await resultOf(prepared, explaining, sent, NOW);
    expect(read.filter(line => line.includes('ReadFromMergeTree (hourly_')).length).toBe(1);
  });

  test.each([
    'MODIFY COLUMN bytes Nullable(Int32)',
    'RENAME COLUMN bytes TO size',
    'DROP COLUMN bytes',
  ])('ClickHouse refuses %s', async change => {
    const source = sourceOf(windowed());
    const model = new Model(source);
    await model.begin();
    await model.take({ kind: 'declare' });
    const table = source.tables['clickhouse']?.name.join('.');
    await expect(engine.execute(`ALTER TABLE ${table} ${change}`)).rejects.toThrow(
      'breaks projection',
    );
  });
});
