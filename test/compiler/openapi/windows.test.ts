/** Windows that callers give, in the document. */
import { expect, test } from 'vitest';
import { compiled, documentFrom } from '../../support/openapi-fixture.ts';
import { operationOf, parametersOf, resolved } from './documents.ts';

const SINCE = 'since: { type: timestamp, required: true }';
const CLAUSES: Readonly<Record<string, readonly [params: string, buckets: string]>> = {
  lengths: [
    `${SINCE}, place: { type: timezone, default: UTC }`,
    "of: at, from: '@since', to: now(), steps: { 5 minutes: 2 hours, month: }, zone: '@place'",
  ],
  listed: [
    `${SINCE}, until: { type: timestamp, required: true }, unit: { enum: [hour, 3 days], default: hour }`,
    "of: at, as: day, from: '@since', to: 'least(@until, now())', step: '@unit', zone: Europe/Berlin, gaps: previous",
  ],
  any: [
    `${SINCE}, every: { type: duration, default: 1h }`,
    "of: at, from: '@since', to: now(), step: '@every', gaps: empty",
  ],
};
const document = documentFrom(
  compiled([
    {
      path: 'endpoints/sources.yaml',
      bytes:
        'sources: { entries: { tables: { duckdb: { table: entries } }, columns: { at: { type: timestamp, required: true } } } }',
    },
    ...Object.entries(CLAUSES).map(([name, [params, buckets]], index) => ({
      path: `endpoints/${name}.yaml`,
      bytes: `endpoint: ${name}
id: 00000000-0000-4000-8000-00000000e2${index}0
params: { ${params} }
from: entries
buckets: { ${buckets} }
select: { entries: count() }
`,
    })),
  ]),
);

test.each([
  [
    'lengths',
    {
      ...{ column: 'at', from: ['since'], to: [], by: 'step', gaps: 'omit', zone: '@place' },
      steps: [
        { value: '5 minutes', step: '5 minutes', up_to_seconds: 7_200 },
        { value: 'month', step: 'month' },
      ],
    },
  ],
  [
    'listed',
    {
      ...{ column: 'day', from: ['since'], to: ['until'], by: 'unit', gaps: 'previous' },
      zone: 'Europe/Berlin',
      steps: [
        { value: 'hour', step: 'hour' },
        { value: '3 days', step: '3 days' },
      ],
    },
  ],
  [
    'any',
    {
      ...{ column: 'at', from: ['since'], to: [], by: null, gaps: 'empty', zone: null },
      steps: [{ value: null, step: '@every' }],
    },
  ],
])('`x-quern` of %s has its window', (name, buckets) => {
  expect(operationOf(document, `/api/endpoints/${name}`)['x-quern']?.buckets).toEqual(buckets);
});

test('the header with the step is where the length of the window chooses it', () => {
  const has = Object.keys(CLAUSES).map(name => {
    const { responses = {} } = operationOf(document, `/api/endpoints/${name}`);
    const { headers } = Object(resolved(document, Object(responses['200']).$ref));
    return Object.keys(headers).includes('X-Step');
  });
  expect(has).toEqual([true, false, false]);
  expect(document.components.headers).toHaveProperty('X-Step');
});

test('each value of an enum of steps says how long a bucket is', () => {
  const unit = parametersOf(document, '/api/endpoints/listed').find(({ name }) => name === 'unit');
  expect(unit?.schema['x-enumDescriptions']).toEqual({
    hour: 'Buckets of 1 hour.',
    '3 days': 'Buckets of 3 days.',
  });
});
