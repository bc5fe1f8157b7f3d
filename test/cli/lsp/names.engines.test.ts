/** Hover, definitions, references, renames, quick fixes and formatting, asked by a real client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  Hover,
  Location,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { LineIndex } from '../../../cli/lsp/lines.ts';
import { ROOT } from '../../support/root.ts';
import { removeFolders } from '../cli-fixture.ts';
import {
  applied,
  copyOfRepository,
  type Editor,
  positionOf,
  putOnDisk,
  startEditor,
} from './editor.ts';

const BIN = ['--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'cli/bin.ts')];
const LOGS = 'endpoints/logs.all.yaml';
const COUNTS = 'endpoints/usage.api-counts.yaml';
const SOURCES = 'endpoints/sources.yaml';
const STEPS = 'endpoints/slow.paths.yaml';
const TEXT = 'endpoints/own.text.yaml';

const SLOW = `endpoint: slow.paths
id: 0b6d7b0e-6c0a-4c55-8d0e-0f4a3a5d7e11
params:
  project: { use: tenant, description: The project. }
  least: { type: int64, default: 10 }
steps:
  paths:
    from: edge_logs
    where: [project = @project]
    group_by: { path: metadata.request.path }
    select: { hits: count(), slowest: max(metadata.response.origin_time) }
from: paths
where: [hits >= @least]
select:
  path: path
  total: hits
  share: total / 2
having: [total > @least]
order_by: [total desc, path]
`;
const SET = `  pages:
    tables: { bigquery: { table: pages }, clickhouse: { table: pages }, duckdb: { table: pages }, postgres: { table: pages } }
    columns: { id: { type: string, required: true }, path: string }
    filters:
      address: { of: path, description: The address of the page. }
`;
const PAGES = 'endpoints/pages.list.yaml';
const LIST = `endpoint: pages.list
id: 0b6d7b0e-6c0a-4c55-8d0e-0f4a3a5d7e13
steps:
  some:
    from: pages
    filters: { page: { use: address } }
    select: [path]
from: pages
prefix: of_
filters: [address]
where: [path in some.path]
select: [id]
tests:
  one:
    now: 2026-01-15T10:07:00Z
    params: { of_address__ne: /a }
    given: { pages: [] }
    expect: []
`;
const OWN = `endpoint: own.text
id: 0b6d7b0e-6c0a-4c55-8d0e-0f4a3a5d7e12
engines: [duckdb]
params:
  project: { use: tenant }
query:
  duckdb: { file: text.sql }
columns: { id: string }
`;

let editor: Editor;
beforeAll(async () => {
  const folder = copyOfRepository();
  const sources = readFileSync(join(folder, SOURCES), 'utf8');
  const shared = 'params:\n  tenant: { type: string, required: true, example: a }\n';
  writeFileSync(join(folder, SOURCES), sources + SET + shared);
  writeFileSync(join(folder, PAGES), LIST);
  writeFileSync(join(folder, STEPS), SLOW);
  writeFileSync(join(folder, TEXT), OWN);
  writeFileSync(
    join(folder, 'endpoints/text.sql'),
    'SELECT id FROM edge_logs WHERE project = @project -- @project\n',
  );
  editor = await startEditor(BIN, folder);
});
afterAll(async () => {
  expect(await editor.leave()).toBe(0);
  expect(editor.complaints()).toBe('');
  removeFolders();
});

const textOf = (path: string) => readFileSync(join(editor.folder, path), 'utf8');

function asked(path: string, mark: string, further = 0) {
  const position = positionOf(textOf(path), mark, further);
  return { textDocument: { uri: editor.uri(path) }, position };
}

async function hover(path: string, mark: string, further = 0): Promise<string> {
  const found: Hover | null = await editor.connection.sendRequest(
    'textDocument/hover',
    asked(path, mark, further),
  );
  return found === null ? '' : Object(found.contents).value;
}

/** The text at each place, with its file and line. */
function shown(places: readonly Location[] | null): readonly string[] {
  return (places ?? []).map(({ uri, range }) => {
    const path = fileURLToPath(uri);
    const text = readFileSync(path, 'utf8');
    const lines = new LineIndex(text);
    const written = text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
    return `${path.slice(editor.folder.length + 11)}:${range.start.line + 1} ${written}`;
  });
}

