import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emit, type InputFile } from '../../../generator/compile.ts';
import { CLIENT_LANGUAGES, type LanguageName } from '../../../generator/emitters/clients/index.ts';
import type {
  CodeSample,
  OpenApiDocument,
} from '../../../generator/emitters/openapi/document-types.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { serve } from '../../../server/socket/serve.ts';
import { clientFiles, hasGo, MODULE, openGoFolder } from '../../clients/go/support.ts';
import { faultsOfTypes, installed, write } from '../../clients/typescript/package.ts';
import { PAYLOADS, PLANTED } from '../../contracts/client/emission/payloads.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { instant } from '../../reference/values.ts';
import { invocation, request, sample } from '../../service/conformance/entries.ts';
import { keyRing, madeKey } from '../../service/server-fixture.ts';
import { OWN_OUTPUT } from '../../support/client-files.ts';
import { compiled, emittedText, ownInputs } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { readTemplates } from '../../support/templates.ts';

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;
const has = { bash: isThere('bash') && isThere('curl'), python: isThere('python3'), go: hasGo };
for (const [tool, there] of Object.entries(has)) {
  if (!there) process.stderr.write(`no ${tool} here: its samples are not run\n`);
}

// ---- what is asked --------------------------------------------------------------------------------------------------

/** Each finds the one row only if it arrives as it is; in names that mean something to a language. */
const PARAMS = {
  class: [{ enum: ['a "b" \\ $c \'d\'', 'b'] }, 'a "b" \\ $c \'d\'', 'words = @class'],
  timeout: [{ type: 'int64' }, '9223372036854775807', 'number = @timeout'],
  self: [{ type: 'int64' }, '-7', 'number > @self'],
  headers: [{ type: 'float64' }, '1e300', 'ratio = @headers'],
  flag: [{ type: 'bool' }, 'false', 'flag = @flag'],
  __at: [{ type: 'timestamp' }, '2026-01-15T10:07:08.090009Z', 'timestamp = @__at'],
  day: [{ type: 'date' }, '2024-02-09', 'day = @day'],
  api_url: [{ type: 'uuid' }, '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01', 'key = @api_url'],
  apiurl: [{ type: 'regex' }, '^found', 'matches(id, @apiurl)'],
} as const;
const TYPED = sample('found-it', {
  timestamp: instant('2026-01-15T10:07:08.090009Z'),
  words: 'a "b" \\ $c \'d\'',
  number: 9_223_372_036_854_775_807n,
  ratio: 1e300,
  flag: false,
  day: '2024-02-09',
  key: '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01',
});

/** Those that the language takes. */
const payloads = Object.values(PAYLOADS).filter(text => !/[^\n\t\P{Cc}]/u.test(text));
const SAID = sample('found-it', { words: payloads.join('|') });

const shared = { engines: ['duckdb'], select: ['id'], cache: 'off' };
const entries = Object.entries(PARAMS);
const ENDPOINTS = {
  'typed.required': {
    from: 'things',
    params: Object.fromEntries(
      entries.map(([name, [type, example]]) => [name, { ...type, required: true, example }]),
    ),
    where: entries.map(([, [, , filter]]) => filter),
  },
  'typed.optional': {
    from: 'things',
    params: Object.fromEntries(
      entries.map(([name, [type, example]]) => [name, { ...type, example }]),
    ),
    where: entries.map(([when, [, , filter]]) => ({ when, filter })),
  },
  // No example: what stands in is taken, and finds nothing of its own.
  'typed.bare': {
    from: 'things',
    params: {
      ...Object.fromEntries(entries.map(([name, [type]]) => [name, { ...type, required: true }])),
      least: { type: 'int64', required: true, min: '5', max: '6' },
      long: { type: 'string', required: true, min_length: 9 },
      short: { type: 'string', required: true, max_length: 2 },
    },
    where: [
      "id = 'found-it' or id = @long or id = @short or number = @least",
      ...entries.map(([, [, , filter]]) => `${filter} or true`),
    ],
  },
  'hostile.texts': {
    from: 'things',
    params: Object.fromEntries(
      payloads.map((example, i) => [`p${i}`, { type: 'string', required: true, example }]),
    ),
    where: [`words = concat(${payloads.map((_, i) => `@p${i}`).join(", '|', ")})`],
  },
  'import.nothing': { from: 'things', where: ["words = 'unasked'"] },
};
const SOURCES = {
  things: {
    tables: { duckdb: { table: 'things' } },
    columns: {
      id: { type: 'string', required: true },
      timestamp: { type: 'timestamp', required: true },
      ...{
        words: 'string',
        number: 'int64',
        ratio: 'float64',
        flag: 'bool',
        day: 'date',
        key: 'string',
      },
    },
  },
};
/** JSON in ASCII. */
function yaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
const INPUTS: readonly InputFile[] = [
  ...ownInputs(),
  { path: 'endpoints/more/sources.yaml', bytes: yaml({ sources: SOURCES }) },
  ...Object.entries(ENDPOINTS).map(([endpoint, rest], i) => {
    const id = `00000000-0000-4000-8000-00000000000${i}`;
    const bytes = yaml({ endpoint, id, ...shared, ...rest });
    return { path: `endpoints/${endpoint}.yaml`, bytes };
  }),
];
const compilation = compiled(INPUTS);
const files = emit(compilation, OWN_OUTPUT, readTemplates());
const document: OpenApiDocument = JSON.parse(textOf('openapi.json'));

