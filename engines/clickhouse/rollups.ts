/**
 * Rollups as projections: in the parts of the table, so that inserts, late rows, mutations and TTL change both at once. A projection is read
 * if each expression of a SELECT is one of its own; its columns have no names, because a name would hide a column of the table.
 */
import type { RollupSpelling } from '../../generator/sql/dialect.ts';
import { BREAK, joined, quoteBackslashed, sql } from '../../generator/sql/sql.ts';

export default {
  create: ({ table, name, keys, parts }) => {
    const grouped = joined(
      keys.map(({ of }) => of),
      sql`, `,
    );
    const columns = [...keys, ...parts].map(({ of }) => sql`${BREAK}    ${of}`);
    return sql`ALTER TABLE ${table} ADD PROJECTION IF NOT EXISTS ${name} (${BREAK}  SELECT${joined(columns, sql`,`)}${BREAK}  GROUP BY ${grouped}${BREAK});${BREAK}ALTER TABLE ${table} MATERIALIZE PROJECTION ${name};`;
  },
  refused: null,
  isRead: (plan, name) => plan.includes(`(${name})`),
  copies: {
    named: parts => {
      const [table = '', database] = [...parts].reverse();
      const of = database === undefined ? sql`currentDatabase()` : quoteBackslashed(database);
      return sql`SELECT name FROM system.projections WHERE database = ${of} AND table = ${quoteBackslashed(table)} ORDER BY name`;
    },
    drop: (table, name) => sql`ALTER TABLE ${table} DROP PROJECTION ${name}`,
  },
} satisfies RollupSpelling;
