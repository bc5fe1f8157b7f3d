/** `rollup:` of an endpoint, by the engines of the project. */
import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';

const SOURCES = `sources:
  logs:
    tables: { bigquery: { table: logs }, clickhouse: { table: logs }, postgres: { table: logs } }
    columns: { at: { type: timestamp, required: true }, status: int64, latency: float64 }
    rollups: { hourly: { of: at, step: hour, group_by: [status] } }
`;
const READ = 'rollup: hourly\nselect: { n: count() }\n';
const UNREAD = "rollup: hourly\nselect: { middle: 'quantile(latency, 0.5)' }\n";

function told(rest: string, dialects: readonly string[]): string {
  const head = 'endpoint: a\nid: 00000000-0000-4000-8000-00000000ab11\nfrom: logs\n';
  const files = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/a.yaml', bytes: head + rest },
  ];
  return renderDiagnostics(compile(files, { dialects }).diagnostics);
}

test('it holds on engines that keep rollups', () => {
  expect(told(READ, ['bigquery', 'clickhouse', 'postgres'])).toBe('');
  expect(told(UNREAD, ['clickhouse', 'postgres'])).toContain(
    'reads the rollup `hourly` on clickhouse',
  );
});

test('it says nothing in a project without such an engine', () => {
  expect(told(READ, ['postgres'])).toBe('');
  expect(told(UNREAD, ['postgres'])).toBe('');
});

test('it names a rollup of the data set there too', () => {
  expect(told(READ.replace('hourly', 'dayly'), ['postgres'])).toContain(
    'hint: Declare `dayly` under `rollups` of the data set.',
  );
});

test('an endpoint that leaves such engines out may not name one', () => {
  const found = told(`engines: [postgres]\n${READ}`, ['clickhouse', 'postgres']);
  expect(found).toContain('hint: Remove it: no engine of the endpoint keeps a rollup');
});
