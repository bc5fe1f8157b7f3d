/** Parts of aggregates that engines spell alike. */
import type { AggregateArguments } from './dialect.ts';
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

/** The order of the values of an aggregate, with a space before it; nothing if all its keys were constant. */
export function ordering(keys: AggregateArguments['listing']['keys']): Sql {
  if (keys.length === 0) return sql``;
  const sorted = keys.map(key => key.sorted);
  return sql` ORDER BY ${joined(sorted, sql`, `)}`;
}
