import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readKeys } from '../../../server/access/keys/key-file.ts';
import { createKeySet } from '../../../server/access/keys/key-set.ts';
import { createKey } from '../../../server/access/keys/keys.ts';
import { compileChild } from '../../support/processes/compiled-child.ts';

const built = mkdtempSync(join(tmpdir(), 'keys-child-'));
let script = '';
beforeAll(() => {
  script = compileChild('service/access/keys-child', built);
});
afterAll(() => rmSync(built, { recursive: true }));

let folder = '';
let path = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  path = join(folder, 'keys.json');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Resolves when the child has written something; what it writes goes on to be gathered. Rejects if it ends before. */
async function written(child: ChildProcess): Promise<{ text: string }> {
  const all = { text: '' };
  const output = child.stdout;
  if (output === null) throw new Error('the child has no output');
  output.setEncoding('utf8').on('data', (text: string) => {
    all.text += text;
  });
  const ended = once(child, 'exit').then(([code]) => {
    if (all.text === '') throw new Error(`the child ended with ${code} and wrote nothing`);
  });
  await Promise.race([once(output, 'data'), ended]);
  return all;
}

describe('a writer of the key file', () => {
  it('that was killed is no obstacle to the next one', async () => {
    await createKey(path, { name: 'before' });
    const child = start('hold', path);
    await written(child);
    expect(readdirSync(folder)).toHaveLength(3);
    await kill(child);
    await createKey(path, { name: 'after' });
    expect((await readKeys(path))?.map(({ name }) => name)).toEqual(['before', 'after']);
    expect(readdirSync(folder)).toEqual(['keys.json', 'keys.json.log']);
  });

  it('waits for others of its own process', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `key ${index}`);
    await Promise.all(names.map(name => createKey(path, { name })));
    expect((await readKeys(path))?.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('that lives is waited for, and named in the end', async () => {
    const child = start('hold', path);
    await written(child);
    await expect(createKey(path, { name: 'other' })).rejects.toMatchObject({
      name: 'KeyFileError',
      fault: 'system',
      message: expect.stringMatching(
        `^\`.*\` exists: another process \\(${child.pid}\\) is writing`,
      ),
    });
    expect(await readKeys(path)).toBeNull();
  });

  it('loses no key that it told of, whenever it is killed', async () => {
    const tokens: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const one = start('make', path, `one ${round}`);
      const other = start('make', path, `other ${round}`);
      const told = await Promise.all([written(one), written(other)]);
      await sleep(Math.random() * 40);
      await Promise.all([kill(one), kill(other)]);
      tokens.push(
        ...told.flatMap(({ text }) => text.split('\n').filter(line => line.length === 52)),
      );
    }
    await createKey(path, { name: 'last' });
    const keys = createKeySet((await readKeys(path)) ?? []);
    expect(tokens.length).toBeGreaterThanOrEqual(10);
    expect(tokens.filter(token => keys.find(token, Date.now()) === null)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['keys.json', 'keys.json.log']);
  });
});
