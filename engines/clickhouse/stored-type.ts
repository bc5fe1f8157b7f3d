/** The groups of ClickHouse's types that statements read alike. */
import { readTypeArguments, unwrapped } from './type-text.ts';

export type StoredKind =
  | 'exact'
  | 'integer'
  | 'int64'
  | 'wide integer'
  | 'float'
  | 'decimal'
  | 'instant'
  | 'fine'
  | 'nanoseconds'
  | 'day'
  | 'uuid'
  | 'ipv4'
  | 'ipv6'
  | 'fixed'
  | 'text'
  | 'nested';

const KINDS: readonly (readonly [RegExp, StoredKind])[] = [
  [/^(String|Float64|Bool|Date32|DateTime64\(6, *'UTC'\))$/, 'exact'],
  [/^U?Int(8|16|32)$/, 'integer'],
  [/^Int64$/, 'int64'],
  [/^(UInt64|U?Int(128|256))$/, 'wide integer'],
  [/^B?Float(16|32)$/, 'float'],
  [/^Decimal(32|64|128|256)?(\(\d+(, *\d+)?\))?$/, 'decimal'],
  [/^DateTime(\('[\w+/-]+'\))?$/, 'instant'],
  [/^DateTime64(\([0-6](, *'[\w+/-]+')?\))?$/, 'instant'],
  [/^DateTime64\([78](, *'[\w+/-]+')?\)$/, 'fine'],
  [/^DateTime64\(9(, *'[\w+/-]+')?\)$/, 'nanoseconds'],
  [/^Date$/, 'day'],
  [/^UUID$/, 'uuid'],
  [/^IPv4$/, 'ipv4'],
  [/^IPv6$/, 'ipv6'],
  [/^FixedString(\(\d+\))?$/, 'fixed'],
  [/^(Enum(8|16)?(\(.*\))?|Time(64\(\d\))?|Interval\w+)$/s, 'text'],
  [/^((Array|Map|Tuple|Nested|Variant|JSON|Object|Dynamic)\(.*\)|JSON|Dynamic)$/s, 'nested'],
];

/** The group of a type as ClickHouse writes it; `null` for a type that no statement reads. */
function storedKind(type: string): StoredKind | null {
  const plain = unwrapped(type);
  return KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

const ENUM = /^(Enum8|Enum16)\(.*\)$/s;

/** The type without wrappers and the values of an enum, which an ALTER may add to. */
function storedWritten(type: string): string {
  const plain = unwrapped(type);
  return ENUM.exec(plain)?.[1] ?? plain;
}

/** The type of the items of an array, or of the values of a map whose keys are texts; `null` for any other type. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  const plain = unwrapped(type);
  if (as === 'list') return readTypeArguments('Array', plain)?.[0] ?? null;
  const [key, value] = readTypeArguments('Map', plain) ?? [];
  return key !== undefined && unwrapped(key) === 'String' ? (value ?? null) : null;
}

/** The types that a column of each group may be declared as, the best one first. */
const DECLARED = {
  exact: [],
  integer: ['int64', 'float64', 'decimal'],
  int64: ['int64', 'float64', 'decimal'],
  'wide integer': ['int64', 'float64', 'decimal', 'string'],
  float: ['float64'],
  decimal: ['decimal', 'string', 'float64', 'int64'],
  instant: ['timestamp'],
  fine: ['timestamp'],
  nanoseconds: ['timestamp'],
  day: ['date'],
  uuid: ['string'],
  ipv4: ['string'],
  ipv6: ['string'],
  fixed: ['string'],
  text: ['string'],
  nested: ['json'],
} as const satisfies Readonly<Record<StoredKind, readonly string[]>>;

/** Those that statements read right without `stored`. */
const AS_DECLARED = {
  int64: ['int64', 'decimal'],
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
