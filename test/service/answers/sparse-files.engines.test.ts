/** NDJSON files that lack a column, begin with a byte order mark, or have a comma too many: through the service and the commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern, removeFolders, temporaryFolder } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';

const MARK = '\uFEFF';
const folder = temporaryFolder();
const at = (name: string) => join(folder, name, '1.ndjson');
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(at(name), text);
};

const COLUMNS = `{ id: { type: string, required: true }, n: int64,
      meta: { record: { url: string, response: { record: { status: int64, ms: { type: int64, required: true } } } } },
      tags: { list: string }, more: { record: { x: int64 } } }`;
const SELECT = '[id, n, meta, tags, more]';
const NAMES = ['sparse', 'marked', 'later', 'comma', 'skipping'];
const ALL = [...NAMES, 'needy'];
const NULLS = { n: null, tags: [], more: null };

const FILES = {
  'endpoints/sources.yaml': `sources:
${NAMES.map(name => `  ${name}:\n    tables: { duckdb: { table: ${name} } }\n    columns: ${COLUMNS}\n${name === 'skipping' ? '    invalid: skip\n' : ''}`).join('')}  needy:
    tables: { duckdb: { table: needy } }
    columns: { id: { type: string, required: true }, must: { type: string, required: true } }
`,
  ...Object.fromEntries(
    ALL.map((name, index) => [
      `endpoints/${name}.yaml`,
      `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000020${index}\nengines: [duckdb]\ncache: off\nfrom: ${name}\nselect: ${name === 'needy' ? '[id, must]' : SELECT}\norder_by: [id]\n`,
    ]),
  ),
};

let served: ServeProcess;
beforeAll(async () => {
  write('sparse', '{"id":"a","meta":{"url":"u"}}\n{"id":"b"}\n');
  write(
    'marked',
    `${MARK}{"id":"a","n":1}\r\n\n{"id":"b","meta":[{"url":"u,}","response":{"status":200,"ms":1}}],"tags":["x"]}\n`,
  );
  write('skipping', `${MARK}{"id":"a","n":1}\nno JSON\n{"id":"b","n":2}\n{"id":"c","id":"d"}\n`);
  write('later', '{"id":"a"}\n');
  write('comma', '{"id":"a,}"}\r\n{"id":"b","tags":[",]","y"]}\n');
  write('needy', '{"id":"a"}\n');
  const tables = Object.fromEntries(ALL.map(name => [name, join(folder, name, '*.ndjson')]));
  served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { tables }, environment: {} },
    files: FILES,
  });
}, 60_000);
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

/** The rows, or the status of a problem. */
const ask = async (name: string): Promise<unknown> => {
  const answer = await fetch(`${served.url}/api/endpoints/${name}`);
  const body: unknown = await answer.json();
  return answer.status === 200 ? Object(body).result : answer.status;
};
const ready = async () => (await fetch(`${served.url}/readyz`)).json();
const run = (words: readonly string[]) => quern(served.folder, words);

const SPARSE = [
  { id: 'a', ...NULLS, meta: { url: 'u', response: null } },
  { id: 'b', ...NULLS, meta: null },
];
const ABSENT = ['meta.response', 'more', 'n', 'tags'].map(
  name => `table \`sparse\`: no file has \`${name}\`, so it is NULL`,
);

describe('a column that no file has', () => {
  it('is NULL in the service, which warns of it and is ready', async () => {
    expect(await ask('sparse')).toEqual(SPARSE);
    expect(JSON.stringify(await ready())).not.toContain('sparse');
    await expect
      .poll(() => served.lines().flatMap(({ level, event }) => (level === 'warn' ? [event] : [])))
      .toEqual(expect.arrayContaining(ABSENT));
  });

  it('is NULL in `quern run`, which warns of it', async () => {
    const { exit, stdout, stderr } = await run(['run', 'sparse', '--format', 'json']);
    expect([exit, JSON.parse(stdout)]).toEqual([0, SPARSE]);
    for (const told of ABSENT) expect(stderr).toContain(`warning: ${told}\n`);
  });

  it('is a warning of `check --tables` at the column, and an error if it is required', async () => {
    const { exit, stderr } = await run(['check', '--tables']);
    expect(exit).toBe(1);
    const told = stderr.split('\n').filter(line => line.includes('no file has'));
    const places = ['5:38', '6:31', '4:54', '6:7'];
    const warnings = places.map(
      (place, index) => `endpoints/sources.yaml:${place} warning[absent-column] ${ABSENT[index]}`,
    );
    expect(told.filter(line => line.includes('`sparse`')).sort()).toEqual(warnings.sort());
    expect(told.filter(line => line.includes('error'))).toEqual([
      'endpoints/sources.yaml:30:54 error[table-mismatch] `needy` cannot run on duckdb: table `needy`: no file has `must`, but it is required',
    ]);
  });

  it('is read by the next statement once a file has it, and the warning ends', async () => {
    expect(await ask('later')).toEqual([{ id: 'a', ...NULLS, meta: null }]);
    write('later', '{"id":"a"}\n{"id":"b","n":7,"meta":{"response":{"status":200,"ms":2}}}\n');
    expect(await ask('later')).toEqual([
      { id: 'a', ...NULLS, meta: null },
      { id: 'b', ...NULLS, n: 7, meta: { url: null, response: { status: 200, ms: 2 } } },
    ]);
    const { stderr } = await run(['check', '--tables']);
    expect(stderr).toContain('table `later`: no file has `meta.url`');
    expect(stderr).not.toContain('table `later`: no file has `n`');
    expect(stderr).not.toContain('table `later`: no file has `meta.response`');
  });

  it('keeps its endpoint from being served if it is required, until a file has it', async () => {
    expect(await ask('needy')).toBe(503);
    const { exit, stderr } = await run(['run', 'needy']);
    expect(exit).not.toBe(0);
    expect(stderr).toContain('the column `must` of the files is required, and an entry lacks it');
    write('needy', '{"id":"a","must":"here"}\n');
    await expect.poll(() => ask('needy')).toEqual([{ id: 'a', must: 'here' }]);
  });
});

