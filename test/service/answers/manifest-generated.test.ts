/** A manifest as it was generated: what of it is read at the start, and what only when it is asked for. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Manifest, OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { definitionFile, INDEX_PATH } from '../../../generator/core/output/manifest-index.ts';
import { manifestFiles, manifestOf } from '../../../generator/emitters/manifest.ts';
import schema from '../../../generator/emitters/schema.ts';
import { writeGenerated } from '../../../generator/write/index.ts';
import { DefinitionReplaced } from '../../../server/answers/manifest/definitions.ts';
import {
  type Catalogue,
  catalogue,
  type ServedEndpoint,
} from '../../../server/answers/manifest/manifest.ts';
import { loadManifest } from '../../../server/answers/manifest/manifest-file.ts';
import { compiledFolder } from '../../equality/projects/project-tests.ts';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW } from '../server-fixture.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The path of the index, written as `generate` writes it. */
async function written(manifest: Manifest): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-manifest-'));
  folders.push(folder);
  return writtenTo(join(folder, 'generated'), manifest);
}

async function writtenTo(directory: string, manifest: Manifest): Promise<string> {
  const files = [...manifestFiles(manifest), ...schema.emit()];
  expect(await writeGenerated({ directory, files })).toMatchObject({ status: 'done' });
  return join(directory, INDEX_PATH);
}

/** The file of a definition beside the index at that path. */
function fileOf(index: string, endpoint: string): string {
  return join(dirname(index), definitionFile(endpoint));
}

/** Counts how often definitions are read. */
function counted(found: Catalogue): { readonly manifest: Catalogue; readonly count: () => number } {
  let reads = 0;
  const endpoints = found.endpoints.map(endpoint => {
    const whole = () => {
      reads += 1;
      return endpoint.whole();
    };
    return { ...endpoint, whole };
  });
  const named = new Map(endpoints.map(endpoint => [endpoint.name, endpoint]));
  const manifest = { ...found, endpoints, byName: named };
  return { manifest, count: () => reads };
}

const LOGS = '/api/endpoints/logs.all?project=abc';
const COUNTS = '/api/endpoints/usage.api-counts?project=abc&interval=hourly';

/** The fixture, with another text in each of its statements. */
function marked(mark: string): Manifest {
  const endpoints = MANIFEST.endpoints.map(endpoint => {
    const engines = Object.entries(endpoint.engines).map(([name, engine]) => {
      return [name, { ...engine, texts: engine.texts.map(text => `${text} /* ${mark} */`) }];
    });
    return { ...endpoint, engines: Object.fromEntries(engines) };
  });
  return { ...MANIFEST, endpoints };
}

const withoutReaders = ({ whole: _, shown: __, ...known }: ServedEndpoint) => known;

function knownOf({
  name,
  id,
  aliases,
  compat,
  pages,
  sandbox,
  scopedBy,
  declared,
  reads,
}: ServedEndpoint) {
  return { name, id, aliases, compat, pages, sandbox, scopedBy, declared, reads };
}

function expectSame(found: Catalogue, manifest: Manifest): void {
  const all = catalogue(manifest);
  expect(found.sources).toEqual(all.sources);
  expect([...found.byName.keys()]).toEqual([...all.byName.keys()]);
  expect([...found.byId.keys()]).toEqual([...all.byId.keys()]);
  expect(found.endpoints).toHaveLength(manifest.endpoints.length);
  for (const [i, endpoint] of found.endpoints.entries()) {
    const expected = all.endpoints[i]?.whole();
    if (expected === undefined) throw new Error('there are as many');
    expect(knownOf(endpoint)).toEqual(knownOf(expected));
    expect(withoutReaders(endpoint.whole())).toEqual(withoutReaders(expected));
    const { engines } = expected.definition;
    for (const engine of [null, 'none', ...Object.keys(engines)]) {
      const own = engine === null ? undefined : engines[engine];
      const shown = own === undefined ? {} : { [String(engine)]: own };
      expect(endpoint.shown(engine)).toEqual({ ...expected.definition, engines: shown });
    }
  }
}

