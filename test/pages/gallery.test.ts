/** The gallery compiles, no two of its endpoints use the same clauses, and pages quote it as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { clausesOf, pathsOf } from './clauses.ts';
import { fences, readPage, table, withFences, withSections } from './docs-markdown.ts';

const FOLDER = 'examples/gallery/endpoints';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.yaml'))
  .sort()
  .map(file => ({ path: join(FOLDER, file), bytes: readFileSync(join(FOLDER, file)) }));
const endpoints = new Map(
  files
    .filter(({ path }) => basename(path) !== 'sources.yaml')
    .map(({ path, bytes }) => [basename(path, '.yaml'), bytes.toString('utf8')] as const),
);

/** Where the keys of each table of docs/language.md stand, as the beginning of their paths. */
const PLACES: Readonly<Record<string, string>> = {
  'endpoint-keys': '^(?:steps\\.[^.]+\\.)?',
  'source-keys': '^sources\\.[^.]+\\.',
  'table-keys': '\\.tables\\.[^.]+\\.',
  'column-keys': '\\.columns\\.(?:[^.]+\\.)+',
  'parameter-keys': '^params\\.[^.]+\\.',
  'predicate-keys': '(?:where|having)\\.(?:.+\\.)?\\[\\]\\.(?:filter\\.)?',
  'filter-keys': '\\bfilters\\.[^.]+\\.',
  'bucket-keys': '\\bbuckets\\.',
  'window-keys': '\\bwindow\\.',
  'retention-keys': '\\bretention\\.',
  'output-keys': '\\b(?:select|group_by)\\.[^.]+\\.',
  'pages-keys': '\\bpages\\.',
  'cache-keys': '\\bcache\\.',
  'test-keys': '^tests\\.[^.]+\\.',
};
/** Keys that docs/standing-in.md shows; SQL of one engine, which docs/language.md and docs/saved-sql.md show; `sandbox` has no effect. */
const ELSEWHERE: readonly string[] = [
  'endpoint-keys: compat',
  'endpoint-keys: ignore',
  'endpoint-keys: engines',
  'endpoint-keys: sandbox',
  'endpoint-keys: query',
  'endpoint-keys: columns',
  'table-keys: where',
  'column-keys: stored',
  'column-keys: column',
  'column-keys: invalid',
  ...ENGINE_NAMES.map(name => `column-keys: ${name}`),
  'parameter-keys: absent',
  'bucket-keys: encode',
];

describe('the gallery', () => {
  test('compiles for three engines', () => {
    const { diagnostics } = compile(files, { dialects: ['bigquery', 'clickhouse', 'duckdb'] });
    expect(renderDiagnostics(diagnostics)).toBe('');
  });

  test('has no two endpoints with the same set of clauses', () => {
    const used = new Map([...endpoints].map(([name, text]) => [name, clausesOf(text).join(' ')]));
    const alike = [...used].filter(([name, clauses]) =>
      [...used].some(([other, others]) => other !== name && others === clauses),
    );
    expect(alike).toEqual([]);
  });

  test('uses every key of the language', () => {
    const paths = files.flatMap(({ bytes }) => pathsOf(bytes.toString('utf8')));
    const unused = keyTables().flatMap(({ name, keys }) => {
      const place = PLACES[name];
      if (place === undefined) throw new Error(`where do the keys of ${name} stand?`);
      const isUsed = (key: string) => paths.some(path => new RegExp(`${place}${key}$`).test(path));
      return keys.filter(key => !isUsed(key)).map(key => `${name}: ${key}`);
    });
    expect(unused).toEqual(ELSEWHERE);
  });

  test('says in the first line of each endpoint what it shows', () => {
    expect([...endpoints].filter(([, text]) => lessonOf(text) === '')).toEqual([]);
  });
});

test('examples/gallery/README.md lists the endpoints', () => {
  const path = 'examples/gallery/README.md';
  const made = (text: string) => withSections(text, { endpoints: listed });
  const page = readPage(path, made);
  expect(page).toBe(made(page));
});

describe('docs/how-do-i-write.md', () => {
  const page = readPage('docs/how-do-i-write.md', withSnippets);

  test('shows endpoints as they stand in the gallery', () => {
    expect(fences(page).filter(({ info }) => info.startsWith('yaml')).length).toBeGreaterThan(0);
    expect(page).toBe(withSnippets(page));
  });

  test('has an entry for each heading, in order', () => {
    const entries = [...page.matchAll(/^- \[(.*)\]\(#(.*)\)$/gm)].map(([, title]) => title);
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(entries).toEqual(headings);
  });
});

/** The keys that docs/language.md lists, by the name of their table. */
function keyTables(): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  const page = readFileSync('docs/language.md', 'utf8');
  const tables = page.matchAll(/^<!-- generated: ([a-z]+-keys) -->$([\s\S]*?)^<!-- end -->$/gm);
  return [...tables].map(([, name = '', rows = '']) => {
    const keys = [...rows.matchAll(/^\| `([a-z_]+)`/gm)].map(([, key = '']) => key);
    return { name, keys };
  });
}

/** Each block `yaml NAME` with the clauses of that endpoint, without what only a project needs. */
function withSnippets(page: string): string {
  const shown = fences(page).filter(({ info }) => info.startsWith('yaml '));
  return withFences(page, new Map(shown.map(each => [each, snippetOf(each.info.slice(5))])));
}

function snippetOf(name: string): string {
  const text = endpoints.get(name);
  if (text === undefined) throw new Error(`the gallery has no ${name}`);
  const [, clauses = ''] = /^summary: .*\n([\s\S]*?)(?=^tests:)/m.exec(text) ?? [];
  return clauses;
}

function listed(): string {
  const rows = [...endpoints].map(([name, text]) => {
    const [field = ''] = name.split('.');
    return [`[\`${name}\`](endpoints/${field}/${name}.yaml)`, lessonOf(text)];
  });
  return table(['Endpoint', 'What it shows'], rows);
}

/** The comment that an endpoint begins with, behind the line for editors. */
function lessonOf(text: string): string {
  const [, lines = ''] = /^# yaml-language-server:.*\n((?:# .*\n)*)/.exec(text) ?? [];
  return lines.replaceAll(/^# /gm, '').trim().replaceAll('\n', ' ');
}
