/** `quern diff`: its baselines, its reports, and the changes that a team accepts. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import {
  COUNTS,
  LOGS,
  type Project,
  project,
  quern,
  removeFolders,
  temporaryFolder,
} from '../cli-fixture.ts';

afterAll(removeFolders);

const EDITED = LOGS.replace('max_rows: 3', 'max_rows: 2').replace(
  'order_by: [timestamp desc, id]',
  'order_by: [id]',
);
const TOLD = `Breaking
  logs: The maximum number of rows changed from 3 to 2 [limit-lowered]

Other rows or other times
  logs: \`order_by\` no longer has \`timestamp desc\` [clause-changed]
`;
const COUNTED = (since: string) => `2 changes since ${since}: 1 breaking and 1 of rows or times\n`;
const REFUSED =
  'error: 1 change breaks callers\n  hint: Undo them, or accept each in `changes.yaml` with a reason.\n';

/** Makes a repository of the folder, with all of it in a commit that is tagged `v1`. */
function tagFirst({ folder }: Project): void {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'first');
  git('tag', 'v1');
}

let one: Project;
/** A repository whose first commit is tagged `v1`; the specification of `logs` was edited since. */
beforeAll(async () => {
  one = project();
  expect((await one.quern(['generate'])).exit).toBe(0);
  tagFirst(one);
  one.put('endpoints/logs.yaml', EDITED);
});

describe('the baseline', () => {
  it('is a Git ref, which stays where it is', async () => {
    const { exit, stdout, stderr } = await one.quern(['diff', 'v1']);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 1,
      stdout: TOLD,
      stderr: COUNTED('v1') + REFUSED,
    });
  });

  it('is a project, or its generated files', async () => {
    const old = project();
    await old.quern(['generate']);
    const whole = await one.quern(['diff', old.folder]);
    expect(whole.stdout).toBe(TOLD);
    const output = await one.quern(['diff', join(old.folder, 'generated')]);
    const manifest = await one.quern(['diff', join(old.folder, 'generated/manifest/index.json')]);
    const sql = 'logs: The SQL for bigquery, duckdb and clickhouse changed [statement-changed]';
    for (const { exit, stdout } of [output, manifest]) {
      expect(exit).toBe(1);
      expect(stdout).toContain(sql);
    }
  });

  it('may have a manifest of format 2, as a file, in a directory or in Git', async () => {
    const old = project();
    await old.quern(['generate']);
    const generated = join(old.folder, 'generated');
    const manifest = JSON.stringify({ format: OLD_FORMAT, ...generatedManifest(generated) });
    old.put('before/manifest.json', manifest);
    rmSync(join(generated, 'manifest'), { recursive: true });
    old.put('generated/manifest.json', manifest);
    tagFirst(old);
    await old.quern(['generate', '--force']);
    for (const before of ['before/manifest.json', 'before', 'v1'])
      expect(await old.quern(['diff', before]), before).toMatchObject({ exit: 0, stdout: '' });
    old.put('endpoints/logs.yaml', EDITED);
    expect((await old.quern(['diff', 'v1'])).exit).toBe(1);
  });

  it('is refused if a definition is not that of its index', async () => {
    const old = project();
    await old.quern(['generate']);
    old.put('generated/manifest/logs.json', '{}');
    expect(await one.quern(['diff', old.folder])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('`logs.json` is broken: the whole lacks `name`'),
    });
  });

  it('is refused where nothing has that name', async () => {
    const outside = temporaryFolder();
    const lost = project({});
    const cases: readonly (readonly [string, string, number, RegExp])[] = [
      [
        one.folder,
        'v2',
        2,
        /^error: `v2` is neither a file, nor a directory, nor a known commit\n/,
      ],
      [one.folder, 'v1:endpoints', 2, /^error: `v1:endpoints` is neither a file/],
      [
        one.folder,
        'endpoints',
        3,
        /^error: `endpoints` contains neither `manifest\/index.json` nor `generated\/manifest\/index.json`\n/,
      ],
      [
        one.folder,
        'endpoints/logs.yaml',
        3,
        /^error: `endpoints\/logs.yaml`: the manifest is not JSON\n/,
      ],
      [
        lost.folder,
        'main',
        2,
        /^error: `main` is not a file, and `.` is not in a Git repository\n/,
      ],
      [outside, 'main', 2, /^error: The directory `endpoints` does not exist\n/],
    ];
    for (const [folder, asked, exit, words] of cases) {
      const ran = await quern(folder, ['diff', asked]);
      expect([asked, ran.exit, ran.stdout]).toEqual([asked, exit, '']);
      expect(ran.stderr).toMatch(words);
    }
    const other = project({ 'old.json': '{ "format": 1 }' });
    expect((await other.quern(['diff', 'old.json'])).stderr).toContain(
      'is of format 1, not of format',
    );
  });
});

