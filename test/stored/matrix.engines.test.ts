/** Each stored type in each use: the rows equal those of a table that stores the declared type. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAME_MEANING } from '../../engines/clickhouse/driver/request.ts';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
import { LACKING } from '../engines/postgres/cluster.ts';
import { openPostgres } from '../engines/postgres/open-postgres.ts';
import type { OpenTestEngine, TestEngine } from '../engines/test-engine.ts';
import { openZetaSql } from '../engines/zetasql/open-zetasql.ts';
import { usuallySome } from '../support/usually.ts';
import type { StoredColumn } from './column.ts';
import { BIGQUERY } from './engines/bigquery.ts';
import { CLICKHOUSE } from './engines/clickhouse.ts';
import { DUCKDB } from './engines/duckdb.ts';
import { POSTGRES } from './engines/postgres.ts';
import { endpointsOf, rowsOf, textOf } from './project.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { makeTables, type Side, sourcesOf, tableName, withRows } from './tables.ts';

/** Those that the service sends, and what the tables need. */
const SETTINGS = { ...SAME_MEANING, max_threads: 1, allow_suspicious_low_cardinality_types: 1 };

/** The differences, by shape and request. */
async function differences(
  engine: TestEngine,
  column: StoredColumn,
  shapes: readonly Shape[],
): Promise<readonly string[]> {
  const name = (side: Side, index: number) => `${side}.q${index}`;
  const bodyFor = (side: Side, { body, table }: Shape) =>
    body.replaceAll('DATA', tableName(side, table));
  const bodies = shapes.flatMap((shape, i) => [
    [name('stored', i), bodyFor('stored', shape)] as const,
    [name('plain', i), bodyFor('plain', shape)] as const,
  ]);
  const endpoints = endpointsOf(column.engine, sourcesOf(column), Object.fromEntries(bodies));
  const answer = async (side: Side, index: number, sent: Shape['requests'][number]) => {
    const endpoint = endpoints.get(name(side, index));
    if (endpoint === undefined) throw new Error('no endpoint');
    return textOf(await rowsOf(engine, endpoint, sent, side === 'stored'));
  };
  const found: string[] = [];
  for (const [i, { name: use, requests }] of shapes.entries()) {
    for (const sent of usuallySome(requests, 3)) {
      const expected = await answer('plain', i, sent);
      const answered = await answer('stored', i, sent).catch(String);
      if (answered !== expected)
        found.push(`${use}, ${JSON.stringify(sent)}: ${answered} instead of ${expected}`);
    }
  }
  return found;
}

/** One in so many uses of a column, other ones for each column. */
const SHARE = 8;

function chosen(column: StoredColumn, index: number): readonly Shape[] {
  const shapes = shapesOf(column);
  const turned = shapes.map((_, i) => shapes[(i + index) % shapes.length]);
  return usuallySome(turned, SHARE).filter(shape => shape !== undefined);
}

function named(columns: readonly StoredColumn[]) {
  return columns.map(
    (column, i) => [`${column.stored} as ${column.declared}`, column, chosen(column, i)] as const,
  );
}

// without a server PostgreSQL runs in the process, and lacks some types
if (LACKING !== null) test.skip(`on PostgreSQL: ${LACKING}`, () => {});

describe.each([
  ['ClickHouse', CLICKHOUSE, () => openClickHouse({ settings: SETTINGS })],
  ['DuckDB', DUCKDB, openDuckDb],
  ...(LACKING === null ? [['PostgreSQL', POSTGRES, openPostgres] as const] : []),
] as const)('on %s', (_, columns, open) => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await open();
    await engine.load([]);
  });
  afterAll(() => engine.close());

  test.each(named(columns))('%s', async (__, column, shapes) => {
    await makeTables(engine, column);
    expect(await differences(engine, column, shapes)).toEqual([]);
  });
});

describe('on BigQuery', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openZetaSql();
  });
  afterAll(() => engine.close());

  test.each(named(BIGQUERY))('%s', async (_, column, shapes) => {
    expect(await differences(withRows(engine, column), column, shapes)).toEqual([]);
  });
});