async function definition(path: string, mark: string, further = 0) {
  return shown(
    await editor.connection.sendRequest('textDocument/definition', asked(path, mark, further)),
  );
}
async function references(path: string, mark: string, further = 0) {
  const params = { ...asked(path, mark, further), context: { includeDeclaration: true } };
  return shown(await editor.connection.sendRequest('textDocument/references', params));
}

describe('hover', () => {
  it('says the type, the unit and the description of a column', async () => {
    expect(await hover(STEPS, 'origin_time', 2)).toMatch(
      /^\*\*origin_time\*\* `int64`, in ms · column of `edge_logs`\n\nTime the origin took to answer\.$/,
    );
  });
  it('says what a filter of a data set compares', async () => {
    expect(await hover(PAGES, 'use: address', 6)).toBe(
      '**address** `path` · filter of `pages`\n\nThe address of the page.',
    );
  });
  it('says what a parameter is, and what a shared one says of it', async () => {
    expect(await hover(COUNTS, '@project', 3)).toMatch(
      /^\*\*project\*\* `regex` · parameter\n\nProject reference/,
    );
    expect(await hover(COUNTS, 'interval:', 3)).toContain('one of `hourly`, `daily`, `minutely`');
    expect(await hover(STEPS, '@project', 3)).toContain('**project** `string`');
  });
  it('shows the SQL of an output for each engine', async () => {
    const text = await hover(COUNTS, 'total_auth_requests:', 3);
    expect(text).toMatch(/^\*\*total_auth_requests\*\* `int64, never NULL` · output/);
    expect(text).toContain('Requests whose path contains `/auth`.');
    for (const title of ['BigQuery', 'DuckDB', 'ClickHouse']) expect(text).toContain(title);
    expect(text).toContain('total_auth_requests');
    expect(text).not.toContain('total_rest_requests');
  });
  it('shows the SQL of an endpoint, the meaning of a function, a data set and a key', async () => {
    expect(await hover(LOGS, 'logs.all', 2)).toMatch(/```sql[\s\S]*SELECT[\s\S]*```/);
    expect(await hover(COUNTS, 'count_if', 2)).toMatch(/^```\ncount_if\(/);
    expect(await hover(LOGS, 'from: edge_logs', 8)).toMatch(
      /`edge_logs`[\s\S]*Requests at the API gateway/,
    );
    expect(await hover(LOGS, '\nretention:', 3)).toContain('Rows must be newer');
  });
});

describe('definitions and references', () => {
  it('of parameters, in the file and in its SQL', async () => {
    expect(await definition(STEPS, '@least', 2)).toEqual(['slow.paths.yaml:5 least']);
    expect(await references(STEPS, '@least', 2)).toEqual([
      'slow.paths.yaml:5 least',
      'slow.paths.yaml:13 least',
      'slow.paths.yaml:18 least',
    ]);
    expect(await references(TEXT, 'project:', 2)).toEqual([
      'own.text.yaml:5 project',
      'text.sql:1 project',
    ]);
    expect(await definition('endpoints/text.sql', '@project', 2)).toEqual([
      'own.text.yaml:5 project',
    ]);
  });
  it('of shared parameters, data sets and nested columns, across files', async () => {
    const [tenant] = await definition(STEPS, 'use: tenant', 6);
    expect(tenant).toMatch(/^sources\.yaml:\d+ tenant$/);
    expect(await references(STEPS, 'use: tenant', 6)).toEqual(
      expect.arrayContaining([tenant, 'slow.paths.yaml:4 tenant', 'own.text.yaml:5 tenant']),
    );
    expect(await definition(LOGS, 'from: edge_logs', 8)).toEqual(['sources.yaml:3 edge_logs']);
    expect(await definition(LOGS, '  - auth_logs', 6)).toEqual([
      expect.stringMatching(/^sources\.yaml:\d+ auth_logs$/),
    ]);
    const [column] = await definition(STEPS, 'metadata.request.path', 19);
    expect(column).toMatch(/^sources\.yaml:\d+ path$/);
    expect(await references(STEPS, 'metadata.request.path', 19)).toEqual(
      expect.arrayContaining([
        column,
        'slow.paths.yaml:10 path',
        expect.stringMatching(/^usage\.api-counts\.yaml:\d+ path$/),
      ]),
    );
  });
  it('of filters of a data set, also by the parameters that they add', async () => {
    const [address] = await definition(PAGES, 'filters: [address', 12);
    expect(address).toMatch(/^sources\.yaml:\d+ address$/);
    expect(await references(PAGES, 'use: address', 6)).toEqual([
      'pages.list.yaml:6 address',
      'pages.list.yaml:10 address',
      'pages.list.yaml:16 address',
      address,
    ]);
    expect(await definition(SOURCES, 'of: path, description', 5)).toEqual([
      expect.stringMatching(/^sources\.yaml:\d+ path$/),
    ]);
  });
  it('of steps and outputs', async () => {
    expect(await definition(STEPS, 'from: paths', 8)).toEqual(['slow.paths.yaml:7 paths']);
    expect(await references(STEPS, 'total: hits', 8)).toEqual([
      'slow.paths.yaml:11 hits',
      'slow.paths.yaml:13 hits',
      'slow.paths.yaml:16 hits',
    ]);
    expect(await references(STEPS, 'total:', 2)).toEqual([
      'slow.paths.yaml:16 total',
      'slow.paths.yaml:17 total',
      'slow.paths.yaml:18 total',
      'slow.paths.yaml:19 total',
    ]);
    expect(await definition(LOGS, 'select: [id', 9)).toEqual([
      expect.stringMatching(/^sources\.yaml:\d+ id$/),
    ]);
  });
});

describe('completion', () => {
  it.each([
    ['a list', 'filters: [address', 10],
    ['a use', 'use: address', 5],
  ])('offers the filters of the data set in %s', async (_, mark, further) => {
    const items: readonly { label: string }[] = await editor.connection.sendRequest(
      'textDocument/completion',
      asked(PAGES, mark, further),
    );
    expect([items].flat().map(({ label }) => label)).toContain('address');
  });
});

describe('rename', () => {
  async function rename(path: string, mark: string, further: number, newName: string) {
    const params = { ...asked(path, mark, further), newName };
    const edit: WorkspaceEdit = await editor.connection.sendRequest('textDocument/rename', params);
    return new Map(
      Object.entries(edit.changes ?? {}).map(([uri, edits]) => {
        const file = fileURLToPath(uri);
        return [file.slice(editor.folder.length + 1), applied(readFileSync(file, 'utf8'), edits)];
      }),
    );
  }

  it('changes all places of a parameter, those in tests and conditions too', async () => {
    const changed = await rename(LOGS, 'iso_timestamp_start', 3, 'since');
    expect([...changed.keys()]).toEqual([LOGS]);
    expect(changed.get(LOGS)).toBe(textOf(LOGS).replaceAll('iso_timestamp_start', 'since'));
    const tier = await rename(LOGS, 'by: project_tier', 6, 'tier');
    expect(tier.get(LOGS)).toBe(textOf(LOGS).replaceAll('project_tier', 'tier'));
    const both = await rename(TEXT, 'project:', 2, 'tenant_id');
    expect(both.get('endpoints/text.sql')).toBe(
      'SELECT id FROM edge_logs WHERE project = @tenant_id -- @project\n',
    );
  });
  it('changes all places of an output and of a shared parameter', async () => {
    const counts = await rename(COUNTS, 'total_auth_requests', 3, 'auth');
    expect(counts.get(COUNTS)).toBe(textOf(COUNTS).replaceAll('total_auth_requests', 'auth'));
    const steps = await rename(STEPS, 'total: hits', 2, 'sum');
    expect(steps.get(STEPS)).toBe(SLOW.replaceAll('total', 'sum'));
    const filter = await rename(PAGES, 'use: address', 6, 'place');
    expect([...filter.keys()].sort()).toEqual([PAGES, SOURCES].sort());
    expect(filter.get(PAGES)).toBe(LIST.replaceAll('address', 'place'));
    const shared = await rename(STEPS, 'use: tenant', 6, 'owner');
    expect([...shared.keys()].sort()).toEqual([TEXT, STEPS, SOURCES].sort());
  });
  it.each([
    ['a name that is taken', 'total: hits', 2, 'share', /The new name causes an error: /],
    ['a name that is no name', 'total: hits', 2, 'a b', /letters, digits/],
    ['a column of a table', 'metadata.request.path', 19, 'way', /names come from tables/],
    ['no name', 'endpoint: slow', 3, 'x', /Only names of parameters/],
  ])('refuses %s', async (_, mark, further, name, message) => {
    await expect(rename(STEPS, mark, further, name)).rejects.toThrow(message);
  });
  it('refuses an item of a list, which is a column too, and a file with faults', async () => {
    await expect(rename(LOGS, 'select: [id', 9, 'key')).rejects.toThrow(/a column and an output/);
    const text = await editor.open(STEPS);
    await editor.change(STEPS, text.replace('count()', 'cont()'));
    await editor.diagnostics(STEPS, found => found.length > 0);
    await expect(rename(STEPS, 'total: hits', 2, 'sum')).rejects.toThrow(/Fix this error first: /);
    await editor.close(STEPS);
    await editor.diagnostics(STEPS, found => found.length === 0);
  });
});

describe('quick fixes', () => {
  async function fixesAfter(path: string, written: string, typed: string) {
    const text = textOf(path);
    const now = text.replace(written, typed);
    await editor.open(path, now);
    const [fault] = await editor.diagnostics(path, found => found.length > 0);
    const params = {
      textDocument: { uri: editor.uri(path) },
      range: fault?.range,
      context: { diagnostics: [] },
    };
    const actions: CodeAction[] = await editor.connection.sendRequest(
      'textDocument/codeAction',
      params,
    );
    await editor.close(path);
    await editor.diagnostics(path, found => found.length === 0);
    return actions.map(({ title, edit }) => ({
      title,
      text: applied(now, edit?.changes?.[editor.uri(path)] ?? []),
    }));
  }

  it.each([
    ['a column', STEPS, 'metadata.request.path', 'metadata.request.pth'],
    ['a parameter', STEPS, 'hits >= @least', 'hits >= @leest'],
    ['a function', STEPS, 'count()', 'cuont()'],
    ['a data set', LOGS, 'from: edge_logs', 'from: edge_lgs'],
    ['a key', LOGS, 'order_by:', 'orderby:'],
    ['a value of a closed list', COUNTS, 'window: sliding', 'window: slidng'],
  ])('put the name that is meant in place of %s', async (_, path, written, typed) => {
    const fixes = await fixesAfter(path, written, typed);
    expect(fixes.map(({ text }) => text)).toContain(textOf(path));
  });
  it('write a UUID that is missing, or another one', async () => {
    const [added] = await fixesAfter(COUNTS, /^id: .*\n/m.exec(textOf(COUNTS))?.[0] ?? '', '');
    expect(added?.text).toMatch(/^endpoint: .*\nid: [0-9a-f-]{36}\n/m);
    const [changed] = await fixesAfter(STEPS, '7e11', '7e12');
    expect(changed?.title).toBe('Use a new UUID');
  });
});

describe('formatting', () => {
  async function format(path: string): Promise<string | null> {
    const params = {
      textDocument: { uri: editor.uri(path) },
      options: { tabSize: 2, insertSpaces: true },
    };
    const edits: TextEdit[] | null = await editor.connection.sendRequest(
      'textDocument/formatting',
      params,
    );
    return edits === null ? null : applied(textOf(path), edits);
  }

  it('keeps comments, and what it has formatted', async () => {
    await putOnDisk(
      editor,
      STEPS,
      SLOW.replace('steps:\n', 'steps: # by path\n\n  # each once\n').replace(
        '  least: {',
        '  least:   {  ',
      ),
    );
    const once = await format(STEPS);
    expect(once).toContain('steps: # by path\n');
    expect(once).toContain('  # each once\n');
    expect(once).toContain('  least: { type: int64, default: 10 }\n');
    await putOnDisk(editor, STEPS, once ?? '');
    expect(await format(STEPS)).toBeNull();
  });
  it('leaves a file with faults as it is', async () => {
    await putOnDisk(editor, STEPS, `${SLOW}\n}`);
    expect(await format(STEPS)).toBeNull();
    await putOnDisk(editor, STEPS, SLOW);
  });
});
