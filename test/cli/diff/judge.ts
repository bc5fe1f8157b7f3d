/**
 * Whether an edit breaks callers, found out by asking: requests that the old service answered are sent to the new one, and its
 * answers are read as the old ones were. Nothing here knows how `quern diff` decides.
 */
import fc from 'fast-check';
import type { Row } from '../../../engines/engine.ts';
import { type Compiled, compile, emit } from '../../../generator/compile.ts';
import type { ManifestColumn } from '../../../generator/core/manifest.ts';
import { catalogue, parseManifest } from '../../../server/answers/manifest.ts';
import { createApp } from '../../../server/http/app.ts';
import { asking, fakeEngine } from '../../service/server-fixture.ts';
import { type Endpoint, SOURCES, sent, textOf } from './random.ts';

export interface Side {
  readonly compilation: Compiled['compilation'];
  readonly columns: readonly ManifestColumn[];
  readonly names: readonly string[];
  readonly id: string;
  readonly operations: readonly string[];
  /** The status and the rows of an address. */
  readonly ask: (path: string) => Promise<Answer>;
  readonly close: () => void;
}
interface Answer {
  readonly status: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** `null` where the compiler refuses the endpoint. */
export function sideOf(endpoint: Endpoint): Side | null {
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: `endpoints/${endpoint.name}.yaml`, bytes: textOf(endpoint) },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  if (diagnostics.length > 0) return null;
  const files = new Map(emit(compilation).map(({ path, text }) => [path, text]));
  const manifest = catalogue(parseManifest(files.get('manifest.json') ?? ''));
  const [served] = manifest.endpoints;
  if (served === undefined) throw new Error('nothing is served');
  const { columns } = served;
  const app = asking(
    createApp({
      manifest,
      engine: fakeEngine(() => rowsOf(columns)),
      keys: null,
      log: () => {},
    }),
  );
  const ask = async (path: string): Promise<Answer> => {
    const response = await app.request(path);
    const body = JSON.parse(await response.text()) as { readonly result?: Answer['rows'] };
    return { status: response.status, rows: body.result ?? [] };
  };
  const document = JSON.parse(files.get('openapi.json') ?? '{}') as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly operationId?: string }>>>
    >;
  };
  const operations = Object.values(document.paths).flatMap(methods =>
    Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
  );
  const names = [served.name, ...(served.definition.aliases ?? [])];
  return { compilation, columns, names, id: served.id, operations, ask, close: app.close };
}

const CELLS = {
  string: 'x',
  int64: 7n,
  float64: 1.5,
  decimal: '1.25',
  bool: true,
  timestamp: 1_768_471_632_345_678n,
  date: '2026-01-15',
  json: '{}',
} as const;

/** Ten rows, every second one without the values that may be NULL. */
function rowsOf(columns: readonly ManifestColumn[]): readonly Row[] {
  const row = (i: number) =>
    columns.map(({ type, nullable }) => {
      if (nullable && i % 2 === 0) return null;
      return CELLS[type as keyof typeof CELLS] ?? null;
    });
  return Array.from({ length: 10 }, (_, i) => row(i));
}

/** The failures in a few words; empty where everything that was tried works. */
export async function brokenBy(before: Side, now: Side, seed: number): Promise<readonly string[]> {
  const broken = new Set<string>();
  for (const operation of before.operations.filter(one => !now.operations.includes(one)))
    broken.add(`the method ${operation}`);
  const requests = fc.sample(sent, { seed, numRuns: 60 });
  const paths = [
    ...before.names.map(name => `/api/endpoints/${name}`),
    `/api/endpoints/query/${before.id}`,
  ];
  for (const [i, params] of requests.entries()) {
    const query = new URLSearchParams(
      Object.entries(params).flatMap(([name, texts]) =>
        texts.map((text): [string, string] => [name, text]),
      ),
    );
    const path = `${paths[i % paths.length]}?${query}`;
    const old = await before.ask(path);
    if (old.status !== 200) continue;
    const later = await now.ask(path);
    if (later.status !== 200) broken.add(`${path}: ${later.status}`);
    else if (later.rows.length < old.rows.length) broken.add(`${path}: fewer rows`);
    else for (const one of unreadable(before.columns, later.rows)) broken.add(one);
  }
  return [...broken];
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  int64: value => Number.isInteger(value),
  float64: value => typeof value === 'number',
  bool: value => typeof value === 'boolean',
  timestamp: value => /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)),
  date: value => /^\d{4}-\d\d-\d\d$/.test(String(value)),
};

/** Values that a reader of the old columns does not expect. */
function unreadable(columns: readonly ManifestColumn[], rows: Answer['rows']): readonly string[] {
  return columns.flatMap(({ name, type, nullable }) => {
    const isExpected = (value: unknown) =>
      value === null ? nullable : value !== undefined && KINDS[type]?.(value) === true;
    return rows.every(row => isExpected(row[name])) ? [] : [`the column ${name}`];
  });
}
