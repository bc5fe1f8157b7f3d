import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompiler } from '../../../cli/dev/compiling.ts';
import type { KeptEntry } from '../../../cli/generate/memory.ts';
import { keepRun, readLastRun } from '../../../cli/generate/stamp.ts';
import { placesIn } from '../../../cli/generate/texts.ts';
import { madeText, planFile } from '../../../generator/core/output/content.ts';
import type { LeftFiles } from '../../../generator/write/index.ts';
import { COUNTS, LOGS, type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const KEPT_IN = '.quern/generated-by-quern.yaml.bin';

/** The memory that the last run has left. */
function lastRun({ folder }: Project) {
  const found = readLastRun(join(folder, 'quern.yaml'));
  if (found === null) throw new Error('no run has left anything');
  return { left: found.left as LeftFiles, endpoints: found.values as KeptEntry[] };
}

/** Writes what the last run has left, with other warnings of its endpoints: only who remembers them shows them. */
function warnOtherwise(made: Project, message: string): void {
  const { left, endpoints } = lastRun(made);
  const warned = endpoints.map(([key, one]) => {
    return [key, { ...one, warnings: one.warnings.map(each => ({ ...each, message })) }];
  });
  const ground = { file: join(made.folder, 'quern.yaml'), endpoints: '', output: '' };
  keepRun(ground, null, left, [left, ...warned]);
}

/** All generated files by path. */
function generatedIn({ folder }: Project): Readonly<Record<string, string>> {
  const root = join(folder, 'generated');
  const names = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(root.length), readFileSync(path, 'utf8')]),
  );
}

/** The generated files of the project as it is, written from nothing. */
async function afresh(made: Project, endpoints: Readonly<Record<string, string>>) {
  const other = project({});
  rmSync(join(other.folder, 'endpoints'), { recursive: true });
  other.put(
    'endpoints/sources.yaml',
    readFileSync(join(made.folder, 'endpoints/sources.yaml'), 'utf8'),
  );
  for (const [name, text] of Object.entries(endpoints)) other.put(`endpoints/${name}.yaml`, text);
  expect((await other.quern(['generate'])).exit).toBe(0);
  return generatedIn(other);
}

const PLACE = 'row_number() over (order by size)';
/** With an ambiguous order. */
const WARNED = LOGS.replace(
  /select: .*/,
  `select: { id: id, timestamp: timestamp, place: ${PLACE} }`,
);
const ID = '0a1b2c3d-0000-4000-8000-000000000000';

