/** The catalogue of a question: its data sets under all the names that the text may give them. */

import { held, type Scalar, type Type } from '../../../generator/core/scalar.ts';
import type { Field } from '../../../generator/core/source.ts';
import type { AskedTable } from '../../../generator/googlesql/question.ts';
import type {
  CatalogProto,
  LanguageOptions,
  NamespaceProto,
  TableProto,
  TypeProto,
} from './protocol.ts';
import { scalarType } from './types.ts';

export function catalogueFor(
  tables: readonly AskedTable[],
  language: LanguageOptions,
): CatalogProto {
  const root: Namespace = { tables: [], namespaces: new Map() };
  let count = 0;
  for (const { source, names, columns, isRepeated } of tables) {
    for (const parts of names) {
      count += 1;
      add(root, parts, {
        name: parts.at(-1) ?? '',
        full_name: source.name,
        serialization_id: count,
        column: columns.map(field => ({ name: field.name, type: typeOf(field, isRepeated) })),
      });
    }
  }
  return { ...protoOf('', root), builtin_function_options: { language_options: language } };
}

interface Namespace {
  readonly tables: TableProto[];
  readonly namespaces: Map<string, Namespace>;
}

function add(root: Namespace, parts: readonly string[], table: TableProto): void {
  let place = root;
  for (const part of parts.slice(0, -1)) {
    const inner = place.namespaces.get(part) ?? { tables: [], namespaces: new Map() };
    place.namespaces.set(part, inner);
    place = inner;
  }
  place.tables.push(table);
}

function protoOf(name: string, { tables, namespaces }: Namespace): NamespaceProto {
  return {
    name,
    table: tables,
    catalog: [...namespaces].map(([inner, namespace]) => protoOf(inner, namespace)),
  };
}

export function typeOfParam(type: Type): TypeProto {
  return leafType(type);
}

function typeOf(field: Field, isRepeated: boolean): TypeProto {
  if (field.type !== 'record') return leafType(field.type);
  const fields = field.fields.map(part => {
    return { field_name: part.name, field_type: typeOf(part, isRepeated) };
  });
  const record = { type_kind: 'TYPE_STRUCT', struct_type: { field: fields } };
  return isRepeated ? arrayOf(record) : record;
}

function leafType(type: Type): TypeProto {
  const { as, of } = held(type);
  if (as === 'one') return scalarType(of);
  return arrayOf(as === 'list' ? scalarType(of) : entryType(of));
}

/** A map is an array of keys and values. */
function entryType(value: Scalar): TypeProto {
  const field = [
    { field_name: 'key', field_type: scalarType('string') },
    { field_name: 'value', field_type: scalarType(value) },
  ];
  return { type_kind: 'TYPE_STRUCT', struct_type: { field } };
}

function arrayOf(element_type: TypeProto): TypeProto {
  return { type_kind: 'TYPE_ARRAY', array_type: { element_type } };
}
