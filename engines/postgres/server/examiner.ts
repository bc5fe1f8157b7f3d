/** Asks a PostgreSQL server about itself, its user and its indexes. */
import type * as Pg from 'pg';
import type { Examined, ExaminedTable, Examiner } from '../../examiner.ts';
import { createConnections, FOREVER } from '../driver/connection.ts';
import { wrapPostgresError } from '../driver/failure.ts';
import { loadPg } from '../driver/library.ts';
import { quotedName } from '../driver/names.ts';
import type { PostgresSettings } from '../settings.ts';

export default {
  examine: async (settings, tables) => {
    const connections = createConnections(await loadPg(), { ...settings, concurrency: 1 });
    try {
      return await connections.use(FOREVER, async client => [
        await versionOf(client),
        await rightsOf(client, tables),
        await deadlineOf(client),
        ...(await poolerOf(client)),
        ...(await indexesOf(client, tables)),
      ]);
    } catch (cause) {
      throw wrapPostgresError(cause);
    } finally {
      await connections.close();
    }
  },
} satisfies Examiner<PostgresSettings>;

const OLDEST = 15;

async function versionOf(client: Pg.Client): Promise<Examined> {
  const { rows } = await client.query<{ readonly number: number; readonly version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  const [{ number = 0, version = '' } = {}] = rows;
  const fact = `it is PostgreSQL ${version}`;
  return number >= OLDEST * 10_000
    ? { state: 'ok', fact, remedy: null }
    : { state: 'error', fact, remedy: `Use PostgreSQL ${OLDEST} or later.` };
}

/** Runs are transactions that only read, but own SQL may call functions of the database that have other effects. */
async function rightsOf(client: Pg.Client, tables: readonly ExaminedTable[]): Promise<Examined> {
  const { rows } = await client.query<Rights>(
    `SELECT current_user::text AS "user", rolsuper AS super,
       ARRAY(SELECT name FROM unnest($1::text[]) AS name
         WHERE has_table_privilege(to_regclass(name), 'INSERT, UPDATE, DELETE, TRUNCATE')) AS written
     FROM pg_roles WHERE rolname = current_user`,
    [tables.map(({ name }) => quotedName(name))],
  );
  const [{ user, super: isSuper, written } = { user: '', super: false, written: [] }] = rows;
  if (!isSuper && written.length === 0)
    return { state: 'ok', fact: `its user \`${user}\` may only read`, remedy: null };
  const why = isSuper ? 'is a superuser' : `may write to ${written.join(', ')}`;
  const remedy = 'Create a user for the service, and grant it SELECT and nothing else.';
  return { state: 'note', fact: `its user \`${user}\` ${why}`, remedy };
}
interface Rights {
  readonly user: string;
  readonly super: boolean;
  readonly written: readonly string[];
}

/** Lets the server end a statement. */
async function deadlineOf(client: Pg.Client): Promise<Examined> {
  try {
    await client.query('BEGIN READ ONLY; SET LOCAL statement_timeout = 20; SELECT pg_sleep(1)');
  } catch (cause) {
    if (Object(cause).code !== '57014') throw cause;
    await client.query('ROLLBACK');
    return { state: 'ok', fact: 'it ends a statement at its deadline', remedy: null };
  }
  await client.query('ROLLBACK');
  return {
    state: 'error',
    fact: 'it does not end a statement at its deadline',
    remedy: 'Let the pooler in front of it pass `SET LOCAL statement_timeout` on.',
  };
}

/** A pooler gives its clients numbers of its own in place of the number of the server's process. */
async function poolerOf(client: Pg.Client): Promise<readonly Examined[]> {
  const { rows } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  const { processID } = client as unknown as { readonly processID: number };
  if (rows[0]?.pid === processID) return [];
  const fact = 'a pooler is in front of it, which may lend a connection for one transaction';
  return [{ state: 'ok', fact, remedy: null }];
}

/** A smaller table is read whole in milliseconds. */
const LARGE = 100_000;

async function indexesOf(
  client: Pg.Client,
  tables: readonly ExaminedTable[],
): Promise<readonly Examined[]> {
  const found: Examined[] = [];
  for (const { name, times, scope } of tables) {
    if (times.length === 0) continue;
    const table = quotedName(name);
    const { rows } = await client.query<{ readonly time: string }>(UNINDEXED, [
      table,
      times,
      LARGE,
      scope,
    ]);
    if (rows.length < times.length) continue;
    const [time = ''] = times;
    const shown = name.join('.');
    found.push({
      state: 'note',
      fact: `a window reads all of \`${shown}\`: no index begins with ${times.map(one => `\`${one}\``).join(' or ')}`,
      remedy: `Run \`CREATE INDEX ON ${table} (${quotedName([time])})\`, or \`USING brin\` if rows are stored in the order of their time.`,
    });
  }
  return found;
}

/** The columns of a large table with which no valid index of the whole table begins, after those of the scope. An expression is no column. */
const UNINDEXED = `SELECT a.attname::text AS time FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.oid = to_regclass($1) AND c.relkind IN ('r', 'p', 'm') AND a.attname = ANY ($2::text[])
    AND greatest(c.reltuples, (SELECT sum(p.reltuples) FROM pg_inherits AS i JOIN pg_class AS p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid)) >= $3
    AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL
      AND EXISTS (SELECT FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place) WHERE k.number = a.attnum AND k.place <= i.indnkeyatts
        AND NOT EXISTS (SELECT FROM unnest(i.indkey) WITH ORDINALITY AS s(number, place) LEFT JOIN pg_attribute AS b ON b.attrelid = c.oid AND b.attnum = s.number
          WHERE s.place < k.place AND (b.attname IS NULL OR b.attname <> ALL ($4::text[])))))`;
