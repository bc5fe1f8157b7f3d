/** The groups of ClickHouse's types that statements read alike. */
import { type ExactTypes, makeTypeReader, type StoredGroups } from '../stored-types.ts';
import { readTypeArguments, unwrapped } from './type-text.ts';

const exact: ExactTypes = [
  [/^String$/, ['string', 'json']],
  [/^Float64$/, ['float64']],
  [/^Bool$/, ['bool']],
  [/^Date32$/, ['date']],
  [/^DateTime64\(6, *'UTC'\)$/, ['timestamp', 'datetime']],
];

const groups = {
  integer: { pattern: /^U?Int(8|16|32)$/, declared: ['int64', 'float64', 'decimal'] },
  int64: {
    pattern: /^Int64$/,
    declared: ['int64', 'float64', 'decimal'],
    unchanged: ['int64', 'decimal'],
  },
  'wide integer': {
    pattern: /^(UInt64|U?Int(128|256))$/,
    declared: ['int64', 'float64', 'decimal', 'string'],
  },
  float: { pattern: /^B?Float(16|32)$/, declared: ['float64'] },
  'whole decimal': {
    pattern: /^Decimal(\(\d+(, *0)?\)|(32|64|128|256)\(0\))?$/,
    declared: ['decimal', 'string', 'float64', 'int64'],
    unchanged: ['decimal'],
  },
  decimal: {
    pattern: /^Decimal(32|64|128|256)?(\(\d+(, *\d+)?\))?$/,
    declared: ['decimal', 'string', 'float64'],
    unchanged: ['decimal'],
  },
  instant: {
    pattern: /^(DateTime(\('[\w+/-]+'\))?|DateTime64(\([0-6](, *'[\w+/-]+')?\))?)$/,
    declared: ['timestamp'],
  },
  fine: { pattern: /^DateTime64\([78](, *'[\w+/-]+')?\)$/, declared: ['timestamp'] },
  nanoseconds: { pattern: /^DateTime64\(9(, *'[\w+/-]+')?\)$/, declared: ['timestamp'] },
  day: { pattern: /^Date$/, declared: ['date'] },
  uuid: { pattern: /^UUID$/, declared: ['string'] },
  ipv4: { pattern: /^IPv4$/, declared: ['string'] },
  ipv6: { pattern: /^IPv6$/, declared: ['string'] },
  fixed: { pattern: /^FixedString(\(\d+\))?$/, declared: ['string'] },
  text: { pattern: /^(Enum(8|16)?(\(.*\))?|Time(64\(\d\))?|Interval\w+)$/s, declared: ['string'] },
  nested: {
    pattern: /^((Array|Map|Tuple|Nested|Variant|JSON|Object|Dynamic)\(.*\)|JSON|Dynamic)$/s,
    declared: ['json'],
  },
} as const satisfies StoredGroups;

export default makeTypeReader({
  exact,
  groups,
  item: storedItem,
  plain: unwrapped,
  written: storedWritten,
});

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
