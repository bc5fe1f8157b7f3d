/** The groups of BigQuery's types that statements read alike. */
import { findGroup, type StoredGroups, type TypeReader } from '../stored-types.ts';

const groups = {
  exact: {
    pattern:
      /^((STRING|NUMERIC|DECIMAL)(\(\d+(, *\d+)?\))?|INT64|INTEGER|FLOAT64|FLOAT|BOOL|BOOLEAN|TIMESTAMP|DATE|JSON)$/,
    declared: [],
  },
  civil: { pattern: /^DATETIME$/, declared: ['timestamp'] },
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

export default {
  groups,
  kind: (type: string) => findGroup(type, groups),
  item: storedItem,
  written: (type: string) => type,
} satisfies TypeReader;

/** The type of the items of an array; `null` for any other type. BigQuery has no maps. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' ? (/^ARRAY<(.*)>$/s.exec(type)?.[1] ?? null) : null;
}
