/** Completion at places of the repository's own specifications, asked by a real client. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver/node';
import { ROOT } from '../../support/root.ts';
import { removeFolders } from '../cli-fixture.ts';
import { copyOfRepository, type Editor, positionAt, startEditor } from './editor.ts';

const BIN = ['--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'cli/bin.ts')];
const LOGS = 'endpoints/logs.all.yaml';
const COUNTS = 'endpoints/usage.api-counts.yaml';
const INVOCATIONS = 'endpoints/functions.invocation-stats.yaml';
const SOURCES = 'endpoints/sources.yaml';
const VISIT = 'endpoints/visits/visits.all.yaml';
const VISITS = `sources:
  visits:
    tables: { duckdb: { table: visits }, clickhouse: { table: visits }, bigquery: { table: visits } }
    columns:
      id: string
      events: { list: { record: { kind: string, at: timestamp, page: { record: { path: string } } } } }
`;
const VISIT_TEXT = `endpoint: visits.all
id: 00000000-0000-4000-8000-0000000000aa
from: visits
where: ["any(events, .kind = 'x')"]
select: [id]
`;

let editor: Editor;
beforeAll(async () => {
  const folder = copyOfRepository();
  mkdirSync(join(folder, 'endpoints/visits'));
  writeFileSync(join(folder, 'endpoints/visits/sources.yaml'), VISITS);
  writeFileSync(join(folder, VISIT), VISIT_TEXT);
  editor = await startEditor(BIN, folder);
});
afterAll(async () => {
  expect(await editor.leave()).toBe(0);
  expect(editor.complaints()).toBe('');
  removeFolders();
});

/** The items at `|` of `typed`, which stands in place of `written`. */
async function itemsAt(path: string, written: string, typed: string) {
  const text = await editor.open(path);
  const at = text.indexOf(written);
  expect(at).toBeGreaterThanOrEqual(0);
  const now = text.slice(0, at) + typed.replace('|', '') + text.slice(at + written.length);
  const position = positionAt(now, at + typed.indexOf('|'));
  await editor.change(path, now);
  const textDocument = { uri: editor.uri(path) };
  const params = { textDocument, position };
  const items: CompletionItem[] = await editor.connection.sendRequest(
    'textDocument/completion',
    params,
  );
  await editor.close(path);
  return items;
}

