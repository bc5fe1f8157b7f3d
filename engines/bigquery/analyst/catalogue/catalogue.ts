/** The catalogue for a statement: the tables of the data sets, under the names that the statement uses. */
import type { Source } from '../../../../generator/core/spec/source.ts';
import { isStored, type StoredTable, storedTables } from '../../../../generator/sql/schema.ts';
import authorSql from '../../author-sql.ts';
import dialect from '../../dialect.ts';
import type { CatalogProto, ColumnProto, LanguageOptions } from '../server/protocol.ts';
import { fieldType } from '../types.ts';
import { catalogOf, type NamedTable } from './namespaces.ts';
import { pseudoMark, TABLE_SUFFIX } from './pseudo.ts';

/** The tables of the data sets, by the parts of their names joined by dots. */
export type Tables = ReadonlyMap<string, StoredTable>;

export function describeTables(sources: readonly Source[]): Tables {
  return new Map(storedTables(sources, dialect).map(table => [table.name.join('.'), table]));
}

/** The parts of a path. A quoted name may contain several of them. */
export function splitPath(path: readonly string[]): readonly string[] {
  return path.flatMap(segment => segment.split('.'));
}

interface Catalogue {
  readonly catalog: CatalogProto;
  /** The `paths` for which no data set has a table. */
  readonly unknown: readonly (readonly string[])[];
}

/** `paths`: the names of the tables in a statement, each as written. */
export function buildCatalogue(
  paths: readonly (readonly string[])[],
  tables: Tables,
  language: LanguageOptions,
): Catalogue {
  const named = paths.flatMap((path): NamedTable | readonly [] => {
    const table = tables.get(path.join('.'));
    return table === undefined
      ? []
      : { path, fullName: path.at(-1) ?? '', columns: columnsOf(table) };
  });
  const unknown = paths.filter(path => !tables.has(path.join('.')));
  return { catalog: catalogOf(named, language), unknown };
}

function columnsOf(table: StoredTable): readonly ColumnProto[] {
  const stored = [...table.columns.values()].filter(field => isStored(field, dialect));
  const columns = stored.map(field => {
    const type = fieldType(field, table.repeated, part => isStored(part, dialect));
    return { name: field.name, type, ...pseudoMark(field.name) };
  });
  const names = new Set(columns.map(({ name }) => name));
  return [...columns, ...pseudoColumns(table).filter(({ name }) => !names.has(name))];
}

/** BigQuery has the first two in tables that are partitioned by load time, and the last in wildcard tables. */
function pseudoColumns({ name }: StoredTable): readonly ColumnProto[] {
  const column = (name: string, kind: string) => {
    return { name, type: { type_kind: kind }, is_pseudo_column: true };
  };
  return [
    column('_PARTITIONTIME', 'TYPE_TIMESTAMP'),
    column('_PARTITIONDATE', 'TYPE_DATE'),
    ...(authorSql.added.isIn(name.join('.')) ? [column(TABLE_SUFFIX, 'TYPE_STRING')] : []),
  ];
}
