/** `quern dev` as a process of its own: files are saved while requests come. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { builtScripts } from '../../support/processes/built.ts';
import { amount } from '../../support/usually.ts';
import { project, removeFolders, SOURCES } from '../cli-fixture.ts';

/** Saves under requests. */
const SAVES = amount({ usual: 60, all: 1_000 });
const TABLE = `CREATE TABLE edge_logs (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT);
  INSERT INTO edge_logs VALUES ('e0', TIMESTAMP '2026-01-15 10:00:00', 'abc', 1)`;

afterAll(removeFolders);
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** An endpoint that answers `version`, and has it in its summary. */
const versioned = (name: string, version: number, id: number) => `endpoint: ${name}
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0${id}
summary: v${version}
from: edge_logs
select: { version: '${version}', id: id }
order_by: [id]
`;

async function develop(
  words: readonly string[] = [],
  files: Readonly<Record<string, string | null>> = {},
) {
  const { folder, put } = project({
    'endpoints/logs.yaml': versioned('logs', 0, 1),
    'endpoints/counts.yaml': versioned('counts', 0, 2),
    'quern.yaml': 'dialects: [duckdb]\n',
    ...files,
  });
  const instance = await DuckDBInstance.create(join(folder, 'logs.duckdb'));
  const connection = await instance.connect();
  await connection.run(TABLE);
  connection.closeSync();
  instance.closeSync();
  const all = ['dev', '--port', '0', '--database', 'logs.duckdb', ...words];
  const child = spawn(process.execPath, [join(builtScripts(), 'cli/bin.js'), ...all], {
    cwd: folder,
  });
  children.add(child);
  let text = '';
  child.stderr.on('data', more => {
    text += more;
  });
  const ended = new Promise<number | string | null>(done => {
    child.once('exit', (code, signal) => done(code ?? signal));
  });
  const url = () => /(http:\S+)\/ shows/.exec(text)?.[1] ?? '';
  await expect.poll(url, { message: text }).not.toBe('');
  const ask = async (path: string) => {
    const response = await fetch(`${url()}${path}`);
    return { status: response.status, body: (await response.json()) as Body };
  };
  return { folder, put, ask, child, ended, text: () => text };
}
interface Body {
  readonly result: readonly Readonly<Record<string, unknown>>[];
  readonly detail?: string;
  readonly fault: string | null;
  readonly number: number;
  readonly definitions: number;
  readonly service?: { readonly title: string };
}
type Developed = Awaited<ReturnType<typeof develop>>;

const versionOf = async ({ ask }: Developed, name = 'logs') =>
  (await ask(`/api/endpoints/${name}`)).body.result?.[0]?.['version'];
const faultOf = async ({ ask }: Developed) => (await ask('/news')).body.fault;

