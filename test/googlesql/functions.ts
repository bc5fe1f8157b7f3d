/** Functions of a team, and texts that call them. */

export const FUNCTION_SOURCES = `
sources:
  postgres_logs:
    tables: { bigquery: { table: postgres_logs }, duckdb: { table: postgres_logs }, clickhouse: { table: postgres_logs } }
    columns:
      id: { type: string, required: true }
      event_message: string
      project: string
functions:
  is_short: { args: { text: string, most: int64 }, is: LENGTH(text) <= most }
  kind_of:
    args: { text: string }
    is: CASE WHEN is_short(text, 8) THEN 'short' WHEN text IS NULL THEN 'none' ELSE 'long' END
  sounds: { args: { text: string }, is: SOUNDEX(text) }
`;

/** Each beside the same text without functions. */
export const CALLS: readonly (readonly [string, string])[] = [
  [
    `SELECT id, kind_of(event_message) AS kind FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, CASE WHEN LENGTH(event_message) <= 8 THEN 'short' WHEN event_message IS NULL THEN 'none' ELSE 'long' END AS kind
     FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    `SELECT Kind_Of(CONCAT(event_message, id)), COUNT(*) FROM postgres_logs
     WHERE project = @p AND is_short(event_message, 12) GROUP BY 1 ORDER BY 1`,
    `SELECT CASE WHEN LENGTH(CONCAT(event_message, id)) <= 8 THEN 'short' WHEN CONCAT(event_message, id) IS NULL THEN 'none' ELSE 'long' END, COUNT(*)
     FROM postgres_logs WHERE project = @p AND LENGTH(event_message) <= 12 GROUP BY 1 ORDER BY 1`,
  ],
];
