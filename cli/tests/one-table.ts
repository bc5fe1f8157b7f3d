/** Data sets that read one table of an engine: a test stores the entries of all of them in it. */
import type { GivenTable } from '../../engines/embedded.ts';
import { type Field, isDerived, type Source } from '../../generator/core/spec/source.ts';

/** Returns each table of the engine once, with the columns and the entries of all its data sets. */
export function joinTables(given: readonly GivenTable[], engine: string): readonly GivenTable[] {
  const byName = new Map<string, GivenTable>();
  for (const one of given) {
    const name = JSON.stringify(one.source.tables[engine]?.name ?? [one.source.name]);
    const known = byName.get(name);
    byName.set(name, known === undefined ? one : both(known, one));
  }
  return [...byName.values()];
}

function both(one: GivenTable, other: GivenTable): GivenTable {
  const source: Source = {
    ...one.source,
    columns: allOf(one.source.columns, other.source.columns),
  };
  return { source, entries: [...one.entries, ...other.entries] };
}

/** A field that only some data sets declare is NULL in the entries of the others. */
function allOf(fields: readonly Field[], others: readonly Field[]): readonly Field[] {
  const known = new Map(stored(fields).map(field => [field.name, field]));
  const added = new Map(stored(others).map(field => [field.name, field]));
  const names = new Set([...known.keys(), ...added.keys()]);
  return [...names].flatMap(name => merged(known.get(name), added.get(name)));
}

function stored(fields: readonly Field[]): readonly Field[] {
  return fields.filter(field => !isDerived(field));
}

function merged(one: Field | undefined, other: Field | undefined): readonly Field[] {
  if (one !== undefined && other !== undefined) {
    const fields = allOf(one.fields, other.fields);
    return [{ ...one, nullable: one.nullable || other.nullable, fields }];
  }
  return [one, other].flatMap(field => (field === undefined ? [] : { ...field, nullable: true }));
}
