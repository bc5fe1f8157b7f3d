/** The form in which the service reads values, and the fields of the records of lists. */
import { held, type ItemField, itemFieldsOf, type Type } from '../../core/types/scalar.ts';
import { itemFieldSql, orEmpty } from '../columns.ts';
import {
  type Dialect,
  decimalsOf,
  type RecordEntry,
  recordsSpelling,
  severalOf,
} from '../dialect.ts';
import { layoutOf } from '../layout.ts';
import { local, type Spelling } from '../spelling.ts';
import { type Sql, sql, word } from '../sql.ts';

/** The spelling of the wire form of that type: for a list or a map, its JSON text. */
export function wireOf(dialect: Dialect, type: Type): Spelling {
  const values = leafWireOf(dialect, type);
  if (itemFieldsOf(type) !== null) return args => severalOf(dialect, 'list').json([values(args)]);
  const { as } = held(type);
  return as === 'one' ? values : args => severalOf(dialect, as).json([values(args)]);
}

/**
 * The same inside a record. Lists and maps are not converted to JSON text there, because the whole record is. `item`: the name of an item
 * of a list of records.
 */
export function leafWireOf(dialect: Dialect, type: Type, item = word('item')): Spelling {
  const fields = itemFieldsOf(type);
  if (fields !== null) {
    const records = recordsSpelling(dialect);
    return ([of = sql``]) =>
      records.each(of, item, entriesOf(item, [], fields, dialect), layoutOf(dialect));
  }
  const { as, of: scalar } = held(type);
  if (as === 'one') return scalar === 'decimal' ? decimalsOf(dialect).wire : dialect.wire[scalar];
  const { each, wire } = severalOf(dialect, as);
  const change = wire[scalar];
  return ([of = sql``]) => (change === undefined ? of : each(of, change));
}

function entriesOf(
  item: Sql,
  above: readonly string[],
  fields: readonly ItemField[],
  dialect: Dialect,
): readonly RecordEntry[] {
  return fields.map(({ name, type }) => {
    const names = [...above, name];
    if (typeof type !== 'string')
      return { name, value: { kind: 'record', entries: entriesOf(item, names, type, dialect) } };
    const of = itemFieldSql(recordsSpelling(dialect).owner(item), names, type, dialect);
    // nothing but items stands in the text of an item
    const inner = local('item', item);
    const leaf = leafWireOf(dialect, type, inner)([asItemField(of, type, dialect)]);
    return { name, value: { kind: 'leaf', sql: leaf, type } };
  });
}

/** A record as an item of a list, from the values of its leaves. */
export function itemOfLeaves(type: Type, leaves: readonly Sql[], dialect: Dialect): Sql {
  const left = [...leaves];
  const entries = (fields: readonly ItemField[]): readonly RecordEntry[] =>
    fields.map(({ name, type }) => {
      if (typeof type !== 'string')
        return { name, value: { kind: 'record', entries: entries(type) } };
      const of = left.shift();
      if (of === undefined) throw new Error(`no value for ${name}`);
      return { name, value: { kind: 'leaf', sql: of, type } };
    });
  const fields = itemFieldsOf(type) ?? [];
  return recordsSpelling(dialect).item(entries(fields), layoutOf(dialect), fields);
}

/** A field of an item as expressions read it. */
export function asItemField(of: Sql, type: Type, dialect: Dialect): Sql {
  return type === 'decimal' ? decimalsOf(dialect).stored([of]) : orEmpty(of, type, dialect);
}
