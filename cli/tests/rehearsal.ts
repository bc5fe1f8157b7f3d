/** Tests of endpoints, run on the embedded engine over the entries that they give. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDbFiles, openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import type { BoundStatement, Row as Cells } from '../../engines/engine.ts';
import { compileEndpoint } from '../../generator/compile.ts';
import type { Endpoint, EndpointTest, Json } from '../../generator/core/endpoint.ts';
import type { ManifestColumn, ManifestField } from '../../generator/core/manifest.ts';
import type { Field, Source } from '../../generator/core/source.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../server/answers/decode.ts';
import { catalogue, type ServedEndpoint } from '../../server/answers/manifest.ts';
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

/** Compiles the endpoint for its tests. */
export function rehearsal(endpoint: Endpoint): Rehearsal {
  const { served, table } = overDeclared(endpoint);
  const { columns, maxRows } = served;
  const write = rowsWriter(columns);
  const answer = async (test: EndpointTest, signal: AbortSignal) => {
    const given = Object.entries(test.params).map(([name, value]) => ({ name, value }));
    const values = readGiven(served, given, 'reject');
    const statement = statementOf(served, ENGINE, values, test.now);
    const cells = await runOver(test.given, table, statement, served, signal);
    return JSON.parse(write(cells.slice(0, maxRows)));
  };
  return { columns, run: answer };
}

// ---- the endpoint over its data set as declared ---------------------------------------------------------------------

type Table = Omit<DuckDbFiles, 'glob'>;

function overDeclared({ from, ...endpoint }: Endpoint): {
  readonly served: ServedEndpoint;
  readonly table: Table;
} {
  const source = asDeclared(from.source);
  const alone = { ...endpoint, from: { ...from, source }, views: [], engines: [ENGINE] };
  const compiled = catalogue(
    manifestOf({
      project: { sources: [source], endpoints: [alone] },
      dialects: [ENGINE],
      endpoints: [compileEndpoint(alone, [ENGINE])],
    }),
  );
  const declared = compiled.sources[source.name]?.columns;
  if (declared === undefined) throw new Error(`${source.name} is not in its own manifest`);
  const columns = declared.map(lenient);
  const table = { table: [source.name], columns, records: 'nested' } as const;
  return { served: findEndpoint(compiled, endpoint.name), table };
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
  given: readonly string[],
  table: Table,
  statement: BoundStatement,
  { name, maxRows }: ServedEndpoint,
  signal: AbortSignal,
): Promise<readonly Cells[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  try {
    const glob = join(folder, 'given.ndjson');
    await writeFile(glob, given.map(entry => `${entry}\n`).join(''));
    const files = [{ ...table, glob }];
    const engine = await openDuckDb({ source: { files }, concurrency: 1, threads: 1 });
    const limits = {
      maxRows: maxRows + 1,
      maxBytes: Number.POSITIVE_INFINITY,
      timeoutMs: TIMEOUT_MS,
      signal,
      label: { endpoint: name, request: 'quern-test' },
    };
    const { rows } = await engine.run(statement, limits).finally(() => engine.close());
    return rows;
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
