/** How statements read PostgreSQL's stored types. */
import { atom, form } from '../../generator/sql/spelling.ts';
import { sql } from '../../generator/sql/sql.ts';
import {
  compareAs,
  plainReading,
  STORED_COMPARISONS,
  type StoredReadings,
  type StoredTypes,
} from '../../generator/sql/stored.ts';
import { withinInt64 } from './functions/casts.ts';
import { textComparisons, typeInTable } from './functions/equality.ts';
import storedType from './stored-type.ts';

const same = form`${0}`;
const asFloat = plainReading(form`${atom(0)}::float8`);
const asDecimal = plainReading(form`${atom(0)}::numeric`);
/** An index on the stored numbers compares them with a wider one. */
const asStored = compareAs(same, { isExact: true, of: STORED_COMPARISONS });

const asText = { ...plainReading(form`${atom(0)}::text`), raw: textComparisons };

const READINGS: StoredReadings<typeof storedType.groups> = {
  integer: {
    int64: { ...plainReading(form`${atom(0)}::bigint`), raw: () => asStored },
    float64: asFloat,
    decimal: asDecimal,
  },
  bigint: { int64: plainReading(same), float64: asFloat, decimal: asDecimal },
  float: { float64: asFloat },
  decimal: {
    decimal: asDecimal,
    string: plainReading(form`${atom(0)}::text`),
    float64: asFloat,
    int64: {
      ...plainReading(form`${atom(0)}::bigint`),
      orNull: ([of = sql``]) => withinInt64(of, of),
    },
  },
  text: { string: asText },
  // a cast writes `/32` behind one address
  address: { string: { ...plainReading(form`abbrev(${0})`), raw: textComparisons } },
  bytes: { string: plainReading(form`translate(encode(${0}, 'base64'), E'\\n', '')`) },
  nested: { json: plainReading(form`to_jsonb(${0})`) },
};

const COMMON = [
  'text | varchar(255) | jsonb | double precision | boolean | date | timestamp | timestamptz | bigint | smallint | integer',
  'real | numeric(18, 2) | uuid | citext | inet | interval | time | tsrange | bytea | json | text[]',
].flatMap(line => line.split(' | '));

export default {
  common: COMMON,
  exact: storedType.exact,
  kind: storedType.kind,
  item: storedType.item,
  readings: READINGS,
  // of a composite type
  record: form`to_jsonb(${0})`,
  absent: {
    float64: form`CASE WHEN abs(${0}) < 'Infinity' THEN ${0} END`,
    timestamp: form`CASE WHEN ${atom(0)} BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999999' THEN ${0} END`,
    date: form`CASE WHEN ${atom(0)} BETWEEN '0001-01-01' AND '9999-12-31' THEN ${0} END`,
  },
  column: typeInTable,
} satisfies StoredTypes;
