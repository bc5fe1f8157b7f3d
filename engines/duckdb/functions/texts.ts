/** Functions of texts of DuckDB. */
import type { TextFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, infix } from '../../../generator/sql/spelling.ts';

export const texts = {
  contains: call`contains`,
  starts_with: call`starts_with`,
  ends_with: call`ends_with`,
  matches: call`regexp_matches`,
  fits: call`regexp_matches`,
  lower: call`lower`,
  upper: call`upper`,
  length: call`length`,
  // `concat` passes over NULL
  concat: infix('additive')`||`,
} satisfies Spellings<TextFunctionName>;
