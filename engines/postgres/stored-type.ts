/** The groups of PostgreSQL's types that statements read alike. */
import { type ExactTypes, makeTypeReader, type StoredGroups } from '../stored-types.ts';

const exact: ExactTypes = [
  [/^(text|(varchar|character varying)(\(\d+\))?)$/i, ['string']],
  [/^(double precision|float8)$/i, ['float64']],
  [/^(boolean|bool)$/i, ['bool']],
  [/^date$/i, ['date']],
  [/^jsonb$/i, ['json']],
  [/^timestamp(\([0-6]\))?( without time zone)?$/i, ['timestamp', 'datetime']],
  [/^(timestamptz(\([0-6]\))?|timestamp(\([0-6]\))? with time zone)$/i, ['timestamp']],
];

const groups = {
  integer: {
    pattern: /^(smallint|int2|integer|int|int4)$/i,
    declared: ['int64', 'float64', 'decimal'],
  },
  bigint: {
    pattern: /^(bigint|int8)$/i,
    declared: ['int64', 'float64', 'decimal'],
    unchanged: ['int64'],
  },
  float: { pattern: /^(real|float4)$/i, declared: ['float64'] },
  decimal: {
    pattern: /^(numeric|decimal)(\(\d+(, *-?\d+)?\))?$/i,
    declared: ['decimal', 'string', 'float64', 'int64'],
    unchanged: ['decimal'],
  },
  address: { pattern: /^inet$/i, declared: ['string'] },
  bytes: { pattern: /^bytea$/i, declared: ['string'] },
  nested: { pattern: /^(json|hstore|.*\[\])$/i, declared: ['json'] },
  // a database has types of its own
  text: { pattern: /^/, declared: ['string'] },
} as const satisfies StoredGroups;

export default makeTypeReader({ exact, groups, item: storedItem });

/** The type of the items of a list; `null` for any other type, for lists of lists, and for a map, which is a `jsonb`. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' && /[^\]]\[\]$/.test(type) ? type.slice(0, -2) : null;
}