describe('a manifest as it was generated', () => {
  it.each([
    ['of the fixture', () => MANIFEST],
    ['of this repository', () => generatedManifest('generated')],
    ['of the gallery', () => manifestOf(compiledFolder('examples/gallery/endpoints', ['duckdb']))],
  ])('%s is the same endpoint by endpoint', async (_, read) => {
    const manifest = read();
    expectSame(await loadManifest(await written(manifest)), manifest);
  });

  it('may have no engines, short ones, long texts and any letters', async () => {
    const [logs, counts] = MANIFEST.endpoints;
    if (logs === undefined || counts === undefined) throw new Error('the fixture has two');
    const short = {
      saved: { sql: [], bind: [] },
      choices: [],
      reads: {},
      texts: [],
      statements: {},
    };
    const long = 'long “text”\n  {\n   "columns": \\" 😀 '.repeat(30_000);
    const texts = { ...short, saved: { sql: [0], bind: [] }, texts: [long] };
    const endpoints = [
      { ...logs, engines: {} },
      { ...counts, engines: { duckdb: short, clickhouse: texts, bigquery: short } },
      { ...counts, name: 'z', id: 'z', description: long, engines: { duckdb: texts } },
      ...Array.from({ length: 300 }, (_, i) => ({
        ...logs,
        name: `z.${i}`,
        id: `z.${i}`,
        description: long.slice(0, 20 * i),
      })),
    ];
    const manifest = { ...MANIFEST, endpoints };
    expectSame(await loadManifest(await written(manifest)), manifest);
  });

  it('may have no endpoints', async () => {
    const none = await written({ ...MANIFEST, endpoints: [] });
    expect((await loadManifest(none)).endpoints).toEqual([]);
  });

  it('is the same without markers, as earlier releases wrote it: format 3', async () => {
    const path = await written(MANIFEST);
    const changed = (file: string, change: (text: string) => string) => {
      const text = change(readFileSync(file, 'utf8').replace(/^ "\/\/": ".*",\n/m, ''));
      writeFileSync(file, text);
      return createHash('sha256').update(text).digest('hex');
    };
    const digests = MANIFEST.endpoints.map(({ name }) => changed(fileOf(path, name), text => text));
    changed(path, text => {
      let at = 0;
      const old = text.replaceAll(/"digest": "[^"]*"/g, () => `"digest": "${digests[at++]}"`);
      return old.replace('"format": 4', '"format": 3');
    });
    expectSame(await loadManifest(path), MANIFEST);
  });

  it('has a file for an endpoint that is named like the index', async () => {
    const [logs] = MANIFEST.endpoints;
    if (logs === undefined) throw new Error('the fixture has one');
    const manifest = { ...MANIFEST, endpoints: [{ ...logs, name: 'index' }] };
    expectSame(await loadManifest(await written(manifest)), manifest);
  });
});

