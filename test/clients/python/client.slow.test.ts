import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { keywordNames, methodNames } from '../../../generator/emitters/clients/python/names.ts';
import { NAMES, PAYLOADS, PLANTED } from '../../contracts/client/emission/payloads.ts';
import { HARMLESS, namesakes, twins } from '../../contracts/client/emission/twins.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  galleryInputs,
  ownInputs,
} from '../../support/openapi-fixture.ts';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { usuallySome } from '../../support/usually.ts';
import { packageOf, TEMPLATES, written } from './package.ts';

const HERE = join(import.meta.dirname, 'scripts');
const PYRIGHT = join(TEST_PACKAGES, 'pyright/index.js');

const version = spawnSync('python3', ['--version'], { encoding: 'utf8' });
const isThere = version.status === 0;
if (!isThere) process.stdout.write('python3 is not there: the Python client is not run\n');

const isMypyThere = spawnSync('mypy', ['--version']).status === 0;
/** The other columns of a row of `usage.api-counts`. */
const COUNTS = ['rest', 'storage', 'auth', 'realtime']
  .map(kind => `"total_${kind}_requests": 0`)
  .join(', ');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
/** Files of a package in a folder of their own; answers what is imported from. */
function installed(files: readonly GeneratedFile[]): string {
  const folder = written(files);
  folders.push(folder);
  return join(folder, 'clients/python/src');
}

interface Ran {
  readonly input?: unknown;
  readonly path?: string;
}
/** Runs a script of ours; answers what it prints. */
function python(args: readonly string[], { input, path = '' }: Ran = {}): string {
  const { status, stdout, stderr } = spawnSync('python3', args, {
    cwd: HERE,
    encoding: 'utf8',
    input: input === undefined ? '' : JSON.stringify(input),
    // Git must know every file of the sources
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: path },
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`python3 ${args.join(' ')}: ${stderr}`);
  return stdout === '' ? stderr : stdout;
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}
/** What pyright finds in a folder at its strictest, warnings included. */
function typeFaults(
  folder: string,
  { extraPaths = [], exclude = [] }: Partial<Record<'extraPaths' | 'exclude', string[]>> = {},
): readonly Finding[] {
  const config = {
    typeCheckingMode: 'strict',
    pythonVersion: '3.9',
    include: ['.'],
    exclude,
    extraPaths,
  };
  writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [PYRIGHT, '--outputjson', '-p', folder], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const { generalDiagnostics, summary } = JSON.parse(stdout);
  expect(summary.filesAnalyzed).toBeGreaterThan(0);
  return generalDiagnostics.map(
    (found: { file: string; message: string; range: { start: { line: number } } }) => ({
      file: basename(found.file),
      line: found.range.start.line + 1,
      message: found.message,
    }),
  );
}

/** Packages beside each other in one folder, so that one run of pyright reads all. */
function together(packages: readonly string[]): string {
  const all = written([]);
  folders.push(all);
  for (const [index, folder] of packages.entries())
    cpSync(join(folder, 'log_endpoints'), join(all, `package${index}`), { recursive: true });
  return all;
}

/** The names of files that ship unchanged. */
const SHIPPED = [...TEMPLATES.keys()].map(path => basename(path));

const own = packageOf(compiled(ownInputs()));

/** The text whose marker has no digest of the content. */
function withoutDigest(text: string): string {
  return text.replace(/@generated [0-9a-f]{16}/, '@generated');
}

