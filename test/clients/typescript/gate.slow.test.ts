import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emit } from '../../../generator/compile.ts';
import typescript, {
  plannedExports,
} from '../../../generator/emitters/clients/typescript/typescript.ts';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import { gate } from '../../../generator/emitters/javascript/gate.ts';
import { writeGenerated } from '../../../generator/write/index.ts';
import { clientIn } from '../../support/client-files.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { readTemplates } from '../../support/templates.ts';

const compilation = compiled(ownInputs());
const planned = plannedExports(clientIn(typescript, compilation));
const files = emit(compilation, DEFAULT_OUTPUT, readTemplates());
const PATH = 'clients/typescript/endpoints/logsAll.d.ts';

/** The files with one of them changed. */
const changed = (path: string, change: (text: string) => string) =>
  files.map(file => (file.path === path ? { path, text: change(file.text) } : file));

describe('the gate', () => {
  it('accepts planned exports, and has planned every file of code', async () => {
    const modules = files.filter(({ path }) => /^clients\/typescript\/.*\.(js|ts)$/.test(path));
    expect([...planned.keys()].sort()).toEqual(modules.map(({ path }) => path).sort());
    await expect(gate(files, planned)).resolves.toBeUndefined();
  });

  it.each([
    [
      'code that does not parse',
      (text: string) => `${text}\nexport const = 1;`,
      'is not TypeScript',
    ],
    ['an open comment', (text: string) => `${text}\n/* a`, 'is not TypeScript'],
    ['one name more', (text: string) => `${text}\nexport const planted = 1;`, 'planted'],
    ['a function more', (text: string) => `${text}\nexport function planted() {}`, 'planted'],
    ['a default', (text: string) => `${text}\nexport default 1;`, 'default'],
    ['all of another module', (text: string) => `${text}\nexport * from './x.js';`, '*'],
    ['one name less', (text: string) => text.replace('export interface', 'interface'), 'exports'],
  ])('stops %s', async (_, change, message) => {
    const work = gate(changed(PATH, change), planned);
    await expect(work).rejects.toThrow(PATH);
    await expect(work).rejects.toThrow(message);
  });

  it('asks of a template no more than syntax', async () => {
    const path = 'clients/typescript/client.js';
    const looked = (text: string) =>
      gate(
        changed(path, () => text),
        planned,
      );
    await expect(looked('export const other = 1;')).resolves.toBeUndefined();
    await expect(looked('export const = 1;')).rejects.toThrow(`${path} is not TypeScript`);
  });

  it('skips files that are not code', async () => {
    const path = 'clients/typescript/package.json';
    await expect(
      gate(
        changed(path, () => 'export const = 1;'),
        planned,
      ),
    ).resolves.toBeUndefined();
  });
});

describe('a write', () => {
  it('shows what it will create or change, and writes nothing where that is refused', async () => {
    const root = mkdtempSync(join(tmpdir(), 'gate-'));
    const directory = join(root, 'generated');
    const shown: string[][] = [];
    const inspect = async (fresh: typeof files) => {
      shown.push(fresh.map(({ path }) => path));
      await gate(fresh, planned);
    };
    const write = (wanted: typeof files) =>
      writeGenerated({ directory, files: wanted, inspect, isIgnored: async () => new Set() });
    const broken = changed(PATH, text => `${text}\n}`);

    await expect(write(broken)).rejects.toThrow(`${PATH} is not TypeScript`);
    expect(existsSync(directory)).toBe(false);
    await write(files);
    await write(files);
    await expect(write(broken)).rejects.toThrow(PATH);
    const [kept] = files.filter(({ path }) => path === PATH);
    expect(readFileSync(join(directory, PATH), 'utf8')).toBe(kept?.text);
    const all = files.map(({ path }) => path);
    expect(shown).toEqual([all, all, [PATH]]);
    rmSync(root, { recursive: true });
  });
});
