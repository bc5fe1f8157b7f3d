/** Records, which are named tuples, and lists of them. */
import {
  held,
  type ItemField,
  type ItemLeaf,
  isRecords,
  itemFieldsOf,
  type Scalar,
  type Type,
} from '../../../generator/core/types/scalar.ts';
import {
  leafTypes,
  type RecordEntry,
  type RecordsSpelling,
} from '../../../generator/sql/dialect.ts';
import type { RecordLayout } from '../../../generator/sql/layout.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { nullable, SQL_TYPES } from '../types.ts';

/** The types of leaves in wire form. */
const WIRE_TYPES: Readonly<Record<Scalar, Sql>> = {
  ...SQL_TYPES,
  decimal: SQL_TYPES.string,
  timestamp: sql`Int64`,
  datetime: sql`Int64`,
  date: sql`String`,
};

/** Lists of records. */
export const records = {
  owner: item => item,
  field: null,
  length: (list, field) =>
    sql`toInt64(length(${joined([operand(list, 'primary'), ...field], sql`.`)}))`,
  // each field of all items is a column of its own, and only those that are named are read
  lookup: ({ as, list, item, fields, where, mayBeNull, found }) => {
    const column = (parts: readonly Sql[]) => joined([operand(list, 'primary'), ...parts], sql`.`);
    const names = joined(
      fields.map(({ name }) => name),
      sql`, `,
    );
    const condition = where(fields.map(({ name }) => name));
    const items = joined(
      fields.map(({ parts }) => column(parts)),
      sql`, `,
    );
    const over = (body: Sql) => sql`(${names}) -> ${body}, ${items}`;
    switch (as) {
      case 'any':
        return sql`arrayExists(${over(condition)})`;
      case 'all':
        return sql`arrayAll(${over(mayBeNull ? sql`ifNull(${condition}, false)` : condition)})`;
      case 'count':
        return sql`toInt64(arrayCount(${over(condition)}))`;
      case 'kept':
        return sql`arrayFilter((${item}, ${names}) -> ${condition}, ${list}, ${items})`;
      case 'values':
        return sql`arrayMap(value -> assumeNotNull(value), arrayFilter(value -> isNotNull(value), arrayMap(${over(condition)})))`;
      case 'joined':
        return sql`arrayFlatten(arrayMap(${over(condition)}))`;
      case 'first': {
        const isFirst = found.skip === 0;
        const place = isFirst ? sql`arrayFirstIndex(${over(condition)})` : numeral(found.skip + 1);
        const all = column(found.parts);
        const values = isFirst
          ? all
          : sql`arrayFilter((value, ${names}) -> ${condition}, ${all}, ${items})`;
        return found.isList
          ? sql`${values}[${place}]`
          : sql`arrayElementOrNull(${values}, ${place})`;
      }
    }
  },
  each: (list, item, entries, layout) =>
    sql`CAST(arrayMap(${item} -> ${values(entries, layout)}, ${list}) AS Array(${tupleType(entries, layout)}))`,
  item: (entries, layout, fields) =>
    sql`CAST(${values(entries, layout)} AS ${itemType(fields, layout, SQL_TYPES)})`,
} satisfies RecordsSpelling;

/**
 * Casts a tuple to another by field names, which names each declared field once. Reading a hundred paths costs the analyser a
 * tenth of a second, so leaves are read one by one only if the wire form of one has another type.
 */
export function recordText(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const isAsStored = layout.whole !== null && leafTypes(entries).every(isWiredAsStored);
  const of = isAsStored ? layout.whole : values(entries, layout);
  return sql`toJSONString(CAST(${of} AS ${tupleType(entries, layout)}))`;
}

function isWiredAsStored(type: Type): boolean {
  if (isRecords(type)) return false;
  const { of: scalar } = held(type);
  return WIRE_TYPES[scalar] === SQL_TYPES[scalar];
}

/** In ClickHouse, a list or map cannot be NULL. */
function leafType(type: Type, layout: RecordLayout): Sql {
  if (isRecords(type)) return fieldType(type, layout, WIRE_TYPES);
  const { as, of } = held(type);
  const value = nullable(WIRE_TYPES[of]);
  if (as === 'one') return value;
  return as === 'list' ? sql`Array(${value})` : sql`Map(String, ${value})`;
}

function values(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const items = entries.map(({ value }) =>
    value.kind === 'leaf' ? value.sql : values(value.entries, layout),
  );
  return layout.block(sql`tuple(`, items, sql`)`);
}

/** The type of items with values that may be NULL. */
export function itemType(
  fields: readonly ItemField[],
  layout: RecordLayout,
  scalars: Readonly<Record<Scalar, Sql>>,
): Sql {
  const types = fields.map(({ name, type }) => {
    const of =
      typeof type === 'string' ? fieldType(type, layout, scalars) : itemType(type, layout, scalars);
    return sql`${layout.name(name)} ${of}`;
  });
  return layout.block(sql`Tuple(`, types, sql`)`);
}

function fieldType(
  type: ItemLeaf,
  layout: RecordLayout,
  scalars: Readonly<Record<Scalar, Sql>>,
): Sql {
  const fields = itemFieldsOf(type);
  if (fields !== null) return sql`Array(${itemType(fields, layout, scalars)})`;
  const { as, of } = held(type);
  return as === 'list' ? sql`Array(${scalars[of]})` : nullable(scalars[of]);
}

function tupleType(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const types = entries.map(({ name, value }) => {
    const type =
      value.kind === 'leaf' ? leafType(value.type, layout) : tupleType(value.entries, layout);
    return sql`${layout.name(name)} ${type}`;
  });
  return layout.block(sql`Tuple(`, types, sql`)`);
}
