/** Each stored type beside each declared type: a data set with them is refused, or statements that read the column run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { SCALARS, type Scalar } from '../../../generator/core/types/scalar.ts';
import { typeSql } from '../../../generator/resolve/sources/sql-text.ts';
import type { StoredTypes } from '../../../generator/sql/stored.ts';
import { openClickHouse } from '../../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../../engines/duckdb/open-duckdb.ts';
import { openPostgres } from '../../engines/postgres/open-postgres.ts';
import type { TestEngine } from '../../engines/test-engine.ts';
import { openZetaSql } from '../../engines/zetasql/open-zetasql.ts';
import { endpointsOf, rowsOf } from '../project.ts';

const COMPARED: Readonly<Record<Exclude<Scalar, 'json'>, string>> = {
  string: "v = 'a'",
  int64: 'v = 1',
  float64: 'v = 0.5',
  decimal: 'v = 1',
  bool: 'v',
  timestamp: 'v < now()',
  datetime: 'v is null',
  date: 'v < date(now())',
};

function sourcesOf(engine: string, stored: string, declared: Scalar): string {
  const digits = declared === 'decimal' ? ', precision: 38, scale: 9' : '';
  const v = `{ type: ${declared}${digits}, stored: { ${engine}: ${JSON.stringify(stored)} } }`;
  return `  t:\n    tables: { ${engine}: { table: t } }\n    columns: { v: ${v} }\n`;
}

/** The messages of the data set, with their hints. */
function faultsOf(engine: string, stored: string, declared: Scalar): readonly string[] {
  const bytes = `sources:\n${sourcesOf(engine, stored, declared)}`;
  const { diagnostics } = compile([{ path: 'endpoints/sources.yaml', bytes }], {
    dialects: [engine],
  });
  return diagnostics.map(({ code, message, hint }) => `${code}: ${message}. ${hint}`);
}

function bodiesFor(declared: Scalar): Readonly<Record<string, string>> {
  const shown = { shown: 'from: t\nselect: [v]' };
  if (declared === 'json') return shown;
  return {
    ...shown,
    counted: `from: t\nwhere: [${COMPARED[declared]}]\nselect: { n: count() }`,
    grouped: 'from: t\ngroup_by: [v]\nselect: { n: count() }',
    extreme: declared === 'bool' ? shown.shown : 'from: t\nselect: { least: min(v) }',
  };
}

/** The evaluator of ZetaSQL has no such types. */
const UNKNOWN = /^(TIMESTAMP\(12\)|GEOGRAPHY|STRING COLLATE .*|citext)$/;

/** A stored NULL in front of each statement, so that no engine needs a table. */
function withColumn(engine: TestEngine, type: string): TestEngine {
  const nullable =
    engine.name === 'clickhouse' && !/^(Array|Tuple|Variant|Dynamic|JSON)/.test(type);
  const stored = nullable ? `Nullable(${type})` : type;
  const cell =
    engine.name === 'clickhouse' && !nullable
      ? `defaultValueOfTypeName('${stored.replaceAll("'", "\\'")}')`
      : `CAST(NULL AS ${stored})`;
  const step = `t AS (SELECT ${cell} AS v)`;
  return {
    ...engine,
    run: (sql, bindings, options) => {
      const plain = sql.replace(/^(--.*\n)+/, '');
      const text = plain.startsWith('WITH ')
        ? plain.replace('WITH ', `WITH ${step}, `)
        : `WITH ${step} ${plain}`;
      return engine.run(text, bindings, options);
    },
  };
}

const storedIn = (engine: string): StoredTypes => {
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`no dialect ${engine}`);
  return dialect.stored;
};

/** The type of a column in `schema.sql`: a type without its values is written as a text. */
function columnType(engine: string, type: string): string {
  const sql = typeSql(type);
  if (sql === null) throw new Error(`${type} is no type`);
  return storedIn(engine).column(sql, false).text;
}

const OPENED = {
  duckdb: () => openDuckDb(),
  clickhouse: () => openClickHouse(),
  postgres: () => openPostgres(),
  bigquery: () => openZetaSql(),
};

describe.each(Object.entries(OPENED))('on %s', (name, open) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await open();
    await engine.load([]);
  });
  afterAll(() => engine.close());

  const types = storedIn(name).common.filter(type => !UNKNOWN.test(type));
  test.each(types)('%s', async type => {
    const stored = withColumn(engine, columnType(name, type));
    const failed: string[] = [];
    let accepted = 0;
    for (const declared of SCALARS) {
      const faults = faultsOf(name, type, declared);
      if (faults.length > 0) {
        expect(faults).toEqual([
          expect.stringMatching(/^type-mismatch: .* cannot be read as .*\. Declare /),
        ]);
        continue;
      }
      accepted += 1;
      const endpoints = endpointsOf(name, sourcesOf(name, type, declared), bodiesFor(declared));
      for (const [use, endpoint] of endpoints)
        await rowsOf(stored, endpoint).catch(cause => {
          failed.push(`${declared}, ${use}: ${String(cause).slice(0, 200)}`);
        });
    }
    expect(failed).toEqual([]);
    expect(accepted).toBeGreaterThan(0);
  });
});

test('the types of a hint are those that statements read', () => {
  expect(faultsOf('duckdb', 'TIMESTAMP', 'date')).toEqual([
    'type-mismatch: `TIMESTAMP` cannot be read as `date`. Declare `timestamp` or `datetime`.',
  ]);
  expect(faultsOf('bigquery', 'DATETIME', 'datetime')).toEqual([]);
});
