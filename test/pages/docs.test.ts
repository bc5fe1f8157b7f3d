import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { unmarked } from '../../generator/core/output/marker.ts';
import {
  CATALOGUE,
  collector,
  type DiagnosticCode,
  renderDiagnostics,
} from '../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { PARAM_TYPES } from '../../generator/params/index.ts';
import { resolveProject } from '../../generator/resolve/resolve.ts';
import { validateEndpoint, validateSources } from '../../generator/validate/validate.ts';
import { createMetrics } from '../../server/observe/late-metrics.ts';
import { createPrimaryMetrics } from '../../server/processes/primary-metrics.ts';
import { quern } from '../cli/cli-fixture.ts';
import { fakeEngine, fixtureApp } from '../service/server-fixture.ts';
import { ourCatalogue, runClauses, runExample } from './docs-examples.ts';
import { type Fence, fences, readPage, withFences, withSections } from './docs-markdown.ts';
import { TABLES } from './docs-tables.ts';

/** A table that a new language must stand in. */
const TABLE_OF_LANGUAGES = /(?<!Partial<(Readonly<)?)Record<(LanguageName|ClientName),/;

const CODES = Object.keys(CATALOGUE) as DiagnosticCode[];
/** Their causes fit no page: bytes, a size, a folder, a template, a test's rows, an engine's parser, the analyser of GoogleSQL. Other tests read these pages. */
const WITHOUT_FILES: readonly string[] = [
  'file-too-large',
  'file-unreadable',
  'unknown-template',
  'unknown-hole',
  'invalid-template',
  'failing-test',
  'column-mismatch',
  'undeclared-table',
  'undeclared-read',
  'not-analysed',
  'table-mismatch',
  'stored-type',
  'absent-column',
  'dotted-path',
  'unused-rollup',
  'costlier-statement',
  'untranslatable-sql',
  'sql-not-known',
  'duplicate-column',
];
/** An engine that lacks a function or a type. */
const WITHOUT_EXAMPLE: readonly string[] = [
  ...WITHOUT_FILES,
  'unsupported-function',
  'unsupported-pattern',
  'unsupported-type',
];

describe('the pages of the diagnostics', () => {
  test('are one for each code', () => {
    const pages = readdirSync('docs/diagnostics').map(file => file.replace(/\.md$/, ''));
    expect(pages.sort()).toEqual([...CODES].sort());
  });

  test.each(CODES)('%s says what it means', code => {
    const page = pageOf(code);
    expect(page.startsWith(`# ${code}\n\n${CATALOGUE[code]}.\n\n`)).toBe(true);
    expect(page.split('\n').length).toBeLessThanOrEqual(45);
  });

  test.each(CODES.filter(code => !WITHOUT_EXAMPLE.includes(code)))('%s shows it', code => {
    const page = pageOf(code);
    const { diagnostics } = runClauses(blocks(page, 'yaml wrong'));
    expect([...new Set(diagnostics.map(diagnostic => diagnostic.code))]).toEqual([code]);
    expect(blocks(page, 'text message')).toEqual([renderDiagnostics(diagnostics)]);
  });

  test.each(CODES.filter(code => !WITHOUT_FILES.includes(code)))('%s shows what is right', code => {
    const right = blocks(pageOf(code), 'yaml right');
    expect(right).not.toEqual([]);
    expect(renderDiagnostics(runClauses(right).diagnostics)).toBe('');
  });
});

