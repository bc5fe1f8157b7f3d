/** The order of texts. */
import { operand, type Sql, sql } from '../../../generator/sql/sql.ts';

/**
 * A text that is compared by code points. All texts with a collation of their own have this one: PostgreSQL refuses to compare texts
 * with different ones.
 */
export function byCodePoints(of: Sql): Sql {
  return / COLLATE "C"$/.test(of.text) ? of : sql`${operand(of, 'primary')} COLLATE "C"`;
}