describe('kept endpoints', () => {
  it('make the files that compiling makes, whatever was edited', async () => {
    const made = project({});
    await made.quern(['generate']);
    expect(lastRun(made).endpoints.length).toBe(2);
    const edited = LOGS.replace('max_rows: 3', 'max_rows: 7');
    made.put('endpoints/logs.yaml', edited);
    expect((await made.quern(['generate'])).stderr).toMatch(/wrote \d+ files/);
    expect(generatedIn(made)).toEqual(await afresh(made, { logs: edited, counts: COUNTS }));
    rmSync(join(made.folder, 'endpoints/counts.yaml'));
    await made.quern(['generate']);
    expect(generatedIn(made)).toEqual(await afresh(made, { logs: edited }));
    // nothing is left of what is gone
    expect(lastRun(made).endpoints.length).toBe(1);
    expect(readdirSync(join(made.folder, '.quern'))).toEqual(['generated-by-quern.yaml.bin']);
  });

  it('report two endpoints of one identifier as ever', async () => {
    const made = project({});
    await made.quern(['generate']);
    made.put('endpoints/more.yaml', LOGS.replace('endpoint: logs', 'endpoint: more'));
    const ran = await made.quern(['generate']);
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain('duplicate-id');
  });

  it('are skipped where their file is broken', async () => {
    const made = project({});
    await made.quern(['generate']);
    const before = generatedIn(made);
    const changes: readonly ((bytes: Buffer) => Buffer)[] = [
      bytes => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.alloc(0),
      bytes => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
      bytes => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 99 ? byte ^ 1 : byte))),
    ];
    for (const change of changes) {
      const path = join(made.folder, KEPT_IN);
      writeFileSync(path, change(readFileSync(path)));
      rmSync(join(made.folder, 'generated'), { recursive: true });
      expect((await made.quern(['generate'])).exit).toBe(0);
      expect(generatedIn(made)).toEqual(before);
    }
  });

  it('are compiled again where another build of quern has left them', async () => {
    const made = project({ 'endpoints/logs.yaml': WARNED });
    await made.quern(['generate']);
    warnOtherwise(made, 'As another build said');
    const path = join(made.folder, KEPT_IN);
    const bytes = readFileSync(path, 'latin1');
    writeFileSync(path, bytes.replace(/"build":"[^"]*"/, '"build":"other"'), 'latin1');
    const checked = await made.quern(['check']);
    expect(checked.exit).toBe(0);
    expect(checked.stderr).not.toContain('As another build said');
  });

  it('make no file of a text that is not what quern wrote', async () => {
    const made = project({});
    await made.quern(['generate']);
    const before = generatedIn(made);
    const paths = Object.keys(before).filter(path => /logs|openapi|routes|index\.json/.test(path));
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) {
      made.put(`generated${path}`, `x${before[path]}`);
      // the document and the routes are joined of kept texts again
      made.put('endpoints/counts.yaml', COUNTS.replace(/$/, `\n# ${randomUUID()}\n`));
      expect([path, (await made.quern(['generate', '--force'])).exit]).toEqual([path, 0]);
      expect(generatedIn(made)).toEqual(before);
    }
  });

  it('are found where other parts of their files have changed', async () => {
    const made = project({ 'endpoints/logs.yaml': WARNED });
    await made.quern(['generate']);
    const remembered = readFileSync(join(made.folder, KEPT_IN));
    // another person adds an endpoint and its files, as a pull brings them
    const more = COUNTS.replace('endpoint: counts', 'endpoint: a').replace(
      /^id: .*$/m,
      `id: ${ID}`,
    );
    made.put('endpoints/a.yaml', more);
    await made.quern(['generate']);
    const before = generatedIn(made);
    writeFileSync(join(made.folder, KEPT_IN), remembered);
    warnOtherwise(made, 'As it was kept');
    made.put('endpoints/counts.yaml', COUNTS.replace('count()', 'count() + 1'));
    const ran = await made.quern(['generate']);
    expect(ran.stderr).toContain('As it was kept');
    // a run that cannot find its texts begins again
    expect(ran.stderr.match(/ambiguous-order/g)).toHaveLength(1);
    made.put('endpoints/counts.yaml', COUNTS);
    await made.quern(['generate']);
    expect(generatedIn(made)).toEqual(before);
  });

  it('leave files of others alone, and fill gaps', async () => {
    const made = project({});
    await made.quern(['generate']);
    const before = generatedIn(made);
    const [logs, counts] = ['generated/sql/duckdb/logs.sql', 'generated/sql/duckdb/counts.sql'];
    const again = () => made.put('endpoints/counts.yaml', `${COUNTS}# ${randomUUID()}\n`);
    made.put(logs, 'edited');
    again();
    const refused = await made.quern(['generate']);
    expect(refused.exit).toBe(1);
    expect(refused.stderr).toContain(`\`${logs}\` was edited by hand`);
    expect((await made.quern(['generate', '--check'])).exit).toBe(1);
    expect((await made.quern(['generate', '--force'])).stderr).toContain('wrote 1 file, ');
    rmSync(join(made.folder, counts));
    // the same bytes in another file
    made.put(logs, String(before['/sql/duckdb/logs.sql']));
    again();
    const mended = await made.quern(['generate', '--json']);
    expect(JSON.parse(mended.stdout)).toMatchObject({
      created: ['sql/duckdb/counts.sql'],
      changed: [],
      removed: [],
    });
    expect(generatedIn(made)).toEqual(before);
  });

  it('make the files of another configuration and under another name', async () => {
    const made = project({});
    await made.quern(['generate']);
    const before = generatedIn(made);
    made.put('quern.yaml', 'dialects: [duckdb]\nopenapi: { title: Other }\n');
    await made.quern(['generate']);
    const other = generatedIn(made);
    expect(other).not.toHaveProperty(['/sql/clickhouse/logs.sql']);
    expect(other['/openapi.json']).toContain('"title": "Other"');
    made.put('quern.yaml', 'dialects: [bigquery, duckdb, clickhouse]\n');
    await made.quern(['generate']);
    expect(generatedIn(made)).toEqual(before);
    const renamed = LOGS.replace('endpoint: logs', 'endpoint: entries');
    rmSync(join(made.folder, 'endpoints/logs.yaml'));
    made.put('endpoints/entries.yaml', renamed);
    await made.quern(['generate']);
    expect(generatedIn(made)).toEqual(await afresh(made, { entries: renamed, counts: COUNTS }));
  });

  it('are what `check` and `dev` look at, with the same outcome', async () => {
    const made = project({ 'endpoints/logs.yaml': WARNED });
    const before = await made.quern(['check']);
    expect(before.stderr).toMatch(/warning\[ambiguous-order\]/);
    await made.quern(['generate']);
    expect(await made.quern(['check'])).toEqual(before);
    expect((await made.quern(['check', '--strict'])).exit).toBe(1);
    warnOtherwise(made, 'As it was kept');
    const kept = readFileSync(join(made.folder, KEPT_IN));
    expect((await made.quern(['check'])).stderr).toContain('As it was kept');
    // trusts nothing
    const checked = await made.quern(['generate', '--check']);
    expect(checked.exit).toBe(0);
    expect(checked.stderr).toContain('ambiguous-order');
    expect(checked.stderr).not.toContain('As it was kept');
    const options = { cwd: made.folder, configFile: null, environment: {} };
    const outcome = await createCompiler({ ...options, isStrict: false })();
    expect(outcome).toMatchObject({ kind: 'sound', warnings: [{ message: 'As it was kept' }] });
    made.put('endpoints/counts.yaml', COUNTS.replace('count()', 'cuont()'));
    const faulty = await made.quern(['check']);
    expect(faulty.stderr).toContain('cuont');
    expect(readFileSync(join(made.folder, KEPT_IN))).toEqual(kept);
  });

  it('are not written by a run that writes nothing', async () => {
    const made = project({});
    await made.quern(['check']);
    await made.quern(['generate', '--dry-run']);
    await made.quern(['generate', '--check']);
    expect(readdirSync(made.folder)).not.toContain('.quern');
  });
});

describe('a text', () => {
  it('has no place in a file that a run has left with other bytes', () => {
    const text = madeText('SELECT 1');
    const placesWith = (sha256: string) =>
      placesIn([planFile('a.sql', text)], new Map([['a.sql', { of: '', sha256, state: '' }]]));
    expect([...placesWith(text.digest).values()]).toEqual(['a.sql']);
    expect(placesWith('another').size).toBe(0);
  });
});

describe('a run that cannot keep anything', () => {
  it('writes its files', async () => {
    const made = project({ '.quern': 'a file' });
    expect((await made.quern(['generate'])).exit).toBe(0);
    expect((await made.quern(['generate'])).stderr).toContain('nothing to do');
  });
});
