/** BigQuery's functions of JSON documents. */
import type {
  ExactJsonFunctionName,
  JsonFunctionName,
} from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import {
  BREAK,
  joined,
  operand,
  quoteBackslashed,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import { QUOTED, UNCLEAR, WRITTEN_FLOAT, WRITTEN_NUMBER } from '../../../generator/sql/texts.ts';

/** `SAFE` returns NULL for a value of another type. */
export default {
  // otherwise, numbers with more digits than a float fail
  json_from_string: form`SAFE.PARSE_JSON(${0}, wide_number_mode => 'round')`,
  json_string: args => sql`SAFE.STRING(${at(args)})`,
  json_int64: args => sql`SAFE.INT64(${at(args)})`,
  json_float64: args => sql`SAFE.FLOAT64(${at(args)})`,
  json_bool: args => sql`SAFE.BOOL(${at(args)})`,
  json_list: args => {
    const items = sql`UNNEST(JSON_QUERY_ARRAY(${at(args)})) AS item WITH OFFSET AS place`;
    return sql`ARRAY(${BREAK}  SELECT STRING(item)${BREAK}  FROM ${items}${BREAK}  WHERE JSON_TYPE(item) = 'string'${BREAK}  ORDER BY place${BREAK})`;
  },
  json_text: jsonText,
  json_exists: args => sql`(${at(args)} IS NOT NULL)`,
  json_type: args => sql`JSON_TYPE(${at(args)})`,
  json_length: args => sql`IFNULL(ARRAY_LENGTH(JSON_QUERY_ARRAY(${at(args)})), 0)`,
  json_is_known: args => sql`IFNULL(JSON_TYPE(${at(args)}) != 'null', FALSE)`,
  json_part: args => at(args),
  json_is_empty: args => sql('comparison')`TO_JSON_STRING(${at(args)}) = '{}'`,
  json_lax_text: args => {
    const value = at(args);
    const isWritten = [WRITTEN_NUMBER, WRITTEN_FLOAT].map(
      pattern => sql`REGEXP_CONTAINS(LAX_STRING(${value}), ${quoteBackslashed(pattern)})`,
    );
    return sql`IF(JSON_TYPE(${value}) = 'number' AND NOT (${joined(isWritten, sql` OR `)}), NULL, LAX_STRING(${value}))`;
  },
  json_is_valid: form`(SAFE.PARSE_JSON(${0}, wide_number_mode => 'round') IS NOT NULL AND NOT REGEXP_CONTAINS(REGEXP_REPLACE(${0}, ${quoteBackslashed(QUOTED)}, '""'), ${quoteBackslashed(UNCLEAR)}))`,
} satisfies Spellings<JsonFunctionName | ExactJsonFunctionName>;

/** Reads a number as a text only if every engine writes it in the same way. */
function jsonText(args: readonly Sql[]): Sql {
  const value = at(args);
  const isOther = sql`JSON_TYPE(${value}) = 'number' AND NOT REGEXP_CONTAINS(JSON_VALUE(${value}), ${quoteBackslashed(WRITTEN_NUMBER)})`;
  return sql`IF(${isOther}, NULL, JSON_VALUE(${value}))`;
}

/** The value at the path, or NULL. */
function at([document = sql``, ...path]: readonly Sql[]): Sql {
  return path.reduce((of, part) => sql`${of}[${part}]`, operand(document, 'primary'));
}
