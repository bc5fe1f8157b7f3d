/** How texts are written for ClickHouse. */
import { quoted, type Sql } from '../../generator/sql/sql.ts';

export const STRING = { quote: "'", escape: 'backslash' } as const;

export function quoteText(value: string): Sql {
  return quoted(value, STRING);
}
