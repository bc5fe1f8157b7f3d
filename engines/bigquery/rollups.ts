/** Rollups as materialized views: BigQuery refreshes them, adds newer rows of the table, and reads them in place of it. */
import type { RollupColumn, RollupSpelling } from '../../generator/sql/dialect.ts';
import { BREAK, joined, numeral, sql } from '../../generator/sql/sql.ts';

/** The most columns of CLUSTER BY. */
const MOST_CLUSTERED = 4;

/** A literal or a quoted name. */
const QUOTED = /'(?:[^'\\]|\\[\s\S])*'|`[^`]*`/g;

export default {
  create: ({ table, beside, keys, parts }) => {
    const columns = [...keys, ...parts].map(({ name, of }) => sql`${BREAK}  ${of} AS ${name}`);
    const clustered = keys.filter(isClustered).slice(0, MOST_CLUSTERED);
    const by = joined(
      clustered.map(({ name }) => name),
      sql`, `,
    );
    const grouped = joined(
      keys.map((_, i) => numeral(i + 1)),
      sql`, `,
    );
    return sql`CREATE MATERIALIZED VIEW IF NOT EXISTS ${beside}${BREAK}CLUSTER BY ${by} AS${BREAK}SELECT${joined(columns, sql`,`)}${BREAK}FROM ${table}${BREAK}GROUP BY ${grouped};`;
  },
  refused: ({ text }) =>
    /\bSELECT\b/.test(text.replaceAll(QUOTED, ''))
      ? 'one of its values needs a subquery, which a materialized view of BigQuery cannot have'
      : null,
  // only a job that ran says which views it read
  isRead: null,
  copies: null,
} satisfies RollupSpelling;

function isClustered({ scalar }: RollupColumn): boolean {
  return scalar !== 'float64';
}
