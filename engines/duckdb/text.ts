/** How texts are written for DuckDB. */
import { quoted, type Sql } from '../../generator/sql/sql.ts';

export const STRING = { quote: "'", escape: 'double' } as const;

export function quoteText(value: string): Sql {
  return quoted(value, STRING);
}
