/** A database of its own on the server of the run. */
import pg from 'pg';
import { cluster } from './cluster.ts';

export interface Database {
  readonly settings: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly password: string;
  };
  readonly close: () => Promise<void>;
}

let made = 0;

export async function createDatabase(): Promise<Database> {
  const { host, port, username: user, password } = await cluster();
  made += 1;
  const database = `quern_${process.pid}_${made}`;
  const settings = { host, port, database, user, password };
  await maintain(settings, `CREATE DATABASE ${database}`);
  return {
    settings,
    close: () => maintain(settings, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function maintain(settings: Database['settings'], sql: string): Promise<void> {
  const client = new pg.Client({ ...settings, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
