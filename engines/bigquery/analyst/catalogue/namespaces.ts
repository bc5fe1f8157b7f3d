/** A catalogue of tables under paths of names, in ZetaSQL's form. */
import type {
  CatalogProto,
  ColumnProto,
  LanguageOptions,
  NamespaceProto,
} from '../server/protocol.ts';
import { scalarType } from '../types.ts';

export interface NamedTable {
  /** The parts of the name that a statement uses for the table. */
  readonly path: readonly string[];
  /** The name in errors and in resolved trees. */
  readonly fullName: string;
  readonly columns: readonly ColumnProto[];
}

export function catalogOf(tables: readonly NamedTable[], language: LanguageOptions): CatalogProto {
  const root: Namespace = { tables: [], namespaces: new Map() };
  for (const [index, table] of tables.entries()) add(root, table, index + 1);
  return {
    ...protoOf('', root),
    named_type: NAMED_TYPES,
    builtin_function_options: { language_options: language },
  };
}

/** BigQuery has these names for INT64, ZetaSQL has none of them: https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#integer_types */
export const NAMED_TYPES: CatalogProto['named_type'] = [
  'INT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'TINYINT',
  'BYTEINT',
].map(name => ({ name, type: scalarType('int64') }));

interface Namespace {
  readonly tables: NamespaceProto['table'][number][];
  readonly namespaces: Map<string, Namespace>;
}

function add(root: Namespace, { path, fullName, columns }: NamedTable, id: number): void {
  let place = root;
  for (const part of path.slice(0, -1)) {
    const inner = place.namespaces.get(part) ?? { tables: [], namespaces: new Map() };
    place.namespaces.set(part, inner);
    place = inner;
  }
  const name = path.at(-1) ?? '';
  place.tables.push({ name, full_name: fullName, serialization_id: id, column: columns });
}

function protoOf(name: string, { tables, namespaces }: Namespace): NamespaceProto {
  const inner = [...namespaces].map(([part, namespace]) => protoOf(part, namespace));
  return { name, table: tables, catalog: inner };
}
