/** Tests of endpoints, run on the embedded engine over the entries that they give. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsWriter } from '../../../server/decode.ts';
import { openDuckDb } from '../../../server/engines/duckdb.ts';
import type { BoundStatement, Row as Cells } from '../../../server/engines/engine.ts';
import { catalogue, type ServedEndpoint } from '../../../server/manifest.ts';
import { compileEndpoint } from '../../compile.ts';
import { manifestOf } from '../../emitters/manifest.ts';
import type { Endpoint, EndpointTest, Field, Json, Source } from '../../ir.ts';
import type { ManifestColumn, ManifestField } from '../../manifest.ts';
import { findEndpoint, readGiven, statementOf } from '../asked.ts';

export type Row = Readonly<Record<string, Json>>;

/** What a test answered, and the columns that it answered with. */
export interface Rehearsed {
  readonly columns: readonly ManifestColumn[];
  readonly rows: readonly Row[];
}

const ENGINE = 'duckdb';
const TIMEOUT_MS = 60_000;

/**
 * Runs one test: the statement that would answer its request, with its clock, over its entries. Rejects with `EngineFailure`
 * where the engine fails, and with `DecodeFailure` where a value cannot be answered.
 */
export async function rehearse(
  endpoint: Endpoint,
  test: EndpointTest,
  signal: AbortSignal,
): Promise<Rehearsed> {
  const { served, columns } = overDeclared(endpoint);
  const given = Object.entries(test.params).map(([name, value]) => ({ name, value }));
  const values = readGiven(served, given, 'reject');
  const statement = statementOf(served, ENGINE, values, test.now);
  const table = { table: [endpoint.from.source.name], columns };
  const cells = await run(statement, served, table, test.given, signal);
  const rows = JSON.parse(rowsWriter(served.columns)(cells.slice(0, served.maxRows)));
  return { columns: served.columns, rows };
}

// ---- the endpoint over its data set as declared ---------------------------------------------------------------------

interface OverDeclared {
  readonly served: ServedEndpoint;
  /** The columns of the data set. */
  readonly columns: readonly ManifestField[];
}

function overDeclared({ from, ...endpoint }: Endpoint): OverDeclared {
  const source = asDeclared(from.source);
  const alone = { ...endpoint, from: { ...from, source }, views: [], engines: [ENGINE] };
  const { sources, ...served } = catalogue(
    manifestOf({
      project: { sources: [source], endpoints: [alone] },
      dialects: [ENGINE],
      endpoints: [compileEndpoint(alone, [ENGINE])],
    }),
  );
  const columns = sources[source.name]?.columns;
  if (columns === undefined) throw new Error(`${source.name} is not in its own manifest`);
  return { served: findEndpoint({ sources, ...served }, endpoint.name), columns };
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

interface Table {
  readonly table: readonly string[];
  readonly columns: readonly ManifestField[];
}

async function run(
  statement: BoundStatement,
  { name, maxRows }: ServedEndpoint,
  table: Table,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly Cells[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  try {
    const glob = join(folder, 'given.ndjson');
    await writeFile(glob, given.map(entry => `${entry}\n`).join(''));
    const files = [{ ...table, glob, records: 'nested' as const }];
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
