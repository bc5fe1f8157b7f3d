/** Records, which are structs, and lists of them. */
import type { Type } from '../../../generator/core/types/scalar.ts';
import {
  leafTypes,
  type RecordEntry,
  type RecordsSpelling,
  type RecordValue,
} from '../../../generator/sql/dialect.ts';
import type { RecordLayout } from '../../../generator/sql/layout.ts';
import { prefix } from '../../../generator/sql/spelling.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { typeName } from '../types.ts';

const inBrackets = (item: Sql) => sql`(${item})`;

/** Lists of records. */
export const records = {
  owner: inBrackets,
  field: null,
  length: list => sql`len(${list})`,
  lookup: ({ as, list, item, fields, where, mayBeNull, found }) => {
    const condition = where(
      fields.map(({ parts }) => joined([inBrackets(item), ...parts], sql`.`)),
    );
    const rejected = mayBeNull
      ? sql('comparison')`${operand(condition, 'primary')} IS NOT TRUE`
      : prefix('not')`NOT`([condition]);
    const kept = sql`list_filter(${list}, lambda ${item}: ${as === 'all' ? rejected : condition})`;
    switch (as) {
      case 'kept':
        return kept;
      case 'values':
        return sql`list_filter(list_transform(${list}, lambda ${item}: ${condition}), lambda value: value IS NOT NULL)`;
      case 'joined':
        return sql`flatten(list_transform(${list}, lambda ${item}: ${condition}))`;
      case 'any':
        return sql('comparison')`len(${kept}) > 0`;
      case 'all':
        return sql('comparison')`len(${kept}) = 0`;
      case 'count':
        return sql`len(${kept})`;
      case 'first':
        return joined([sql`${kept}[${numeral(found.skip + 1)}]`, ...found.parts], sql`.`);
    }
  },
  each: (list, item, entries, layout) =>
    sql`list_transform(${list}, lambda ${item}: ${struct(entries, layout, written)})`,
  item: (entries, layout) => struct(entries, layout, leaf => leaf.sql),
} satisfies RecordsSpelling;

/**
 * Casts a record to its declared type by field names, which costs nothing if it is stored that way. Binding a hundred
 * paths takes some milliseconds, so leaves are read one by one only if the wire form of one differs from its stored
 * form.
 */
export function recordText(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const isAsStored = layout.whole !== null && leafTypes(entries).every(type => AS_STORED.has(type));
  const of = isAsStored
    ? sql`CAST(${layout.whole} AS ${structType(entries, layout)})`
    : struct(entries, layout, written);
  return sql`CAST(to_json(${of}) AS VARCHAR)`;
}

/** Types that `to_json` writes in wire form. */
const AS_STORED: ReadonlySet<Type> = new Set<Type>(['string', 'int64', 'bool']);

function structType(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const types = entries.map(({ name, value }) => {
    const type = value.kind === 'leaf' ? typeName(value.type) : structType(value.entries, layout);
    return sql`${layout.name(name)} ${type}`;
  });
  return layout.block(sql`STRUCT(`, types, sql`)`);
}

type Leaf = Extract<RecordValue, { kind: 'leaf' }>;

function struct(
  entries: readonly RecordEntry[],
  layout: RecordLayout,
  spell: (leaf: Leaf) => Sql,
): Sql {
  const fields = entries.map(({ name, value }) => {
    const of = value.kind === 'record' ? struct(value.entries, layout, spell) : spell(value);
    return sql`${layout.name(name)}: ${of}`;
  });
  return layout.block(sql`{`, fields, sql`}`);
}

/** A leaf as `to_json` may write it: it would write NaN as `NaN`, which is not JSON. */
function written({ sql: of, type }: Leaf): Sql {
  return type === 'float64' ? sql`CASE WHEN isfinite(${of}) THEN ${of} END` : of;
}