describe('the report', () => {
  const diff = (reporter: string) => one.quern(['diff', 'v1', '--reporter', reporter]);

  it('JSON has everything', async () => {
    const { exit, stdout } = await diff('json');
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      since: 'v1',
      changes: [
        {
          code: 'limit-lowered',
          level: 'wire',
          breaking: true,
          endpoint: 'logs',
          of: null,
          accepted: null,
          file: 'endpoints/logs.yaml',
        },
        {
          code: 'clause-changed',
          level: 'meaning',
          breaking: false,
          of: 'order_by',
          patch: expect.stringContaining('-ORDER BY'),
        },
      ],
    });
  });

  it('SARIF, GitHub and JUnit have a finding each', async () => {
    const [run] = JSON.parse((await diff('sarif')).stdout).runs;
    expect(run.results).toMatchObject([
      { ruleId: 'limit-lowered', level: 'error' },
      { ruleId: 'clause-changed', level: 'warning' },
    ]);
    expect((await diff('github')).stderr).toMatch(
      /^::error file=endpoints\/logs.yaml,title=limit-lowered::logs: .*\n::warning file=.*,title=clause-changed::/,
    );
    expect((await diff('junit')).stdout).toMatch(
      /<testsuites tests="2" failures="2">[\s\S]*<failure type="error" message="logs: The maximum number of rows/,
    );
  });

  it('Markdown is a comment on a pull request', async () => {
    const { stdout } = await diff('markdown');
    expect(stdout).toMatch(
      /^## Changes for callers of the endpoints\n\n2 changes since `v1`: .*\n\n### Breaking\n\nUndo them, .*\n\n\*\*`logs`\*\*\n\n\* The maximum number of rows changed from 3 to 2. \(`limit-lowered`\)\n/,
    );
    expect(stdout).toMatch(/<summary>SQL of <code>logs<\/code><\/summary>\n\n```diff\n@@/);
  });

  it('is a line where nothing changed', async () => {
    const { folder } = one;
    one.put('endpoints/logs.yaml', LOGS);
    expect(await one.quern(['diff', 'v1'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'nothing changed for callers since v1\n',
    });
    expect((await diff('markdown')).stdout).toContain('Nothing changed since `v1`.');
    one.put('endpoints/logs.yaml', EDITED);
    expect(readFileSync(join(folder, 'endpoints/logs.yaml'), 'utf8')).toBe(EDITED);
  });
});

describe('an accepted change', () => {
  it('is a code for all, or a change with a reason', async () => {
    const allowed = await one.quern(['diff', 'v1', '--allow', 'limit-lowered']);
    expect([allowed.exit, allowed.stdout]).toEqual([
      0,
      TOLD.replace('Breaking\n', 'Breaking, and accepted\n').replace(
        '[limit-lowered]\n',
        '[limit-lowered]\n    accepted: `--allow limit-lowered`\n',
      ),
    ]);
    one.put(
      'changes.yaml',
      'changes:\n  - { endpoint: logs, change: limit-lowered, reason: Nobody reads three. }\n  - { endpoint: counts, change: column-removed, of: count, reason: It went. }\n',
    );
    const { exit, stdout, stderr } = await one.quern(['diff', 'v1']);
    expect(exit).toBe(0);
    expect(stdout).toContain('    accepted: Nobody reads three.\n');
    expect(stderr).toContain(
      'warning: changes.yaml accepts column-removed of counts, which did not happen\n  hint: Remove the entry.\n',
    );
    expect((await one.quern(['diff', 'v1', '--strict'])).exit).toBe(1);
  });

  it('is refused where it is no such file, all faults at once', async () => {
    one.put(
      'changes.yaml',
      'changes:\n  - { endpoint: logs, change: limit-lowred, reason: r }\n  - { endpoint: logs, change: column-removed }\n',
    );
    const { exit, stdout, stderr } = await one.quern(['diff', 'v1']);
    expect([exit, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /changes.yaml:2:31 error\[invalid-value\][\s\S]*hint: Use `limit-lowered`, if that is meant/,
    );
    expect(stderr).toMatch(/changes.yaml:3:5 error\[missing-key\] .*`reason`/);
    one.put('changes.yaml', 'changes: [');
    expect((await one.quern(['diff', 'v1'])).stderr).toMatch(
      /changes.yaml:1:\d+ error\[yaml-syntax\]/,
    );
    one.put('changes.yaml', 'changes: []\n');
    const code = await one.quern(['diff', 'v1', '--allow', 'limit-lowred']);
    expect([code.exit, code.stderr]).toEqual([2, expect.stringContaining('`limit-lowered`')]);
  });

  it('says nothing of faulty specifications', async () => {
    one.put('endpoints/counts.yaml', COUNTS.replace('count()', 'cont()'));
    const { exit, stdout, stderr } = await one.quern(['diff', 'v1']);
    expect([exit, stdout]).toEqual([1, '']);
    expect(stderr).toContain('endpoints/counts.yaml:13:10 error[unknown-function]');
    one.put('endpoints/counts.yaml', COUNTS);
  });
});
