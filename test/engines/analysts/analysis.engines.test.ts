import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Analyst, NotInstalled } from '../../../engines/analyst.ts';
import { openAnalyst } from '../../../engines/support/analysis.ts';
import { ROOT } from '../../support/root.ts';

const DECLARED = { sources: [], schema: 'CREATE TABLE t (a INTEGER);' };
/** DuckDB computes it before it knows the columns, for half a minute. */
const LONG = "SELECT * FROM range(length(repeat('x', 4000000000)))";

const folder = mkdtempSync(join(tmpdir(), 'quern-analysis-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A module that answers as the text says; `message` is what came. */
function childOf(name: string, onMessage: string, imports = ''): URL {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `${imports}process.on('message', message => { ${onMessage} });\n`);
  return pathToFileURL(path);
}

const ask = (analyst: Analyst, sql: string) => analyst.analyse({ sql, parameters: [] });

describe('an analyst in a child process', () => {
  test('answers questions in their order', async () => {
    const analyst = await openAnalyst('duckdb', DECLARED);
    const answers = await Promise.all(
      ['SELECT 1 AS x', 'DROP TABLE t', 'FROM t'].map(sql => ask(analyst, sql)),
    );
    expect(answers).toMatchObject([
      { kind: 'understood', columns: [{ name: 'x' }] },
      { kind: 'refused', message: '`DROP` is not a SELECT statement' },
      { kind: 'understood', tables: [['t']], columns: [{ name: 'a' }] },
    ]);
    await analyst.close();
  });

  test('refuses a statement at the deadline, and analyses the next one', async () => {
    const analyst = await openAnalyst('duckdb', DECLARED, { deadlineMs: 1_000 });
    const before = performance.now();
    const [late, next] = await Promise.all([ask(analyst, LONG), ask(analyst, 'SELECT 1')]);
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(late).toMatchObject({
      kind: 'refused',
      message: 'The statement was not analysed within 1 s',
    });
    expect(next).toMatchObject({ kind: 'understood' });
    await analyst.close();
  });

  test('refuses a statement that makes it crash, and analyses the next one', async () => {
    const child = childOf(
      'crash',
      `if ('declared' in message) process.send('ready');
       else if (message.question.sql === 'crash') process.abort();
       else process.send({ analysis: { kind: 'refused', message: process.pid + '', hint: null, at: null } });`,
    );
    const analyst = await openAnalyst('any', DECLARED, { child });
    const answers = await Promise.all(['1', '2', 'crash', '3'].map(sql => ask(analyst, sql)));
    const [first, second, crash, third] = answers.map(
      answer => answer.kind === 'refused' && answer.message,
    );
    expect(crash).toBe('The statement made its analyst crash');
    expect(first).toBe(second);
    expect(third).toMatch(/^\d+$/);
    expect(third).not.toBe(first);
    await analyst.close();
  });

  test('a library that is not installed is named', async () => {
    const child = childOf('absent', "process.send({ notInstalled: ['chdb'] });");
    const error = await openAnalyst('any', DECLARED, { child }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotInstalled);
    expect(error).toMatchObject({ packages: ['chdb'], message: 'not installed: chdb' });
  });

  test.each([
    ['duckdb', 'CREATE TABLE t (a NOTYPE)', /NOTYPE/],
    ['sybase', '', /nobody analyses its statements/],
  ])('it rejects with the reason why it cannot open: %s', async (engine, schema, why) => {
    await expect(openAnalyst(engine, { sources: [], schema })).rejects.toThrow(why);
  });

  test('has nothing of the environment but a folder of its own', async () => {
    process.env['QUERN_TEST_SECRET'] = 'secret';
    const child = childOf(
      'environment',
      `if ('declared' in message) process.send('ready');
       else process.send({ analysis: { kind: 'refused', message: JSON.stringify(process.env), hint: null, at: null } });`,
    );
    const analyst = await openAnalyst('any', DECLARED, { child });
    const answer = await ask(analyst, '');
    const environment = JSON.parse(answer.kind === 'refused' ? answer.message : '{}');
    expect(environment).toEqual({ TMPDIR: expect.stringContaining('quern-analyst-') });
    expect(existsSync(environment.TMPDIR)).toBe(true);
    await analyst.close();
    expect(existsSync(environment.TMPDIR)).toBe(false);
    delete process.env['QUERN_TEST_SECRET'];
  });

  test('leaves no process behind when it is closed, once or twice', async () => {
    const own = await openAnalyst('duckdb', DECLARED);
    const [child] = childrenOf(process.pid);
    expect(isRunning(child)).toBe(true);
    await own.close();
    expect(isRunning(child)).toBe(false);
    await own.close();
  });

  test('ends with its parent, in the middle of a statement too', async () => {
    const script = join(folder, 'parent.mjs');
    const analysis = pathToFileURL(join(ROOT, 'engines/support/analysis.ts')).href;
    writeFileSync(
      script,
      `import { openAnalyst } from ${JSON.stringify(analysis)};
       const analyst = await openAnalyst('duckdb', ${JSON.stringify(DECLARED)}, { deadlineMs: 600_000 });
       analyst.analyse({ sql: ${JSON.stringify(LONG)}, parameters: [] });
       console.log('asked');`,
    );
    const hooks = join(ROOT, 'test/support/typescript.mjs');
    const parent = spawn(process.execPath, ['--import', hooks, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    });
    await once(parent.stdout, 'data');
    const children = childrenOf(parent.pid);
    const scratch = () => readdirSync(folder).filter(name => name.startsWith('quern-analyst-'));
    expect(scratch()).toHaveLength(1);
    expect(children.filter(isRunning)).toHaveLength(1);
    parent.kill('SIGKILL');
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
    expect(scratch()).toEqual([]);
  });
});

function childrenOf(pid: number | undefined): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
  return lines
    .split('\n')
    .filter(line => line.includes('analyst-child'))
    .map(line => line.trim().split(/\s+/))
    .flatMap(([parent, child]) => (parent === String(pid) ? [Number(child)] : []));
}

function isRunning(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
}

test('processes that an analyst has started end with it', async () => {
  const child = childOf(
    'grandchild',
    `if ('declared' in message) process.send('ready');
     else if (message.question.sql !== 'wait') {
       const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
       process.send({ analysis: { kind: 'refused', message: String(other.pid), hint: null, at: null } });
     }`,
    "import { spawn } from 'node:child_process';\n",
  );
  const analyst = await openAnalyst('any', DECLARED, { child, deadlineMs: 2_000 });
  const first = await ask(analyst, 'start');
  const pid = Number(first.kind === 'refused' && first.message);
  expect(isRunning(pid)).toBe(true);
  expect(await ask(analyst, 'wait')).toMatchObject({
    message: expect.stringContaining('within 2 s'),
  });
  await expect.poll(() => isRunning(pid)).toBe(false);
  await analyst.close();
});
