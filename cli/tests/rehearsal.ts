/** Runs the tests of endpoints on an engine of this machine, over the entries of the tests. */
import type { EmbeddedEngine, GivenTable } from '../../engines/embedded.ts';
import { compileEndpoint } from '../../generator/compile-endpoint.ts';
import type { ManifestColumn } from '../../generator/core/output/manifest.ts';
import {
  answeredSources,
  type Endpoint,
  type EndpointTest,
  type GoogleSqlEndpoint,
  type Json,
  type PortableEndpoint,
  withSources,
} from '../../generator/core/plan/endpoint.ts';
import { withTables } from '../../generator/core/plan/walk-plan.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../server/answers/cells/decode.ts';
import { declaredRows } from '../../server/answers/cells/own-rows.ts';
import { catalogue, type WholeEndpoint } from '../../server/answers/manifest/manifest.ts';
import { mostRows } from '../../server/answers/pages.ts';
import { findEndpoint, readGivenValues, statementOf } from '../asked.ts';
import { joinTables } from './one-table.ts';

export type TestRow = Readonly<Record<string, Json>>;

export interface Rehearsal {
  readonly columns: readonly ManifestColumn[];
  /**
   * Runs a test: the statement for its request, with its clock, over its entries. Rejects with `EngineFailure` if the engine fails, and
   * with `DecodeFailure` if a value cannot be answered.
   */
  readonly run: (test: EndpointTest, signal: AbortSignal) => Promise<readonly TestRow[]>;
}

const TIMEOUT_MS = 60_000;

/** Compiles the endpoint for its tests on the engine; `sources` are the data sets of its project. */
export function rehearsal(
  endpoint: Endpoint,
  sources: readonly Source[],
  engine: string,
  run: EmbeddedEngine['run'],
): Rehearsal {
  const { served, tables } = rehearsed(endpoint, sources, engine);
  const { columns } = served;
  const write = rowsWriter(columns);
  const answer = async (test: EndpointTest, signal: AbortSignal) => {
    const given = Object.entries(test.params).flatMap(([name, texts]) =>
      [texts].flat().map(value => ({ name, value })),
    );
    const values = readGivenValues(served, given, 'reject');
    const statement = statementOf(served, engine, values, test.now);
    const result = await run(
      joinTables(
        tables.map(source => givenTo(test, source)),
        engine,
      ),
      statement,
      {
        now: test.now,
        maxRows: served.maxRows + 1,
        maxBytes: Number.POSITIVE_INFINITY,
        timeoutMs: TIMEOUT_MS,
        signal,
        label: { endpoint: served.name, request: 'quern-test' },
      },
    );
    return JSON.parse(write(declaredRows(served, result).slice(0, mostRows(served, values))));
  };
  return { columns, run: answer };
}

function givenTo({ given }: EndpointTest, source: Source): GivenTable {
  const own = given.filter(one => one.source === source.name);
  return { source, entries: own.flatMap(one => one.entries) };
}

function rehearsed(endpoint: Endpoint, sources: readonly Source[], engine: string): Rehearsed {
  switch (endpoint.body) {
    case 'own':
      return overTables(endpoint, sources, engine);
    case 'googlesql':
      return endpoint.written[engine] === undefined
        ? textOverDeclared(endpoint, engine)
        : overTables(endpoint, endpoint.sources, engine);
    case 'portable':
      return overDeclared({ ...endpoint, sandbox: null }, engine);
    case 'sandbox':
      throw new Error('a sandbox without an answer has no tests');
  }
}

interface Rehearsed {
  readonly served: WholeEndpoint;
  /** The data sets, each with a table for its entries. */
  readonly tables: readonly Source[];
}

function overDeclared(endpoint: PortableEndpoint, engine: string): Rehearsed {
  const declared = new Map(answeredSources(endpoint).map(one => [one, asDeclared(one, engine)]));
  const alone = withSources(endpoint, source => declared.get(source) ?? source);
  return compiledOver({ ...alone, views: [] }, [...declared.values()], engine);
}

function textOverDeclared(endpoint: GoogleSqlEndpoint, engine: string): Rehearsed {
  const declared = new Map(endpoint.sources.map(one => [one.name, asDeclared(one, engine)]));
  const plan = withTables(endpoint.plan, source => declared.get(source.name) ?? source);
  const sources = [...declared.values()];
  return compiledOver({ ...endpoint, plan, sources }, sources, engine);
}

/** An own statement names the tables by their names on the engine. */
function overTables(endpoint: Endpoint, sources: readonly Source[], engine: string): Rehearsed {
  const there = sources.filter(({ tables }) => tables[engine] !== undefined);
  return compiledOver(endpoint, there.map(withoutTexts), engine);
}

function compiledOver(endpoint: Endpoint, tables: readonly Source[], engine: string): Rehearsed {
  const alone = { ...endpoint, engines: [engine] };
  const compiled = catalogue(
    manifestOf({
      project: { sources: tables, endpoints: [alone] },
      dialects: [engine],
      endpoints: [compileEndpoint(alone, [engine])],
      freshness: [],
    }),
  );
  return { served: findEndpoint(compiled, alone.name), tables };
}

/** A table with the declared columns, however the engines store them. */
function asDeclared(source: Source, engine: string): Source {
  const table = { name: [source.name], records: 'nested', where: null } as const;
  return { ...withoutTexts(source), tables: { [engine]: table } };
}

function withoutTexts(source: Source): Source {
  return { ...source, columns: source.columns.map(withoutText) };
}

function withoutText(field: Field): Field {
  return { ...field, fields: field.fields.map(withoutText), text: {} };
}
