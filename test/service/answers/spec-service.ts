/** A service over data sets and endpoints that a test writes as YAML, on DuckDB. */

import { type DuckDbSource, openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { compile, emit } from '../../../generator/compile.ts';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../../server/answers/manifest/manifest.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import { createApp } from '../../../server/http/app.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { asking, keyRing } from '../server-fixture.ts';

/** The manifest of `sources` (the data sets under `sources:`) and endpoints, from name to what follows their identifiers. */
export function manifestOf(
  sources: string,
  endpoints: Readonly<Record<string, string>>,
  dialects: readonly string[] = ['duckdb'],
): Catalogue<WholeEndpoint> {
  const inputs = Object.entries(endpoints).map(([name, text], index) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-0000000${10_000 + index}\n${text}\n`,
  }));
  const all = [{ path: 'endpoints/sources.yaml', bytes: `sources:\n${sources}\n` }, ...inputs];
  const { compilation, diagnostics } = compile(all, { dialects });
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return catalogue(manifestFrom(emit(compilation)));
}

export interface SpecService {
  readonly manifest: Catalogue<WholeEndpoint>;
  /** Lines of the log that are of requests, and the others. */
  readonly lines: readonly LogLine[];
  readonly events: readonly LogLine[];
  /** The answer: its status, and its rows or the problem. */
  readonly ask: (
    path: string,
    init?: RequestInit,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly close: () => Promise<void>;
}

/** `keys` of `null`: nobody needs one. */
export async function serviceOf(
  manifest: Catalogue<WholeEndpoint>,
  source: DuckDbSource,
  keys: readonly ApiKey[] | null = null,
  rest: Partial<AppOptions> = {},
): Promise<SpecService> {
  const engine = await openDuckDb({ source, concurrency: 2, threads: 2 });
  const { log, lines, events } = heardLog();
  const app = asking(
    createApp({
      manifest,
      engine,
      keys: keys === null ? null : keyRing(keys),
      log,
      ...rest,
    }),
  );
  const ask: SpecService['ask'] = async (path, init) => {
    const response = await app.request(path, init);
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const close = async () => {
    app.close();
    await engine.close();
  };
  return { manifest, lines, events, ask, close };
}
