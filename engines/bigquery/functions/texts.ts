/** Functions of texts of BigQuery. */
import type { TextFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';

export const texts = {
  contains: form('comparison')`STRPOS(${0}, ${1}) > 0`,
  starts_with: call`STARTS_WITH`,
  ends_with: call`ENDS_WITH`,
  matches: call`REGEXP_CONTAINS`,
  fits: call`REGEXP_CONTAINS`,
  lower: call`LOWER`,
  upper: call`UPPER`,
  length: call`CHAR_LENGTH`,
  concat: call`CONCAT`,
} satisfies Spellings<TextFunctionName>;