describe('a byte order mark', () => {
  it('before the first line is no part of it', async () => {
    const rows = [
      { id: 'a', ...NULLS, n: 1, meta: null },
      { id: 'b', ...NULLS, meta: { url: 'u,}', response: { status: 200, ms: 1 } }, tags: ['x'] },
    ];
    expect(await ask('marked')).toEqual(rows);
    const { exit, stdout } = await run(['run', 'marked', '--format', 'json']);
    expect([exit, JSON.parse(stdout)]).toEqual([0, rows]);
  });

  it('leaves lines that are no object a fault, which `invalid: skip` leaves out', async () => {
    expect(await ask('skipping')).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    for (const line of ['no JSON', '[1]', '{"id":"b","id":"c"}', '{"id":"b"} {}']) {
      write('marked', `${MARK}{"id":"a","n":1}\n${line}\n{"id":"z"}\n`);
      expect([line, await ask('marked')]).toEqual([line, 502]);
    }
    expect(served.told()).toContain(`Malformed JSON in file \\"${at('marked')}\\"`);
    write('marked', `${MARK}{"id":"a","n":1}\n`);
    expect(await ask('marked')).toEqual([{ id: 'a', ...NULLS, n: 1, meta: null }]);
  });
});

describe('a comma before a closing bracket', () => {
  const told = (line: number) => `${at('comma')}:${line}: a comma precedes a closing bracket`;

  it('is a fault with its file and line, and none inside a text', async () => {
    const good = [
      { id: 'a,}', ...NULLS, meta: null },
      { id: 'b', ...NULLS, meta: null, tags: [',]', 'y'] },
    ];
    expect(await ask('comma')).toEqual(good);
    for (const [text, line] of [
      ['{"id":"a"}\r\n\n{"id":"b",}\n{"id":"c"}\n', 3],
      ['{"id":"a"}\n{"id":"b","tags":["x" , ]}\n', 2],
      ['{"id":"a","meta":{"url":"\\",}",\t}}', 1],
    ] as const) {
      write('comma', text);
      const ran = await run(['run', 'comma']);
      expect([ran.exit === 0, ran.stderr]).toEqual([false, expect.stringContaining(told(line))]);
      const checked = await run(['check', '--tables']);
      expect(checked.stderr).toContain('`comma` cannot run on duckdb: table `comma` is missing');
      const made = await quern(temporaryFolder(), ['init', '--from', at('comma')]);
      expect(made.stderr).toContain(`1.ndjson:${line}: a comma precedes a closing bracket`);
      // Requests to an endpoint that lacks its table look again.
      await ready();
      await expect.poll(async () => [await ready(), await ask('comma')][1]).toBe(503);
      expect(served.told()).toContain(told(line));
    }
    write('comma', '{"id":"z"}\n');
    await expect.poll(() => ask('comma')).toEqual([{ id: 'z', ...NULLS, meta: null }]);
  });

  it('is found in a compressed file', async () => {
    writeFileSync(join(folder, 'comma', '2.ndjson.gz'), gzipSync('{"id":"a"}\n{"id":"b",}\n'));
    const { stderr } = await quern(temporaryFolder(), [
      'init',
      '--from',
      join(folder, 'comma', '2.ndjson.gz'),
    ]);
    expect(stderr).toContain('2.ndjson.gz:2: a comma precedes a closing bracket');
  });
});
