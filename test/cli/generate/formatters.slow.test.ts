/** Installed formatters run over generated files: `generate` does not take another layout for an edit. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

interface Formatter {
  readonly command: string;
  readonly words: readonly string[];
  /** Its settings, which are not those of generated files. */
  readonly settings: Readonly<Record<string, string>>;
  /** A file about one endpoint that it changes, with the column `timestamp` in it. */
  readonly file: string;
}

const PYTHON = 'clients/python/src/logs_client/endpoints/logs.py';

const FORMATTERS: readonly Formatter[] = [
  {
    command: join(import.meta.dirname, '../../../node_modules/.bin/biome'),
    words: ['format', '--write', 'generated'],
    settings: { 'biome.json': '{ "formatter": { "indentStyle": "tab", "lineWidth": 70 } }' },
    file: 'clients/typescript/endpoints/logs.js',
  },
  {
    command: 'prettier',
    words: ['--write', 'generated'],
    settings: { '.prettierrc': '{ "semi": false, "printWidth": 60, "tabWidth": 4 }' },
    file: 'clients/typescript/endpoints/logs.js',
  },
  {
    command: 'black',
    words: ['--quiet', 'generated'],
    settings: { 'pyproject.toml': '[tool.black]\nline-length = 50\n' },
    file: PYTHON,
  },
  {
    command: 'ruff',
    words: ['format', '--quiet', 'generated'],
    settings: { 'ruff.toml': 'line-length = 50\n' },
    file: PYTHON,
  },
];

const isThere = (command: string) => spawnSync(command, ['--version']).error === undefined;
/** The files of a folder, byte for byte, by path. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => entry.isFile())
    .map(it => relative(folder, join(it.parentPath, it.name)));
  return new Map(paths.sort().map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}

const nameOf = (command: string) => command.slice(command.lastIndexOf('/') + 1);

describe.each(FORMATTERS)('$command', ({ command, words, settings, file }) => {
  it.skipIf(!isThere(command))('changes the layout, which is no edit', async () => {
    const { folder, quern } = project(settings);
    const generated = join(folder, 'generated');
    const differences = async () => {
      const { stdout } = await quern(['generate', '--check', '--json']);
      return JSON.parse(stdout).differences as { kind: string; path: string }[];
    };
    await quern(['generate']);
    const before = filesIn(generated);
    execFileSync(command, words, { cwd: folder, stdio: 'pipe' });
    const formatted = filesIn(generated);
    const changed = [...before.keys()].filter(path => formatted.get(path) !== before.get(path));
    expect(changed).toContain(file);
    expect((await differences()).map(({ kind, path }) => `${kind} ${path}`)).toEqual(
      changed.map(path => `reformatted ${path}`),
    );

    const check = await quern(['generate', '--check']);
    expect({ exit: check.exit, stdout: check.stdout }).toEqual({ exit: 1, stdout: '' });
    const left = changed.length - 5;
    expect(check.stderr).toMatch(
      new RegExp(`^error: \`generated/[^\n]* and ${left} more files? were reformatted: `),
    );
    expect(check.stderr.toLowerCase()).toContain(
      `${nameOf(command)} formats generated files: add `,
    );

    const text = formatted.get(file) ?? '';
    writeFileSync(join(generated, file), text.replaceAll('timestamp', 'timestomp'));
    expect(await differences()).toContainEqual(
      expect.objectContaining({ kind: 'edited', path: file }),
    );
    expect(await quern(['generate'])).toMatchObject({ exit: 1 });
    expect(readFileSync(join(generated, file), 'utf8')).toContain('timestomp');
    writeFileSync(join(generated, file), text);
    const { exit, stderr } = await quern(['generate']);
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: expect.stringContaining(`${changed.length} files had been reformatted\n`),
    });
    expect(filesIn(generated)).toEqual(before);
  });
});

it.skipIf(!isThere('gofmt'))(
  'gofmt finds nothing to change, and gives back the files after another layout',
  async () => {
    const { folder, quern } = project();
    await quern(['generate']);
    const go = join(folder, 'generated/clients/go');
    const before = filesIn(go);
    const gofmt = () => execFileSync('gofmt', ['-l', '-w', '.'], { cwd: go, encoding: 'utf8' });
    expect(gofmt()).toBe('');
    for (const [path, text] of before)
      if (path.endsWith('.go')) writeFileSync(join(go, path), text.replaceAll(/^\t+/gm, '  '));
    const { stdout } = await quern(['generate', '--check', '--json']);
    const { differences } = JSON.parse(stdout);
    expect(new Set(differences.map(({ kind }: { readonly kind: string }) => kind))).toEqual(
      new Set(['reformatted']),
    );
    expect(gofmt()).not.toBe('');
    expect(filesIn(go)).toEqual(before);
  },
);
