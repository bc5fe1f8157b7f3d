/** The groups of DuckDB's types that statements read alike. */
import { type ExactTypes, makeTypeReader, type StoredGroups } from '../stored-types.ts';

const exact: ExactTypes = [
  [/^(VARCHAR|TEXT|STRING)$/, ['string', 'json']],
  [/^(DOUBLE|FLOAT8)$/, ['float64']],
  [/^(BOOLEAN|BOOL)$/, ['bool']],
  [/^(TIMESTAMP|DATETIME)$/, ['timestamp', 'datetime']],
];

const groups = {
  integer: {
    pattern: /^(U?(TINY|SMALL)INT|U?INTEGER|INT|INT[124])$/,
    declared: ['int64', 'float64', 'decimal'],
  },
  bigint: {
    pattern: /^(BIGINT|INT8)$/,
    declared: ['int64', 'float64', 'decimal'],
    unchanged: ['int64', 'decimal'],
  },
  'wide integer': {
    pattern: /^(UBIGINT|U?HUGEINT)$/,
    declared: ['int64', 'float64', 'decimal', 'string'],
  },
  float: { pattern: /^(FLOAT|REAL|FLOAT4)$/, declared: ['float64'] },
  'whole decimal': {
    pattern: /^(DECIMAL|NUMERIC)\(\d+(, *0)?\)$/,
    declared: ['decimal', 'string', 'float64', 'int64'],
    unchanged: ['decimal'],
  },
  decimal: {
    pattern: /^(DECIMAL|NUMERIC)(\(\d+(, *\d+)?\))?$/,
    declared: ['decimal', 'string', 'float64'],
    unchanged: ['decimal'],
  },
  document: { pattern: /^JSON$/, declared: ['json', 'string'], unchanged: ['json'] },
  day: { pattern: /^DATE$/, declared: ['date', 'timestamp'], unchanged: ['date'] },
  zoned: { pattern: /^(TIMESTAMPTZ|TIMESTAMP WITH TIME ZONE)$/, declared: ['timestamp'] },
  coarse: { pattern: /^TIMESTAMP_M?S$/, declared: ['timestamp'] },
  nanoseconds: { pattern: /^TIMESTAMP_NS$/, declared: ['timestamp'] },
  uuid: { pattern: /^UUID$/, declared: ['string'] },
  collated: { pattern: /^(VARCHAR|TEXT|STRING) COLLATE [\w.]+$/i, declared: ['string'] },
  bytes: { pattern: /^(BLOB|BYTEA)$/, declared: ['string'] },
  text: {
    pattern:
      /^(ENUM(\(.*\))?|TIME|TIME_NS|TIMETZ|TIME WITH TIME ZONE|INTERVAL|BIT|BIGNUM|VARINT)$/s,
    declared: ['string'],
  },
  nested: { pattern: /^(.*\[\d*\]|(STRUCT|MAP|UNION)\(.*\))$/s, declared: ['json'] },
} as const satisfies StoredGroups;

export default makeTypeReader({ exact, groups, item: storedItem, written: storedWritten });

const SHORTER: Readonly<Record<string, string | undefined>> = {
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
  'TIME WITH TIME ZONE': 'TIMETZ',
};

/** The type without the values of an enum, and by the shorter of its names. */
function storedWritten(type: string): string {
  return SHORTER[type] ?? type.replace(/^ENUM\(.*\)/s, 'ENUM');
}

/** The type of the items of a list or array, or of the values of a map whose keys are texts; `null` for any other type. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  if (as === 'list') return /\[\d*\]$/.test(type) ? type.slice(0, type.lastIndexOf('[')) : null;
  const start = 'MAP(VARCHAR,';
  return type.startsWith(start) && type.endsWith(')') ? type.slice(start.length, -1).trim() : null;
}
