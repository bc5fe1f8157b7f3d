/** Conditions of the FILTER clauses of aggregates. */
import { joined, operand, type Sql, sql } from './sql.ts';

/** The condition that keeps rows whose arguments are not NULL; `null` if it keeps all. */
export function knownOnly(
  args: readonly Sql[],
  nullable: readonly boolean[],
  filter: Sql | null,
): Sql | null {
  const conditions = [
    ...(filter === null ? [] : [operand(filter, 'and')]),
    ...args
      .filter((_, i) => nullable[i] === true)
      .map(arg => sql`${operand(arg, 'primary')} IS NOT NULL`),
  ];
  return conditions.length === 0 ? null : joined(conditions, sql` AND `);
}
