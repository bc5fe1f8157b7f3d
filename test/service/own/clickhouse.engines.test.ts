import { expect } from 'vitest';
import { filledClickHouse } from '../../engines/filled-engines.ts';
import { CLICKHOUSE_LEXIS } from './cases/clickhouse-lexis.ts';
import { CLICKHOUSE_QUERIES } from './cases/clickhouse-queries.ts';
import { CLICKHOUSE_TYPES } from './cases/clickhouse-types.ts';
import { listCases } from './cases/lists.ts';
import { instant } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

const LISTS = listCases({
  has: (list, value) => `has(${list}, ${value})`,
  length: list => `toInt64(length(${list}))`,
  rows: list => `(SELECT arrayJoin(${list}) AS item) AS items`,
  timestamp: text => `toDateTime64('${text}', 6, 'UTC')`,
  date: text => `toDate('${text}')`,
  text: text => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
});
const CASES = [...CLICKHOUSE_QUERIES, ...CLICKHOUSE_TYPES, ...CLICKHOUSE_LEXIS, ...LISTS];

statementSuite('clickhouse', CASES, async () => {
  const filled = await filledClickHouse(TABLES);
  const { url, database, username, password } = filled.server;
  const address = `${url}/?${new URLSearchParams({
    database,
    default_format: 'JSONCompact',
    output_format_json_quote_64bit_integers: '0',
    output_format_json_quote_decimals: '1',
  })}`;
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  return {
    ...filled,
    direct: async (sql, types) => {
      const response = await fetch(address, {
        method: 'POST',
        body: sql,
        headers: { Authorization: `Basic ${login}` },
      });
      const text = await response.text();
      expect([response.status, response.ok ? '' : text]).toEqual([200, '']);
      const { data } = JSON.parse(text) as { readonly data: readonly unknown[][] };
      return data.map(row => row.map((cell, index) => cellOf(cell, types[index] ?? '')));
    },
  };
});

/** A cell of `JSONCompact`. */
function cellOf(cell: unknown, type: string): unknown {
  if (cell === null) return null;
  if (type === 'timestamp') return instant(String(cell));
  if (type === 'json') return typeof cell === 'string' ? JSON.parse(cell) : cell;
  return type === 'text' ? String(cell) : cell;
}
