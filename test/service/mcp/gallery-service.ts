/** The gallery as a running service on DuckDB, over the entries of all of its tests at once or of one test alone. */

import type { Engine } from '../../../engines/engine.ts';
import { emit } from '../../../generator/compile.ts';
import type { EndpointTest, Project } from '../../../generator/core/plan/endpoint.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { type Catalogue, catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { compiledFolder } from '../../equality/projects/project-tests.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { rowsOf } from '../../support/entries.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { keyRing } from '../server-fixture.ts';

const NOW = BigInt(Date.parse('2026-01-15T10:07:30Z')) * 1_000n;

export interface GalleryService extends Pick<Running, 'url' | 'stop'> {
  readonly manifest: Catalogue;
  readonly openapi: string;
  readonly lines: readonly LogLine[];
  /** By endpoint, its first test that expects rows. */
  readonly tests: ReadonlyMap<string, EndpointTest>;
  /** Has the entries of a test alone, at its time, from now on. */
  readonly turnTo: (test: EndpointTest) => Promise<void>;
}

export const compiledGallery = () => compiledFolder('examples/gallery/endpoints', ['duckdb']);

/** The tables of the gallery with the entries of these tests. */
export function tablesOfTests(
  project: Project,
  tests: readonly EndpointTest[],
): readonly TestTable[] {
  const stored = project.sources.filter(({ tables }) => tables['duckdb'] !== undefined);
  const given = tests.flatMap(test => test.given);
  const rows = stored.map(({ name, columns, keys }) => {
    const entries = given.filter(one => one.source === name).flatMap(one => one.entries);
    return [name, distinct(rowsOf(entries, columns), keys[0] ?? [])] as const;
  });
  return tablesOfSources(project, 'duckdb', Object.fromEntries(rows) as never);
}

export async function galleryService(keys: readonly ApiKey[]): Promise<GalleryService> {
  const compilation = compiledGallery();
  const { project } = compilation;
  const filledWith = (tests: readonly EndpointTest[]) =>
    filledDuckDb(tablesOfTests(project, tests));
  let now = NOW;
  let filled = await filledWith(project.endpoints.flatMap(({ tests }) => tests));
  const manifest = catalogue(manifestOf(compilation));
  const openapi = emit(compilation).find(({ path }) => path === 'openapi.json')?.text ?? '';
  const { log, lines } = heardLog();
  const running = await serve({
    port: 0,
    manifest,
    engine: behind(() => filled.engine),
    openapi,
    keys: keyRing(keys),
    secrets: ['s'.repeat(32)],
    clock: () => now,
    log,
  });
  const tests = new Map(
    project.endpoints.flatMap(({ name, tests }) => {
      const found = tests.find(({ expect }) => (expect?.length ?? 0) > 0);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
  const turnTo = async (test: EndpointTest) => {
    const before = filled;
    filled = await filledWith([test]);
    now = test.now;
    await before.close();
  };
  const stop = async () => {
    await running.stop();
    await filled.close();
  };
  return { ...running, stop, manifest, openapi, lines, tests, turnTo };
}

/** An engine that is another one later. */
export function behind(current: () => Engine): Engine {
  return {
    name: current().name,
    run: (...given) => current().run(...given),
    explain: (...given) => current().explain(...given),
    estimate: (...given) => current().estimate(...given),
    missing: (...given) => current().missing(...given),
    catalogue: (...given) => current().catalogue(...given),
    confined: {
      run: (...given) => current().confined.run(...given),
      bounds: () => current().confined.bounds(),
    },
    close: () => current().close(),
  };
}

/** Of rows with the same key the first; without a key, of equal rows. */
function distinct<Row extends object>(
  rows: readonly Row[],
  key: readonly string[],
): readonly Row[] {
  const textOf = (row: Row) => {
    const held = Object.entries(row).filter(([name]) => key.length === 0 || key.includes(name));
    return held.map(([name, value]) => `${name}=${String(value)}`).join('\n');
  };
  return [...new Map(rows.toReversed().map(row => [textOf(row), row])).values()];
}
