/** Columns and fields of an answer name the filter that compares them and the columns whose values they show, and no others. */
import { expect, test } from 'vitest';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { compiled } from '../../support/openapi-fixture.ts';

const SOURCES = `
sources:
  calls:
    tables: { duckdb: { table: calls } }
    columns:
      at: { type: timestamp, required: true }
      status: int64
      tags: { list: string }
      labels: { map: string }
      metadata: { record: { request: { record: { host: string, path: string } } } }
      host: { is: metadata.request.host }
`;

function columnsOf(clauses: string): readonly ManifestColumn[] {
  const head = 'endpoint: calls.some\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n';
  const compilation = compiled([
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/calls.some.yaml', bytes: head + clauses },
  ]);
  return manifestOf(compilation).endpoints[0]?.columns ?? [];
}

/** The filters of an answer by the paths of what they compare. */
function comparedBy(clauses: string): Readonly<Record<string, string>> {
  const below = (path: string, field: ManifestField): readonly (readonly [string, string])[] => [
    ...(field.filter === undefined ? [] : [[path + field.name, field.filter] as const]),
    ...Object.entries(field.members ?? {}).map(
      ([key, filter]) => [`${path}${field.name}[${key}]`, filter] as const,
    ),
    ...(field.fields ?? []).flatMap(each => below(`${path + field.name}.`, each)),
  ];
  return Object.fromEntries(columnsOf(clauses).flatMap(column => below('', column)));
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

test('a list, and a map by its keys', () => {
  const filters = 'filters: { tag: { of: tags }, label: { of: labels, key: true } }\n';
  expect(comparedBy(`${FROM}${filters}select: { words: tags, labels: labels }\n`)).toEqual({
    words: 'tag',
    labels: 'label',
  });
});

test('single keys of a map and single items of a list, also of a step, each by the first filter over it', () => {
  const filters = [
    `region: { of: "labels['region']" }`,
    `other: { of: "labels['region']" }`,
    `proto: { of: "labels['__proto__']" }`,
    `first: { of: 'tags[0]' }`,
    `far: { of: "lower(labels['zone'])" }`,
    `of_host: { of: "labels[host]" }`,
    'label: { of: labels, key: true }',
  ];
  const clauses = `${FROM}filters: { ${filters.join(', ')} }\nselect: { words: tags, labels: labels, region: "labels['region']" }\n`;
  expect(Object.entries(comparedBy(clauses)).sort()).toEqual([
    ['labels', 'label'],
    ['labels[__proto__]', 'proto'],
    ['labels[region]', 'region'],
    ['region', 'region'],
    ['words[0]', 'first'],
  ]);
  const step = `steps:\n  some:\n    from: calls\n    filters: { inner: { of: "labels['zone']" }, region: { of: "labels['region']" } }\n    select: { all: labels }\n`;
  const own = `filters: { outer: { of: "all['region']" } }\n`;
  expect(comparedBy(`${step}from: some\n${own}select: { all: all }\n`)).toEqual({
    'all[zone]': 'inner',
    'all[region]': 'outer',
  });
});

test('an expression that is written again', () => {
  const filters = 'filters: { host: { of: lower(host) } }\n';
  expect(comparedBy(`${FROM}${filters}select: { name: lower(host), host: host }\n`)).toEqual({
    name: 'host',
  });
});

test('a column of a step that is read or joined, with the prefix of its filters, but not where a left join keeps the row', () => {
  const step = (name: string, clauses: string) =>
    `steps:\n  ${name}:\n    from: calls\n    prefix: of_\n    filters: { code: { of: status } }\n    ${clauses}\n`;
  const rows = step('some', 'select: { status: status, meta: metadata }');
  const select = 'select: { code: status, meta: meta }\n';
  expect(comparedBy(`${rows}from: some\n${select}`)).toEqual({ code: 'of_code' });
  const groups = step('each', 'group_by: { status: status }\n    select: { calls: count() }');
  const joined = (kind: string) =>
    `${groups}${FROM}join: { each: { of: each, on: status = each.status, kind: ${kind} } }\nselect: { code: each.status, calls: each.calls }\n`;
  expect(comparedBy(joined('inner'))).toEqual({ code: 'of_code' });
  expect(comparedBy(joined('left'))).toEqual({});
});

test('the names of what is shown in other types, in branches and through steps, where they differ', () => {
  const shown = (clauses: string) =>
    Object.fromEntries(
      columnsOf(clauses).flatMap(({ name, shows }) => (shows ? [[name, shows]] : [])),
    );
  const facet = "if(@facet = 'status', cast_string(status), host)";
  expect(
    shown(`params: { facet: { enum: [status, host], default: status } }
${FROM}group_by: { value: "${facet}", status: status, path: metadata.request.path, h: 'coalesce(host, lower(host))' }
select: { calls: count(), latest: max(at) }
`),
  ).toEqual({ value: ['status', 'host'], h: ['host'] });
  expect(
    shown(`steps:
  each:
    from: calls
    group_by: { code: status }
    select: { calls: count() }
from: each
select: { value: "case code when 1 then 'one' else cast_string(code) end", code: code, calls: calls }
`),
  ).toEqual({ value: ['status'], code: ['status'] });
});
