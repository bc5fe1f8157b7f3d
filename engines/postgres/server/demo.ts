/** Fills the tables of a server with the demo's logs, in one transaction. */
import type * as Pg from 'pg';
import type { DemoFiller, ServerLogs } from '../../demo.ts';
import { SettingsError } from '../../driver.ts';
import { createConnections } from '../driver/connection.ts';
import { wrapPostgresError } from '../driver/failure.ts';
import { loadPg } from '../driver/library.ts';
import { quotedName } from '../driver/names.ts';
import type { PostgresSettings } from '../settings.ts';

export default {
  fill: async (settings, logs, interrupted) => {
    const connections = createConnections(await loadPg(), { ...settings, concurrency: 1 });
    try {
      return await connections.use(interrupted, client => filled(client, settings.database, logs));
    } catch (cause) {
      throw cause instanceof SettingsError ? cause : wrapPostgresError(cause);
    } finally {
      await connections.close();
    }
  },
} satisfies DemoFiller<PostgresSettings>;

/** The comment of every table of a demo begins with it. */
const MARK = 'Made-up logs of `quern demo`: ';

const BEGIN = [
  'BEGIN',
  "SET LOCAL TimeZone = 'UTC'",
  'SET LOCAL standard_conforming_strings = on',
  // others may read the tables
  "SET LOCAL lock_timeout = '10s'",
  "SELECT pg_advisory_xact_lock(hashtext('quern demo'))",
].join('; ');

async function filled(client: Pg.Client, database: string, logs: ServerLogs): Promise<boolean> {
  const { schema, tables, about, onProgress } = logs;
  await client.query(BEGIN);
  try {
    const comments = await commentsOf(client, tables);
    const foreign = [...comments].filter(([, comment]) => comment?.startsWith(MARK) === false);
    if (foreign.length > 0) throw refusal(database, foreign);
    const comment = MARK + about;
    if (tables.every(({ name }) => comments.get(name.join('.')) === comment)) return false;
    for (const { name } of tables)
      if (comments.get(name.join('.')) !== null)
        await client.query(`DROP TABLE ${quotedName(name)}`);
    await client.query(schema);
    let count = 0;
    for (const { name, entries } of tables) {
      const table = quotedName(name);
      for await (const batch of entries) {
        await client.query(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, json_strip_nulls($1))`,
          [`[${batch.join(',')}]`],
        );
        count += batch.length;
        onProgress(count);
      }
      await client.query(`CREATE INDEX ON ${table} USING brin (timestamp)`);
      await client.query(`COMMENT ON TABLE ${table} IS ${client.escapeLiteral(comment)}`);
      await client.query(`ANALYZE ${table}`);
    }
    await client.query('COMMIT');
    return true;
  } finally {
    // after a COMMIT, or on a connection that has ended, there is nothing to roll back
    await client.query('ROLLBACK').catch(() => {});
  }
}

/** The comments of the tables by name: `null` where there is no table, and an empty text where it has none. */
async function commentsOf(client: Pg.Client, tables: ServerLogs['tables']) {
  const comments = new Map<string, string | null>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ readonly comment: string }>(
      `SELECT CASE c.relkind WHEN 'r' THEN coalesce(obj_description(c.oid, 'pg_class'), '') ELSE '' END AS comment
       FROM pg_class AS c WHERE c.oid = to_regclass($1)`,
      [quotedName(name)],
    );
    comments.set(name.join('.'), rows[0]?.comment ?? null);
  }
  return comments;
}

function refusal(database: string, foreign: readonly (readonly [string, string | null])[]) {
  const names = foreign.map(([name]) => `\`${name}\``).join(', ');
  return new SettingsError(
    `The database \`${database}\` has tables that no demo made: ${names}`,
    'Name a database without them.',
  );
}