describe('a code that no page can show', () => {
  const { diagnostics, report } = collector();
  afterEach(() => diagnostics.splice(0));
  const found = () => [...new Set(diagnostics.map(({ code }) => code))];

  test('is given for a file that is too large', () => {
    loadDocument('endpoints/example.yaml', ' '.repeat(256 * 1024 + 1), report);
    expect(found()).toEqual(['file-too-large']);
  });

  test('is given for bytes that are not UTF-8', () => {
    loadDocument('endpoints/example.yaml', new Uint8Array([0x61, 0xe9, 0x0a]), report);
    expect(found()).toEqual(['file-unreadable']);
  });

  test('is given for a function or a type that an engine lacks', () => {
    const known = [...DIALECTS.keys()];
    const [sources, endpoint] = ['endpoints/sources.yaml', 'endpoints/logs.all.yaml'].map(path =>
      loadDocument(path, readFileSync(path), report),
    );
    if (!sources || !endpoint) throw new Error('the specifications of this project are not sound');
    const sets = validateSources(sources, report, known);
    const spec = validateEndpoint(endpoint, report);
    if (!sets || !spec) throw new Error('the specifications of this project are not valid');
    const options = { dialects: ['duckdb'], known };
    resolveProject(
      [sets],
      [spec],
      {
        ...options,
        abilities: { canSpell: () => false, hasType: () => true, canSearch: () => true },
      },
      report,
    );
    expect(found()).toEqual(['unsupported-function']);
    diagnostics.splice(0);
    resolveProject(
      [sets],
      [spec],
      {
        ...options,
        abilities: { canSpell: () => true, hasType: () => false, canSearch: () => true },
      },
      report,
    );
    expect(found()).toEqual(['unsupported-type']);
  });
});

const SAVED_SQL = 'docs/saved-sql.md';
const GUIDES = [
  'README.md',
  'docs/one-endpoint.md',
  'docs/language.md',
  'docs/service.md',
  'docs/diff.md',
  'docs/your-tables.md',
];

describe.each(GUIDES)('%s', file => {
  const page = readPage(file, text => withQueries(withSections(text, TABLES)));

  test('shows the tables and the SQL of the compiler', () => {
    expect(page).toBe(withQueries(withSections(page, TABLES)));
  });

  test.each(named(page, 'yaml'))('compiles %s', (_, text) => {
    expect(renderDiagnostics(runExample([text]).diagnostics)).toBe('');
  });
});

test('every table is shown', () => {
  const pages = [...GUIDES, SAVED_SQL].map(file => readFileSync(file, 'utf8')).join('');
  const shown = [...pages.matchAll(/<!-- generated: (.*) -->/g)].map(match => match[1]);
  expect(shown.sort()).toEqual(Object.keys(TABLES).sort());
});

