/** Warnings from the compiler to the exit code. Here `unused-parameter` is a warning, so that tests depend on no code that is one. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../../generator/compile.ts';
import {
  collector,
  counting,
  isError,
  MAX_PRINTED,
  type Place,
  renderDiagnostics,
} from '../../generator/core/report/diagnostics.ts';
import { LOGS, project, removeFolders, SOURCES } from './cli-fixture.ts';

vi.mock('../../generator/core/report/codes.ts', async original => ({
  ...(await original<typeof import('../../generator/core/report/codes.ts')>()),
  WARNINGS: new Set(['unused-parameter']),
}));

afterAll(removeFolders);

const FILE = 'endpoints/logs.yaml';
const WARNED = LOGS.replace('  least:', '  other: { type: string }\n  least:');
const BROKEN = WARNED.replace('size >=', 'sise >=');
/** Besides the warning, a test that passes or, with another row, one that fails. */
const tested = (id: string) => `${WARNED}tests:
  one:
    now: 2026-01-15T10:00:00Z
    params: { project: abc }
    given: [{ id: a, timestamp: 2026-01-15T09:00:00Z, project: abc, size: 7 }]
    expect: [{ id: ${id}, timestamp: 2026-01-15T09:00:00Z, project: abc, size: 7 }]
`;
const warned = () => project({ [FILE]: WARNED });

const MESSAGE = 'Nothing uses the parameter `other`';
const REPORT = `${FILE}:7:3 warning[unused-parameter] ${MESSAGE}
  7 |   other: { type: string }
    |   ^^^^^
  hint: Use it in an expression, or remove it.

1 warning
`;
const ALL_WELL = '2 endpoints for bigquery, duckdb, clickhouse: no errors\n';
const AS_JSON = { code: 'unused-parameter', severity: 'warning', file: FILE, line: 7 };

describe('a warning', () => {
  it('is repeated by a `generate` that has nothing to do', async () => {
    const { quern } = warned();
    const runs = [await quern(['generate']), await quern(['generate'])];
    for (const { stderr } of runs) expect(stderr).toContain(REPORT);
  });

  it('does not make `check` fail', async () => {
    expect(await warned().quern(['check'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: REPORT + ALL_WELL,
    });
  });

  it('makes `check --strict` fail, and QUERN_STRICT is the same', async () => {
    const failed = { exit: 1, stdout: '', stderr: REPORT };
    expect(await warned().quern(['check', '--strict'])).toEqual(failed);
    const environment = { QUERN_STRICT: '1' };
    expect(await warned().quern(['check'], { environment })).toEqual(failed);
    expect(await project().quern(['check', '--strict'])).toMatchObject({ exit: 0 });
  });

  it('is counted beside the errors', async () => {
    const { exit, stderr } = await project({ [FILE]: BROKEN }).quern(['check']);
    expect(exit).toBe(1);
    expect(stderr).toContain(' warning[unused-parameter] ');
    expect(stderr).toContain(' error[unknown-column] ');
    expect(stderr).toMatch(/\n1 error and 1 warning\nRun .* to fix 1 of them\.\n$/);
  });

  it('is not printed with --quiet, unless it makes the command fail', async () => {
    expect(await warned().quern(['check', '--quiet'])).toEqual({ exit: 0, stdout: '', stderr: '' });
    expect((await warned().quern(['check', '--quiet', '--strict'])).stderr).toBe(REPORT);
    const { stderr } = await project({ [FILE]: BROKEN }).quern(['check', '--quiet']);
    expect(stderr).toMatch(
      /^endpoints\/logs\.yaml:\d+:\d+ error\[unknown-column\][\s\S]*\n1 error\n$/,
    );
  });

  it('is yellow, where an error is red', async () => {
    const words = ['check', '--color', 'always'];
    const { stderr } = await warned().quern(words);
    expect(stderr).toContain('\u001B[33mwarning[unused-parameter]\u001B[39m');
    expect(stderr).toContain('\u001B[33m^^^^^\u001B[39m');
    expect(stderr).not.toContain('\u001B[31m');
    const { stderr: both } = await project({ [FILE]: BROKEN }).quern(words);
    expect(both).toContain('\u001B[31merror[unknown-column]\u001B[39m');
  });

  it('has its level in every form', async () => {
    const { quern } = warned();
    const { stdout } = await quern(['check', '--json']);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([AS_JSON]);
    const sarif = await quern(['check', '--reporter', 'sarif']);
    expect(sarif.exit).toBe(0);
    const [run] = JSON.parse(sarif.stdout).runs;
    expect(run.results).toMatchObject([{ ruleId: 'unused-parameter', level: 'warning' }]);
    const github = await quern(['check', '--reporter', 'github']);
    expect(github.stderr).toMatch(
      /^::warning file=endpoints\/logs\.yaml,line=7,endLine=7,col=3,endColumn=8,title=unused-parameter::Nothing uses .*\n2 endpoints/,
    );
    const broken = await project({ [FILE]: BROKEN }).quern(['check', '--reporter', 'sarif']);
    const levels = JSON.parse(broken.stdout).runs[0].results.map(
      ({ level }: { level: string }) => level,
    );
    expect(levels.sort()).toEqual(['error', 'warning']);
  });
});

describe('generated output', () => {
  it('holds an endpoint with a warning', async () => {
    const { quern, folder } = warned();
    const { exit, stderr } = await quern(['generate']);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^endpoints[\s\S]*\n1 warning\nwrote \d+ files\n$/);
    expect(existsSync(join(folder, 'generated/sql/duckdb/logs.sql'))).toBe(true);
    const again = await quern(['generate', '--json']);
    const { created, diagnostics } = JSON.parse(again.stdout);
    expect({ created, diagnostics }).toMatchObject({ created: [], diagnostics: [AS_JSON] });
    expect(again.stderr).toMatch(/^nothing to do/);
  });

  it('is not written with --strict', async () => {
    const { quern, folder } = warned();
    expect(await quern(['generate', '--strict'])).toEqual({ exit: 1, stdout: '', stderr: REPORT });
    expect(readdirSync(folder)).not.toContain('generated');
  });

  it('is checked beside warnings, in one document', async () => {
    const { quern, put } = warned();
    await quern(['generate']);
    const fresh = await quern(['generate', '--check']);
    expect(fresh).toEqual({
      exit: 0,
      stdout: '',
      stderr: `${REPORT}\`generated\` is up to date\n`,
    });
    expect(await quern(['generate', '--check', '--strict'])).toMatchObject({ exit: 1 });
    put('generated/sql/duckdb/logs.sql', 'SELECT 1;\n');
    const words = ['generate', '--check', '--reporter'];
    const sarif = await quern([...words, 'sarif']);
    const [run] = JSON.parse(sarif.stdout).runs;
    expect(sarif.exit).toBe(1);
    expect(run.tool.driver.rules).toMatchObject([{ id: 'unused-parameter' }, { id: 'stale' }]);
    expect(run.results).toMatchObject([
      { ruleId: 'unused-parameter', level: 'warning' },
      { ruleId: 'stale', level: 'error' },
    ]);
    const github = await quern([...words, 'github']);
    expect(github.stderr).toMatch(/^::warning file=.*\n::error file=.*title=stale/);
    const { differences, diagnostics } = JSON.parse((await quern([...words, 'json'])).stdout);
    expect(differences).toHaveLength(1);
    expect(diagnostics).toMatchObject([AS_JSON]);
  });
});

