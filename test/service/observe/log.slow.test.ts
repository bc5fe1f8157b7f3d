import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileChild } from '../../support/processes/compiled-child.ts';

let folder: string;
let script: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-log-'));
  script = compileChild('service/observe/log-child', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the server with its standard error in a file, and gives how it ended. */
function run(standardError: string, end = '') {
  const told = join(folder, 'told');
  writeFileSync(told, '');
  const error = openSync(standardError, 'a');
  const { status, signal } = spawnSync(process.execPath, [script, told, end], {
    stdio: ['ignore', 'ignore', error],
    timeout: 30_000,
  });
  closeSync(error);
  return { status, signal, told: readFileSync(told, 'utf8') };
}
/** Of the lines that are JSON: a crash adds others. */
function eventsIn(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('{"'));
  return lines.map(line => JSON.parse(line).event);
}
const ENDED = { status: 0, signal: null, told: 'ended' };

describe('the default log', () => {
  it('is lines of JSON on standard error', () => {
    const file = join(folder, 'log');
    expect(run(file)).toEqual(ENDED);
    expect(eventsIn(file)).toEqual(['one', 'two', 'three', 'last']);
  });

  it.each([
    ['exit', 3],
    ['crash', 1],
  ])('is whole after an end by %s', (end, status) => {
    const file = join(folder, `log-${end}`);
    expect(run(file, end)).toEqual({ ...ENDED, status });
    expect(eventsIn(file)).toEqual(['one', 'two', 'three', 'last']);
  });

  it('drops what cannot be written, and the server lives on', () => {
    expect(run('/dev/full')).toEqual(ENDED);
  });
});
