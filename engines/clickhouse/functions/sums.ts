/** Sums of ClickHouse. */
import { type Sql, sql } from '../../../generator/sql/sql.ts';

/** A column, a value that is made an Int64, or a choice that ends with one. */
const SIGNED = /^(?:[A-Za-z_"`][\w."`]*$|toInt64|if\([^]*CAST\(NULL AS Nullable\(Int64\)\)\)$)/;

/** The sum of numbers that are written out is unsigned, and has no common type with Int64: any other than of SIGNED is made one. */
export function signedSum([of = sql``]: readonly Sql[], sum: Sql): Sql {
  return SIGNED.test(of.text) ? sum : sql`toInt64(${sum})`;
}
