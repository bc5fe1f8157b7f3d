/** What the types of an endpoint say, where a wrong word would still compile. */
import { expect, test } from 'vitest';
import { compiled } from '../../support/openapi-fixture.ts';
import { packageFiles } from './package.ts';

const SOURCES = `
sources:
  things:
    tables: { duckdb: { table: things }, bigquery: { table: things }, clickhouse: { table: things } }
    columns:
      id: { type: string, required: true }
      share: { type: float64, required: true, unit: ms }
      price: { type: decimal, precision: 38, scale: 9 }
`;
const ENDPOINT = `endpoint: a
id: 70000000-0000-4000-8000-000000000001
from: things
params:
  least: { type: int64, min: 0, max: 9, default: 0 }
  kind: { enum: [b, c], default: b, otherwise: default }
where: [share >= @least and id != @kind]
select: { id: id, share: share, price: price, rounded: { value: price, encode: number } }
`;

const FILTERED = `endpoint: b
id: 70000000-0000-4000-8000-000000000002
from: things
filters:
  share: { of: share, operators: [eq, gte] }
  id: { of: id, operators: [contains] }
  at_least: { of: share, operators: [gt] }
select: [id, share]
`;

const CHOSEN = `endpoint: c
id: 70000000-0000-4000-8000-000000000003
from: things
params:
  least: { type: int64, enum: [5, 9007199254740993] }
  words: { list: { enum: [x, y] } }
where: [{ when: least, filter: share >= @least }, { when: words, filter: id in @words }]
select: [id, share]
`;

const files = new Map(
  packageFiles(
    compiled([
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/a.yaml', bytes: ENDPOINT },
      { path: 'endpoints/b.yaml', bytes: FILTERED },
      { path: 'endpoints/c.yaml', bytes: CHOSEN },
    ]),
  ),
);

test('parameters that may all be left out may be left out together', () => {
  expect(files.get('endpoints/a.d.ts')).toContain('params?: AParams,');
});

test('numbers that may be none are `null`, for who reads them and for who checks them', () => {
  expect(files.get('endpoints/a.d.ts')).toContain('readonly share: number | null;');
  expect(files.get('endpoints/a.js')).toContain("share: 'number?',");
});

test('each parameter and column has what its type does not say', () => {
  const types = files.get('endpoints/a.d.ts') ?? '';
  expect(
    types.match(/At least `0`\.[\s\S]*?At most `9`\.[\s\S]*?@defaultValue `0`/),
  ).not.toBeNull();
  expect(types.match(/Any other value means the default\.[\s*]+@defaultValue `(.)`/)?.[1]).toBe(
    'b',
  );
  expect(types).toContain('Unit: ms');
  expect(types).toMatch(/An exact decimal as text\. \*\/\s+readonly price: string \| null;/);
  expect(types).toMatch(/string \| null;\s+readonly rounded: number \| null;/);
});

test('the operators of a filter are members of it, and its name alone takes a value or several', () => {
  const types = (files.get('endpoints/b.d.ts') ?? '').replace(/\/\*\*[\s\S]*?\*\//g, '');
  const lines = types.split('\n').map(line => line.trim());
  const at = lines.indexOf('export interface BParams {');
  expect(lines.slice(at, at + 20).filter(line => line !== '')).toEqual([
    'export interface BParams {',
    'readonly share?: number | readonly number[] | {',
    'readonly eq?: number | readonly number[] | undefined;',
    'readonly gte?: number | undefined;',
    '} | undefined;',
    'readonly id?: {',
    'readonly contains?: string | readonly string[] | undefined;',
    '} | undefined;',
    'readonly at_least?: {',
    'readonly gt?: number | undefined;',
    '} | undefined;',
    '}',
  ]);
  const module = files.get('endpoints/b.js');
  expect(module).toContain("lists: ['share', 'id__contains'],");
  expect(module).toContain("import { filtered } from '../filters.js';");
  expect(module).toContain("}, ['share', 'id', 'at_least']);");
});

test('the values of each enum are a list, and its items have the type of the parameter', () => {
  expect(files.get('endpoints/a.js')).toContain(
    "export const AValues = {\n  kind: ['b', 'c'],\n};",
  );
  expect(files.get('endpoints/a.d.ts')).toContain("readonly kind: readonly ['b', 'c'];");
  expect(files.get('endpoints/b.js')).not.toContain('Values');
  expect(files.get('endpoints/c.js')).toContain(
    "export const CValues = {\n  least: [5, 9007199254740993n],\n  words: ['x', 'y'],\n};",
  );
  expect(files.get('endpoints/c.d.ts')).toContain(
    'readonly least: readonly [5, 9007199254740993n];',
  );
});
