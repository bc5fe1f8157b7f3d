import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompiler } from '../../cli/dev/compiling.ts';
import type { KeptHead } from '../../cli/generate/kept-file.ts';
import { readSealed, writeSealed } from '../../cli/generate/sealed.ts';
import { type Index, openStore, type StoreOptions, withStore } from '../../cli/generate/store.ts';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import { madeText } from '../../generator/core/output/content.ts';
import { COUNTS, LOGS, type Project, project, removeFolders } from './cli-fixture.ts';

afterAll(removeFolders);

const KEPT_IN = '.quern/endpoints-of-quern.yaml';

/** The endpoints. */
function keptIn({ folder }: Project): readonly string[] {
  return readdirSync(join(folder, KEPT_IN)).filter(name => name !== 'index');
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

describe('kept endpoints', () => {
  it('make the files that compiling makes, whatever was edited', async () => {
    const made = project({});
    await made.quern(['generate']);
    expect(keptIn(made).length).toBe(2);
    const edited = LOGS.replace('max_rows: 3', 'max_rows: 7');
    made.put('endpoints/logs.yaml', edited);
    expect((await made.quern(['generate'])).stderr).toMatch(/wrote \d+ files/);
    expect(generatedIn(made)).toEqual(await afresh(made, { logs: edited, counts: COUNTS }));
    rmSync(join(made.folder, 'endpoints/counts.yaml'));
    await made.quern(['generate']);
    expect(generatedIn(made)).toEqual(await afresh(made, { logs: edited }));
    // nothing is left of what is gone
    expect(keptIn(made).length).toBe(1);
  });

  it('report two endpoints of one identifier as ever', async () => {
    const made = project({});
    await made.quern(['generate']);
    made.put('endpoints/more.yaml', LOGS.replace('endpoint: logs', 'endpoint: more'));
    const ran = await made.quern(['generate']);
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain('duplicate-id');
  });

  it('are skipped where their files are broken', async () => {
    const made = project({});
    await made.quern(['generate']);
    const before = generatedIn(made);
    const changes: readonly ((bytes: Buffer) => Buffer)[] = [
      bytes => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.alloc(0),
      bytes => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
    ];
    for (const change of changes) {
      for (const names of [keptIn(made), ['index'], ['../outputs-of-quern.yaml']]) {
        for (const name of names) {
          const path = join(made.folder, KEPT_IN, name);
          writeFileSync(path, change(readFileSync(path)));
        }
        // its files are made of kept pieces again
        rmSync(join(made.folder, 'generated'), { recursive: true });
        expect((await made.quern(['generate'])).exit).toBe(0);
        expect(generatedIn(made)).toEqual(before);
      }
    }
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
    const place = 'row_number() over (order by size)';
    const warned = LOGS.replace(
      /select: .*/,
      `select: { id: id, timestamp: timestamp, place: ${place} }`,
    );
    const made = project({ 'endpoints/logs.yaml': warned });
    const before = await made.quern(['check']);
    expect(before.stderr).toMatch(/warning\[ambiguous-order\]/);
    await made.quern(['generate']);
    const kept = keptIn(made);
    expect(kept).toHaveLength(2);
    expect(await made.quern(['check'])).toEqual(before);
    expect((await made.quern(['check', '--strict'])).exit).toBe(1);
    // a warning that is nowhere but in the store
    const path = join(made.folder, KEPT_IN, 'index');
    const index = readSealed(path) as Index;
    const entries = [...index.entries].map(([key, { head: bytes, body }]) => {
      const head: KeptHead = deserialize(bytes);
      const warnings = head.warnings.map(one => ({ ...one, message: 'As it was kept' }));
      return [key, { head: serialize({ ...head, warnings } satisfies KeptHead), body }] as const;
    });
    writeSealed(path, { ...index, entries: new Map(entries) } satisfies Index);
    expect((await made.quern(['check'])).stderr).toContain('As it was kept');
    const options = { cwd: made.folder, configFile: null, environment: {} };
    const outcome = await createCompiler({ ...options, isStrict: false, isWriting: false })();
    expect(outcome).toMatchObject({ kind: 'sound', warnings: [{ message: 'As it was kept' }] });
    made.put('endpoints/counts.yaml', COUNTS.replace('count()', 'cuont()'));
    const faulty = await made.quern(['check']);
    expect(faulty.stderr).toContain('cuont');
    expect(keptIn(made)).toEqual(kept);
  });

  it('are not written by a run that writes nothing', async () => {
    const made = project({});
    await made.quern(['check']);
    await made.quern(['generate', '--dry-run']);
    await made.quern(['generate', '--check']);
    expect(readdirSync(made.folder)).not.toContain('.quern');
  });
});

describe('a store', () => {
  const saved = new Map([['duckdb', madeText('SELECT 1')]]);
  const described = { known: { name: 'logs', engines: { duckdb: 1 } }, saved, kept: null };
  const pieces = new Map([['go', { of: '[]', facts: 1, texts: { text: madeText('package') } }]]);
  // Of a kept endpoint only its bytes count here.
  const kept = { described, found: new Map(), pieces } as unknown as KeptEndpoint;
  const textsIn = (found: KeptEndpoint | null) => {
    if (found === null) return null;
    const { known, saved } = found.described;
    const { name, engines } = known;
    const texts = [saved.get('duckdb'), found.pieces.get('go')?.texts['text']];
    return [name, engines, ...texts.map(text => String(text && Buffer.from(text.bytes())))];
  };
  const KEPT = ['logs', { duckdb: 1 }, 'SELECT 1', 'package'];
  const open = (folder: string, more: Partial<StoreOptions> = {}) =>
    openStore({ file: join(folder, 'quern.yaml'), build: 'one', isWriting: true, ...more });

  it('gives an endpoint to the build that kept it', () => {
    const { folder } = project({});
    const first = open(folder);
    first.put('key', kept);
    first.sweep();
    expect(textsIn(open(folder).get('key'))).toEqual(KEPT);
    expect(open(folder).get('other')).toBeNull();
    expect(open(folder, { build: 'two' }).get('key')).toBeNull();
    expect(open(folder, { build: null }).get('key')).toBeNull();
    const other = join(folder, 'other.yaml');
    expect(open(folder, { file: other }).get('key')).toBeNull();
  });

  it('gives the same object for as long as it is open', () => {
    const { folder } = project({});
    const store = open(folder, { isWriting: false });
    store.put('key', kept);
    expect(store.get('key')).toBe(kept);
    expect(open(folder).get('key')).toBeNull();
    store.sweep();
    expect(store.get('key')).toBe(kept);
    store.sweep();
    store.sweep();
    expect(store.get('key')).toBeNull();
  });

  it('removes what a run has not used, if the run may write', () => {
    const { folder } = project({});
    const first = open(folder);
    first.put('one', kept);
    first.put('two', kept);
    first.sweep();
    open(folder, { isWriting: false }).sweep();
    const next = open(folder);
    expect(textsIn(next.get('one'))).toEqual(KEPT);
    next.sweep();
    expect(textsIn(open(folder).get('one'))).toEqual(KEPT);
    expect(open(folder).get('two')).toBeNull();
  });

  it('keeps nothing in memory that it has written, or everything after damage', async () => {
    const { folder } = project({});
    const options = { file: join(folder, 'quern.yaml'), build: 'one', isWriting: true };
    const runs: boolean[] = [];
    const texts = await withStore(options, async store => {
      store.put('key', kept);
      const found = store.get('key');
      runs.push(found === kept);
      const [name] = readdirSync(join(folder, KEPT_IN));
      if (runs.length === 1) writeFileSync(join(folder, KEPT_IN, name ?? ''), 'SELECT');
      return textsIn(found);
    });
    expect(texts).toEqual(KEPT);
    expect(runs).toEqual([false, true]);
  });

  it('skips writing without its folder', () => {
    const { folder } = project({ '.quern': 'a file' });
    const store = open(folder);
    store.put('key', kept);
    store.sweep();
    expect(open(folder).get('key')).toBeNull();
  });
});
