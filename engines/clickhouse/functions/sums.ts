/** Sums of ClickHouse. */
import { type Sql, sql } from '../../../generator/sql/sql.ts';

/** A choice between numbers that are written out is unsigned: so is its sum, which has no common type with Int64. */
export function signedSum([of = sql``]: readonly Sql[], sum: Sql): Sql {
  const isUnsigned = of.text.startsWith('if(') && /, \d{1,19}, \d{1,19}\)$/.test(of.text);
  return isUnsigned ? sql`toInt64(${sum})` : sum;
}