it.each<[what: string, path: string, written: string, typed: string, expected: readonly string[]]>([
  ['a data set', LOGS, 'from: edge_logs', 'from: |', ['edge_logs', 'postgres_logs', 'auth_logs']],
  [
    'a data set of a list',
    LOGS,
    '  - postgres_logs',
    '  - p|',
    ['postgres_logs', 'postgrest_logs'],
  ],
  ['a column in place of a list', VISIT, 'select: [id]', 'select: |', ['id', 'events']],
  ['a column of a list of filters', VISIT, 'select: [id]', 'select: [id]\nfilters: [|]', ['id']],
  ['a sort key in place of a list', VISIT, '[id]', 'id\norder_by: |', ['id']],
  ['a key of an endpoint', LOGS, 'limit: 100', '|', ['limit', 'having', 'steps', 'buckets']],
  ['a key that is begun', LOGS, 'limit: 100', 'li|', ['limit']],
  ['a key of a parameter', LOGS, '    required: true\n', '    |\n', ['required', 'default', 'min']],
  ['a type of a parameter', LOGS, 'type: timestamp', 'type: |', ['timestamp', 'int64', 'uuid']],
  [
    'a stored type',
    'endpoints/visits/sources.yaml',
    'at: timestamp',
    'at: { type: timestamp, stored: { clickhouse: | } }',
    ['DateTime', 'DateTime64(9)'],
  ],
  ['a key between braces', LOGS, '{ when: iso_timestamp_end,', '{ w|', ['when', 'filter']],
  ['a key of `buckets`', COUNTS, '  window: sliding', '  |', ['window', 'gaps', 'as']],
  ['a value of a closed list', COUNTS, 'window: sliding', 'window: |', ['aligned', 'sliding']],
  ['a column', LOGS, 'project = @project', 'proj|', ['project', 'metadata', '@project_tier']],
  ['a parameter', LOGS, 'project = @project', 'project = @|', ['project', 'project_tier']],
  [
    'a nested field',
    COUNTS,
    'matches(metadata.request.url, @project)',
    'matches(metadata.request.|, @project)',
    ['url', 'method', 'headers'],
  ],
  [
    'a field of a broken expression',
    COUNTS,
    'matches(metadata.request.url, @project)',
    'matches(metadata.|',
    ['request', 'response'],
  ],
  [
    'a function',
    COUNTS,
    "count_if(contains(metadata.request.path, '/rest'))",
    'cou|',
    ['count', 'count_if', 'count_distinct'],
  ],
  [
    'a field of the records of a list',
    VISIT,
    ".kind = 'x')",
    "lower(.kind) = 'x' and .|",
    ['kind', 'at', 'page'],
  ],
  [
    'a field of a record in a list',
    VISIT,
    "any(events, .kind = 'x')",
    "item(events, .kind = 'x' and length(.page.|",
    ['path'],
  ],
  ['an enum parameter', COUNTS, 'by: interval', 'by: |', ['interval', 'project']],
  ['the value of an enum', COUNTS, '    minutely: { last', '    |: { last', ['minutely']],
  [
    'the value of an enum in a test',
    LOGS,
    'project_tier: PRO }',
    'project_tier: | }',
    ['PRO', 'FREE'],
  ],
  [
    'an output to sort by',
    COUNTS,
    'order_by: [timestamp]',
    'order_by: [|]',
    ['timestamp', 'total_rest_requests'],
  ],
  [
    'an output that a test expects',
    COUNTS,
    '        total_rest_requests: 1\n',
    '        |\n',
    ['total_rest_requests'],
  ],
  ['a column of an entry', COUNTS, '{ id: a1, timestamp', '{ |, timestamp', ['id', 'project']],
  ['a parameter of a test', COUNTS, 'interval: hourly }', '| }', ['interval']],
  ['a column of a list', LOGS, 'select: [id,', 'select: [|,', ['id', 'metadata']],
  [
    'a key of a column',
    SOURCES,
    'event_message: { type: string,',
    'event_message: { |,',
    ['type', 'list', 'unit', 'bigquery'],
  ],
  [
    'a type of a column',
    SOURCES,
    'event_message: { type: string,',
    'event_message: { type: |,',
    ['string', 'decimal'],
  ],
  ['a key of the configuration', 'quern.yaml', '  queue: 64', '  |', ['queue', 'concurrency']],
  [
    'a data set in a file that is broken below',
    INVOCATIONS,
    'from: function_edge_logs',
    'from: |\n}} : ]',
    ['function_edge_logs'],
  ],
])('offers %s', async (_, path, written, typed, expected) => {
  const labels = (await itemsAt(path, written, typed)).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining([...expected]));
});

it('says of columns, parameters and functions what they are', async () => {
  const items = await itemsAt(COUNTS, "count_if(contains(metadata.request.path, '/rest'))", '|');
  const item = (label: string) => items.find(one => one.label === label);
  expect(item('timestamp')).toMatchObject({
    detail: 'timestamp, never NULL',
    documentation: { value: 'When the request arrived.' },
  });
  expect(item('@interval')).toMatchObject({ detail: 'enum' });
  expect(item('count_if')?.detail).toMatch(/^count_if\(/);
  const fields = await itemsAt(
    COUNTS,
    'matches(metadata.request.url, @project)',
    'metadata.response.o|',
  );
  expect(fields).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ label: 'origin_time', detail: 'int64, ms' }),
    ]),
  );
});

it('replaces the name that is begun', async () => {
  const [item] = (await itemsAt(LOGS, 'limit: 100', 'lim|')).filter(
    ({ label }) => label === 'limit',
  );
  expect(item?.textEdit).toMatchObject({
    newText: 'limit: ',
    range: { start: { character: 0 }, end: { character: 3 } },
  });
});
