/** How texts are written for PostgreSQL, with `standard_conforming_strings`. */
import { quoted, type Sql } from '../../generator/sql/sql.ts';

export const STRING = { quote: "'", escape: 'double' } as const;
export const NAME = { quote: '"', escape: 'double' } as const;

export function quoteText(value: string): Sql {
  return quoted(value, STRING);
}
