/** The groups of BigQuery's types that statements read alike. */
export type StoredKind =
  | 'exact'
  | 'civil'
  | 'picoseconds'
  | 'wide decimal'
  | 'collated'
  | 'text'
  | 'bytes'
  | 'shape';

const KINDS: readonly (readonly [RegExp, StoredKind])[] = [
  [
    /^((STRING|NUMERIC|DECIMAL)(\(\d+(, *\d+)?\))?|INT64|INTEGER|FLOAT64|FLOAT|BOOL|BOOLEAN|TIMESTAMP|DATE|JSON)$/,
    'exact',
  ],
  [/^DATETIME$/, 'civil'],
  [/^TIMESTAMP\(12\)$/, 'picoseconds'],
  [/^(BIGNUMERIC|BIGDECIMAL)(\(\d+(, *\d+)?\))?$/, 'wide decimal'],
  [/^STRING(\(\d+\))? COLLATE '[^']*'$/, 'collated'],
  [/^(TIME|INTERVAL|RANGE(<\w+>)?)$/, 'text'],
  [/^BYTES(\(\d+\))?$/, 'bytes'],
  [/^GEOGRAPHY$/, 'shape'],
];

/** The group of a type as BigQuery writes it; `null` for a type that no statement reads. */
function storedKind(type: string): StoredKind | null {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

/** The type of the items of an array; `null` for any other type. BigQuery has no maps. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' ? (/^ARRAY<(.*)>$/s.exec(type)?.[1] ?? null) : null;
}

/** The types that a column of each group may be declared as, the best one first. */
const DECLARED = {
  exact: [],
  civil: ['timestamp'],
  picoseconds: ['timestamp'],
  'wide decimal': ['decimal', 'string'],
  collated: ['string'],
  text: ['string'],
  bytes: ['string'],
  shape: ['string'],
} as const satisfies Readonly<Record<StoredKind, readonly string[]>>;

export const storedType = {
  kind: storedKind,
  item: storedItem,
  written: (type: string) => type,
  declared: DECLARED,
  asDeclared: {},
};
export type Declared = typeof DECLARED;
