/** A PostgreSQL server. Every run is a transaction that only reads. */
import type * as Pg from 'pg';
import type { BoundStatement, Deadline, Engine, Result, RunLimits } from '../../engine.ts';
import { EngineFailure, unconfined } from '../../engine.ts';
import { watchTaken } from '../../support/result-rows.ts';
import { createRotation } from '../../support/rotation.ts';
import { type AskTexts, ownColumns } from '../results/own.ts';
import { createConnections, FOREVER, type PostgresOptions } from './connection.ts';
import { loadPg } from './library.ts';
import { bounded, type Link } from './link.ts';
import { serversOf } from './servers.ts';
import { findMissing, readCatalogue } from './tables.ts';
import { inTransaction, type ReadCells, type RowLimits, readRows } from './transaction.ts';
import { numberParameters, readCompiled } from './values.ts';

/** Rejects with an `unavailable` failure if the server cannot be reached, or its texts cannot be read. */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const library = await loadPg();
  const servers = createRotation(serversOf(options.host, options.port));
  const connections = createConnections(library, options, servers);
  // looks at tables never wait for statements
  const looks = createConnections(library, { ...options, concurrency: 1 }, servers);
  try {
    await connections.use(FOREVER, client => requireUnicode(client, options));
  } catch (cause) {
    await connections.close();
    throw cause;
  }
  const link: Link = { library, connections };
  let closing: Promise<void> | null = null;
  return {
    name: 'postgres',
    confined: unconfined('PostgreSQL has no bounds for the memory of a statement'),
    run: (statement, limits) => run(link, statement, limits),
    explain: (statement, deadline) => explain(link, statement, deadline),
    // it counts neither bytes nor rows that a statement would read
    estimate: async () => null,
    missing: tables => findMissing({ library, connections: looks }, tables),
    catalogue: tables => readCatalogue({ library, connections: looks }, tables),
    close: () => {
      closing ??= Promise.all([connections.close(), looks.close()]).then(() => {});
      return closing;
    },
  };
}

/** In another encoding, a caller's text may have no form, and texts have another order. */
async function requireUnicode(client: Pg.Client, { database }: PostgresOptions): Promise<void> {
  const { rows } = await client.query<{ readonly encoding: string }>(
    'SELECT getdatabaseencoding() AS encoding',
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  const message = `the database \`${database}\` has the encoding ${encoding}, and quern reads UTF8 alone`;
  throw new EngineFailure('unavailable', message);
}

function run(link: Link, statement: BoundStatement, limits: RunLimits): Promise<Result> {
  const { library } = link;
  const { sql, values, isOwn } = statement;
  const bound = numberParameters(values);
  const { limits: watched, isRepeatable } = watchTaken(limits);
  const work = (client: Pg.Client, leftMs: number): Promise<Result> =>
    inTransaction(client, leftMs, async () => {
      const read = (text: string, readCells: ReadCells, within: RowLimits = watched) =>
        readRows({ library, client, sql: text, parameters: bound }, within, readCells);
      if (isOwn !== true)
        return { rows: (await read(sql, compiledCells)).rows, scannedBytes: null };
      // the names of types are looked up before the first row, which a list needs
      const { fields } = await read(
        `SELECT * FROM (\n${sql}\n) AS own LIMIT 0`,
        compiledCells,
        NO_ROWS,
      );
      const own = await ownColumns(asker(client), fields);
      const { rows } = await read(sql, () => own.map(one => one.read));
      return { rows, scannedBytes: null, columns: own.map(({ column }) => column) };
    });
  return bounded(link, limits, work, isRepeatable);
}

function asker(client: Pg.Client): AskTexts {
  return async (text, values) => {
    const config = { text, values: [...values], rowMode: 'array' } as const;
    return (await client.query<(string | null)[]>(config)).rows;
  };
}

const NO_ROWS = { maxRows: 0, maxBytes: 0 };

const compiledCells: ReadCells = fields => fields.map(({ dataTypeID }) => readCompiled(dataTypeID));

function explain(link: Link, { sql, values }: BoundStatement, deadline: Deadline): Promise<string> {
  return bounded(link, deadline, (client, leftMs) =>
    inTransaction(client, leftMs, async () => {
      const limits = { maxRows: 100_000, maxBytes: 16 * 1024 ** 2 };
      const bound = numberParameters(values);
      const plain = () => [];
      const asked = { library: link.library, client, sql: `EXPLAIN ${sql}`, parameters: bound };
      const { rows } = await readRows(asked, limits, plain);
      return rows.map(([line]) => String(line)).join('\n');
    }),
  );
}
