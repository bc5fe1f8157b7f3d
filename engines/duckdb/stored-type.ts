/** The groups of DuckDB's types that statements read alike. */
export type StoredKind =
  | 'exact'
  | 'integer'
  | 'bigint'
  | 'wide integer'
  | 'float'
  | 'decimal'
  | 'zoned'
  | 'coarse'
  | 'nanoseconds'
  | 'uuid'
  | 'bytes'
  | 'text'
  | 'nested';

const KINDS: readonly (readonly [RegExp, StoredKind])[] = [
  [/^(VARCHAR|TEXT|STRING|JSON|DOUBLE|FLOAT8|BOOLEAN|BOOL|DATE|TIMESTAMP|DATETIME)$/, 'exact'],
  [/^(U?(TINY|SMALL)INT|U?INTEGER|INT|INT[124])$/, 'integer'],
  [/^(BIGINT|INT8)$/, 'bigint'],
  [/^(UBIGINT|U?HUGEINT)$/, 'wide integer'],
  [/^(FLOAT|REAL|FLOAT4)$/, 'float'],
  [/^(DECIMAL|NUMERIC)(\(\d+(, *\d+)?\))?$/, 'decimal'],
  [/^(TIMESTAMPTZ|TIMESTAMP WITH TIME ZONE)$/, 'zoned'],
  [/^TIMESTAMP_M?S$/, 'coarse'],
  [/^TIMESTAMP_NS$/, 'nanoseconds'],
  [/^UUID$/, 'uuid'],
  [/^(BLOB|BYTEA)$/, 'bytes'],
  [/^(ENUM(\(.*\))?|TIME|TIME_NS|TIMETZ|TIME WITH TIME ZONE|INTERVAL|BIT|BIGNUM|VARINT)$/s, 'text'],
  [/^(.*\[\d*\]|(STRUCT|MAP|UNION)\(.*\))$/s, 'nested'],
];

/** The group of a type as DuckDB writes it, or one of its other names; `null` for a type that no statement reads. */
export function storedKind(type: string): StoredKind | null {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

/** The type of the items of a list or array, or of the values of a map whose keys are texts; `null` for any other type. */
export function storedItem(type: string, as: 'list' | 'map'): string | null {
  const [, item, value] = /^(?:(.*)\[\d*\]|MAP\(VARCHAR, *(.*)\))$/s.exec(type) ?? [];
  return (as === 'list' ? item : value) ?? null;
}