const PROJECT = 'abcdefghijklmnopqrst';
const ROWS = {
  edge_logs: [request(PROJECT, '2026-01-15T10:07:20Z', { id: 'found-it' })],
  function_edge_logs: [
    invocation(PROJECT, '2026-01-15T10:06:00Z', { fn: '09f74752-4f98-4706-b7a7-10e3af844ace' }),
  ],
  things: [TYPED, SAID, sample('found-it', { words: 'unasked' })],
};
/** What stands in the output, however a language prints it. */
const FOUND: Readonly<Record<string, RegExp>> = {
  'functions.invocation-stats': /\bcount['"]?: ?1\b/i,
  'usage.api-counts': /\btotal_?rest_?requests['"]?: ?1\b/i,
  'usage.statuses': /\b2026-01-15/,
};

interface Sample extends CodeSample {
  readonly endpoint: string;
  /** Tells it from all others, as a name of a file. */
  readonly file: string;
}
const samples: readonly Sample[] = Object.entries(document.paths).flatMap(([path, { get }]) =>
  (get['x-codeSamples'] ?? []).map(each => ({
    ...each,
    endpoint: get['x-quern']?.name ?? '',
    file: path.replace(/^.*\//, ''),
  })),
);
/** Those of a language; clients have the same for both forms of a path. */
function samplesOf(lang: string): readonly Sample[] {
  const all = samples.filter(each => each.lang === lang);
  return lang === 'shell' ? all : all.filter(({ endpoint, file }) => endpoint === file);
}

function textOf(path: string): string {
  const file = files.find(each => each.path === path);
  if (file === undefined) throw new Error(`no ${path}`);
  return file.text;
}

// ---- who answers ----------------------------------------------------------------------------------------------------

const folder = mkdtempSync(join(tmpdir(), 'openapi-samples-'));
const env: Record<string, string> = {};
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

beforeAll(async () => {
  const { engine, close } = await filledDuckDb(
    tablesOfSources(compilation.project, 'duckdb', ROWS),
  );
  const { key, token } = madeKey();
  const service = await serve({
    manifest: catalogue(manifestFrom(files)),
    engine,
    keys: keyRing([key]),
    clock: () => instant('2026-01-15T10:07:33.123456Z'),
    log: () => {},
    port: 0,
  });
  Object.assign(env, { QUERN_URL: service.url, QUERN_KEY: token });
  closing.push(close, () => service.stop());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** What a command prints, which has to end well. */
function output(command: string, args: readonly string[], more: Record<string, string> = {}) {
  return new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...env, ...more } };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`));
    });
  });
}

interface Runner {
  readonly isThere: boolean;
  /** What each sample prints, in their order. Throws where one does not end well, or is not as its language wants it. */
  readonly run: (samples: readonly Sample[]) => Promise<readonly string[]>;
}
const RUNNERS: Readonly<Record<LanguageName, Runner>> = {
  typescript: { isThere: true, run: runTypeScript },
  python: { isThere: has.python, run: runPython },
  go: { isThere: has.go, run: runGo },
};

async function inTurn(
  some: readonly Sample[],
  run: (each: Sample) => Promise<string>,
): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const each of some) printed.push(await run(each));
  return printed;
}

async function runTypeScript(some: readonly Sample[]): Promise<readonly string[]> {
  installed(folder, compilation);
  for (const { file, source } of some) {
    write(join(folder, `${file}.ts`), source);
    // No sample holds a type.
    write(join(folder, `${file}.mjs`), source);
  }
  expect(faultsOfTypes(folder, { types: ['node'] })).toBe('');
  return inTurn(some, ({ file }) => output(process.execPath, [`${file}.mjs`]));
}

async function runPython(some: readonly Sample[]): Promise<readonly string[]> {
  const place = join(folder, 'python');
  for (const { path, text } of files.filter(({ path }) => path.startsWith('clients/python/src/')))
    write(join(place, path), text);
  const PYTHONPATH = join(place, 'clients/python/src');
  const more = { PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' };
  return inTurn(some, ({ source }) => output('python3', ['-c', source], more));
}

/** Each builds as it is formatted. */
async function runGo(some: readonly Sample[]): Promise<readonly string[]> {
  const go = openGoFolder();
  closing.push(go.close);
  go.write('client', clientFiles(compilation));
  const required = `module samples\n\ngo 1.19\n\nrequire ${MODULE} v0.0.0\n\nreplace ${MODULE} => ../client\n`;
  go.write('samples', [{ path: 'go.mod', text: required }]);
  for (const { file, source } of some) {
    go.write(`samples/${file}`, [{ path: 'main.go', text: `${source}\n` }]);
  }
  expect(await go.run('gofmt', ['-l', '.'], { below: 'samples' })).toEqual({ code: 0, text: '' });
  const built = await go.run('go', ['build', '-o', 'bin/', './...'], { below: 'samples' });
  expect(built).toEqual({ code: 0, text: '' });
  return inTurn(some, ({ file }) => output(join(go.path, 'src/samples/bin', file), []));
}

function expectFound({ endpoint, source }: Sample, printed: string): void {
  expect(printed, source).toMatch(FOUND[endpoint] ?? /\bfound-it\b/);
  expect(printed.match(/found-it/g)?.length ?? 1, source).toBe(endpoint === 'typed.bare' ? 3 : 1);
}

describe('a sample', () => {
  test('is there for a name in each language that is generated, and for an identifier with curl', () => {
    const titles = [...CLIENT_LANGUAGES.values()].map(({ title }) => title);
    const labels = ['curl', ...titles];
    const wanted = compilation.endpoints.flatMap(() => [...labels, 'curl']);
    expect(samples.map(({ label }) => label)).toEqual(wanted);
    const clients = new Map([...OWN_OUTPUT.clients].filter(([name]) => name !== 'python'));
    const { paths }: OpenApiDocument = JSON.parse(
      emittedText(compilation, { ...OWN_OUTPUT, clients }),
    );
    const { 'x-codeSamples': some = [] } = paths['/api/endpoints/logs.all']?.get ?? {};
    expect(some.map(({ label }) => label)).toEqual(labels.filter(label => label !== 'Python'));
  });

  test('shows every character', () => {
    const all = samples.map(({ source }) => source).join('');
    expect(all).toContain(PLANTED);
    expect(all).not.toMatch(/[^\n\t\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test.skipIf(!has.bash).each(samplesOf('shell'))('of curl for $file runs', async each => {
    expectFound(each, await output('bash', ['-euc', each.source]));
  });
});

describe.each(Object.entries(RUNNERS))('samples of %s', (language, { isThere, run }) => {
  test.skipIf(!isThere)('run for every endpoint', { timeout: 300_000 }, async () => {
    const own = samplesOf(language);
    expect(own.length).toBe(compilation.endpoints.length);
    const printed = await run(own);
    for (const [i, each] of own.entries()) expectFound(each, printed[i] ?? '');
  });
});
