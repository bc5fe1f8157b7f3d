/** Words about columns and values that each client and the OpenAPI document have. */
import { expect, test } from 'vitest';
import { CLIENT_LANGUAGES } from '../../../../generator/emitters/clients/index.ts';
import { clientFiles } from '../../../support/client-files.ts';
import { compiled, emittedText } from '../../../support/openapi-fixture.ts';

const SOURCES = `sources:
  orders:
    tables: { duckdb: { table: orders } }
    columns:
      at: { type: timestamp, required: true }
      price: { type: decimal, precision: 9, scale: 2, required: true }
`;
const ENDPOINT = `endpoint: compared
id: 70000000-0000-4000-8000-000000000001
engines: [duckdb]
from: orders
params: { tier: { enum: [free, pro], default: free } }
where: ["@tier = 'pro' or price > 0"]
buckets: { of: at, as: start, last: 6 days, step: 1 day, gaps: zero }
compare: previous
select:
  orders: count()
  before: previous_orders
  said: { value: previous_orders, description: Orders of the days before. }
  lowest: min(price)
`;
const compilation = compiled([
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  { path: 'endpoints/compared.yaml', bytes: ENDPOINT },
]);
const files = [
  { path: 'openapi.json', text: emittedText(compilation) },
  ...[...CLIENT_LANGUAGES.values()].flatMap(language => clientFiles(language, compilation)),
];
/** The text with comments and blocks on one line. */
const words = (path: string) => {
  const found = files.find(file => file.path.endsWith(path));
  return found?.text.replace(/\s+(?:\*|\/\/)?\s*/g, ' ');
};

test.each([
  ['TypeScript', 'endpoints/compared.d.ts'],
  ['Python', 'endpoints/compared.py'],
  ['Go', 'compared_endpoint.go'],
  ['OpenAPI', 'openapi.json'],
])('%s says which value is that of the period before, and that a decimal is a text', (_, path) => {
  expect(words(path)).toMatch(/`orders\S*` of the period before\./);
  expect(words(path)).toContain('Orders of the days before.');
  expect(words(path)).toContain('An exact decimal as text.');
});

test('Go lists the values of an enum', () => {
  expect(words('compared_endpoint.go')).toContain(
    'func (ComparedTier) Values() []ComparedTier { return []ComparedTier{ComparedTierFree, ComparedTierPro} }',
  );
});
