/** Lookups in lists of records: tests of their items, and fields of the first item that passes a test. */
import type { LookupExpr, SqlExpr } from '../../../core/expr/expr.ts';
import { visitItemFields } from '../../../core/expr/walk.ts';
import {
  type ItemField,
  type ItemLeaf,
  isScalar,
  itemFieldsOf,
} from '../../../core/types/scalar.ts';
import { type Dialect, recordsSpelling } from '../../dialect.ts';
import { local } from '../../spelling.ts';
import { identifier, type Sql } from '../../sql.ts';
import { asItemField } from '../wire.ts';

/** The key of a path. No name contains NUL. */
export function pathKey(path: readonly string[]): string {
  return path.join('\0');
}

/** The values of the fields of the current item, by `pathKey`. */
export type ItemValues = ReadonlyMap<string, Sql>;

interface Around {
  readonly dialect: Dialect;
  /** The columns and names beside the item in the text of the condition. */
  readonly beside: readonly Sql[];
  /** Prints an expression of the row around, or with `fields` one of the item. */
  readonly print: (expr: SqlExpr, fields?: ItemValues) => Sql;
}

/** The item and its fields get names that nothing beside them has. */
export function printLookup(
  { find, of, where, scalar }: LookupExpr<SqlExpr>,
  { dialect, beside, print }: Around,
): Sql {
  const fields = fieldsRead(where, of).map((path, i) => ({
    ...path,
    parts: path.names.map(part => identifier(part, dialect)),
    name: local(`item_${i + 1}`, ...beside),
  }));
  const list = print(of);
  const [first] = fields;
  if (find.as === 'count' && isTrue(where) && first !== undefined)
    return recordsSpelling(dialect).length(list, first.parts);
  const found = find.as === 'first' ? find.path : [];
  const text = recordsSpelling(dialect).lookup({
    as: find.as,
    list,
    item: local('item', ...beside),
    place: local('place', ...beside),
    fields,
    where: values => {
      const known = fields.map(({ names, type }, i) => {
        const value = values[i];
        if (value === undefined) throw new Error(`no value for ${names.join('.')}`);
        return [pathKey(names), asItemField(value, type, dialect)] as const;
      });
      return print(where, new Map(known));
    },
    mayBeNull: where.nullable,
    found: {
      names: found,
      parts: found.map(part => identifier(part, dialect)),
      type: scalar,
      isList: !isScalar(scalar),
      skip: find.as === 'first' ? (find.skip ?? 0) : 0,
    },
  });
  return find.as === 'first' ? asItemField(text, scalar, dialect) : text;
}

function isTrue(where: SqlExpr): boolean {
  return where.kind === 'literal' && where.value === true;
}

interface Path {
  readonly names: readonly string[];
  readonly type: ItemLeaf;
}

/** The fields that `where` reads of an item of `list`; without any, the first one that items have. */
function fieldsRead(where: SqlExpr, list: SqlExpr): readonly Path[] {
  const all = itemFieldsOf(list.scalar);
  if (all === null) throw new Error(`${list.scalar} is not a list of records`);
  const paths = leavesOf(all, []);
  const read = new Set<string>();
  visitItemFields(where, (path, out) => {
    if (out === 0) read.add(pathKey(path));
  });
  return read.size === 0
    ? paths.slice(0, 1)
    : paths.filter(({ names }) => read.has(pathKey(names)));
}

function leavesOf(fields: readonly ItemField[], above: readonly string[]): readonly Path[] {
  return fields.flatMap(({ name, type }): readonly Path[] => {
    const names = [...above, name];
    return typeof type === 'string' ? [{ names, type }] : leavesOf(type, names);
  });
}
