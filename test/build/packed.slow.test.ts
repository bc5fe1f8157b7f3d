/** The package as it is published: its files, its types under each resolution, and its commands. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPackages } from '../support/packages.ts';
import { buildPackage, TSC } from '../support/processes/built.ts';
import { ROOT } from '../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-packed-'));
const source = join(folder, 'source');
const installed = join(folder, 'node_modules/quern');
let packed: readonly string[] = [];

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  mkdirSync(source);
  for (const path of ['package.json', 'README.md', 'LICENSE', 'templates', 'docs', 'endpoints'])
    cpSync(join(ROOT, path), join(source, path), { recursive: true });
  buildPackage(join(source, 'dist'));
  const [report] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], source));
  packed = report.files.map(({ path }: { path: string }) => path);
  linkPackages(folder);
  mkdirSync(installed);
  run(
    'tar',
    ['xzf', join(folder, report.filename), '-C', installed, '--strip-components', '1'],
    folder,
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('holds what runs, and nothing else', () => {
    const allowed =
      /^(package\.json|README\.md|LICENSE|dist\/(index|vite|testing|(chunks|cli|engines|server)\/.+)\.js(\.map)?|dist\/LICENSES\.txt|dist\/types\/.+\.d\.ts|(templates|docs|endpoints)\/.+)$/;
    expect(packed.filter(path => !allowed.test(path))).toEqual([]);
    for (const name of ['index', 'vite', 'testing'])
      expect(packed).toEqual(
        expect.arrayContaining([`dist/${name}.js`, `dist/types/${name}.d.ts`]),
      );
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has sound types for module %s, resolved as %s', (module, resolution) => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { type AppOptions, type Definitions, type Engine, openEngine } from 'quern';
import { endpointTests, openTestBench } from 'quern/testing';
import { quern } from 'quern/vite';
import { defineConfig } from 'vite';
import { afterAll, describe, it } from 'vitest';

export default defineConfig({ plugins: [quern({ strict: true })] });
export const definitions = (of: AppOptions): Definitions => of;
export const engine: typeof openEngine extends (...of: never[]) => Promise<Engine> ? true : false = true;
await endpointTests({ describe, it, afterAll });
export const rows = await (await openTestBench()).rows('logs', { params: { n: 1n } });
// @ts-expect-error: there is no such option
quern({ strickt: true });
`,
    );
    const words = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
    const target = ['--target', 'es2023', '--types', 'node'];
    const modules = ['--module', module, '--moduleResolution', resolution];
    run(TSC, [...words, ...target, ...modules, 'use.ts'], folder);
  });

  it('makes, checks, generates and tests a project', () => {
    const quern = (...words: string[]) =>
      run(
        process.execPath,
        [join(installed, 'dist/cli/bin.js'), ...words],
        join(folder, 'project'),
      );
    mkdirSync(join(folder, 'project'));
    for (const verb of ['init', 'check', 'generate', 'test']) quern(verb);
    expect(existsSync(join(folder, 'project/generated/manifest/index.json'))).toBe(true);
    const script =
      "await import('quern/vite'); await import('quern/testing'); await import('quern')";
    run(process.execPath, ['--input-type=module', '-e', script], folder);
  });

  it('leads from rows in an empty folder to endpoints that answer, by its commands alone', () => {
    const own = join(folder, 'rows');
    mkdirSync(own);
    writeFileSync(join(own, 'orders.csv'), 'id,at\n1,2026-01-01\n2,2026-01-02\n');
    writeFileSync(join(own, 'people.ndjson'), '{"name":"Ann"}\n');
    const quern = (...words: string[]) =>
      run(process.execPath, [join(installed, 'dist/cli/bin.js'), ...words], own);
    quern('init', '--from', 'orders.csv');
    quern('import', '--from', 'people.ndjson');
    quern('new', 'people.all', '--from', 'people');
    quern('check', '--strict', '--tables');
    quern('generate');
    expect(quern('run', 'orders.newest', '--format', 'ndjson')).toBe(
      '{"id":2,"at":"2026-01-02"}\n{"id":1,"at":"2026-01-01"}\n',
    );
    expect(quern('run', 'people.all', '--format', 'ndjson')).toBe('{"name":"Ann"}\n');
    const { findings } = JSON.parse(quern('doctor', '--json'));
    expect(findings.filter(({ state }: { state: string }) => state === 'error')).toEqual([]);
  });
});
