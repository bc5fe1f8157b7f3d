/** Enums of parameters, of which generators should write one type each. */
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../../generator/emitters/openapi/document-types.ts';
import { compiled, documentFrom, EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';
import { operationOf, ownDocument } from './documents.ts';

test('have the names of the operation and of the parameter, with their default and words', () => {
  const { UsageApiCountsInterval: interval, LogsAllProjectTier: tier } = Object(
    ownDocument.components.schemas,
  );
  expect(interval).toMatchObject({
    type: 'string',
    enum: ['hourly', 'daily', 'minutely'],
    description: expect.stringContaining('Span and bucket'),
  });
  expect(tier).toMatchObject({ default: 'FREE' });
  const { UsageApiCountsBody: body } = Object(ownDocument.components.requestBodies);
  const reference = { $ref: '#/components/schemas/UsageApiCountsInterval' };
  expect(body.content['application/json'].schema.properties.interval).toEqual(reference);
  const byId = Object.keys(ownDocument.paths).filter(path => path.includes('/query/1d94f6b8'));
  for (const path of ['/api/endpoints/usage.api-counts', ...byId]) {
    expect(schemasOf(ownDocument, path)).toMatchObject({ interval: reference });
  }
});

test('of numbers have no default, in whose place openapi-generator would write a number in Kotlin', () => {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const bytes = `endpoint: numbered
id: 50000000-0000-4000-8000-000000000000
from: things
params: { days: { type: int64, enum: [1, 7], default: 7 } }
where: ["@days > 1"]
select: [id]
`;
  const document = documentFrom(compiled([sources, { path: 'endpoints/numbered.yaml', bytes }]));
  const { NumberedDays: days } = Object(document.components.schemas);
  expect(days).toMatchObject({ enum: [1, 7], 'x-quern-default': '7' });
  expect(days).not.toHaveProperty('default');
  expect(days.description).toContain('7');
});

test('stay in their places if another type may have the name', () => {
  const ENUM = '{ enum: [a, b] }';
  const at = ([endpoint, ...params]: readonly [string, ...string[]], index: number) => ({
    path: `endpoints/${endpoint}.yaml`,
    bytes: `endpoint: ${endpoint}
id: 50000000-0000-4000-8000-${String(index).padStart(12, '0')}
from: things
params: { ${params.map(name => `${name}: ${ENUM}`).join(', ')} }
where: [${params.map(name => `{ when: ${name}, filter: 'toString = @${name}' }`).join(', ')}]
select: [id]
`,
  });
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const ENDPOINTS = [
    ['one', 'row', 'rows', 'row_record', 'body', 'params', 'response', 'by_id_params', 'kind'],
    ['one.more', 'kind', 'a_b', 'aB', 'rows_kind'],
    ['two', 'more_kind', 'more_data', 'data_center'],
    ['two.more', 'kind'],
    ['rows', 'at_last', 'format'],
  ] as const;
  const document = documentFrom(compiled([sources, ...ENDPOINTS.map(at)]));
  const named = ENDPOINTS.map(([endpoint]) => {
    const schemas = schemasOf(document, `/api/endpoints/${endpoint}`);
    return Object.keys(schemas).filter(name => '$ref' in Object(schemas[name]));
  });
  expect(named).toEqual([['kind'], ['kind'], ['data_center'], [], ['at_last']]);
});

function schemasOf(document: OpenApiDocument, path: string): Readonly<Record<string, unknown>> {
  const { parameters = [] } = operationOf(document, path);
  const own = parameters.flatMap(one => ('$ref' in one ? [] : [[one.name, one.schema] as const]));
  return Object.fromEntries(own);
}
