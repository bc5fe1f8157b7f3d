/** A database of tests: on the server of the run, or where no server is installed in the process. */
import pg from 'pg';
import { LACKING } from './cluster.ts';
import { createDatabase } from './database.ts';
import { ANSWERED_TYPES } from './postgres-values.ts';

export interface Parameters {
  readonly types: readonly number[];
  readonly values: readonly (string | null)[];
}
export interface Answer {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
}
export interface Session {
  /** Runs one statement, whose texts come as the server writes them. */
  readonly query: (sql: string, parameters?: Parameters) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** In UTC. */
export async function openSession(): Promise<Session> {
  const session = LACKING === null ? await onServer() : await inProcess();
  await session.query("SET TimeZone = 'UTC'");
  return session;
}

async function onServer(): Promise<Session> {
  const database = await createDatabase();
  const session = await connectedTo(database.settings);
  return {
    query: session.query,
    close: async () => {
      await session.close();
      await database.close();
    },
  };
}

const asIs = (text: string) => text;
const NONE: Parameters = { types: [], values: [] };

export async function connectedTo(settings: pg.ClientConfig): Promise<Session> {
  const client = new pg.Client(settings);
  await client.connect();
  return {
    query: async (sql, { types, values } = NONE) => {
      // the package sends the types of parameters from the place of its parsers
      const parsers = Object.assign([...types], { getTypeParser: () => asIs });
      const config = { text: sql, values, rowMode: 'array', types: parsers, queryMode: 'extended' };
      return client.query<(string | null)[]>(config as unknown as pg.QueryArrayConfig);
    },
    close: () => client.end(),
  };
}

/** PostgreSQL as WebAssembly. Its process never ends by itself, and takes seconds to start. */
async function inProcess(): Promise<Session> {
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create();
  const parsers = Object.fromEntries(ANSWERED_TYPES.map(type => [type, asIs]));
  return {
    query: async (sql, { types, values } = NONE) => {
      const { fields, rows } = await database.query<(string | null)[]>(sql, [...values], {
        rowMode: 'array',
        parsers,
        serializers: parsers,
        paramTypes: [...types],
      });
      return { fields, rows };
    },
    close: () => database.close(),
  };
}
