/** Outputs describe a default that moves, and their calls leave the parameter out. */
import { expect, test } from 'vitest';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { DEFAULT_OUTPUT, EMITTERS } from '../../../generator/emitters/index.ts';
import type { OpenApiDocument } from '../../../generator/emitters/openapi/document-types.ts';
import { compiled, documentFrom } from '../../support/openapi-fixture.ts';
import { readTemplates } from '../../support/templates.ts';

const SOURCES = `
sources:
  logs: { tables: { duckdb: { table: logs } }, columns: { at: { type: timestamp, required: true } } }
`;
const ENDPOINT = `
endpoint: a
id: 70000000-0000-4000-8000-000000000002
from: logs
params: { since: { type: timestamp, default: now() - interval 7 day } }
where: [at >= @since]
select: [at]
`;
const compilation = compiled([
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  { path: 'endpoints/a.yaml', bytes: ENDPOINT },
]);
const templates = readTemplates();
const files = EMITTERS.flatMap(emitter =>
  emitter.emit({ description: descriptionOf(compilation), settings: DEFAULT_OUTPUT, templates }),
);
const textAt = (path: RegExp) => files.find(file => path.test(file.path))?.text;

test('OpenAPI has it as an expression, in words too, and never as the value of `default`', () => {
  const { parameters } = Object(documentFrom(compilation)).paths['/api/endpoints/a'].get;
  const since = parameters.find(({ name }: { readonly name: string }) => name === 'since');
  expect(since.required).toBe(false);
  expect(since.schema['x-quern-default']).toBe('now() - interval 7 day');
  expect(since.schema).not.toHaveProperty('default');
  expect(since.description).toContain('Absent means now() - interval 7 day.');
});

test.each([
  [
    'typescript',
    /endpoints\/a\.d\.ts$/,
    'readonly since?: ',
    '@defaultValue `now() - interval 7 day`',
  ],
  [
    'python',
    /\/_client\.py$/,
    'since: Optional[Timestamp] = None',
    'Default: now() - interval 7 day',
  ],
  ['go', /a_endpoint\.go$/, 'Since time.Time', 'Absent means now() - interval 7 day.'],
])(
  'callers in %s may leave it out, and the documentation says its default',
  (_, path, optional, words) => {
    const text = textAt(path);
    expect(text).toContain(optional);
    expect(text).toContain(words);
  },
);

test('samples leave it out', () => {
  const document: OpenApiDocument = JSON.parse(textAt(/^openapi\.json$/) ?? '');
  const samples = document.paths['/api/endpoints/a']?.get['x-codeSamples'] ?? [];
  expect(samples.length).toBeGreaterThan(3);
  for (const { source } of samples) expect(source).not.toMatch(/since/i);
});

test('handlers get it computed', () => {
  expect(textAt(/routes\.ts$/)).toContain('readonly since: bigint;');
});
