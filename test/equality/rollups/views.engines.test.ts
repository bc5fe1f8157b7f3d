/** Rollups as materialized views of BigQuery: ZetaSQL understands each statement, and the rows are those of the steps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageOptions } from '../../../engines/bigquery/analyst/language.ts';
import { BUILTIN_TYPES } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { DIALECTS } from '../../../engines/index.ts';
import { answeredSources } from '../../../generator/core/plan/endpoint.ts';
import { printRollups } from '../../../generator/sql/print/rollups.ts';
import { type Engines, openEngines } from '../../engines/open-engines.ts';
import { analysisCatalog } from '../../engines/zetasql/catalog.ts';
import { analyzerOptions } from '../../engines/zetasql/language.ts';
import { startServer } from '../../engines/zetasql/server.ts';
import { tablesOf } from '../tables.ts';
import { rolledEndpoints } from './rollup-cases.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const [one] = rolledEndpoints().filter(({ endpoint }) => endpoint.name === 'rollups.window');
if (one === undefined) throw new Error('no endpoint is named rollups.window');
const { endpoint } = one;

/** None of the texts has a semicolon inside a statement. */
function views(): readonly string[] {
  const dialect = DIALECTS.get('bigquery');
  if (dialect === undefined) throw new Error('no dialect is named bigquery');
  const text = printRollups(answeredSources(endpoint), dialect) ?? '';
  return text
    .replace(/^--.*\n/gm, '')
    .split(';\n')
    .map(statement => statement.trim())
    .filter(statement => statement !== '');
}

/** The aggregates of quern that a materialized view of BigQuery may contain. */
const ALLOWED: ReadonlySet<string | undefined> = new Set([
  ...['$count_star', 'count', 'countif', 'sum', 'min', 'max', 'bit_or'],
]);

const HOUR = 3_600_000_000n;
const ENTRIES = [0n, 1n, HOUR - 1n, HOUR].map(at => ({
  ...{ at, project: 'p', status: 500n, bytes: 2000n, latency: 0.5, cost: '1.5' },
  metadata: { request: { method: 'GET' } },
}));

test('ZetaSQL understands each statement', async () => {
  const server = await startServer();
  const language = {
    ...languageOptions(server.features),
    supported_statement_kinds: ['RESOLVED_CREATE_MATERIALIZED_VIEW_STMT'],
  };
  const tables = tablesOf(endpoint, 'bigquery', []);
  expect(views().map(sql => sql.split('\n')[0])).toEqual([
    expect.stringMatching(/^CREATE MATERIALIZED VIEW IF NOT EXISTS daily_[0-9a-f]{6}$/),
    expect.stringMatching(/^CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_[0-9a-f]{6}$/),
  ]);
  const understood = views().map(async sql => {
    const { resolved_statement } = await server.call('Analyze', {
      options: analyzerOptions(language, []),
      simple_catalog: analysisCatalog(tables, language),
      descriptor_pool_list: BUILTIN_TYPES,
      sql_statement: sql,
    });
    return JSON.stringify(resolved_statement);
  });
  const read = await Promise.all(understood).finally(() => server.stop());
  expect(read.filter(text => text.includes('create_materialized_view'))).toHaveLength(2);
  // of what such a view may contain
  const all = read.join('\n');
  const found = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, one]) => one));
  expect(found(/"resolved_(\w+)_scan_node"/g)).toEqual(new Set(['project', 'aggregate', 'table']));
  expect(all).not.toContain('resolved_subquery_expr_node');
  const answered = found(/"output_column_list":(\[.*?\]),"is_value_table"/g);
  const from = [...answered].flatMap((one = '') => one.match(/(?<="table_name":")[^"]*/g) ?? []);
  expect(new Set(from)).toEqual(new Set(['$groupby', '$aggregate']));
  const aggregates = found(/"resolved_aggregate_function_call_node".*?"name":"ZetaSQL:([^"]+)"/g);
  expect([...aggregates].filter(name => !ALLOWED.has(name))).toEqual([]);
  expect(aggregates.size).toBeGreaterThan(6);
});

test('the rows of a view are those of the steps', async () => {
  const [daily = '', hourly = ''] = views().map(sql => sql.slice(sql.indexOf('SELECT')));
  await engines.bigquery.load(tablesOf(endpoint, 'bigquery', ENTRIES));
  const byHour = await engines.bigquery.run(
    `SELECT step, entries, large, bytes_sum FROM (${hourly}) ORDER BY step`,
  );
  expect(byHour.rows).toEqual([
    [0n, 3n, 3n, 6000n],
    [HOUR, 1n, 1n, 2000n],
  ]);
  const byDay = await engines.bigquery.run(`SELECT step, entries, bytes_sum FROM (${daily})`);
  expect(byDay.rows).toEqual([[0n, 4n, 8000n]]);
});
