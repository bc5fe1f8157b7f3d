/** Functions of texts of ClickHouse. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr.ts';
import type { TextFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';
import type { Sql } from '../../../generator/sql/sql.ts';
import { text } from '../text.ts';

export const texts = {
  contains: form('comparison')`position(${0}, ${1}) > 0`,
  starts_with: call`startsWith`,
  ends_with: call`endsWith`,
  matches: dotIsNoNewline,
  fits: call`match`,
  lower: call`lowerUTF8`,
  upper: call`upperUTF8`,
  length: form`toInt64(lengthUTF8(${0}))`,
  concat: call`concat`,
} satisfies Spellings<TextFunctionName>;

/** In `match`, `.` matches a newline unless the flag says otherwise. */
function dotIsNoNewline(args: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const pattern = node.args[1];
  if (pattern?.kind === 'literal' && typeof pattern.value === 'string')
    return form`match(${0}, ${text(`(?-s)${pattern.value}`)})`(args);
  return form`match(${0}, concat('(?-s)', ${1}))`(args);
}
