import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { matchesGlob } from '../../cli/project/specifications/glob.ts';
import { exampleRequest, shellQuoted } from '../../cli/terminal/curl.ts';
import { tellRefusals } from '../../cli/terminal/refusals.ts';
import { printTable } from '../../cli/terminal/table.ts';
import { SHELLS } from '../../cli/verbs/completion.ts';
import { DIALECTS } from '../../engines/index.ts';
import { DEFAULT_CONFIG, readConfig } from '../../generator/config/config.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { edit, textsIn } from '../compiler/write/fixture.ts';
import { MANIFEST } from '../service/server-fixture.ts';
import { unicodeText } from '../support/unicode-text.ts';
import { COUNTS, LOGS, project, removeFolders, SOURCES } from './cli-fixture.ts';

/** Control characters, and characters that make text look like another: apart from line breaks, none is written. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u;

const BROKEN = LOGS.replace('size >= @least', 'sise >= @least');

afterAll(removeFolders);

describe('check', () => {
  it('says that all is well', async () => {
    const { quern } = project();
    expect(await quern(['check'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: '2 endpoints for bigquery, duckdb, clickhouse: no errors\n',
    });
    expect(await quern(['check', '--quiet'])).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  it('tells faults with their places, and writes nothing', async () => {
    const { quern, folder } = project({ 'endpoints/logs.yaml': BROKEN });
    const { exit, stdout, stderr } = await quern(['check']);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(stderr).toMatch(
      /^endpoints\/logs\.yaml:10:28 error\[unknown-column\] .*`sise`.*\n {2}10 \| .*\n {5}\| +\^{4}\n {2}hint: .*`size`.*\n\n1 error\nRun `quern check --fix` to fix it\.\n$/,
    );
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });

  it('reads the files of the configured directory', async () => {
    const { quern, put } = project();
    put('quern.yaml', 'endpoints: other\ndialects: [duckdb]\n');
    put('other/sources.yaml', SOURCES);
    put('other/logs.yaml', LOGS);
    put('other/.hidden.yaml', 'no: endpoint');
    put('other/notes.txt', 'no endpoint');
    expect((await quern(['check'])).stderr).toBe('1 endpoint for duckdb: no errors\n');
  });

  it('reads the folders of the directory, whatever they are called', async () => {
    const { quern, put } = project({
      'endpoints/logs.yaml': null,
      'endpoints/usage/daily.old/logs.yaml': BROKEN,
      'endpoints/.hidden/logs.yaml': LOGS,
      'endpoints/node_modules/made/logs.yaml': LOGS,
      'endpoints/usage/notes.txt': 'no endpoint',
    });
    const broken = await quern(['check']);
    expect(broken.stderr).toContain('endpoints/usage/daily.old/logs.yaml:10:28 error[unknown-col');
    expect(broken.stderr).toMatch(/\n1 error\nRun .* to fix it\.\n$/);
    put('endpoints/usage/daily.old/logs.yaml', LOGS);
    expect((await quern(['check'])).stderr).toMatch(/^2 endpoints for /);
  });

  it('names both files of two endpoints that share a name and an identifier', async () => {
    const { quern } = project({ 'endpoints/usage/logs.yaml': LOGS });
    const { stderr } = await quern(['check']);
    const other = 'in `endpoints/logs.yaml`';
    expect(stderr).toContain(
      `endpoints/usage/logs.yaml:1:11 error[duplicate-name] Another endpoint ${other} is called`,
    );
    expect(stderr).toContain(
      `endpoints/usage/logs.yaml:2:5 error[duplicate-id] The endpoint \`logs\` ${other} has`,
    );
  });

  it('reads a folder once, wherever links lead', async () => {
    const { quern, folder } = project({
      'endpoints/logs.yaml': null,
      'endpoints/sorted/logs.yaml': LOGS,
      'quern.yaml': 'output: elsewhere/made\ndialects: [duckdb]\n',
      'elsewhere/more.yaml': LOGS.replaceAll('logs', 'more')
        .replace('from: edge_more', 'from: edge_logs')
        .replace('8a01', '8a03'),
    });
    const link = (to: string, at: string) => symlinkSync(to, join(folder, 'endpoints', at));
    link('.', 'circle');
    link('sorted', 'also');
    link('..', 'sorted/back');
    link('../elsewhere', 'linked');
    link('nowhere', 'broken');
    await quern(['generate']);
    // A generated file is not a specification by any name.
    writeFileSync(join(folder, 'elsewhere/made/more.yaml'), 'not: ours');
    expect((await quern(['check'])).stderr).toMatch(/^3 endpoints for /);
    link('knot', 'knot');
    expect(await quern(['check'])).toMatchObject({
      exit: 3,
      stderr: 'error: `endpoints/knot` cannot be read: its links form a cycle (ELOOP)\n',
    });
  });

  it('reads no file for ever', async () => {
    const { quern, folder } = project();
    const file = join(folder, 'endpoints/more.yaml');
    const told = async () => {
      const { exit, stderr } = await quern(['check']);
      rmSync(file);
      return [exit, stderr];
    };
    symlinkSync('/dev/zero', file);
    expect(await told()).toEqual([
      3,
      'error: `endpoints/more.yaml` cannot be read: it is not a regular file\n',
    ]);
    symlinkSync('nowhere', file);
    expect(await told()).toEqual([
      3,
      'error: `endpoints/more.yaml` cannot be read: there is no such file, or a link points to no file (ENOENT)\n',
    ]);
    writeFileSync(file, '');
    truncateSync(file, 3 * 1024 ** 3);
    expect(await told()).toEqual([
      1,
      expect.stringMatching(/^endpoints\/more\.yaml:1:1 error\[file-too-large\] .* 256 KiB\n/),
    ]);
    execFileSync('mkfifo', [file]);
    expect((await told())[0]).toBe(3);
  });

  it('refuses a file that is named .yml', async () => {
    const { quern, put } = project();
    put('endpoints/more.yml', LOGS.replaceAll('logs', 'more').replace('8a01', '8a03'));
    const { exit, stderr } = await quern(['check']);
    expect(exit).toBe(1);
    expect(stderr).toContain('endpoints/more.yml:1:11 error[invalid-name]');
  });

  it('needs specifications', async () => {
    const { quern, put } = project();
    put('quern.yaml', 'endpoints: nowhere\n');
    const hint =
      '  hint: Start in the directory of the project, or name it with `--cwd`; for a new project, write `nowhere/sources.yaml` and a file for each endpoint, as `docs/language.md` of the package describes.\n';
    expect(await quern(['check'])).toMatchObject({
      exit: 2,
      stderr: `error: The directory \`nowhere\` does not exist\n${hint}`,
    });
    put('nowhere/readme.md', '');
    const empty = 'error: The directory `nowhere` contains no specification\n';
    expect((await quern(['check'])).stderr).toBe(empty + hint);
    put('elsewhere/readme.md', '');
    const { stderr } = await quern(['check', '--cwd', 'elsewhere']);
    expect(stderr).toContain('with `--cwd`; for a new project, run `quern init`.\n');
  });

  it('leads on from data sets to endpoints, and from endpoints to data sets', async () => {
    const { quern, put } = project({ 'endpoints/logs.yaml': null, 'endpoints/counts.yaml': null });
    const step =
      '  hint: Write an endpoint, a file in `endpoints`, as `docs/language.md` of the package describes';
    const hint = `${step}.\n`;
    const none = '0 endpoints for bigquery, duckdb, clickhouse: no errors\n';
    expect(await quern(['check'])).toMatchObject({ exit: 0, stderr: none + hint });
    const dialects = 'dialects: [bigquery, duckdb, clickhouse]';
    put('elsewhere/quern.yaml', `endpoints: ../endpoints\n${dialects}\n`);
    const words = ['check', '--config', 'elsewhere/quern.yaml'];
    expect((await quern(words)).stderr).toBe(none + hint);
    await quern(['generate']);
    for (const verb of [['serve', '--insecure-no-auth'], ['demo']]) {
      const stderr = `error: There are no generated endpoints\n${step}, and run \`quern generate\`.\n`;
      expect(await quern(verb)).toMatchObject({ exit: 2, stderr });
    }
    put('endpoints/sources.yaml', 'sources: {}');
    put('endpoints/logs.yaml', LOGS);
    expect((await quern(['check'])).stderr).toContain(
      'hint: Declare it in `sources.yaml`, in the folder of the endpoints.\n',
    );
  });
});

describe('reporters', () => {
  const broken = () => project({ 'endpoints/logs.yaml': BROKEN });
  const place = { line: 10, column: 28, endLine: 10, endColumn: 32 };

  it('json goes to standard output, faults or not', async () => {
    for (const flags of [['--json'], ['--reporter', 'json']]) {
      const { exit, stdout, stderr } = await broken().quern(['check', ...flags]);
      expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
      const { diagnostics } = JSON.parse(stdout);
      expect(diagnostics).toMatchObject([
        { code: 'unknown-column', file: 'endpoints/logs.yaml', ...place },
      ]);
    }
    const { stdout } = await project().quern(['check', '--json']);
    expect(JSON.parse(stdout)).toEqual({ diagnostics: [] });
  });

  it('sarif is a log of one run', async () => {
    const { stdout } = await broken().quern(['check', '--reporter', 'sarif']);
    const log = JSON.parse(stdout);
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'quern', rules: [{ id: 'unknown-column' }] } },
          columnKind: 'utf16CodeUnits',
          results: [
            {
              ruleId: 'unknown-column',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'endpoints/logs.yaml' },
                    region: { startLine: 10, startColumn: 28, endLine: 10, endColumn: 32 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('github is chosen inside of GitHub Actions, with paths of the checkout', async () => {
    const { quern, folder } = broken();
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(folder, '..') };
    const { stderr } = await quern(['check'], { environment });
    const inside = folder.split('/').at(-1);
    expect(stderr).toMatch(
      new RegExp(
        `^::error file=${inside}/endpoints/logs\\.yaml,line=10,endLine=10,col=28,endColumn=32,title=unknown-column::.*%0A.*\\n$`,
      ),
    );
    const asked = await quern(['check', '--reporter', 'text'], { environment });
    expect(asked.stderr).toMatch(/^endpoints/);
  });

  it('github commands hold whatever a name holds', async () => {
    const { quern } = project({ 'endpoints/a,b:c%.yaml': 'x' });
    const { stderr } = await quern(['check', '--reporter', 'github']);
    expect(stderr).toMatch(/^::error file=endpoints\/a%2Cb%3Ac%25\.yaml,/);
  });

  it('no stranger writes to the terminal', async () => {
    const evil = '\u001B[2J\u009B31m\u202E';
    const { quern } = project({
      'endpoints/logs.yaml': LOGS.replace('where:', 'wh\u202Eere:'),
      [`endpoints/${evil}.yaml`]: 'endpoint: [',
    });
    for (const words of [['check'], ['explain', evil], ['run', evil], [evil], ['check', evil]]) {
      const { stdout, stderr } = await quern(words, { environment: { NO_COLOR: '1' } });
      expect(stdout + stderr).not.toMatch(OBEYED);
    }
  });
});

describe('colours', () => {
  const colored = async (words: readonly string[], environment = {}, terminal = true) => {
    const { quern } = project({ 'endpoints/logs.yaml': BROKEN });
    const { stderr } = await quern(words, { environment, terminal });
    return stderr.includes('\u001B[');
  };

  it('are for terminals', async () => {
    expect(await colored(['check'])).toBe(true);
    expect(await colored(['check'], {}, false)).toBe(false);
    expect(await colored(['check'], { TERM: 'dumb' })).toBe(false);
  });

  it('follow the flag, then QUERN_COLOR, then FORCE_COLOR and NO_COLOR', async () => {
    expect(await colored(['check'], { NO_COLOR: '1' })).toBe(false);
    expect(await colored(['check'], { NO_COLOR: '' })).toBe(true);
    expect(await colored(['check'], { FORCE_COLOR: '1' }, false)).toBe(true);
    expect(await colored(['check'], { FORCE_COLOR: '0' })).toBe(false);
    expect(await colored(['check'], { FORCE_COLOR: '1', QUERN_COLOR: 'never' })).toBe(false);
    expect(await colored(['check', '--color=never'], { QUERN_COLOR: 'always' })).toBe(false);
    expect(await colored(['check', '--color', 'always'], { NO_COLOR: '1' }, false)).toBe(true);
    expect(await colored(['chekc', '--color', 'always'], {}, false)).toBe(true);
  });
});

describe('generate', () => {
  it('writes, then has nothing to do', async () => {
    const { quern, folder } = project();
    const first = await quern(['generate']);
    expect(first).toMatchObject({ exit: 0, stdout: '' });
    expect(first.stderr).toMatch(/^wrote \d+ files\n$/);
    expect(readFileSync(join(folder, 'generated/sql/duckdb/logs.sql'), 'utf8')).toContain('edge');
    expect((await quern(['generate'])).stderr).toMatch(/^nothing to do: \d+ files up to date\n$/);
    expect(await quern(['generate', '--check'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: '`generated` is up to date\n',
    });
  });

  it('writes the same whatever folders the files lie in', async () => {
    const others = SOURCES.replace('edge_logs:', 'other_logs:').replaceAll(
      'table: edge',
      'table: o',
    );
    const sorted = async (data: string, logs: string, counts: string) => {
      const { quern, folder } = project({
        'endpoints/logs.yaml': null,
        'endpoints/counts.yaml': null,
        'quern.yaml': 'output: endpoints/made\ndialects: [duckdb]\n',
        [`endpoints/${data}/sources.yaml`]: others,
        [`endpoints/${logs}/logs.yaml`]: LOGS,
        [`endpoints/${counts}/counts.yaml`]: COUNTS.replace('edge_logs', 'other_logs'),
      });
      expect((await quern(['generate'])).stderr).toMatch(/^wrote /);
      const output = join(folder, 'endpoints/made');
      // A generated file is not a specification, wherever it is written.
      writeFileSync(join(output, 'more.yaml'), 'not: ours');
      expect((await quern(['check'])).exit).toBe(0);
      const { 'more.yaml': _, ...texts } = textsIn(output);
      return texts;
    };
    expect(await sorted('z', 'b', 'a/deep')).toEqual(await sorted('a', 'a', 'z'));
  });

  it('writes nothing where there is a fault', async () => {
    const { quern, folder, put } = project();
    await quern(['generate']);
    const before = readFileSync(join(folder, 'generated/manifest/index.json'), 'utf8');
    put('endpoints/logs.yaml', BROKEN);
    expect(await quern(['generate'])).toMatchObject({ exit: 1, stdout: '' });
    expect(readFileSync(join(folder, 'generated/manifest/index.json'), 'utf8')).toBe(before);
  });

  it('--check prints a diff, and writes nothing', async () => {
    const { quern, folder, put } = project();
    await quern(['generate']);
    put('endpoints/logs.yaml', LOGS.replace('max_rows: 3', 'max_rows: 7'));
    const { exit, stdout, stderr } = await quern(['generate', '--check']);
    expect(exit).toBe(1);
    expect(stdout).toContain(
      '--- a/generated/sql/duckdb/logs.sql\n+++ b/generated/sql/duckdb/logs.sql\n',
    );
    expect(stdout).toContain('\n-  LIMIT 3\n+  LIMIT 7\n');
    expect(stderr).toMatch(
      /^error: \d+ files of `generated` are not up to date\n {2}hint: Run `quern generate`\.\n$/,
    );
    const sql = readFileSync(join(folder, 'generated/sql/duckdb/logs.sql'), 'utf8');
    expect(sql).toContain('LIMIT 3');
    const json = await quern(['generate', '--check', '--json']);
    expect(JSON.parse(json.stdout).differences).toContainEqual(
      expect.objectContaining({ kind: 'stale', path: 'sql/duckdb/logs.sql' }),
    );
  });

  it('--check gives patches that git applies where it ran', async () => {
    const { quern, folder, put } = project();
    const isFresh = async () => (await quern(['generate', '--check'])).exit === 0;
    const patches = async () => {
      const { differences } = JSON.parse((await quern(['generate', '--check', '--json'])).stdout);
      return differences.map(({ patch }: { readonly patch: string }) => patch).join('');
    };
    const apply = (input: string, ...flags: readonly string[]) =>
      execFileSync('git', ['apply', ...flags], { cwd: folder, input, stdio: 'pipe' });
    await quern(['generate']);
    put('endpoints/logs.yaml', LOGS.replace('max_rows: 3', 'max_rows: 7'));
    rmSync(join(folder, 'generated/manifest/index.json'));
    const changes = await patches();
    apply(changes);
    expect(await isFresh()).toBe(true);
    apply(changes, '-R');
    expect(await patches()).toBe(changes);
    expect(existsSync(join(folder, 'generated/manifest/index.json'))).toBe(false);
  });

  it('--check tells of a long diff how it begins, and of a missing file how long it is', async () => {
    const { quern, folder, put } = project();
    await quern(['generate']);
    const document = join(folder, 'generated/openapi.json');
    const lines = readFileSync(document, 'utf8').split('\n').length - 1;
    rmSync(document);
    put('generated/sql/duckdb/logs.sql', '1\n'.repeat(1_200));
    const check = (...words: readonly string[]) => quern(['generate', '--check', ...words]);
    const [whole, cut] = (await check()).stdout.split('--- a/');
    const more = `… and ${lines.toLocaleString('en-US')} more lines, which \`--json\` has`;
    expect(whole).toBe(
      `--- /dev/null\n+++ b/generated/openapi.json\n@@ -0,0 +1,${lines} @@\n${more}\n`,
    );
    expect(cut?.split('\n').slice(98)).toEqual([
      '-1',
      '-1',
      expect.stringMatching(/^… and 1,1\d\d more lines, which `--json` has$/),
      '',
    ]);
    const { differences } = JSON.parse((await check('--json')).stdout);
    expect(differences[0].patch.split('\n')).toHaveLength(3 + lines + 1);
  });

  it('--check shows the first of many long diffs, and counts the other files', async () => {
    const { quern, put } = project();
    await quern(['generate']);
    const paths = ['bigquery', 'clickhouse', 'duckdb'].flatMap(dialect =>
      ['counts', 'logs'].map(name => `generated/sql/${dialect}/${name}.sql`),
    );
    for (const path of paths) put(path, '1\n'.repeat(200));
    const { stdout } = await quern(['generate', '--check']);
    expect([...stdout.matchAll(/^--- a\/(.*)$/gm)].map(([, path]) => path)).toEqual(
      paths.slice(0, 3),
    );
    expect(stdout).toMatch(/\n… and 3 more files, which `--json` has\n$/);
  });

  it('--check tells programs of each stale file, and prints no diff then', async () => {
    const { quern, folder } = project();
    await quern(['generate']);
    const sarif = async () => {
      const { exit, stdout } = await quern(['generate', '--check', '--reporter', 'sarif']);
      return { exit, run: JSON.parse(stdout).runs[0] };
    };
    expect(await sarif()).toMatchObject({ exit: 0, run: { results: [] } });
    edit(folder, 'generated/sql/duckdb/logs.sql');
    const uri = 'generated/sql/duckdb/logs.sql';
    expect(await sarif()).toMatchObject({
      exit: 1,
      run: {
        tool: { driver: { rules: [{ id: 'stale' }] } },
        results: [
          {
            ruleId: 'stale',
            message: { text: `\`${uri}\` was edited by hand` },
            locations: [{ physicalLocation: { artifactLocation: { uri } } }],
          },
        ],
      },
    });
    const github = await quern(['generate', '--check', '--reporter', 'github']);
    expect(github).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `::error file=${uri},title=stale::\`${uri}\` was edited by hand\n`,
      ),
    });
  });

  it('--dry-run tells what it would do', async () => {
    const { quern, folder, put } = project();
    await quern(['generate']);
    put('endpoints/logs.yaml', LOGS.replace('max_rows: 3', 'max_rows: 7'));
    const { exit, stdout, stderr } = await quern(['generate', '--dry-run']);
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('change sql/duckdb/logs.sql\n'),
    });
    expect(stderr).toMatch(/^would write \d+ files, \d+ unchanged\n$/);
    const sql = readFileSync(join(folder, 'generated/sql/duckdb/logs.sql'), 'utf8');
    expect(sql).toContain('LIMIT 3');
  });

  it('--json lists the paths', async () => {
    const { quern } = project();
    const { stdout } = await quern(['--json', 'generate']);
    expect(JSON.parse(stdout)).toMatchObject({
      created: expect.arrayContaining(['manifest/index.json', 'sql/duckdb/logs.sql']),
      removed: [],
      diagnostics: [],
    });
  });

  it('--only leaves the files of other endpoints as they are', async () => {
    const { quern, folder, put } = project();
    await quern(['generate']);
    put('endpoints/logs.yaml', LOGS.replace('max_rows: 3', 'max_rows: 7'));
    const { stdout } = await quern(['generate', '--only', 'c?unt*', '--json']);
    // Clients are one whole each.
    expect(JSON.parse(stdout).changed).toEqual([
      'clients/go/logs_endpoint.go',
      'clients/python/src/logs_client/_async_client.py',
      'clients/python/src/logs_client/_client.py',
      'clients/typescript/endpoints/logs.d.ts',
      'manifest/index.json',
      'manifest/logs.json',
      'openapi.json',
    ]);
    const sql = readFileSync(join(folder, 'generated/sql/duckdb/logs.sql'), 'utf8');
    expect(sql).toContain('LIMIT 3');
    expect(await quern(['generate', '--only', 'lgs'])).toMatchObject({
      exit: 2,
      stderr: 'error: `--only lgs` matches no endpoint\n  hint: Use `logs`, if that is meant.\n',
    });
  });

  it('overwrites edited files only with --force', async () => {
    const { quern, folder } = project();
    await quern(['generate']);
    edit(folder, 'generated/sql/duckdb/logs.sql');
    expect(await quern(['generate'])).toEqual({
      exit: 1,
      stdout: '',
      stderr:
        'error: `generated/sql/duckdb/logs.sql` was edited by hand\n' +
        '  hint: Undo the edit, or overwrite it with `quern generate --force`.\n',
    });
    const check = await quern(['generate', '--check']);
    expect(check.stderr).toContain('1 file of `generated` is not up to date, edited by hand\n');
    expect(check.stderr).toMatch(/hint: Undo the edit, or run `quern generate --force`\.\n$/);
    expect((await quern(['generate', '--force'])).stderr).toMatch(/^wrote 1 file, /);
    const sql = readFileSync(join(folder, 'generated/sql/duckdb/logs.sql'), 'utf8');
    expect(sql).toContain('edge_logs');
  });

  it('refuses files that it did not make, and removes them for no force', async () => {
    const { quern, folder, put } = project();
    const foreign = Array.from({ length: 31 }, (_, at) => `mine/${at}.txt`);
    for (const path of foreign) put(`generated/${path}`, 'mine');
    const lines = (stderr: string) => stderr.split('\n').filter(line => !/mine\/\d/.test(line));
    for (const words of [[], ['--force']]) {
      const { exit, stderr } = await quern(['generate', ...words]);
      expect(exit).toBe(1);
      expect(
        stderr.match(/^error: `generated\/mine\/\d+.txt` was not made by quern$/gm),
      ).toHaveLength(20);
      expect(lines(stderr)).toEqual([
        'error: … and 11 more',
        '  hint: Move it out of `generated`, or list it in a `.gitignore` of the repository; `quern generate --force` does not remove it.',
        '',
      ]);
    }
    for (const path of foreign) expect(existsSync(join(folder, 'generated', path))).toBe(true);
    expect((await quern(['generate', '--check'])).stderr).toContain(
      'hint: Fix what is reported above, then run `quern generate`.',
    );
  });

  it('overwrites a foreign file in its way only by force', async () => {
    const { quern, folder, put } = project();
    put('generated/manifest/index.json', 'mine');
    expect(await quern(['generate'])).toMatchObject({
      exit: 1,
      stderr:
        'error: `generated/manifest/index.json` was not made by quern, but quern must write a file of that name\n' +
        '  hint: Move it elsewhere, or overwrite it with `quern generate --force`.\n',
    });
    expect(readFileSync(join(folder, 'generated/manifest/index.json'), 'utf8')).toBe('mine');
    expect((await quern(['generate', '--force'])).exit).toBe(0);
  });

  it('names the directory that a lock cannot be made in', () => {
    const told: string[] = [];
    const session = { complain: (message: string) => told.push(message) };
    const file = '/project/.generated.quern-lock-1-2-3';
    const refusal = { kind: 'system', file, code: 'EACCES', reason: 'permission denied' } as const;
    expect(tellRefusals(session, 'generated', [refusal])).toBe(3);
    expect(told).toEqual([
      'The directory `/project` cannot be written to: permission denied (EACCES)',
    ]);
  });

  it.each(['.', 'endpoints', '..', '/', 'templates'])(
    'refuses to replace the project: output %j',
    async path => {
      const { quern, put } = project();
      put('quern.yaml', `output: '${path}'\n`);
      expect(await quern(['generate'])).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('which contains the project itself'),
      });
    },
  );

  it('lets nothing of an edited file reach a terminal', async () => {
    const { quern, put } = project();
    await quern(['generate']);
    put('generated/sql/duckdb/logs.sql', '\u001B[2J\n');
    const environment = { NO_COLOR: '1' };
    const shown = await quern(['generate', '--check'], { terminal: true, environment });
    expect(shown.stdout).not.toContain('\u001B');
    const piped = await quern(['generate', '--check'], { environment });
    expect(piped.stdout).toContain('-\u001B[2J\n');
  });
});

describe('explain', () => {
  it('prints the SQL with its bindings as one text of SQL', async () => {
    const { quern } = project();
    const words = ['explain', 'logs', '--param', 'project=a"b\nc', '--param', 'least=5'];
    const { exit, stdout, stderr } = await quern(words);
    expect(exit).toBe(0);
    expect(stderr).toBe(
      'the plan of duckdb is left out: The engine or a table is unavailable: the database `.quern/logs.duckdb` does not exist\n',
    );
    expect(stdout).toContain('FROM edge_logs');
    expect(stdout).toContain('-- bindings\n-- project string "a\\"b\\nc"\n-- least int64 5\n');
    expect(stdout).toContain('size >= $least');
    const fewer = await quern(['explain', 'logs', '--param', 'project=a']);
    expect(fewer.stdout).not.toContain('$least');
  });

  it('takes examples where values are needed, and the clock', async () => {
    const { quern } = project();
    const { stdout, stderr } = await quern(['explain', 'counts', '--engine', 'bigquery']);
    expect(stderr).toContain('not given, taken from the examples: span=hour\n');
    expect(stdout).toContain('-- now timestamp 2026-01-15T10:07:12.345678Z\n');
    expect(stdout).toContain('TIMESTAMP_TRUNC');
  });

  it('makes values up where there are no examples', async () => {
    const { quern } = project({
      'endpoints/newest.yaml': `endpoint: newest
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a77
from: edge_logs
params: { project: { type: string, required: true }, kinds: { list: string, required: true } }
where: [project = @project, id in @kinds]
select: [id]
order_by: [id]
`,
    });
    const { exit, stdout, stderr } = await quern(['explain', 'newest', '--engine', 'bigquery']);
    expect(exit).toBe(0);
    expect(stderr).toContain('not given and without an `example`, made up: project=');
    expect(stderr).toContain(', kinds=');
    expect(stdout).toContain('-- bindings\n-- project string ');
  });

  it('prints each stage', async () => {
    const { quern } = project();
    const spec = await quern(['explain', 'logs', '--print', 'spec']);
    expect(spec.stdout).toContain(
      'where:\n  - filter: project = @project\n  - when:\n      present: least\n',
    );
    const endpoint = await quern(['explain', 'logs', '--print', 'endpoint']);
    expect(endpoint.stdout).toContain('expr: size: int64');
    const plan = await quern(['explain', 'counts', '--print', 'plan']);
    expect(plan.stdout).toContain("choose(@span, 'hour': trunc(timestamp, minute), 'day':");
    const one = await quern(['explain', 'counts', '--print', 'plan', '--param', 'span=day']);
    expect(one.stdout).toBe(
      `step buckets
└ aggregate
    key bucket = trunc(timestamp, hour)
    count = count_rows()
  └ filter
      timestamp >= trunc(shift(@now, -1 day), hour)
      timestamp < shift(trunc(@now, hour), 1 hour)
    └ table edge_logs
answer
└ project
    timestamp = wire(bucket)
    count = count
  └ limit 1001
    └ read buckets
`,
    );
  });

  it('prints the order, the filter and the frame in a plan', async () => {
    const { quern } = project({
      'endpoints/texts.yaml': `
endpoint: texts
id: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e99
from: edge_logs
group_by: { size: size }
select:
  projects: "list_agg(distinct project order by project desc limit 3)"
  large: "max(id) filter (where size > 5)"
  next: "sum(count()) over (order by size rows between 1 preceding and 2 following)"
order_by: [size]
`,
    });
    const { stdout, stderr } = await quern(['explain', 'texts', '--print', 'plan']);
    expect(stderr).toBe('');
    expect(stdout).toContain('= list_agg(distinct project order by project desc limit 3)\n');
    expect(stdout).toMatch(/= max\(id\) filter \(where size > 5\)\n/);
    expect(stdout).toMatch(/ over \(order by \w+ rows between 1 preceding and 2 following\)\n/);
    // BigQuery's aggregates have no filter
    const lowered = await quern(['explain', 'texts', '--print', 'lowered', '--engine', 'bigquery']);
    expect(lowered.stdout).toMatch(/= max\(if\(size > 5, id, null\)\)\n/);
  });

  it('prints a plan as an engine runs it: subqueries, limits before joins, rows found first, the clock', async () => {
    const { quern } = project({
      'endpoints/sources.yaml': `${SOURCES}      body: json\n`,
      'endpoints/latest.yaml': `
endpoint: latest
id: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e98
from: edge_logs
steps:
  small: { from: edge_logs, select: [project, size], distinct: true, order_by: [size, project], limit: 3 }
  large: { from: edge_logs, where: [size > 5], select: [id] }
join:
  small: { of: small, on: small.project = project, many: true }
where: [id in large.id]
select: { id: id, small: small.size }
order_by: [id, small]
`,
      'endpoints/bodies.yaml': `
endpoint: bodies
id: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e97
from: edge_logs
select: [id, timestamp, body]
order_by: [timestamp desc, id]
max_rows: 3
`,
    });
    const lowered = async (...words: readonly string[]) => {
      const { stdout } = await quern(['explain', ...words, '--print', 'lowered']);
      return stdout;
    };
    const latest = await lowered('latest', '--engine', 'duckdb');
    expect(latest).toMatch(/^subquery large\n└ project\n/);
    expect(latest).toContain('\nstep small, limited before it is joined\n└ project\n');
    expect(latest).not.toContain('clock');
    expect(await lowered('counts', '--engine', 'clickhouse')).toMatch(/^clock \w+\nstep buckets\n/);
    const first = 'answer\nrows found first by timestamp desc\n└ project\n';
    expect(await lowered('bodies', '--engine', 'duckdb')).toContain(first);
    expect(await lowered('bodies', '--engine', 'bigquery')).toMatch(
      /^step entries\n└ all columns\n/,
    );
  });

  it.each(['spec', 'endpoint', 'plan', 'lowered', 'sql'])('prints %s as JSON', async stage => {
    const { quern } = project();
    const { exit, stdout } = await quern(['explain', 'counts', '--print', stage, '--json']);
    expect(exit).toBe(0);
    expect(typeof JSON.parse(stdout)).toBe('object');
  });

  it('prints the page of a diagnostic, anywhere', async () => {
    const { quern } = project({ 'quern.yaml': 'output: [' });
    const { exit, stdout } = await quern(['explain', 'CONFIG-VARIABLE']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^# config-variable\n/);
  });

  it('finds an endpoint by its identifier', async () => {
    const { quern } = project();
    const id = '6F1D1B0E-7F0A-4F6E-9A55-1F0E7C3B8A01';
    expect((await quern(['explain', id, '--print', 'spec'])).stdout).toMatch(/^endpoint: logs\n/);
  });

  it('knows the code that may have been meant', async () => {
    const { quern } = project();
    expect((await quern(['explain', 'unknwn-column'])).stderr).toContain('`unknown-column`');
  });

  it('reads parameters as the service does', async () => {
    const { quern } = project();
    expect(await quern(['explain', 'logs', '--param', 'least=x', '--param', 'prject=a'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'not given, taken from the examples: project=abc\n' +
        'error: `least` must be an integer, not `x`.\n'.replace(
          'an integer',
          'a whole number from -9223372036854775808 to 9223372036854775807',
        ) +
        'error: `prject` is not a parameter; there are `project`, `least`.\n' +
        '  hint: Give parameters as `--param name=value`.\n',
    });
  });

  it('knows what there is', async () => {
    const { quern } = project();
    expect(await quern(['explain', 'lgos'])).toMatchObject({
      exit: 2,
      stderr: 'error: There is no endpoint `lgos`\n  hint: Use `logs`, if that is meant.\n',
    });
  });
});

describe('keys', () => {
  it('are made, listed and revoked', async () => {
    const { quern } = project();
    const words = ['--endpoint', 'usage.*', '--endpoint', 'logs', '--param', 'project=abc'];
    const made = await quern(['keys', 'create', '--name', 'ci', ...words, '--expires', '90d']);
    expect(made).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^qk_[0-9A-Za-z]{49}\n$/),
    });
    const other = await quern(['keys', 'create', '--name', 'all', '--json']);
    const { id, token } = JSON.parse(other.stdout);
    expect(token).toMatch(/^qk_/);

    const listed = await quern(['keys', 'list']);
    expect(listed.stdout).toMatch(
      /^id +name +endpoints +params +hides +expires +limits +last used +rotation\nkey_\w+ +ci +usage\.\* logs +project=abc +2026-04-15T10:07:12\.345Z +never\nkey_\w+ +all +\* +never +never\n$/,
    );
    const json = await quern(['keys', 'list', '--json']);
    for (const secret of [made.stdout.trim(), token, 'sha256']) {
      expect(listed.stdout + json.stdout).not.toContain(secret);
    }
    expect(JSON.parse(json.stdout).keys).toMatchObject([
      { params: { project: 'abc' } },
      { params: {} },
    ]);

    expect((await quern(['keys', 'revoke', 'ci'])).exit).toBe(0);
    expect((await quern(['keys', 'revoke', id])).exit).toBe(0);
    expect(await quern(['keys', 'list'])).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'there are no keys in `.quern/keys.json`\n  hint: Make one with `quern keys create --name …`.\n',
    });
  });

  it('stand in the file that is asked for', async () => {
    const { quern, folder } = project();
    await quern(['keys', 'create', '--name', 'a', '--keys', 'flag.json'], {
      environment: { QUERN_KEYS: 'variable.json' },
    });
    await quern(['keys', 'create', '--name', 'a'], {
      environment: { QUERN_KEYS: 'variable.json' },
    });
    await quern(['keys', 'create', '--name', 'a']);
    const files = ['flag.json', 'variable.json', '.quern/keys.json'];
    expect(files.filter(file => !existsSync(join(folder, file)))).toEqual([]);
  });

  it.each([
    [['create'], '`--name` needs a value'],
    [['create', '--name', ''], 'name'],
    [['create', '--name', 'a', '--endpoint', ''], 'The name of an endpoint is empty'],
    [['create', '--name', 'a', '--expires', 'soon'], '`--expires` must be a duration'],
    [
      ['create', '--name', 'a', '--param', 'x'],
      '`--param` must be a name, `=` and a value, not `x`',
    ],
    [['create', '--name', 'a', '--param', 'x=1', '--param', 'x=1'], '`--param` gives `x=1` twice'],
    [['create', '--name', 'taken'], 'A key named `taken` exists'],
    [['revoke', 'takne'], 'Use `taken`, if that is meant.'],
    [['revoke'], '`<key>` is missing'],
    [['remove', 'a'], 'There is no command `remove`'],
  ])('%j fails', async (words, told) => {
    const { quern } = project();
    await quern(['keys', 'create', '--name', 'taken']);
    const { exit, stdout, stderr } = await quern(['keys', ...words]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(told);
  });

  it('need a file that can be read', async () => {
    const { quern, put } = project();
    put('.quern/keys.json', '{');
    expect(await quern(['keys', 'list'])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /^error: `.*\.quern\/keys\.json`: the key file is not JSON\n {2}hint: Restore it/,
      ),
    });
  });

  it('that will not run what they seem to are noted once there is a manifest', async () => {
    const { quern } = project();
    const make = async (name: string, ...words: readonly string[]) => {
      const { exit, stderr } = await quern(['keys', 'create', '--name', name, ...words]);
      expect(exit).toBe(0);
      return stderr.match(/^(note| {2}hint): .*$/gm) ?? [];
    };
    expect(await make('early', '--param', 'projct=abc')).toEqual([]);
    await quern(['generate']);
    expect(await make('all')).toEqual([]);
    expect(await make('right', '--endpoint', 'logs', '--param', 'project=abc')).toEqual([]);
    expect(await make('wrong', '--param', 'projct=abc')).toEqual([
      'note: no endpoint has a parameter `projct`: the key will run none',
      '  hint: Use `project`, if that is meant.',
    ]);
    expect(await make('some', '--param', 'project=abc')).toEqual([
      'note: the key will not run `counts`: there is no parameter `project`',
    ]);
    expect(await make('value', '--endpoint', 'c*', '--param', 'span=dya')).toEqual([
      'note: the key will not run `counts`: `span` does not accept the value',
    ]);
    expect(await make('glob', '--endpoint', 'log', '--endpoint', 'l*')).toEqual([
      'note: no endpoint matches `log`',
      '  hint: Use `logs`, if that is meant.',
    ]);
  });

  it('need a place to be', async () => {
    const { quern, put } = project();
    put('.quern', 'no directory');
    const { exit, stdout, stderr } = await quern(['keys', 'create', '--name', 'a']);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toMatch(
      /^error: The directory `.*\.quern` cannot be created: a file with that name exists/,
    );
  });
});

describe('serve refuses to start', () => {
  it('without keys', async () => {
    const { quern } = project();
    expect(await quern(['serve'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('There is no key file `.quern/keys.json`'),
    });
    const open = ['serve', '--insecure-no-auth', '--host', '0.0.0.0'];
    expect(await quern(open)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('for loopback addresses, not `0.0.0.0`'),
    });
  });

  it('without a manifest, or with a broken one', async () => {
    const { quern, put } = project();
    expect(await quern(['serve', '--insecure-no-auth'])).toMatchObject({
      exit: 3,
      stderr:
        'error: `generated/manifest/index.json` does not exist\n  hint: Run `quern generate`.\n',
    });
    put('generated/manifest.json', '{ "format": 99 }');
    expect(await quern(['serve', '--insecure-no-auth'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('`generated/manifest.json`: the manifest is of format 99'),
    });
  });

  it('where no endpoint is for the engine', async () => {
    const { quern, put } = project({ 'quern.yaml': 'dialects: [bigquery]\n' });
    await quern(['generate']);
    const told = { exit: 2, stderr: expect.stringContaining('No endpoint is compiled for duckdb') };
    expect(await quern(['serve', '--insecure-no-auth'])).toMatchObject(told);
    expect(await quern(['demo', '--port', '0'])).toMatchObject(told);
    put('quern.yaml', '');
    expect(await quern(['run', 'logs', '--param', 'project=a'])).toMatchObject({ exit: 3 });
  });

  it.each([
    [['serve', '--insecure-no-auth']],
    [['run', 'logs', '--param', 'project=a']],
    [['explain', 'logs']],
  ])('with a database file for an engine that has none: %j', async words => {
    const { quern } = project();
    await quern(['generate']);
    const remote = ['--engine', 'clickhouse', '--database', 'no.duckdb'];
    expect(await quern([...words, ...remote])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'error: `--database` names a file, and clickhouse has none\n  hint: Say where',
      ),
    });
  });

  it('with files for what is no data set', async () => {
    const { quern } = project({
      'quern.yaml': 'engines: { duckdb: { tables: { edge_log: "*.parquet" } } }\n',
    });
    await quern(['generate']);
    expect(await quern(['serve', '--insecure-no-auth'])).toMatchObject({
      exit: 2,
      stderr:
        'error: `tables` has `edge_log`, and there is no such data set\n  hint: Use `edge_logs`, if that is meant.\n',
    });
  });
});

describe('without `dialects` in the configuration', () => {
  const without = { 'quern.yaml': null };
  const allBut = (engine: string) => `${SOURCES}  others:
    tables: { ${[...DIALECTS.keys()]
      .filter(name => name !== engine)
      .map(name => `${name}: { table: others }`)
      .join(', ')} }
    columns: { id: string }
`;

  it.each(['check', 'generate'])(
    '%s tells what is compiled for, and what rules out an engine',
    async verb => {
      const { quern } = project({ ...without, 'endpoints/sources.yaml': allBut('clickhouse') });
      const { exit, stderr } = await quern([verb]);
      expect(exit).toBe(0);
      expect(stderr).toContain('for bigquery, duckdb');
      expect(stderr).toContain(
        'clickhouse is left out: the data set `others` has no table on it\n',
      );
    },
  );

  it.each([['check'], ['generate'], ['generate', '--check']])(
    '%s %s refuses to lose an engine that was generated for',
    async (...words) => {
      const { quern, put } = project(without);
      expect((await quern(['generate'])).exit).toBe(0);
      put('endpoints/sources.yaml', allBut('clickhouse'));
      expect(await quern(words)).toMatchObject({
        exit: 1,
        stderr:
          'error: `generated` has statements for clickhouse, on which the data set `others` has no table\n  hint: Add the table under `tables`, or list the engines to compile for under `dialects` in `quern.yaml`.\n',
      });
      put('quern.yaml', 'dialects: [bigquery, duckdb]\n');
      expect((await quern(['generate'])).exit).toBe(0);
    },
  );
});

describe('the configuration', () => {
  it('of this project says the defaults, but for the names of clients', () => {
    const config = readConfig('quern.yaml', readFileSync('quern.yaml'), {}, () => {});
    const dialects = ['bigquery', 'duckdb', 'clickhouse', 'postgres'];
    const clients = config?.outputs.clients ?? new Map();
    const outputs = { ...DEFAULT_CONFIG.outputs, clients };
    expect(config).toEqual({ ...DEFAULT_CONFIG, dialects, outputs });
  });

  it('has faults with places, which are told like others', async () => {
    const { quern, put } = project();
    put('quern.yaml', 'outptu: a\n');
    expect(await quern(['check'])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /^quern\.yaml:1:1 error\[unknown-key\] .*\n(.*\n){2} {2}hint: Use `output`.*\n\n1 error\n$/,
      ),
    });
    const { stdout } = await quern(['check', '--json']);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'unknown-key', line: 1 }]);
  });

  it('may lie elsewhere: its paths are its own', async () => {
    const { quern, folder, put } = project();
    put('ci/quern.yaml', 'endpoints: ../endpoints\noutput: out\ndialects: [duckdb]\n');
    expect(await quern(['generate', '-c', 'ci/quern.yaml'])).toMatchObject({ exit: 0 });
    expect(existsSync(join(folder, 'ci/out/manifest/index.json'))).toBe(true);
    const environment = { QUERN_CONFIG: 'ci/quern.yaml' };
    const again = await quern(['generate', '--check'], { environment });
    expect(again.stderr).toBe('`ci/out` is up to date\n');
  });

  it('is read from the environment that the command has', async () => {
    const { quern, folder, put } = project();
    put('quern.yaml', `output: '$\u007bOUT}'\n`);
    expect((await quern(['generate'])).stderr).toContain('error[config-variable]');
    await quern(['generate'], { environment: { OUT: 'built' } });
    expect(existsSync(join(folder, 'built/manifest/index.json'))).toBe(true);
  });

  it('lacks a variable of an engine only when that engine is opened', async () => {
    const { quern, put } = project();
    const secret = `engines: { clickhouse: { password: '$\u007bSECRET}' } }\n`;
    put('quern.yaml', secret);
    await quern(['generate']);
    for (const verb of ['check', 'generate --check', 'test', 'keys create --name a', 'keys list']) {
      expect((await quern(verb.split(' '))).exit, verb).toBe(0);
    }
    const explained = await quern(['explain', 'counts', '--engine', 'clickhouse']);
    expect(explained.exit).toBe(0);
    expect(explained.stderr).toContain(
      'the plan of clickhouse is left out: The variable `SECRET` is not set in the environment\n',
    );
    for (const verb of ['serve --insecure-no-auth', 'run counts --param span=hour']) {
      const words = [...verb.split(' '), '--engine', 'clickhouse'];
      expect(await quern(words), verb).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('quern.yaml:1:37 error[config-variable] The variable'),
      });
    }
    put('quern.yaml', `${secret.replace('clickhouse', 'duckdb').replace('password', 'database')}`);
    expect((await quern(['demo', '--port', '0'])).stderr).toContain('error[config-variable]');
  });

  it('must be there where it is asked for, under its name', async () => {
    const { quern, put } = project({ 'quern.yaml': null });
    expect(await quern(['check', '-c', 'no.yaml'])).toMatchObject({
      exit: 2,
      stderr: 'error: `no.yaml` does not exist\n',
    });
    put('quern.yml', '');
    expect(await quern(['check'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Rename it to `quern.yaml`.'),
    });
  });

  it.each([
    [
      'a link that leads nowhere',
      'nowhere',
      'there is no such file, or a link points to no file (ENOENT)',
    ],
    ['a link to itself', 'quern.yaml', 'its links form a cycle (ELOOP)'],
    ['a folder', 'endpoints', 'it is a directory (EISDIR)'],
  ])('that is %s is not taken for none', async (_, to, reason) => {
    const { quern, folder } = project({ 'quern.yaml': null });
    symlinkSync(to, join(folder, 'quern.yaml'));
    expect(await quern(['check'])).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: \`quern.yaml\` cannot be read: ${reason}\n`,
    });
  });

  it('may be a pipe, and has an end', async () => {
    const { quern, put, folder } = project({ 'quern.yaml': null });
    const piped = spawn('sh', ['-c', 'mkfifo pipe && echo "dialects: [duckdb]" >pipe'], {
      cwd: folder,
    });
    await expect.poll(() => existsSync(join(folder, 'pipe'))).toBe(true);
    expect((await quern(['check', '-c', 'pipe'])).stderr).toMatch(/^2 endpoints for duckdb: /);
    piped.kill();
    symlinkSync('/dev/zero', join(folder, 'quern.yaml'));
    expect(await quern(['check'])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/^quern\.yaml:1:1 error\[file-too-large\]/),
    });
    put('plain', '');
    expect(await quern(['check', '-c', 'plain/quern.yaml'])).toMatchObject({
      exit: 2,
      stderr:
        'error: `plain/quern.yaml` cannot be read: a part of the path is not a directory (ENOTDIR)\n',
    });
  });

  it('--cwd goes before all paths', async () => {
    const { quern, put } = project();
    put('inner/endpoints/sources.yaml', SOURCES);
    put('inner/quern.yaml', 'dialects: [duckdb]\n');
    expect((await quern(['check', '--cwd', 'inner'])).stderr).toMatch(/^0 endpoints/);
    expect((await quern(['--cwd=inner', 'check'])).stderr).toMatch(/^0 endpoints/);
    const environment = { QUERN_CWD: 'inner' };
    expect((await quern(['check'], { environment })).stderr).toMatch(/^0 endpoints/);
  });

  it.each(['outer', 'inner/endpoints/sources.yaml'])('--cwd is a directory, not %s', async cwd => {
    const { quern, put } = project();
    put('inner/endpoints/sources.yaml', SOURCES);
    const stderr = `error: \`${cwd}\` is not a directory\n  hint: Name another one with \`--cwd\`.\n`;
    expect(await quern(['check', '--cwd', cwd])).toEqual({ exit: 2, stdout: '', stderr });
    const environment = { QUERN_CWD: cwd };
    expect(await quern(['keys', 'list'], { environment })).toMatchObject({ exit: 2, stderr });
  });
});

describe('the command line', () => {
  it.each([
    [
      ['genrate'],
      'There is no command `genrate`\n  hint: Use `generate`, if that is meant: write the generated files, or check that they are up to date.',
    ],
    [['lint'], '`lint`\n  hint: Use `check`, if that is meant: compile every endpoint'],
    [['foo'], 'There is no command `foo`\n  hint: Run `quern --help` for the list.'],
    [
      ['keys', 'creat'],
      'There is no command `creat`\n  hint: Use `create`, if that is meant: make a key',
    ],
    [
      ['generate', '--ony', 'x'],
      'There is no flag `--ony`\n  hint: Use `--only`, if that is meant: ',
    ],
    [
      ['serve', '--insecure'],
      'There is no flag `--insecure`\n  hint: Use `--insecure-no-auth`, if that is meant: ',
    ],
    [['check', '-x'], 'There is no flag `-x`'],
    [['generate', '--only'], '`--only` needs a value'],
    [['generate', '--only', 'a', '--only', 'b'], '`--only` is given twice'],
    [['check', '--reporter', 'jsn'], 'not `jsn`\n  hint: Use `json`, if that is meant.'],
    [['check', 'foo'], '`foo` is an unexpected argument\n'],
    [
      ['run', 'logs', 'project=abc'],
      '`project=abc` is an unexpected argument\n  hint: Write `--param project=abc`.',
    ],
    [
      ['test', 'foo'],
      '`foo` is an unexpected argument\n  hint: Write `--only foo`, if an endpoint is meant.',
    ],
    [['--json'], 'A command is missing before `--json`'],
    [['run'], '`<endpoint>` is missing\n  hint: Name one of `counts`, `logs`.'],
    [
      ['run', 'logs', '--status', 'paid'],
      'There is no flag `--status`\n  hint: Write `--param status=…`, if a parameter is meant.',
    ],
    [['run', 'logs', '--format', 'xml'], '`--format` takes one of table, json, ndjson, csv'],
    [['serve', '--port', '99999'], '`--port` must be a whole number from 0 to 65535, not `99999`'],
    [['serve', '--port', '8e3'], '`--port` must be a whole number'],
    [['explain', 'logs', '--engine', 'oracle'], '`--engine` must be one of bigquery, duckdb'],
    [['check', '--no-json'], 'There is no flag `--no-json`'],
    [['check', '--quiet=maybe'], '`--quiet`'],
  ])('%j is refused', async (words, told) => {
    const { exit, stdout, stderr } = await project().quern(words);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr).toMatch(/^error: .*\n( {2}hint: .*\n)?$/);
  });

  it.each([
    [
      'QUERN_REPORTER',
      'xml',
      '`QUERN_REPORTER` must be one of text, json, github, sarif, junit, markdown, not `xml`',
    ],
    ['QUERN_QUIET', 'maybe', '`QUERN_QUIET` must be `1` or `0`, not `maybe`'],
    ['QUERN_PORT', '-1', '`QUERN_PORT` must be a whole number'],
  ])('%s=%s is refused', async (name, value, told) => {
    const { exit, stderr } = await project().quern(['serve'], { environment: { [name]: value } });
    expect(exit).toBe(2);
    expect(stderr).toContain(told);
  });

  it('reads switches from the environment', async () => {
    const { quern } = project();
    const quiet = await quern(['check'], { environment: { QUERN_QUIET: '1' } });
    expect(quiet.stderr).toBe('');
    const loud = await quern(['check'], { environment: { QUERN_QUIET: '0' } });
    expect(loud.stderr).not.toBe('');
    const json = await quern(['check'], { environment: { QUERN_JSON: 'true' } });
    expect(JSON.parse(json.stdout)).toEqual({ diagnostics: [] });
  });

  it('helps, and knows its version', async () => {
    const { quern } = project();
    const { exit, stdout, stderr } = await quern([]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const verbs = [
      ...[
        'init',
        'import',
        'new',
        'doctor',
        'demo',
        'dev',
        'check',
        'generate',
        'diff',
        'test',
        'run',
        'explain',
        'serve',
        'lsp',
        'mcp',
        'rollup',
        'keys',
        'schema',
        'completion',
        'help',
      ],
    ];
    const listed = stdout.slice(stdout.indexOf('Commands\n')).match(/^ {2}\w+/gm);
    expect(listed?.map(word => word.trim())).toEqual(verbs);
    for (const verb of verbs) {
      const help = await quern([verb, '-h']);
      expect(help).toMatchObject({ exit: 0, stderr: '' });
      expect(help.stdout).toContain(`quern ${verb}`);
      // The names at the end of a line grow with the engines.
      const lines = help.stdout.split('\n').map(line => line.replace(/ +\[[\w|]+\]$/, ''));
      expect(lines.filter(line => line.length > 125)).toEqual([]);
    }
    const single = verbs.filter(verb => !['keys', 'mcp', 'rollup'].includes(verb));
    for (const verb of [
      ...single,
      'keys create',
      'keys list',
      'keys revoke',
      'mcp stdio',
      'mcp install',
      'rollup refresh',
      'rollup rebuild',
      'rollup status',
    ]) {
      const help = await quern([...verb.split(' '), '-h']);
      // What it does, in a sentence, and how it is called.
      expect(help.stdout).toMatch(/\n\n[A-Z]\w+s,? [\s\S]*\.\n\nExamples:\n {2}quern /);
      expect(help.stdout.split('Examples:')[1]).toContain(`quern ${verb}`);
    }
    for (const words of [['-v'], ['-V'], ['--version'], ['check', '-v']]) {
      expect(await quern(words)).toEqual({ exit: 0, stdout: '0.1.0\n', stderr: '' });
    }
  });

  it('has `help` before a command for `--help` behind it', async () => {
    const { quern } = project();
    for (const words of [[], ['check'], ['keys'], ['keys', 'create'], ['help']])
      expect(await quern(['help', ...words])).toEqual(await quern([...words, '--help']));
    expect(await quern(['--json', 'help', 'check'])).toEqual(await quern(['check', '--help']));
    expect(await quern(['help', 'chekc'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Use `check`, if that is meant: compile every endpoint'),
    });
  });

  it('prints the JSON Schema of a kind of file', async () => {
    const { quern } = project();
    for (const name of ['endpoint', 'sources', 'config', 'manifest']) {
      const { exit, stdout, stderr } = await quern(['schema', name]);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      const text = readFileSync(`generated/schema/${name}.schema.json`, 'utf8');
      expect(stdout).toBe(text.replace(/^ {2}"\$comment": .*\n/m, ''));
    }
    expect(JSON.parse((await quern(['schema', 'changes'])).stdout)).toMatchObject({
      required: ['changes'],
    });
    expect(await quern(['schema', 'endpiont'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: There is no schema of `endpiont`\n  hint: Use `endpoint`, if that is meant.\n',
    });
  });

  it('prints the script of a shell', async () => {
    const { quern } = project();
    for (const shell of SHELLS) {
      const { exit, stdout, stderr } = await quern(['completion', shell]);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      expect(stdout).toBe(readFileSync(`templates/completion/quern.${shell}`, 'utf8'));
    }
    expect(await quern(['completion', 'bahs'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: There is no script for the shell `bahs`\n  hint: Use `bash`, if that is meant.\n',
    });
    expect((await quern(['completion', 'powershell'])).stderr).toContain(
      'hint: Use one of `bash`, `zsh`, `fish`.',
    );
  });

  it('reports a bug as one', async () => {
    const { quern } = project();
    const clock = () => {
      throw new Error('the clock \u001B[31mstands still');
    };
    const { exit, stdout, stderr } = await quern(['explain', 'counts'], { clock });
    expect({ exit, stdout }).toEqual({ exit: 70, stdout: '' });
    expect(stderr).toMatch(/this is a bug in quern.*\n\n {2}quern 0\.1\.0, Node v[\d.]+, /);
    expect(stderr).toContain('Error: the clock \uFFFD[31mstands still');
    expect(stderr).not.toContain('\u001B[31m');
  });

  it('ends when it is interrupted', async () => {
    const { quern } = project();
    const interrupted = AbortSignal.abort();
    expect(await quern(['check'], { interrupted })).toMatchObject({ exit: 130, stdout: '' });
  });

  it('survives any words', async () => {
    const { quern } = project();
    const word = fc.oneof(
      fc.constantFrom('check', 'explain', 'run', 'keys', 'list', 'logs', '--param', '--json', '-c'),
      fc.constantFrom('--', '--cwd', '--color', '--only=a', '-h', '--print', 'plan', 'project=1'),
      unicodeText({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async words => {
        const { exit, stderr } = await quern(words);
        expect([0, 1, 2, 3], stderr).toContain(exit);
        expect(stderr).not.toMatch(OBEYED);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a glob', () => {
  it.each([
    ['usage.*', 'usage.api-counts', true],
    ['usage.*', 'xusage.api', false],
    ['*', '', true],
    ['', 'a', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*.*.c', 'a.b.c', true],
    ['a*b*c', 'a-b-b-c-c', true],
    ['a*b*c', 'a-b-b-c-d', false],
    ['a.c', 'abc', false],
  ])('%j and %j: %j', (glob, name, matches) => {
    expect(matchesGlob(glob, name)).toBe(matches);
  });

  it('says what a regular expression says', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (glob, name) => {
        const pattern = glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(matchesGlob(glob, name)).toBe(new RegExp(`^${pattern}$`).test(name));
      }),
    );
  });

  // backtracking would not end within the time that a test has
  it('fails in linear time', () => {
    expect(matchesGlob('*a'.repeat(2_000), 'a'.repeat(4_000).concat('b'))).toBe(false);
  });
});

describe('a request to paste', () => {
  const [logs] = catalogue(MANIFEST).endpoints;

  it('has what is needed, encoded', () => {
    if (logs === undefined) throw new Error('the fixture has no endpoint');
    expect(exampleRequest('http://127.0.0.1:1', logs, { project: "a b&c'd/é" })).toBe(
      "http://127.0.0.1:1/api/endpoints/logs.all?project=a%20b%26c'd%2F%C3%A9",
    );
  });

  it('is one word of a shell', () => {
    expect(shellQuoted("it's; $(rm) `x`")).toBe("'it'\\''s; $(rm) `x`'");
  });
});

describe('a table', () => {
  it('puts numbers right, cuts, and hides what a terminal obeys', () => {
    const rows = [
      ['a', '1', 'x'.repeat(70)],
      ['\u001B[1m', '20', ''],
    ];
    expect(printTable(['name', 'n', 'long'], rows)).toBe(
      `name   n  long\na      1  ${'x'.repeat(59)}…\n\uFFFD[1m  20\n`,
    );
  });
});