describe.skipIf(!isThere)('the Python client', () => {
  it('is of the tokens of its harmless twin, and every text in it reads back', () => {
    const cases = Object.entries(PAYLOADS).map(([name, payload]) => {
      const { hostile, harmless, places } = twins(payload);
      const twin = new Map(
        packageOf(harmless).map(({ path, text }) => [path, withoutDigest(text)]),
      );
      const files = packageOf(hostile).map(({ path, text }) => {
        return { path, hostile: withoutDigest(text), harmless: twin.get(path) ?? '' };
      });
      expect(files.map(({ path }) => path)).toEqual([...twin.keys()]);
      return {
        name,
        files: files.filter(({ path }) => path.endsWith('.py') && !isShipped(path)),
        texts: [...new Set([payload, ...places.map(({ text }) => text)])],
        word: HARMLESS,
        planted: PLANTED,
      };
    });
    expect(cases.every(({ files }) => files.length === 4)).toBe(true);
    expect(JSON.parse(python(['twins.py'], { input: cases }))).toEqual(
      Object.fromEntries(cases.map(({ name }) => [name, []])),
    );
  });

  it('tells twins apart where a text is not what it was', () => {
    const hostile = 'a = "x \\" planted_word"\n';
    const faults = (twin: string, texts: readonly string[]) => {
      const files = [{ path: 'a.py', hostile, harmless: twin }];
      const input = [{ name: 'a', files, texts, word: HARMLESS, planted: PLANTED }];
      return JSON.parse(python(['twins.py'], { input })).a.length;
    };
    expect(faults(`a = "${HARMLESS}"\n`, ['x " planted_word'])).toBe(0);
    expect(faults(`a = "${HARMLESS}"\n`, ['x planted_word'])).toBe(1);
    expect(faults('a = 1\n', ['x " planted_word'])).toBe(1);
    expect(faults(`a("${HARMLESS}")\n`, ['x " planted_word'])).toBe(1);
  });

  it('takes every name that an endpoint, a parameter, a column and a value may have', () => {
    const made = NAMES.map(name => {
      const compilation = namesakes(name);
      const [{ endpoint } = { endpoint: { name: '', id: '' } }] = compilation.endpoints;
      const module = methodNames([endpoint]).get(endpoint.name) ?? '';
      const folder = installed(packageOf(compilation));
      const keyword = keywordNames([name]).get(name);
      return { name, endpoint: endpoint.name, folder, module, keyword };
    });
    const seen = JSON.parse(python(['namesakes.py'], { input: made }));
    expect(seen).toEqual(
      made.map(({ name, endpoint }) => {
        const target = `/api/endpoints/${endpoint}?${name}=other`;
        return { targets: [target, target], columns: [name, 'record'], values: [[name, 'other']] };
      }),
    );
    // files that ship unchanged would be the same each time
    const exclude = SHIPPED.map(name => `**/${name}`);
    const checked = usuallySome(made).map(({ folder }) => folder);
    expect(typeFaults(together(checked), { exclude })).toEqual([]);
  });

  it('is clean under pyright at its strictest, whatever the endpoints', () => {
    const payloads = [PAYLOADS['Python triple quotes'], PAYLOADS['directives of compilers']];
    const compilations = [
      ...[ownInputs(), EVERYTHING_INPUTS, []].map(inputs => compiled(inputs)),
      ...payloads.map(payload => twins(payload).hostile),
    ];
    const all = together(compilations.map(one => installed(packageOf(one))));
    // files that ship unchanged are looked at in the first of them
    const exclude = compilations.flatMap((_, index) =>
      index === 0 ? [] : SHIPPED.map(name => `package${index}/**/${name}`),
    );
    expect(typeFaults(all, { exclude })).toEqual([]);
  });

  it('lets nobody mistake a parameter, a value or a column', () => {
    const path = installed(packageOf(compiled([...ownInputs(), ...EVERYTHING_INPUTS])));
    const folder = written([]);
    folders.push(folder);
    const consumer = readFileSync(join(HERE, 'consumer.py'), 'utf8');
    writeFileSync(join(folder, 'consumer.py'), consumer);
    const wrong = consumer.split('\n').flatMap((line, index) => {
      return line.endsWith('# wrong') ? [index + 1] : [];
    });
    const faults = typeFaults(folder, { extraPaths: [path] });
    expect(wrong.length).toBeGreaterThan(15);
    expect([...new Set(faults.map(({ line }) => line))]).toEqual(wrong);
  });

  it.skipIf(!isMypyThere)('has mocks that take literal rows, as mypy reads them', () => {
    const path = installed(own);
    const folder = written([]);
    folders.push(folder);
    const row = (value: string) => `[{"timestamp": ${value}, ${COUNTS}}]`;
    const lines = ['MockClient', 'AsyncMockClient'].flatMap(kind => [
      `${kind}().answer(${kind}().usage_api_counts, ${row('"x"')})`,
      `${kind}().answer(${kind}().usage_api_counts, lambda _: ${row('"x"')})`,
      `${kind}().answer(${kind}().usage_api_counts, ${row('1')})  # wrong`,
    ]);
    const script = ['from log_endpoints.mock import AsyncMockClient, MockClient', ...lines];
    writeFileSync(join(folder, 'mocks.py'), `${script.join('\n')}\n`);
    const env = { ...process.env, MYPYPATH: path };
    const words = ['--strict', '--cache-dir', folder, join(folder, 'mocks.py')];
    const { stdout } = spawnSync('mypy', words, { encoding: 'utf8', env });
    expect([...stdout.matchAll(/mocks\.py:(\d+): error/g)].map(([, line]) => Number(line))).toEqual(
      [...[4, 7]],
    );
  });

  it('holds what it promises against a service that misbehaves', () => {
    const tests = [
      'test_client',
      'test_connections',
      'test_keys',
      'test_middleware',
      'test_mock',
      'test_transport',
    ];
    const report = python(['-m', 'unittest', ...tests], { path: installed(own) });
    expect(report).toMatch(/Ran 1\d\d tests in [0-9.]+s\n\nOK\n$/);
  });

  it('has mocks that answer the rows of the tests of every endpoint of the gallery', () => {
    const name = 'test_each_endpoint_answers_the_rows_of_its_test';
    const tests = ['Waiting', 'Awaiting'].map(kind => `test_mock.${kind}Cases.${name}`);
    const path = installed(packageOf(compiled(galleryInputs())));
    expect(python(['-m', 'unittest', ...tests], { path })).toMatch(/Ran 2 tests .*\n\nOK\n$/);
  });
});

function isShipped(path: string): boolean {
  return !/_client\.py$|\/endpoints\/(?!__init__)/.test(path);
}