describe('tests of endpoints', () => {
  it('pass beside a warning, and not with --strict', async () => {
    const { quern } = project({ [FILE]: tested('a') });
    const { exit, stdout, stderr } = await quern(['test']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: `${REPORT}1 passed, 0 failed\n` });
    expect(stdout).toContain('one');
    expect(await quern(['test', '--strict'])).toEqual({ exit: 1, stdout: '', stderr: REPORT });
    const json = JSON.parse((await quern(['test', '--json'])).stdout);
    expect(json).toMatchObject({ tests: [{ status: 'passed' }], diagnostics: [AS_JSON] });
  });

  it('fail beside a warning', async () => {
    const { exit, stderr } = await project({ [FILE]: tested('b') }).quern(['test']);
    expect(exit).toBe(1);
    expect(stderr).toContain(' warning[unused-parameter] ');
    expect(stderr).toContain(' error[failing-test] ');
    expect(stderr).toContain('\n1 error and 1 warning\n');
  });

  it('are updated beside a warning, and not with --strict', async () => {
    const { quern } = project({ [FILE]: tested('b') });
    expect(await quern(['test', '-u', '--strict'])).toMatchObject({ exit: 1, stderr: REPORT });
    const { exit, stderr } = await quern(['test', '-u']);
    expect({ exit, stderr }).toMatchObject({
      exit: 0,
      stderr: `wrote the rows of 1 test into 1 file\n${REPORT}`,
    });
    expect(await quern(['test'])).toMatchObject({ exit: 0 });
  });
});

describe('other commands', () => {
  it('do not report warnings, and have no --strict', async () => {
    const { quern } = warned();
    const { exit, stderr } = await quern(['explain', 'logs', '--print', 'spec']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(await quern(['explain', 'logs', '--strict'])).toMatchObject({ exit: 2 });
  });
});

describe('the compiler', () => {
  it('compiles an endpoint that has only warnings', () => {
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: FILE, bytes: WARNED },
    ];
    const { compilation, diagnostics } = compile(inputs, { dialects: null });
    expect(compilation.endpoints.map(({ endpoint }) => endpoint.name)).toEqual(['logs']);
    expect(diagnostics.map(isError)).toEqual([false]);
  });

  const place: Place = { source: { file: 'a.yaml', text: 'x' }, start: 0, end: 1 };

  it('counts errors alone', () => {
    const { diagnostics, report } = collector();
    const faults = counting(report);
    faults.report('unused-parameter', place, 'a warning');
    expect(faults.count()).toBe(0);
    faults.report('unknown-column', place, 'an error');
    expect(faults.count()).toBe(1);
    expect(diagnostics).toHaveLength(2);
  });

  it('prints every error before a warning is left out', () => {
    const { diagnostics, report } = collector();
    for (let n = 0; n < MAX_PRINTED; n++) report('unused-parameter', place, `warning ${n}`);
    const last = { ...place, source: { file: 'z.yaml', text: 'x' } };
    report('unknown-column', last, 'the error');
    const text = renderDiagnostics(diagnostics);
    expect(text).toContain('z.yaml:1:1 error[unknown-column] the error');
    expect(text.match(/ warning\[/g)).toHaveLength(MAX_PRINTED - 1);
    expect(text).toMatch(/… and 1 more\.\n$/);
  });
});
