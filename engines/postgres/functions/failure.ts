/** A value that fails. */
import type { Type } from '../../../generator/core/types/scalar.ts';
import { quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import { typeName } from '../types.ts';

/** The cast fails when it is computed: the message depends on the clock, so the planner does not compute it before. */
export function failure(
  type: Type,
  message = 'a value is out of range, or text that cannot be read',
  clock = sql`now()`,
): Sql {
  const failing = sql`to_char(${clock}, ${quoteDoubled(`"${message}"`)})::bigint`;
  return type === 'int64' ? failing : sql`${failing}::text::${typeName(type)}`;
}
