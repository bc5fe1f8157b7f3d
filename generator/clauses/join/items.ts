/** `join: { each: list }`: a relation with one row for each item of a list, and two columns: the item and its position. */

import type { Expr } from '../../core/expr/expr.ts';
import type { Input, ItemsInput, Join } from '../../core/plan/query.ts';
import type { JoinSpec } from '../../core/spec/body-spec.ts';
import type { Entry, ExpressionText } from '../../core/spec/located.ts';
import {
  type Field,
  fieldAt,
  fieldsOfItems,
  plainField,
  type Readable,
} from '../../core/spec/source.ts';
import { isRecords, itemOf, type Type } from '../../core/types/scalar.ts';
import { documentItem } from '../../language/rules/json.ts';
import { identityOf, type Key } from '../../resolve/bodies/keys.ts';
import { type BodyContext, checkIn, readPath } from '../../resolve/scope.ts';

/** The list of a `join` entry, over the relations `before` it. Returns `null` if it has a fault. */
export function resolveItems(
  context: BodyContext,
  { name, value: { kind } }: Entry<JoinSpec>,
  each: ExpressionText,
  before: Readable,
): Join | null {
  const list = checkIn(context, each, {
    from: before,
    expects: 'record-or-any',
    aggregates: 'in `each`',
    each: true,
    steps: false,
  });
  if (list === null) return null;
  if (list.kind === 'record') {
    const message = `\`${each.value}\` is a record, and \`each\` takes a list`;
    context.report('misplaced-record', each.place, message, 'Read its fields without a join.');
    return null;
  }
  if (isRecords(list.scalar)) {
    const declared = fieldAt(before.columns, readPath(each) ?? []);
    // the list of an item that `item` finds is no column
    const fields = declared?.fields ?? fieldsOfItems(list.scalar);
    const columns = recordColumns(name, fields, kind === 'left');
    return {
      kind,
      input: { kind: 'items', name, columns, keys: [], list },
      on: null,
      toOne: false,
    };
  }
  const item = itemOf(list.scalar);
  if (item === null) {
    const message = `\`each\` takes a list, found \`${list.scalar}\``;
    const hint =
      'Name a column that is a list, or write `json_list(document, path)` for texts and `json_items(document, path)` for objects.';
    context.report('type-mismatch', each.place, message, hint);
    return null;
  }
  const columns = columnsOf(name, item, kind === 'left');
  const input: ItemsInput = { kind: 'items', name, columns, keys: [], list };
  return { kind, input, on: null, toOne: false };
}

/** `reach`, extended by the item and its position. */
export function withItems(reach: Readable, name: string, join: Join | null): Readable {
  const columns = join?.input.columns ?? [];
  const document = join?.input.kind === 'items' ? itemIn(join.input) : null;
  const names = [name, placeName(name)];
  return {
    ...reach,
    columns: [...reach.columns.filter(column => !names.includes(column.name)), ...columns],
    broken:
      join === null ? new Set([...(reach.broken ?? []), ...names]) : (reach.broken ?? new Set()),
    items: new Map([...(reach.items ?? []), ...names.map(of => [of, name] as const)]),
    ...(document === null
      ? {}
      : { documents: new Map([...(reach.documents ?? []), [name, document]]) }),
  };
}

/** The item as a document; `null` if it is another value. */
function itemIn({ name, list, columns: [, place] }: ItemsInput): Expr | null {
  const nullable = place?.nullable === true;
  const position = { kind: 'column', relation: name, path: [placeName(name)] } as const;
  return documentItem(list, { ...position, scalar: 'int64', nullable });
}

export function placeName(item: string): string {
  return `${item}_index`;
}

/** The column that distinguishes the items of one row. */
export function placeOfItem({ name, columns: [, place] }: Input): Key {
  if (place === undefined) throw new Error('an item relation has a place column');
  const path = [place.name];
  const identity = identityOf({
    kind: 'column',
    relation: name,
    path,
    scalar: 'int64',
    nullable: false,
  });
  return [{ name: place.name, identity }];
}

/** An item itself is never NULL, except if a left join finds no item. */
function columnsOf(name: string, item: Type, nullable: boolean): readonly Field[] {
  return [plainField(name, item, nullable), plainField(placeName(name), 'int64', nullable)];
}

/** The records of a list: the item has their fields, which a left join makes NULL if it finds no item. */
function recordColumns(
  name: string,
  fields: readonly Field[],
  nullable: boolean,
): readonly Field[] {
  return [
    { ...plainField(name, 'record', nullable), fields },
    plainField(placeName(name), 'int64', nullable),
  ];
}
