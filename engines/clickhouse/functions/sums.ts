/** ClickHouse's sums. */
import { type Sql, sql } from '../../../generator/sql/sql.ts';

const COLUMN = /^[A-Za-z_"`][\w."`]*$/;
const INT64_OR_NULL = 'CAST(NULL AS Nullable(Int64)))';

/** The sum of numbers that are written out is unsigned, which has no common type with Int64. */
export function signedSum([of = sql``]: readonly Sql[], sum: Sql): Sql {
  const { text } = of;
  const isFiltered = text.startsWith('if(') && text.endsWith(INT64_OR_NULL);
  const isSigned = COLUMN.test(text) || text.startsWith('toInt64') || isFiltered;
  return isSigned ? sum : sql`toInt64(${sum})`;
}
