/** The groups of PostgreSQL's types that statements read alike. */
export type StoredKind =
  | 'exact'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'text'
  | 'address'
  | 'bytes'
  | 'nested';

const KINDS: readonly (readonly [RegExp, StoredKind])[] = [
  [
    /^(text|varchar(\(\d+\))?|character varying(\(\d+\))?|bigint|int8|double precision|float8|boolean|bool|date|jsonb|timestamp(\([0-6]\))?( without time zone)?|timestamptz(\([0-6]\))?|timestamp(\([0-6]\))? with time zone)$/i,
    'exact',
  ],
  [/^(smallint|int2|integer|int|int4)$/i, 'integer'],
  [/^(real|float4)$/i, 'float'],
  [/^(numeric|decimal)(\(\d+(, *-?\d+)?\))?$/i, 'decimal'],
  [/^inet$/i, 'address'],
  [/^bytea$/i, 'bytes'],
  [/^(json|hstore|.*\[\])$/i, 'nested'],
];

/** The group of a type as PostgreSQL writes it, or one of its other names. Any other type has a text: a database has types of its own. */
function storedKind(type: string): StoredKind {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
}

/** The type of the items of a list; `null` for any other type, for lists of lists, and for a map, which is a `jsonb`. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' && /[^\]]\[\]$/.test(type) ? type.slice(0, -2) : null;
}

/** The types that a column of each group may be declared as, the best one first. */
const DECLARED = {
  exact: [],
  integer: ['int64', 'float64', 'decimal'],
  float: ['float64'],
  decimal: ['decimal', 'string', 'float64', 'int64'],
  text: ['string'],
  address: ['string'],
  bytes: ['string'],
  nested: ['json'],
} as const satisfies Readonly<Record<StoredKind, readonly string[]>>;

/** Those that statements read right without `stored`. */
const AS_DECLARED = {
  decimal: ['decimal'],
} as const satisfies Readonly<Partial<Record<StoredKind, readonly string[]>>>;

export const storedType = {
  kind: storedKind,
  item: storedItem,
  written: (type: string) => type,
  declared: DECLARED,
  asDeclared: AS_DECLARED,
};
export type Declared = typeof DECLARED;
