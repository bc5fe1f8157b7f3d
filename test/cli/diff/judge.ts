/**
 * Whether an edit breaks callers, found by trial: requests that the old service answered go to the new one, its answers are read like the
 * old ones, and code on the old client is compiled against the new one. Nothing here knows how `quern diff` decides.
 */

import fc from 'fast-check';
import type { Row } from '../../../engines/engine.ts';
import { type Compiled, compile, emit } from '../../../generator/compile.ts';
import type { ManifestColumn } from '../../../generator/core/output/manifest.ts';
import typescript from '../../../generator/emitters/clients/typescript/typescript.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { createApp } from '../../../server/http/app.ts';
import { asking, fakeEngine } from '../../service/server-fixture.ts';
import { clientFiles } from '../../support/client-files.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { readTemplates } from '../../support/templates.ts';
import { type ClientTypes, misfits } from './client-types.ts';
import { type Endpoint, SOURCES, sent, textOf } from './random.ts';

const TEMPLATES = readTemplates();
const SECRETS = ['a-secret-of-at-least-thirty-two-characters'];

export interface Side {
  readonly compilation: Compiled['compilation'];
  readonly columns: readonly ManifestColumn[];
  /** The address of the endpoint below `/api/endpoints/`, by each of its names and by its identifier. */
  readonly addresses: readonly string[];
  readonly types: ClientTypes;
  /** The answer of an address. */
  readonly ask: (path: string) => Promise<Answer>;
  readonly close: () => void;
}
interface Answer {
  readonly status: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Parameters that the service refuses. */
  readonly refused: readonly string[];
}
/** A failure, and the parameter, column or address that has it; `null`: the endpoint itself. */
export interface Broken {
  readonly what: string;
  readonly of: string | null;
}

/** `null` where the compiler refuses the endpoint. */
export function sideOf(endpoint: Endpoint | null): Side | null {
  const own = endpoint && {
    path: `endpoints/${endpoint.name}.yaml`,
    bytes: textOf(endpoint),
  };
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    ...(own === null ? [] : [own]),
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  if (diagnostics.length > 0) return null;
  const manifest = catalogue(manifestFrom(emit(compilation)));
  const [served] = manifest.endpoints;
  const columns = served?.columns ?? [];
  const app = asking(
    createApp({
      manifest,
      engine: fakeEngine(() => rowsOf(columns)),
      keys: null,
      log: () => {},
      secrets: SECRETS,
    }),
  );
  const ask = async (path: string): Promise<Answer> => {
    const response = await app.request(path);
    const { result = [], parameters = [] } = JSON.parse(await response.text()) as Body;
    return { status: response.status, rows: result, refused: parameters.map(({ name }) => name) };
  };
  const names = served === undefined ? [] : [served.name, ...(served.definition.aliases ?? [])];
  const addresses = served === undefined ? [] : [...names, `query/${served.id}`];
  return { compilation, columns, addresses, types: typesOf(compilation), ask, close: app.close };
}

interface Body {
  readonly result?: Answer['rows'];
  readonly parameters?: readonly { readonly name: string }[];
}

function typesOf(compilation: Compiled['compilation']): ClientTypes {
  const files = clientFiles(typescript, compilation, { templates: TEMPLATES });
  const declared = files.flatMap(({ path, text }) => {
    const [, method] = /^endpoints\/(\w+)\.d\.ts$/.exec(path) ?? [];
    return method === undefined ? [] : [[method, text] as const];
  });
  return new Map(declared);
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

/** The failures; empty where everything that was tried works. */
export async function brokenBy(before: Side, now: Side, seed: number): Promise<readonly Broken[]> {
  const broken = new Map<string, Broken>();
  const found = (what: string, of: string | null) => broken.set(`${what} ${of}`, { what, of });
  for (const { of, what } of misfits(before.types, now.types)) found(what, of);
  for (const [i, params] of fc.sample(sent, { seed, numRuns: 60 }).entries()) {
    const query = new URLSearchParams(
      Object.entries(params).flatMap(([name, texts]) =>
        texts.map((text): [string, string] => [name, text]),
      ),
    );
    const address = before.addresses[i % before.addresses.length] ?? '';
    const path = `/api/endpoints/${address}?${query}`;
    const old = await before.ask(path);
    if (old.status !== 200) continue;
    const later = await now.ask(path);
    if (later.status === 404) found('not found', address);
    else if (later.refused.length > 0) for (const one of later.refused) found('refused', one);
    else if (later.status !== 200) found(`${path}: ${later.status}`, null);
    else if (later.rows.length < old.rows.length) found('fewer rows', null);
    else for (const one of unreadable(before.columns, later.rows)) found('unreadable', one);
  }
  return [...broken.values()];
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  int64: value => Number.isInteger(value),
  float64: value => typeof value === 'number',
  bool: value => typeof value === 'boolean',
  timestamp: value => /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)),
  date: value => /^\d{4}-\d\d-\d\d$/.test(String(value)),
};

/** Columns with a value that a reader of the old ones does not expect. */
function unreadable(columns: readonly ManifestColumn[], rows: Answer['rows']): readonly string[] {
  return columns.flatMap(({ name, type, nullable }) => {
    const isExpected = (value: unknown) =>
      value === null ? nullable : value !== undefined && KINDS[type]?.(value) === true;
    return rows.every(row => isExpected(row[name])) ? [] : [name];
  });
}