describe('what README.md shows', () => {
  const page = readFileSync('README.md', 'utf8');
  const [text = ''] = blocks(page, 'yaml');

  test('is the message of a mistake', () => {
    const { diagnostics } = runExample([text.replace('- project =', '- projct =')]);
    expect(page).toContain(`$ quern check\n${renderDiagnostics(diagnostics)}`);
  });

  test('is an answer of the endpoint', () => {
    const [answer = ''] = /^\{"result":.*$/m.exec(page) ?? [];
    const { result } = JSON.parse(answer) as { readonly result: readonly object[] };
    expect(result.map(Object.keys)).toEqual(result.map(() => ['status', 'requests', 'slowest']));
  });
});

describe('answers of the service', () => {
  const { app } = fixtureApp(
    fakeEngine(() => []),
    null,
    {
      manifest: ourCatalogue(),
    },
  );
  const page = readFileSync('docs/service.md', 'utf8');
  const answers = fences(page).filter(({ info }) => info.startsWith('json GET '));

  test.each(answers)('$info', async ({ info, text }) => {
    const response = await app.request(info.replace('json GET ', ''));
    expect(JSON.parse(text)).toEqual(await response.json());
  });
});

test('metrics that the page names are there', async () => {
  const none = { running: 0, waiting: 0, entries: 0, bytes: 0, warm: 0, flights: 0 };
  const skipped = () => new Map();
  const nothing = () => [];
  const limited = { limiter: () => none, cache: () => none };
  const read = { freshness: nothing, expiring: nothing, files: () => ({}) };
  const gauges = { engine: 'duckdb', ...limited, skipped, ...read };
  const { text: usual } = await createMetrics(gauges).render();
  const text = usual + (await createPrimaryMetrics().registry.metrics());
  const page = readFileSync('docs/service.md', 'utf8');
  const names = [...page.matchAll(/`(quern_[a-z_]+)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter(name => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync('examples').map(name => `examples/${name}/README.md`),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

test('every link between the documents leads somewhere', () => {
  const broken = DOCUMENTS.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)]
      .map(([, path = '', heading]) => ({ path: join(dirname(file), path), path0: path, heading }))
      .filter(({ path, path0, heading }) => {
        const target = path0 === '' ? file : path;
        if (!existsSync(target)) return true;
        return heading !== undefined && !headingsOf(target).includes(heading);
      })
      .map(
        ({ path0, heading }) => `${file}: ${path0}${heading === undefined ? '' : `#${heading}`}`,
      ),
  );
  expect(broken).toEqual([]);
});

/** The names by which links call the headings of a page. */
function headingsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-'),
  );
}

const BY_READER = readdirSync('docs/guides').map(name => `docs/guides/${name}`);

describe('the guides by reader', () => {
  test.each(BY_READER)('%s compiles', file => {
    expect(
      renderDiagnostics(runExample(blocks(readFileSync(file, 'utf8'), 'yaml')).diagnostics),
    ).toBe('');
  });

  test('are all in the index', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    const pages = DOCUMENTS.filter(file => /^docs\/(?!README|diagnostics|adding)/.test(file));
    expect(pages.filter(file => !index.includes(`(${file.replace('docs/', '')})`))).toEqual([]);
  });
});

describe('commands of the documents', () => {
  const texts = new Map<string, string>();
  const helpOf = async (verb: string) => {
    const text = texts.get(verb);
    if (text !== undefined) return text;
    const { stdout } = await quern(process.cwd(), [...verb.split(' '), '--help']);
    texts.set(verb, stdout);
    return stdout;
  };

  test.each(DOCUMENTS)('%s has verbs and flags that are there', async file => {
    const commands = fences(readFileSync(file, 'utf8'))
      .filter(({ info }) => info === 'sh')
      .flatMap(({ text }) => text.split('\n'))
      .map(line => /^(?:npx )?quern (.*?)(?: #| >|$)/.exec(line)?.[1])
      .filter(command => command !== undefined);
    for (const command of commands) {
      const [verb = '', next = ''] = command.split(' ');
      const text = await helpOf(verb === 'keys' || verb === 'mcp' ? `${verb} ${next}` : verb);
      expect(text, command).toMatch(/^Usage\n/);
      for (const [flag] of command.matchAll(/(?<= )--?[a-z-]+/g))
        expect(text, command).toContain(flag);
    }
  });
});

describe('how to add to the open sets', () => {
  test('names every member of a dialect', () => {
    const page = readFileSync('docs/adding-an-engine.md', 'utf8');
    const [dialect = {}] = DIALECTS.values();
    const members = Object.keys(dialect).filter(name => name !== 'name' && name !== 'title');
    expect(members.filter(name => !new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm').test(page))).toEqual(
      [],
    );
  });

  test('names every member of a client language, and every table of tests that lacks it', () => {
    const page = readFileSync('docs/adding-a-language.md', 'utf8');
    const languages = [...CLIENT_LANGUAGES.values()];
    const members = new Set(
      languages.flatMap(each => [...Object.keys(each), ...Object.keys(each.setting)]),
    );
    expect(members).toContain('syntaxFault');
    const missing = [...members].filter(
      name => !new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm').test(page),
    );
    expect(missing).toEqual([]);
    const tables = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.startsWith('node_modules/'))
      .map(name => `test/${name}`)
      .filter(path => TABLE_OF_LANGUAGES.test(readFileSync(path, 'utf8')));
    expect(tables.length).toBeGreaterThan(3);
    expect(tables.filter(path => !page.includes(`\`${path}\``))).toEqual([]);
  });

  test('names every member of a parameter type', () => {
    const [example = ''] = blocks(readFileSync('docs/adding-a-parameter-type.md', 'utf8'), 'ts');
    const [type = {}] = PARAM_TYPES.values();
    const missing = Object.keys(type).filter(name => !example.includes(`\n  ${name}: `));
    expect(missing).toEqual([]);
  });
});

