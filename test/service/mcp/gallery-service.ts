/** The gallery as a running service on DuckDB, over the entries of all of its tests at once. */

import { emit } from '../../../generator/compile.ts';
import type { EndpointTest } from '../../../generator/core/endpoint.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type { ApiKey } from '../../../server/access/key-file.ts';
import { type Catalogue, catalogue } from '../../../server/answers/manifest.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { compiledFolder } from '../../equality/project-tests.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { rowsOf } from '../../support/entries.ts';
import { keyRing } from '../server-fixture.ts';

const NOW = BigInt(Date.parse('2026-01-15T10:07:30Z')) * 1_000n;

export interface GalleryService extends Pick<Running, 'url' | 'stop'> {
  readonly manifest: Catalogue;
  readonly openapi: string;
  readonly lines: readonly LogLine[];
  /** The parameters of the first test of each endpoint. */
  readonly given: ReadonlyMap<string, EndpointTest['params']>;
}

export async function galleryService(
  keys: readonly ApiKey[],
  now: bigint = NOW,
): Promise<GalleryService> {
  const compilation = compiledFolder('examples/gallery/endpoints', ['duckdb']);
  const { project } = compilation;
  const rows = project.sources.map(source => {
    const given = project.endpoints.flatMap(({ tests }) => tests.flatMap(test => test.given));
    const entries = given.filter(one => one.source === source.name).flatMap(one => one.entries);
    return [source.name, distinct(rowsOf(entries, source.columns), source.keys[0] ?? [])] as const;
  });
  const stored = rows.filter(([name]) => isStored(project.sources, name));
  const tables = tablesOfSources(project, 'duckdb', Object.fromEntries(stored) as never);
  const { engine } = await filledDuckDb(tables);
  const manifest = catalogue(manifestOf(compilation));
  const openapi = emit(compilation).find(({ path }) => path === 'openapi.json')?.text ?? '';
  const lines: LogLine[] = [];
  const running = await serve({
    port: 0,
    manifest,
    engine,
    openapi,
    keys: keyRing(keys),
    secrets: ['s'.repeat(32)],
    clock: () => now,
    log: (level, line) => lines.push({ level, ...line }),
  });
  const given = new Map(project.endpoints.map(({ name, tests }) => [name, tests[0]?.params ?? {}]));
  return { ...running, manifest, openapi, lines, given };
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

function isStored(
  sources: readonly { readonly name: string; readonly tables: Readonly<Record<string, unknown>> }[],
  name: string,
): boolean {
  return sources.find(source => source.name === name)?.tables['duckdb'] !== undefined;
}
