/** DuckDB's lists, structs, maps and unions as JSON texts. */
import type * as DuckDb from '@duckdb/node-api';
import { listTypes } from '../../support/canonical.ts';
import type { Api } from '../driver/values.ts';
import { type DuckDbValue, documentKind, misread, type ValueKind } from './kind.ts';

type KindOf = (type: DuckDb.DuckDBType) => ValueKind | null;

/** `null` for any other type, and if the type of a part is not read. */
export function findNestedValueKind(
  api: Api,
  type: DuckDb.DuckDBType,
  kindOf: KindOf,
): ValueKind | null {
  if (type instanceof api.DuckDBListType || type instanceof api.DuckDBArrayType) {
    return listKind(api, type, kindOf);
  }
  if (type instanceof api.DuckDBStructType) return structKind(api, type, kindOf);
  if (type instanceof api.DuckDBMapType) return mapKind(api, type, kindOf);
  return type instanceof api.DuckDBUnionType ? unionKind(api, type, kindOf) : null;
}

function listKind(
  api: Api,
  type: DuckDb.DuckDBListType | DuckDb.DuckDBArrayType,
  kindOf: KindOf,
): ValueKind | null {
  const kind = kindOf(type.valueType);
  if (kind === null) return null;
  const raw =
    type instanceof api.DuckDBListType
      ? new api.DuckDBListType(kind.raw)
      : new api.DuckDBArrayType(kind.raw, type.length);
  const json = (value: DuckDbValue) => {
    if (!(value instanceof api.DuckDBListValue || value instanceof api.DuckDBArrayValue)) {
      throw misread(type);
    }
    return `[${value.items.map(item => jsonOf(kind, item)).join(',')}]`;
  };
  return documentKind(raw, json, listTypes(kind.readAs));
}

/** A JSON object. If the fields have no names, such as those of `row(1, 2)`, an array. */
function structKind(api: Api, type: DuckDb.DuckDBStructType, kindOf: KindOf): ValueKind | null {
  const kinds = kindsOf(type.entryTypes, kindOf);
  if (kinds === null) return null;
  const raw = new api.DuckDBStructType(places(kinds), rawTypes(kinds));
  const isTuple = type.entryNames.every(name => name === '');
  const keys = type.entryNames.map(name => (isTuple ? '' : `${JSON.stringify(name)}:`));
  return documentKind(raw, value => {
    if (!(value instanceof api.DuckDBStructValue)) throw misread(type);
    const parts = kinds.map(
      (kind, place) => `${keys[place]}${jsonOf(kind, value.entries[place] ?? null)}`,
    );
    return isTuple ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
  });
}

function mapKind(api: Api, type: DuckDb.DuckDBMapType, kindOf: KindOf): ValueKind | null {
  const key = kindOf(type.keyType);
  const item = kindOf(type.valueType);
  if (key === null || item === null) return null;
  return documentKind(new api.DuckDBMapType(key.raw, item.raw), map => {
    if (!(map instanceof api.DuckDBMapValue)) throw misread(type);
    const parts = map.entries.map(
      entry => `${JSON.stringify(key.key(entry.key))}:${jsonOf(item, entry.value)}`,
    );
    return `{${parts.join(',')}}`;
  });
}

/** An object with the one member that is present, as DuckDB's `to_json` writes it. */
function unionKind(api: Api, type: DuckDb.DuckDBUnionType, kindOf: KindOf): ValueKind | null {
  const kinds = kindsOf(type.memberTypes, kindOf);
  if (kinds === null) return null;
  return documentKind(new api.DuckDBUnionType(places(kinds), rawTypes(kinds)), value => {
    if (!(value instanceof api.DuckDBUnionValue)) throw misread(type);
    const place = Number(value.tag);
    const kind = kinds[place];
    if (kind === undefined) throw misread(type);
    return `{${JSON.stringify(type.memberTags[place])}:${jsonOf(kind, value.value)}}`;
  });
}

function kindsOf(types: readonly DuckDb.DuckDBType[], kindOf: KindOf): readonly ValueKind[] | null {
  const kinds = types.map(kindOf);
  return kinds.every(kind => kind !== null) ? kinds : null;
}

/** Names that always differ. Names in the type may be equal. */
function places(kinds: readonly ValueKind[]): string[] {
  return kinds.map((_, place) => String(place));
}

function rawTypes(kinds: readonly ValueKind[]): DuckDb.DuckDBType[] {
  return kinds.map(({ raw }) => raw);
}

function jsonOf(kind: ValueKind, value: DuckDbValue): string {
  return value === null ? 'null' : kind.json(value);
}
