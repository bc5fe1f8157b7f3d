/** PostgreSQL as the service has it, over tables of a test. */
import { openPostgres } from '../../../engines/postgres/driver/driver.ts';
import type { Reached, Served, ServiceOptions } from '../kit.ts';
import { digest, steered } from '../served.ts';
import type { TestTable } from '../test-engine.ts';
import { createDatabase, type Database } from './database.ts';
import { loadTable } from './open-postgres.ts';
import { connectedTo } from './session.ts';

const VARIABLE = 'POSTGRES_PASSWORD';

/** Never ends within a test. */
const SLOW = 'SELECT count(*) FROM generate_series(1, 100000000000)';

/** A database of its own with these tables. */
export async function filledDatabase(tables: readonly TestTable[]): Promise<Database> {
  const database = await createDatabase();
  const session = await connectedTo(database.settings);
  for (const table of tables) await loadTable(session, table);
  await session.close();
  return database;
}

export async function reach(tables: readonly TestTable[]): Promise<Reached> {
  const { settings, close } = await filledDatabase(tables);
  const { host, port, database, user: username, password } = settings;
  return {
    settings: { host, port: String(port), database, username, password: `\${${VARIABLE}}` },
    environment: { [VARIABLE]: password },
    close,
  };
}

export async function openService(
  tables: readonly TestTable[],
  { concurrency }: ServiceOptions,
): Promise<Served> {
  const { settings, close } = await filledDatabase(tables);
  const { host, port, database, user: username, password } = settings;
  const engine = await openPostgres({
    host,
    port: String(port),
    database,
    username,
    password,
    tls: 'off',
    concurrency,
  });
  return {
    ...steered(engine, SLOW),
    fingerprint: async () => {
      const session = await connectedTo(settings);
      const { rows } = await session.query(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
      );
      const sums: unknown[] = [];
      for (const [name] of rows)
        sums.push((await session.query(`SELECT t::text FROM "${name}" AS t ORDER BY 1`)).rows);
      await session.close();
      return digest([rows, sums]);
    },
    addBytes: null,
    close: async () => {
      await engine.close();
      await close();
    },
  };
}
