/** The groups of PostgreSQL's types that statements read alike. */
import { findGroup, type StoredGroups, type TypeReader } from '../stored-types.ts';

const groups = {
  exact: {
    pattern:
      /^(text|varchar(\(\d+\))?|character varying(\(\d+\))?|bigint|int8|double precision|float8|boolean|bool|date|jsonb|timestamp(\([0-6]\))?( without time zone)?|timestamptz(\([0-6]\))?|timestamp(\([0-6]\))? with time zone)$/i,
    declared: [],
  },
  integer: {
    pattern: /^(smallint|int2|integer|int|int4)$/i,
    declared: ['int64', 'float64', 'decimal'],
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

export default {
  groups,
  kind: (type: string) => findGroup(type, groups),
  item: storedItem,
  written: (type: string) => type,
} satisfies TypeReader;

/** The type of the items of a list; `null` for any other type, for lists of lists, and for a map, which is a `jsonb`. */
function storedItem(type: string, as: 'list' | 'map'): string | null {
  return as === 'list' && /[^\]]\[\]$/.test(type) ? type.slice(0, -2) : null;
}
