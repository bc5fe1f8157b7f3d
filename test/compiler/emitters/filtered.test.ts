/** Columns and fields of an answer name the filter that compares them, wherever its value is shown and nowhere else. */
import { expect, test } from 'vitest';
import type { ManifestField } from '../../../generator/core/manifest.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { compiled } from '../../support/openapi-fixture.ts';

const SOURCES = `
sources:
  calls:
    tables: { duckdb: { table: calls } }
    columns:
      at: { type: timestamp, required: true }
      status: int64
      labels: { map: string }
      metadata: { record: { request: { record: { host: string, path: string } } } }
      host: { is: metadata.request.host }
`;

/** The filters of an answer by the paths of what they compare. */
function comparedBy(clauses: string): Readonly<Record<string, string>> {
  const head = 'endpoint: calls.some\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n';
  const compilation = compiled([
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/calls.some.yaml', bytes: head + clauses },
  ]);
  const below = (path: string, field: ManifestField): readonly (readonly [string, string])[] => [
    ...(field.filter === undefined ? [] : [[path + field.name, field.filter] as const]),
    ...(field.fields ?? []).flatMap(each => below(`${path + field.name}.`, each)),
  ];
  const columns = manifestOf(compilation).endpoints[0]?.columns ?? [];
  return Object.fromEntries(columns.flatMap(column => below('', column)));
}

const FROM = 'from: calls\n';

test('a field of a record, and a column that is derived from it', () => {
  const clauses = `${FROM}filters: { of_host: { of: host } }\nselect: [metadata, host]\n`;
  expect(comparedBy(clauses)).toEqual({ 'metadata.request.host': 'of_host', host: 'of_host' });
});

test('a column under another name', () => {
  const filters = 'filters: { status: { of: metadata.request.path }, code: { of: status } }\n';
  expect(comparedBy(`${FROM}${filters}select: { status: metadata.request.path }\n`)).toEqual({
    status: 'status',
  });
});

test('no column that only shares the name of a filter', () => {
  const filters = 'filters: { status: { of: status }, labels: { of: labels, key: true } }\n';
  const select = 'select: { status: count(), labels: max(host) }\n';
  expect(comparedBy(`${FROM}${filters}${select}`)).toEqual({});
  expect(comparedBy(`${FROM}${filters}select: { status: status + 1, same: status }\n`)).toEqual({
    same: 'status',
  });
});

test('an expression that is written again', () => {
  const filters = 'filters: { host: { of: lower(host) } }\n';
  expect(comparedBy(`${FROM}${filters}select: { name: lower(host), host: host }\n`)).toEqual({
    name: 'host',
  });
});

test('a column of a step that is read, with the prefix of its filters, and not of one that is joined', () => {
  const step = (name: string, clauses: string) =>
    `steps:\n  ${name}:\n    from: calls\n    prefix: of_\n    filters: { code: { of: status } }\n    ${clauses}\n`;
  const rows = step('some', 'select: { status: status, meta: metadata }');
  const select = 'select: { code: status, meta: meta }\n';
  expect(comparedBy(`${rows}from: some\n${select}`)).toEqual({ code: 'of_code' });
  const groups = step('each', 'group_by: { status: status }\n    select: { calls: count() }');
  const join = 'join: { each: { of: each, on: status = each.status } }\n';
  expect(comparedBy(`${groups}${FROM}${join}select: { code: each.status }\n`)).toEqual({});
});
