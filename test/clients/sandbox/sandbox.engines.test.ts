/** The generated clients with statements of their callers, before a served sandbox on DuckDB. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { type Filled, filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { COMPILATION, MANIFEST, NOW, rowsOf } from '../../service/sandbox/site.ts';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { ROOT } from '../../support/root.ts';
import { clientFiles, hasGo, MODULE, openGoFolder } from '../go/support.ts';
import { packageOf, written } from '../python/package.ts';
import { faultsOfTypes, installed } from '../typescript/package.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A column of each type, one of them NULL, one a number that is not finite. */
const SQL = `SELECT id, amount, CAST(amount AS NUMERIC) AS exact, IF(amount > 3, EXP(1000.0), ratio) AS ratio,
  amount > 3 AS large, timestamp AS seen, DATE(timestamp) AS day
FROM edge_logs WHERE id < 'one-6' ORDER BY id`;
const COLUMNS = [
  { name: 'id', type: 'string', nullable: false },
  { name: 'amount', type: 'int64', nullable: true },
  { name: 'exact', type: 'decimal', nullable: true },
  { name: 'ratio', type: 'float64', nullable: true },
  { name: 'large', type: 'bool', nullable: true },
  { name: 'seen', type: 'timestamp', nullable: false },
  { name: 'day', type: 'date', nullable: false },
];
/** As `rowsOf` makes them, by hand. */
const ROWS = [0, 1, 2, 3, 4, 5].map(i => {
  const amount = i % 4 === 0 ? null : i;
  return {
    id: `one-${i}`,
    amount,
    exact: amount === null ? null : String(amount),
    ratio: amount !== null && amount > 3 ? null : i / 2,
    large: amount === null ? null : amount > 3,
    seen: new Date(Number(NOW / 1_000n) - i * 60_000).toISOString().replace('.000', ''),
    day: i === 0 ? '2026-01-02' : '2026-01-01',
  };
});
const ANSWER = {
  short: { columns: COLUMNS, rows: ROWS },
  long: { columns: COLUMNS, rows: ROWS },
  usual: null,
  fault: 'invalid_parameter There is no column `nothing` here, at line 2, column 3.',
};

const { log, lines } = heardLog();
const folder = mkdtempSync(join(tmpdir(), 'sandbox-clients-'));
let filled: Filled;
let service: Running;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  filled = await filledDuckDb(
    tablesOfSources(COMPILATION.project, 'duckdb', rowsOf(['one', 'two'], 8, 4)),
  );
  service = await serve({
    manifest: MANIFEST,
    engine: { ...filled.engine, close: async () => {} },
    keys: null,
    clock: () => NOW,
    log,
    port: 0,
    packages: `${ROOT}/test`,
  });
  const long = `${SQL} -- ${'é'.repeat(5_000)}`;
  env = { ...process.env, URL: service.url, SQL, LONG: long, PYTHONDONTWRITEBYTECODE: '1' };
});
afterAll(async () => {
  await service.stop();
  await filled.close();
  rmSync(folder, { recursive: true });
});

const program = (name: string) => readFileSync(join(import.meta.dirname, 'programs', name), 'utf8');

/** The methods of the requests since the last look. */
const methods = () =>
  lines
    .splice(0)
    .filter(({ route }) => route === '/api/endpoints/:name')
    .map(({ method }) => method);

describe('a client calls a sandbox', () => {
  test('in TypeScript', async () => {
    const { folder: home } = installed(join(folder, 'typescript'), COMPILATION);
    writeFileSync(join(home, 'main.ts'), program('main.ts.txt'));
    const types = ['node'];
    expect(faultsOfTypes(home, { types, noEmit: false })).toBe('');
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: home, env });
    const { dated, ...answers } = JSON.parse(stdout);
    expect(answers).toEqual(ANSWER);
    expect(dated).toEqual(['2026-01-02T00:00:00.000Z', 'Date']);
    expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
  });

  test.skipIf(!hasPython)('in Python', async () => {
    const home = written(packageOf(COMPILATION));
    writeFileSync(join(home, 'main.py'), program('main.py'));
    const source = join(home, 'clients/python/src');
    const config = { typeCheckingMode: 'strict', pythonVersion: '3.9', extraPaths: [source] };
    writeFileSync(join(home, 'pyrightconfig.json'), JSON.stringify(config));
    const pyright = join(TEST_PACKAGES, 'pyright/index.js');
    const checked = spawnSync(process.execPath, [pyright, '-p', home], { encoding: 'utf8' });
    expect(checked.stdout.trim()).toBe('0 errors, 0 warnings, 0 informations');
    const own = { ...env, PYTHONPATH: source };
    const { stdout } = await run('python3', ['main.py'], { cwd: home, env: own });
    const { parsed, ...answers } = JSON.parse(stdout);
    expect(answers).toEqual(ANSWER);
    expect(parsed).toEqual(['2026-01-01T23:59:00+00:00', '2026-01-01', '1', 'Decimal']);
    expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET']);
    rmSync(home, { recursive: true });
  });

  test.skipIf(!hasGo)('in Go', async () => {
    const go = openGoFolder();
    go.write('client', clientFiles(COMPILATION));
    go.write('main', [
      { path: 'main.go', text: program('main.go.txt') },
      {
        path: 'go.mod',
        text: `module example.com/main\n\ngo 1.19\n\nrequire ${MODULE} v0.0.0\n\nreplace ${MODULE} => ../client\n`,
      },
    ]);
    for (const below of ['client', 'main']) {
      expect(await go.run('gofmt', ['-l', '.'], { below })).toEqual({ code: 0, text: '' });
      expect(await go.run('go', ['vet', './...'], { below })).toEqual({ code: 0, text: '' });
    }
    const own = { URL: env['URL'] ?? '', SQL, LONG: env['LONG'] ?? '' };
    const { code, text } = await go.run('go', ['run', '.'], { below: 'main', env: own });
    expect([code, text]).toEqual([0, text]);
    const { typed, ...answers } = JSON.parse(text);
    expect(answers).toEqual(ANSWER);
    expect(typed).toEqual([
      { ID: 'one-0', Amount: null, At: '2026-01-02T00:00:00Z' },
      { ID: 'one-1', Amount: 1, At: '2026-01-01T23:59:00Z' },
    ]);
    expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
    go.close();
  });
});
