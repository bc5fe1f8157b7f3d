/** The catalogue for a statement: the tables of the data sets, under the names that the statement itself gives them. */
import { held, type Scalar, type Type } from '../../../generator/core/scalar.ts';
import type { Field, Source } from '../../../generator/core/source.ts';
import { isStored, type Stored, storedTables } from '../../../generator/sql/schema.ts';
import dialect from '../dialect.ts';
import type {
  CatalogProto,
  ColumnProto,
  LanguageOptions,
  NamespaceProto,
  TypeProto,
} from './protocol.ts';
import { scalarType } from './types.ts';

/** The tables of the data sets, by the parts of their names joined by dots. */
export type Tables = ReadonlyMap<string, Stored>;

export function tablesOf(sources: readonly Source[]): Tables {
  return new Map(storedTables(sources, dialect).map(table => [table.name.join('.'), table]));
}

/** A quoted name may hold several parts of a path. */
export function partsOf(path: readonly string[]): readonly string[] {
  return path.flatMap(segment => segment.split('.'));
}

export interface Catalogue {
  readonly catalog: CatalogProto;
  /** Those of `paths` that no data set has a table for. */
  readonly unknown: readonly (readonly string[])[];
}

/** `paths`: the names of tables in a statement, each as it stands there. */
export function catalogueOf(
  paths: readonly (readonly string[])[],
  tables: Tables,
  language: LanguageOptions,
): Catalogue {
  const root: Namespace = { tables: [], namespaces: new Map() };
  const unknown = paths.filter(path => {
    const table = tables.get(path.join('.'));
    if (table !== undefined) add(root, path, table);
    return table === undefined;
  });
  const catalog = {
    ...protoOf('', root, numbering()),
    builtin_function_options: { language_options: language },
  };
  return { catalog, unknown };
}

interface Namespace {
  readonly tables: { readonly name: string; readonly table: Stored }[];
  readonly namespaces: Map<string, Namespace>;
}

function add(root: Namespace, path: readonly string[], table: Stored): void {
  let place = root;
  for (const name of path.slice(0, -1)) {
    const inner = place.namespaces.get(name) ?? { tables: [], namespaces: new Map() };
    place.namespaces.set(name, inner);
    place = inner;
  }
  place.tables.push({ name: path.at(-1) ?? '', table });
}

function protoOf(name: string, { tables, namespaces }: Namespace, next: () => number) {
  const proto: NamespaceProto = {
    name,
    table: tables.map(({ name, table }) => ({
      name,
      full_name: name,
      serialization_id: next(),
      column: [...columnsOf([...table.columns.values()], table.repeated), ...pseudoColumns(table)],
    })),
    catalog: [...namespaces].map(([inner, namespace]) => protoOf(inner, namespace, next)),
  };
  return proto;
}

function numbering(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

function columnsOf(fields: readonly Field[], repeated: boolean): readonly ColumnProto[] {
  return fields
    .filter(field => isStored(field, dialect))
    .map(field => ({ name: field.name, type: typeOf(field, repeated) }));
}

function leafType(type: Type): TypeProto {
  const { as, of } = held(type);
  if (as === 'one') return scalarType(of);
  const element = as === 'list' ? scalarType(of) : entryType(of);
  return { type_kind: 'TYPE_ARRAY', array_type: { element_type: element } };
}

/** A map is an array of keys and values. */
function entryType(value: Scalar): TypeProto {
  const field = [
    { field_name: 'key', field_type: scalarType('string') },
    { field_name: 'value', field_type: scalarType(value) },
  ];
  return { type_kind: 'TYPE_STRUCT', struct_type: { field } };
}

function typeOf(field: Field, repeated: boolean): TypeProto {
  if (field.type !== 'record') return leafType(field.type);
  const fields = columnsOf(field.fields, repeated).map(({ name, type }) => {
    return { field_name: name, field_type: type };
  });
  const record = { type_kind: 'TYPE_STRUCT', struct_type: { field: fields } };
  return repeated ? { type_kind: 'TYPE_ARRAY', array_type: { element_type: record } } : record;
}

/** Tables that are partitioned by the time of loading have the first two, wildcard tables the last. */
function pseudoColumns({ name }: Stored): readonly ColumnProto[] {
  const column = (name: string, kind: string) => {
    return { name, type: { type_kind: kind }, is_pseudo_column: true };
  };
  const isWildcard = name.at(-1)?.endsWith('*') === true;
  return [
    column('_PARTITIONTIME', 'TYPE_TIMESTAMP'),
    column('_PARTITIONDATE', 'TYPE_DATE'),
    ...(isWildcard ? [column('_TABLE_SUFFIX', 'TYPE_STRING')] : []),
  ];
}
