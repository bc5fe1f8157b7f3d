/** The groups of BigQuery's types that statements read alike. */
import { type ExactTypes, makeTypeReader, type StoredGroups } from '../stored-types.ts';

const exact: ExactTypes = [
  [/^STRING(\(\d+\))?$/, ['string']],
  [/^(NUMERIC|DECIMAL)(\(\d+(, *\d+)?\))?$/, ['decimal']],
  [/^(FLOAT64|FLOAT)$/, ['float64']],
  [/^(BOOL|BOOLEAN)$/, ['bool']],
  [/^TIMESTAMP$/, ['timestamp']],
  [/^DATE$/, ['date']],
  [/^JSON$/, ['json']],
];

const groups = {
  integer: {
    pattern: /^(INT64|INTEGER)$/,
    declared: ['int64', 'float64', 'decimal'],
    unchanged: ['int64'],
  },
  civil: {
    pattern: /^DATETIME$/,
    declared: ['timestamp', 'datetime'],
    unchanged: ['datetime'],
  },
  picoseconds: { pattern: /^TIMESTAMP\(12\)$/, declared: ['timestamp'] },
  'wide decimal': {
    pattern: /^(BIGNUMERIC|BIGDECIMAL)(\(\d+(, *\d+)?\))?$/,
    declared: ['decimal', 'string'],
  },
  collated: { pattern: /^STRING(\(\d+\))? COLLATE '[^']*'$/, declared: ['string'] },
  text: { pattern: /^(TIME|INTERVAL|RANGE(<\w+>)?)$/, declared: ['string'] },
  bytes: { pattern: /^BYTES(\(\d+\))?$/, declared: ['string'] },
  shape: { pattern: /^GEOGRAPHY$/, declared: ['string'] },
} as const satisfies StoredGroups;

export default makeTypeReader({ exact, groups, item: storedItem });

/** The type of the items of an array; `null` for any other type. BigQuery has no maps. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' ? (/^ARRAY<(.*)>$/s.exec(type)?.[1] ?? null) : null;
}