describe('quern dev', () => {
  test('serves the endpoints without errors at once, and the others as soon as they have none', async () => {
    const fault = versioned('counts', 0, 2).replace('id: id', 'id: idd');
    const dev = await develop([], { 'endpoints/counts.yaml': fault });
    expect(await versionOf(dev)).toBe(0);
    expect(dev.text()).toContain('1 endpoint without errors\n');
    expect(await faultOf(dev)).toContain('endpoints/counts.yaml:5:29 error[unknown-column]');
    expect((await dev.ask('/api/endpoints/counts')).status).toBe(404);
    dev.put('endpoints/logs.yaml', versioned('logs', 1, 1));
    await expect.poll(() => versionOf(dev)).toBe(1);
    dev.put('endpoints/counts.yaml', versioned('counts', 2, 2));
    await expect.poll(() => versionOf(dev, 'counts')).toBe(2);
    expect(await faultOf(dev)).toBe(null);
  });

  test('serves what the files say, and their last state without faults while they have some', async () => {
    const dev = await develop();
    expect(await versionOf(dev)).toBe(0);
    dev.put('endpoints/logs.yaml', versioned('logs', 1, 1));
    await expect.poll(() => versionOf(dev)).toBe(1);
    dev.put('endpoints/logs.yaml', versioned('logs', 2, 1).replace('select:', 'selct:'));
    await expect.poll(() => faultOf(dev)).toContain('endpoints/logs.yaml:5:1 error[unknown-key]');
    expect(await versionOf(dev)).toBe(1);
    expect(dev.text()).toContain('error[unknown-key]');
    dev.put('endpoints/logs.yaml', versioned('logs', 2, 1));
    await expect.poll(() => faultOf(dev)).toBe(null);
    expect(await versionOf(dev)).toBe(2);
    expect(existsSync(join(dev.folder, 'generated'))).toBe(false);
    const detail = async () => (await dev.ask('/api/endpoints/logs')).body.detail;
    dev.put('endpoints/logs.yaml', versioned('logs', 2 ** 53, 1));
    await expect
      .poll(detail)
      .toBe('`version` contains an integer beyond 2^53-1. Set `encode: string`.');
    dev.put('endpoints/sources.yaml', SOURCES.replace('int64', '{ type: int64, column: sise }'));
    dev.put('endpoints/logs.yaml', versioned('logs', 3, 1).replace('id: id', 'id: id, size: size'));
    const compare = 'Run `quern check --tables`, which compares the tables with `sources.yaml`.';
    await expect
      .poll(detail)
      .toBe(
        `The engine or a table is unavailable. table \`edge_logs\`: \`size\` is missing: the table has no \`sise\`. ${compare}`,
      );
    await expect.poll(dev.text).toContain(`"hint":"${compare}"`);
    dev.child.kill('SIGINT');
    expect(await dev.ended).toBe(130);
  });

  test('follows files that come, go, move, and are saved by way of another name', async () => {
    const dev = await develop();
    const names = async () => (await dev.ask('/api/endpoints')).body.result.map(({ name }) => name);
    dev.put('endpoints/more/third.yaml', versioned('third', 3, 3));
    await expect.poll(names).toEqual(['counts', 'logs', 'third']);
    renameSync(join(dev.folder, 'endpoints/more'), join(dev.folder, 'endpoints/other'));
    rmSync(join(dev.folder, 'endpoints/counts.yaml'));
    await expect.poll(names).toEqual(['logs', 'third']);
    dev.put('logs.tmp', versioned('logs', 7, 1));
    renameSync(join(dev.folder, 'logs.tmp'), join(dev.folder, 'endpoints/logs.yaml'));
    await expect.poll(() => versionOf(dev)).toBe(7);
    const title = async () => (await dev.ask('/api/endpoints')).body.service?.title;
    expect(await title()).toBe('Query endpoints');
    dev.put('quern.yaml', 'dialects: [duckdb]\nopenapi: { title: Web shop }\n');
    await expect.poll(title).toBe('Web shop');
    dev.put('endpoints/sources.yaml', SOURCES.replace('size: int64', 'size: float64'));
    dev.put('quern.yaml', 'dialects: [duckdb, nothing]\n');
    await expect.poll(() => faultOf(dev)).toContain('quern.yaml');
    dev.put('quern.yaml', 'dialects: [duckdb]\nendpoints: elsewhere\n');
    // a folder that is not there yet is followed
    await expect.poll(() => faultOf(dev)).toContain('elsewhere');
    dev.put('elsewhere/sources.yaml', SOURCES);
    dev.put('elsewhere/logs.yaml', versioned('logs', 8, 1));
    await expect.poll(() => versionOf(dev)).toBe(8);
    dev.put('elsewhere/logs.yaml', versioned('logs', 9, 1));
    await expect.poll(() => versionOf(dev)).toBe(9);
  });

  test('begins with a project that has faults, and ends on request', async () => {
    const dev = await develop([], {
      'endpoints/logs.yaml': 'endpoint: [',
      'endpoints/counts.yaml': null,
    });
    expect(await faultOf(dev)).toContain('endpoints/logs.yaml:1:11');
    expect((await dev.ask('/api/endpoints')).body.result).toEqual([]);
    dev.put('endpoints/logs.yaml', versioned('logs', 1, 1));
    await expect.poll(() => faultOf(dev)).toBe(null);
    expect(await versionOf(dev)).toBe(1);
    const { number } = (await dev.ask('/news')).body;
    const waits = dev.ask(`/news?after=${number}`);
    dev.child.kill('SIGTERM');
    expect((await waits).body.number).toBe(number);
    expect(await dev.ended).toBe(0);
  });

  test('writes the generated files where it is asked to', async () => {
    const dev = await develop(['--write']);
    const file = join(dev.folder, 'generated/manifest/index.json');
    await expect.poll(() => existsSync(file)).toBe(true);
    rmSync(join(dev.folder, 'endpoints/counts.yaml'));
    await expect
      .poll(() => existsSync(join(dev.folder, 'generated/sql/duckdb/counts.sql')))
      .toBe(false);
  });

  test(`loses no request, and serves no half of a change, over ${SAVES} saves`, async () => {
    const dev = await develop();
    const failures: unknown[] = [];
    const seen = new Set<unknown>();
    let isOver = false;
    const asking = Array.from({ length: 5 }, async () => {
      while (!isOver) {
        const [rows, listed] = await Promise.all([
          dev.ask('/api/endpoints/logs'),
          dev.ask('/api/endpoints'),
        ]);
        seen.add(rows.body.result?.[0]?.['version']);
        const said = new Set(listed.body.result?.map(({ summary }) => summary));
        if (rows.status !== 200 || listed.status !== 200 || said.size !== 1)
          failures.push([rows, listed]);
        await new Promise(resolve => setTimeout(resolve, 80));
      }
    });
    const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
    for (let version = 1; version <= SAVES; version += 1) {
      const logs = versioned('logs', version, 1);
      // a part of the text first, as some editors write
      if (version % 4 === 0)
        writeFileSync(join(dev.folder, 'endpoints/logs.yaml'), logs.slice(0, 90));
      if (version % 7 === 0) dev.put('endpoints/logs.yaml', `${logs}  broken\n`);
      if (version % 7 === 0) await pause(Math.random() * 120);
      dev.put('endpoints/logs.yaml', logs);
      dev.put('endpoints/counts.yaml', versioned('counts', version, 2));
      await pause(Math.random() * 150);
    }
    await expect.poll(() => versionOf(dev)).toBe(SAVES);
    await expect.poll(() => versionOf(dev, 'counts')).toBe(SAVES);
    isOver = true;
    await Promise.all(asking);
    expect(failures).toEqual([]);
    expect(seen.size).toBeGreaterThan(SAVES / 10);
  });
});