/** The page with the saved query of its first endpoint in each block of an engine's SQL. */
function withQueries(page: string): string {
  const queries = fences(page).filter(({ info }) => info.startsWith('sql '));
  if (queries.length === 0) return page;
  const { endpoints, files } = runExample(blocks(page, 'yaml').slice(0, 1));
  const saved = ({ info }: Fence) => {
    const path = `sql/${info.slice('sql '.length)}/${endpoints[0]}.sql`;
    const file = files.find(candidate => candidate.path === path);
    if (file === undefined) throw new Error(`the first endpoint has no ${path}`);
    return unmarked(path, file.text);
  };
  return withFences(page, new Map(queries.map(query => [query, saved(query)])));
}

/** An endpoint of saved SQL in parts, as its page builds it up. */
describe(SAVED_SQL, () => {
  const page = readPage(SAVED_SQL, text => withSections(text, TABLES));
  const yaml = blocks(page, 'yaml');
  const beginning = (text: string) => {
    const found = yaml.filter(block => block.startsWith(text));
    if (found.length !== 1) throw new Error(`${found.length} blocks begin with ${text}`);
    return found[0] ?? '';
  };
  const sources = { path: 'endpoints/sources.yaml', bytes: beginning('# endpoints/sources.yaml') };
  const [sql = ''] = blocks(page, 'sql');
  const compiled = (text: string) => {
    const inputs = [
      sources,
      { path: 'endpoints/requests.slow.yaml', bytes: text },
      { path: 'endpoints/sql/slow.sql', bytes: sql },
    ];
    return renderDiagnostics(compile(inputs, { dialects: null }).diagnostics);
  };
  const endpoint = beginning('# endpoints/requests.slow.yaml');

  test('shows the table of the translator', () => {
    expect(page).toBe(withSections(page, TABLES));
  });
  test('lacks nothing but its columns after the second step', () => {
    expect(compiled(endpoint)).toContain('error[missing-columns]');
  });
  test('is whole after the fourth', () => {
    expect(compiled(endpoint + beginning('columns:') + beginning('tests:'))).toBe('');
  });
  test('shows pieces that compile', () => {
    const pieces = `endpoint: requests.slow
id: 0d6b3f52-8c3e-4a57-9d0f-2b7a4c1e6a01
params:
  project: { type: string, required: true }
  since: { type: timestamp }
  sort: { enum: [newest, slowest], default: newest }
columns: { id: string, timestamp: timestamp, ms: float64 }
`;
    expect(compiled(pieces + beginning('query:'))).toBe('');
  });
});

/** Blocks of a page for `test.each`: their first lines and their texts. */
function named(page: string, info: string): readonly (readonly [string, string])[] {
  return blocks(page, info).map(text => [text.slice(0, text.indexOf('\n')), text]);
}

function pageOf(code: string): string {
  return readPage(`docs/diagnostics/${code}.md`, page => {
    if (WITHOUT_FILES.includes(code)) return page;
    const message = fences(page).find(({ info }) => info === 'text message');
    const { diagnostics } = runClauses(blocks(page, 'yaml wrong'));
    return message === undefined
      ? page
      : withFences(page, new Map<Fence, string>([[message, renderDiagnostics(diagnostics)]]));
  });
}

function blocks(page: string, info: string): readonly string[] {
  return fences(page)
    .filter(fence => fence.info === info)
    .map(({ text }) => text);
}
