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
  | 'collated'
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
  [/^(VARCHAR|TEXT|STRING) COLLATE [\w.]+$/i, 'collated'],
  [/^(BLOB|BYTEA)$/, 'bytes'],
  [/^(ENUM(\(.*\))?|TIME|TIME_NS|TIMETZ|TIME WITH TIME ZONE|INTERVAL|BIT|BIGNUM|VARINT)$/s, 'text'],
  [/^(.*\[\d*\]|(STRUCT|MAP|UNION)\(.*\))$/s, 'nested'],
];

/** The group of a type as DuckDB writes it, or one of its other names; `null` for a type that no statement reads. */
function storedKind(type: string): StoredKind | null {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

/** The type without the values of an enum, and by the shorter of its names. */
function storedWritten(type: string): string {
  return SHORTER[type] ?? type.replace(/^ENUM\(.*\)/s, 'ENUM');
}

const SHORTER: Readonly<Record<string, string | undefined>> = {
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
  'TIME WITH TIME ZONE': 'TIMETZ',
};

/** The type of the items of a list or array, or of the values of a map whose keys are texts; `null` for any other type. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  if (as === 'list') return /\[\d*\]$/.test(type) ? type.slice(0, type.lastIndexOf('[')) : null;
  const start = 'MAP(VARCHAR,';
  return type.startsWith(start) && type.endsWith(')') ? type.slice(start.length, -1).trim() : null;
}

/** The types that a column of each group may be declared as, the best one first. */
const DECLARED = {
  exact: [],
  integer: ['int64', 'float64', 'decimal'],
  bigint: ['int64', 'float64', 'decimal'],
  'wide integer': ['int64', 'float64', 'decimal', 'string'],
  float: ['float64'],
  decimal: ['decimal', 'string', 'float64', 'int64'],
  zoned: ['timestamp'],
  coarse: ['timestamp'],
  nanoseconds: ['timestamp'],
  uuid: ['string'],
  collated: ['string'],
  bytes: ['string'],
  text: ['string'],
  nested: ['json'],
} as const satisfies Readonly<Record<StoredKind, readonly string[]>>;

/** Those that statements read right without `stored`. */
const AS_DECLARED = {
  bigint: ['int64', 'decimal'],
  decimal: ['decimal'],
} as const satisfies Readonly<Partial<Record<StoredKind, readonly string[]>>>;

export const storedType = {
  kind: storedKind,
  item: storedItem,
  written: storedWritten,
  declared: DECLARED,
  asDeclared: AS_DECLARED,
};
export type Declared = typeof DECLARED;
