/** The values of a group as an ordered array. Aggregates accept no ORDER BY, so tuples contain the keys before the value. */
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import { scalarOf } from '../../../generator/core/types/scalar.ts';
import type { AggregateArguments, ListingKey } from '../../../generator/sql/dialect.ts';
import { form, type Spelling } from '../../../generator/sql/spelling.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';

/** All values of the first argument that are not NULL, in their order. */
export function printListing(
  [of = sql``]: readonly Sql[],
  { listing: { distinct, keys }, nullable: [isNullable] }: AggregateArguments,
): Sql {
  const sort = keys.every(key => key.descending) ? sql`arrayReverseSort` : sql`arraySort`;
  if (keys.length === 0) return distinct ? sql`groupUniqArray(${of})` : sql`groupArray(${of})`;
  const isByValue = keys.length === 1 && keys[0]?.of.text === of.text;
  if (distinct) return sql`${sort}(groupUniqArray(${of}))`;
  if (isByValue) return sql`${sort}(groupArray(${of}))`;
  const mixed = keys.some(key => key.descending) && keys.some(key => !key.descending);
  const elements = [...keys.flatMap(key => elementsOf(key, mixed)), of];
  const tuple = sql`(${joined(elements, sql`, `)})`;
  const tuples = isNullable
    ? sql`groupArrayIf(${tuple}, ${operand(of, 'additive')} IS NOT NULL)`
    : sql`groupArray(${tuple})`;
  return sql`arrayMap(t -> t.${numeral(elements.length)}, ${sort}(${tuples}))`;
}

/** The first value in its order, NULL or not. */
export function firstListed([of = sql``]: readonly Sql[], spelled: AggregateArguments): Sql {
  const { keys } = spelled.listing;
  const mixed = keys.some(key => key.descending) && keys.some(key => !key.descending);
  const order = joined(
    keys.flatMap(key => elementsOf(key, mixed)),
    sql`, `,
  );
  const choose = keys.every(key => key.descending) ? sql`argMax` : sql`argMin`;
  // all keys were constant
  const by = keys.length === 0 ? sql`0` : sql`(${order})`;
  return sql`tupleElement(${choose}(tuple(toNullable(${of})), ${by}), 1)`;
}

/** NULL is the greatest element of a tuple, so an element before it states whether it is NULL. */
function elementsOf(key: ListingKey, mixed: boolean): readonly Sql[] {
  const turned = mixed && key.descending;
  const of = turned ? inverted(key) : key.of;
  if (!key.nullable) return [of];
  const subject = operand(key.of, 'additive');
  return [turned ? sql`${subject} IS NULL` : sql`${subject} IS NOT NULL`, of];
}

/** A value with the reverse order, needed if keys go in both directions. */
function inverted({ of, scalar }: ListingKey): Sql {
  const ordered = scalarOf(scalar);
  if (ordered === 'json') throw new Error('documents have no order');
  return INVERTED[ordered]([of]);
}

const INVERTED: Readonly<Record<Exclude<Scalar, 'json'>, Spelling>> = {
  // keeps every number, unlike negation: the least number has no negative
  int64: form`bitNot(${0})`,
  timestamp: form`bitNot(toUnixTimestamp64Micro(${0}))`,
  datetime: form`bitNot(toUnixTimestamp64Micro(${0}))`,
  date: form`bitNot(toInt32(${0}))`,
  float64: form`negate(${0})`,
  decimal: form`negate(${0})`,
  bool: form`NOT(${0})`,
  // the complement of each byte; a text follows the texts that begin with it
  string: form`concat(translate(hex(${0}), '0123456789ABCDEF', 'FEDCBA9876543210'), 'G')`,
};
