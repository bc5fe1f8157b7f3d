/** The service checks the order of the ends of a window where a request can reverse them, and nowhere else. */
import { expect, it } from 'vitest';
import { emit } from '../../../generator/compile.ts';
import { compiled } from '../../support/openapi-fixture.ts';

const SOURCES =
  'sources: { logs: { tables: { duckdb: { table: logs } }, columns: { at: { type: timestamp, required: true } } } }';

const CASES: readonly (readonly [from: string, to: string, params: string, isChecked: boolean])[] =
  [
    [
      '@since',
      '@until',
      'since: { type: timestamp, required: true }, until: { type: timestamp, required: true }',
      true,
    ],
    ['@since', 'now()', 'since: { type: timestamp, required: true }', true],
    ['now() - interval 7 day', '@until', 'until: { type: timestamp, required: true }', true],
    ['now() - interval 7 day', 'now()', '', false],
    ['@since', '@since + interval 1 day', 'since: { type: timestamp, required: true }', false],
    ['@since + interval 1 day', '@since', 'since: { type: timestamp, required: true }', true],
    ['@day', '@day + interval 1 day', 'day: { type: date, required: true }', false],
    ['@day - interval 1 month', '@day', 'day: { type: date, required: true }', false],
    [
      'now() - interval @days day',
      'now()',
      'days: { type: int64, min: 0, max: 9, default: 7 }',
      false,
    ],
    [
      'now() - interval @days day',
      'now()',
      'days: { type: int64, min: -1, max: 9, default: 7 }',
      true,
    ],
    ['now() - @span', 'now()', 'span: { type: duration, default: 1h }', false],
    ['now() + @span', 'now()', 'span: { type: duration, default: 1h }', true],
  ];

it.each(CASES)('from %s to %s with %s: %s', (from, to, params, isChecked) => {
  const files = emit(
    compiled([
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      {
        path: 'endpoints/totals.yaml',
        bytes: `endpoint: totals
id: 00000000-0000-4000-8000-00000000e5b0
from: logs
params: { ${params} }
window: { of: at, from: '${from}', to: '${to}' }
select: { entries: count() }
`,
      },
    ]),
  );
  const definition = files.find(({ path }) => path === 'manifest/totals.json');
  expect('windows' in JSON.parse(definition?.text ?? '')).toBe(isChecked);
});
