import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileChild } from '../../support/compiled-child.ts';

let folder: string;
let script: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-log-'));
  script = compileChild('service/observe/log-child', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the server with its standard error in a file, and gives how it ended. */
function run(standardError: string) {
  const told = join(folder, 'told');
  writeFileSync(told, '');
  const error = openSync(standardError, 'a');
  const { status, signal } = spawnSync(process.execPath, [script, told], {
    stdio: ['ignore', 'ignore', error],
    timeout: 30_000,
  });
  closeSync(error);
  return { status, signal, told: readFileSync(told, 'utf8') };
}
const ENDED = { status: 0, signal: null, told: 'ended' };

describe('the default log', () => {
  it('is lines of JSON on standard error', () => {
    const file = join(folder, 'log');
    expect(run(file)).toEqual(ENDED);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const events = lines.map(line => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(['one', 'two', 'three']);
  });

  it('drops what cannot be written, and the server lives on', () => {
    expect(run('/dev/full')).toEqual(ENDED);
  });
});
