/** The views of a sandbox, as tables for the analysis and the printing of a statement. */

import type { ManifestField, ManifestView } from '../../generator/core/output/manifest.ts';
import type { Field, Source } from '../../generator/core/spec/source.ts';
import { type ItemField, isMap, recordsOf } from '../../generator/core/types/scalar.ts';
import type { KnownTable } from '../../generator/googlesql/context.ts';
import type { AskedTable } from '../../generator/googlesql/question/question.ts';
import { freshNames } from '../../generator/plan/steps/fresh-names.ts';

/** A view of an endpoint with its SQL for the values of a request. */
export interface AskedView
  extends Pick<ManifestView, 'name' | 'columns'>,
    Required<Pick<ManifestView, 'leaves'>> {
  /** Whether its records are stored as arrays. */
  readonly isRepeated: boolean;
  readonly sql: string;
}

/** A view that a statement can read. */
export interface ReadableView {
  readonly view: AskedView;
  /** The name of the view's relation in the statement that runs. */
  readonly name: string;
  readonly known: KnownTable;
}

/** Gives each view a new name; `taken` has the names of the engine's tables, which no relation may have. */
export function readableViews(
  views: readonly AskedView[],
  engine: string,
  taken: readonly string[],
): readonly ReadableView[] {
  const columns = views.flatMap(view => view.columns.flatMap(namesOf));
  const fresh = freshNames([...taken, ...views.map(({ name }) => name), ...columns]);
  return views.map(view => {
    const name = fresh(`${view.name}_view`);
    const source = sourceOf(view, engine, name);
    return { view, name, known: { source, columns: view.columns.map(fieldOf) } };
  });
}

function namesOf({ name, fields = [] }: ManifestField): readonly string[] {
  return [name, ...fields.flatMap(namesOf)];
}

/** Returns a data set with the printed relation as its table; its columns are single values. */
function sourceOf({ name, columns, leaves }: AskedView, engine: string, table: string): Source {
  const stored = (field: ManifestField, above: readonly string[]): readonly Field[] => {
    const path = [...above, field.name];
    if (field.type === 'record' && field.list !== true)
      return (field.fields ?? []).flatMap(part => stored(part, path));
    return [{ ...fieldOf(field), name: leaves[path.join('.')] ?? field.name }];
  };
  return {
    name,
    columns: columns.flatMap(column => stored(column, [])),
    keys: [],
    scope: [],
    title: null,
    description: null,
    invalid: 'error',
    tables: { [engine]: { name: [table], records: 'nested', where: null } },
  };
}

function fieldOf(field: ManifestField): Field {
  const { name, nullable, fields = [] } = field;
  return { ...PLAIN, name, type: typeOf(field), nullable, fields: fields.map(fieldOf) };
}

function typeOf({ type, list, fields = [] }: ManifestField): Field['type'] {
  return list === true ? recordsOf(fields.map(itemField), null) : type;
}

function itemField(field: ManifestField): ItemField {
  const { name, fields = [] } = field;
  const type = typeOf(field);
  if (type === 'record') return { name, type: fields.map(itemField) };
  if (isMap(type)) throw new Error(`\`${name}\` is a map in a record`);
  return { name, type };
}

const PLAIN = {
  digits: null,
  optional: false,
  description: null,
  unit: null,
  is: null,
  text: {},
} as const;

/** Returns the views by their names. Records are arrays if they are stored as arrays, or if the statement has an UNNEST. */
export function listAskedViews(views: readonly ReadableView[], sql: string): readonly AskedTable[] {
  const unnests = /\bunnest\b/i.test(sql);
  return views.map(({ view, known: { source, columns } }) => ({
    source,
    names: [[view.name]],
    columns,
    isRepeated: unnests || view.isRepeated,
  }));
}
