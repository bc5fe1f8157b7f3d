/** Tests of endpoints, run on the embedded engine over the entries that they give. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDbFiles, openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import type { BoundStatement, Result } from '../../engines/engine.ts';
import { compileEndpoint } from '../../generator/compile.ts';
import type { GoogleSqlEndpoint } from '../../generator/core/endpoint.ts';
import {
  answeredSources,
  type Endpoint,
  type EndpointTest,
  type Json,
  type OwnEndpoint,
  type PortableEndpoint,
  withSources,
} from '../../generator/core/endpoint.ts';
import type { ManifestColumn, ManifestField } from '../../generator/core/manifest.ts';
import { type Field, isDerived, type Source } from '../../generator/core/source.ts';
import { withTables } from '../../generator/core/walk-plan.ts';
import { fieldOf, manifestOf } from '../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../server/answers/decode.ts';
import { catalogue, type ServedEndpoint } from '../../server/answers/manifest.ts';
import { declaredRows } from '../../server/answers/own-rows.ts';
import { mostRows } from '../../server/answers/pages.ts';
import { findEndpoint, readGiven, statementOf } from '../asked.ts';

export type Row = Readonly<Record<string, Json>>;

export interface Rehearsal {
  readonly columns: readonly ManifestColumn[];
  /**
   * Runs a test: the statement that would answer its request, with its clock, over its entries. Rejects with `EngineFailure`
   * where the engine fails, and with `DecodeFailure` where a value cannot be answered.
   */
  readonly run: (test: EndpointTest, signal: AbortSignal) => Promise<readonly Row[]>;
}

const ENGINE = 'duckdb';
const TIMEOUT_MS = 60_000;

/** Compiles the endpoint for its tests; `sources` are the data sets of its project. */
export function rehearsal(endpoint: Endpoint, sources: readonly Source[]): Rehearsal {
  const { served, tables } = rehearsed(endpoint, sources);
  const { columns } = served;
  const write = rowsWriter(columns);
  const answer = async (test: EndpointTest, signal: AbortSignal) => {
    const given = Object.entries(test.params).flatMap(([name, texts]) =>
      [texts].flat().map(value => ({ name, value })),
    );
    const values = readGiven(served, given, 'reject');
    const statement = statementOf(served, ENGINE, values, test.now);
    const result = await runOver(test.given, tables, statement, served, signal);
    return JSON.parse(write(declaredRows(served, result).slice(0, mostRows(served, values))));
  };
  return { columns, run: answer };
}

function rehearsed(endpoint: Endpoint, sources: readonly Source[]): Rehearsed {
  switch (endpoint.body) {
    case 'own':
      return overTables(endpoint, sources);
    case 'googlesql':
      return textOverDeclared(endpoint);
    case 'portable':
      return overDeclared({ ...endpoint, sandbox: null });
    case 'sandbox':
      throw new Error('a sandbox without an answer has no tests');
  }
}

/** A table for the entries of each data set, by its name. */
type Tables = ReadonlyMap<string, Omit<DuckDbFiles, 'glob'>>;
interface Rehearsed {
  readonly served: ServedEndpoint;
  readonly tables: Tables;
}

// ---- the endpoint over its data set as declared ---------------------------------------------------------------------

function overDeclared(endpoint: PortableEndpoint): Rehearsed {
  const declared = new Map(answeredSources(endpoint).map(each => [each, asDeclared(each)]));
  const alone = withSources(endpoint, source => declared.get(source) ?? source);
  return compiledOver({ ...alone, views: [], engines: [ENGINE] }, [...declared.values()]);
}

function textOverDeclared(endpoint: GoogleSqlEndpoint): Rehearsed {
  const declared = new Map(endpoint.sources.map(each => [each.name, asDeclared(each)]));
  const plan = withTables(endpoint.plan, source => declared.get(source.name) ?? source);
  const sources = [...declared.values()];
  return compiledOver({ ...endpoint, plan, sources, engines: [ENGINE] }, sources);
}

/** The author's own statement names the tables as they are called on the engine. */
function overTables(endpoint: OwnEndpoint, sources: readonly Source[]): Rehearsed {
  const there = sources.filter(({ tables }) => tables[ENGINE] !== undefined);
  return compiledOver({ ...endpoint, engines: [ENGINE] }, there);
}

function compiledOver(alone: Endpoint, sources: readonly Source[]): Rehearsed {
  const compiled = catalogue(
    manifestOf({
      project: { sources, endpoints: [alone] },
      dialects: [ENGINE],
      endpoints: [compileEndpoint(alone, [ENGINE])],
    }),
  );
  const tables = sources.map(source => {
    const { name = [source.name], records = 'nested' } = source.tables[ENGINE] ?? {};
    const stored = source.columns.filter(column => !isDerived(column));
    const columns = stored.map(fieldOf).map(lenient);
    return [source.name, { table: name, columns, records }] as const;
  });
  return { served: findEndpoint(compiled, alone.name), tables: new Map(tables) };
}

/** A table that holds the columns as they are declared, wherever engines keep them. */
function asDeclared(source: Source): Source {
  const table = { name: [source.name], records: 'nested', where: null } as const;
  return { ...source, columns: source.columns.map(withoutText), tables: { [ENGINE]: table } };
}

function withoutText(field: Field): Field {
  return { ...field, fields: field.fields.map(withoutText), text: {} };
}

// ---- the entries ----------------------------------------------------------------------------------------------------

async function runOver(
  given: EndpointTest['given'],
  tables: Tables,
  statement: BoundStatement,
  { name, maxRows }: ServedEndpoint,
  signal: AbortSignal,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  try {
    const files = await Promise.all(
      [...tables].map(async ([source, table], i) => {
        const glob = join(folder, `${i}.ndjson`);
        const entries = given.filter(one => one.source === source).flatMap(one => one.entries);
        await writeFile(glob, entries.map(entry => `${entry}\n`).join(''));
        return { ...table, glob };
      }),
    );
    const engine = await openDuckDb({ source: { files }, concurrency: 1, threads: 1 });
    const limits = {
      maxRows: maxRows + 1,
      maxBytes: Number.POSITIVE_INFINITY,
      timeoutMs: TIMEOUT_MS,
      signal,
      label: { endpoint: name, request: 'quern-test' },
    };
    return await engine.run(statement, limits).finally(() => engine.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Entries of a test say what matters to it: what they lack is NULL, as it is in a row of a table. */
function lenient(field: ManifestField): ManifestField {
  const { fields } = field;
  const parts = fields === undefined ? {} : { fields: fields.map(lenient) };
  return { ...field, ...parts, optional: true, nullable: true };
}