describe('definitions', () => {
  it('are read with the first request to their endpoint, and once', async () => {
    const { manifest, count } = counted(await loadManifest(await written(MANIFEST)));
    const { key, token } = madeKey({ params: { project: 'abc' } });
    const { app } = fixtureApp(
      fakeEngine(() => [[1n, NOW]]),
      [key],
      { manifest },
    );
    const ask = (path: string) => app.request(path, { headers: { 'X-API-KEY': token } });
    await app.ready();
    expect((await ask('/api/endpoints/none')).status).toBe(404);
    expect((await app.request(LOGS)).status).toBe(401);
    expect(count()).toBe(0);
    expect((await ask(LOGS)).status).toBe(200);
    expect((await ask(LOGS)).status).toBe(200);
    expect(count()).toBe(1);
    app.close();
  });

  it('stay those of one manifest if their files are replaced; others are unavailable until then', async () => {
    const path = await written(marked('old'));
    const engine = fakeEngine(() => [[1n, NOW]]);
    const { app } = fixtureApp(engine, null, { manifest: await loadManifest(path) });
    expect((await app.request(LOGS)).status).toBe(200);
    await writtenTo(join(path, '../..'), marked('new'));
    expect((await app.request(LOGS.replace('abc', 'def'))).status).toBe(200);
    for (const address of [COUNTS, '/api/endpoints']) {
      const { status, headers } = await app.request(address);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(engine.asked.map(({ sql }) => sql)).toEqual([
      expect.stringContaining('/* old */'),
      expect.stringContaining('/* old */'),
    ]);
    // with the files of the index in their place again, it is read
    await writtenTo(join(path, '../..'), marked('old'));
    await app.request(COUNTS);
    expect(engine.asked).toHaveLength(3);
    app.close();
  });

  it('that were not asked for are new with a swap, and old to the requests before', async () => {
    const manifests = await Promise.all([
      loadManifest(await written(marked('old'))),
      loadManifest(await written(marked('new'))),
    ]);
    let release = () => {};
    const held = new Promise<void>(done => {
      release = done;
    });
    const engines = manifests.map(() => fakeEngine(() => held.then(() => [[1n, NOW]])));
    const [old, fresh] = engines;
    const [before, after] = manifests;
    if (!old || !fresh || !before || !after) throw new Error('there are two');
    const { app } = fixtureApp(old, null, { manifest: before });
    const waiting = app.request(LOGS);
    await Promise.resolve();
    const left = app.swap({ manifest: after, engine: fresh });
    const others = [app.request(LOGS), app.request(COUNTS)];
    release();
    expect((await waiting).status).toBe(200);
    await Promise.all([...others, left]);
    expect(old.asked.map(({ sql }) => sql)).toEqual([expect.stringContaining('/* old */')]);
    expect(fresh.asked.map(({ sql }) => sql)).toEqual([
      expect.stringContaining('/* new */'),
      expect.stringContaining('/* new */'),
    ]);
    app.close();
  });

  it('need a secret at the start where an endpoint has pages', async () => {
    const [logs] = MANIFEST.endpoints;
    if (logs === undefined) throw new Error('the fixture has one');
    const { engines, ...rest } = logs;
    const paged = { ...rest, pages: { expires: 60, keys: [] }, engines };
    const manifest = await loadManifest(await written({ ...MANIFEST, endpoints: [paged] }));
    const engine = fakeEngine(() => []);
    expect(() => fixtureApp(engine, null, { manifest })).toThrow(
      'has pages, whose cursors need a secret',
    );
  });
});

describe('a manifest that is not as it was generated', () => {
  const edited = async (from: string, to: string, file?: string) => {
    const index = await written(MANIFEST);
    const path = file === undefined ? index : fileOf(index, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    return index;
  };

  it('is refused with the place of its fault', async () => {
    const refused = async (from: string, to: string) => loadManifest(await edited(from, to));
    await expect(refused('"sandbox": false', '"sandbox": "no"')).rejects.toThrow(
      'the index of the manifest is broken: `endpoints/0/sandbox` breaks `type` of its schema',
    );
    await expect(refused('"sandbox": false', '"sandbox": false, "more": 1')).rejects.toThrow(
      '`endpoints/0` has `more`, which is unknown',
    );
    await expect(refused('"format": 4', '"format": 1')).rejects.toThrow('of format 1');
    await expect(refused('"endpoints": [', '"endpoints": [{')).rejects.toThrow('not JSON');
    await expect(refused('"file": "logs.all', '"file": "../logs.all')).rejects.toThrow(
      '`endpoints/0/file` breaks `pattern`',
    );
  });

  it('does not serve a definition that was edited', async () => {
    const found = await loadManifest(await edited('"maxRows": 3', '"maxRows": 7', 'logs.all'));
    expect(() => found.byName.get('logs.all')?.whole()).toThrow(DefinitionReplaced);
    expect(() => found.byName.get('logs.all')?.shown(null)).toThrow(DefinitionReplaced);
    expect(found.byName.get('usage.api-counts')?.whole().maxRows).toBe(3);
  });

  it('serves definitions that a formatter has changed', async () => {
    const path = await written(MANIFEST);
    for (const file of [path, ...MANIFEST.endpoints.map(({ name }) => fileOf(path, name))])
      writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 4));
    expectSame(await loadManifest(path), MANIFEST);
  });

  it('does not serve a definition that the index contradicts', async () => {
    const found = await loadManifest(await edited('"sandbox": false', '"sandbox": true'));
    expect(() => found.byName.get('logs.all')?.whole()).toThrow('contradicts the index');
  });

  it('of format 2 is served, checked as a whole', async () => {
    const path = join(dirname(await written(MANIFEST)), '../manifest.json');
    const write = (endpoints: readonly object[]) =>
      writeFileSync(path, JSON.stringify({ format: OLD_FORMAT, ...MANIFEST, endpoints }));
    write(MANIFEST.endpoints);
    expectSame(await loadManifest(path), MANIFEST);
    write(MANIFEST.endpoints.map(endpoint => ({ ...endpoint, more: 1 })));
    await expect(loadManifest(path)).rejects.toThrow('`endpoints/0` has `more`, which is unknown');
  });
});
