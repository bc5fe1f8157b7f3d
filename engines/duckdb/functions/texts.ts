/** DuckDB's functions of texts. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { TextFunctionName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, infix, type Spelling } from '../../../generator/sql/spelling.ts';
import { type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  contains: call`contains`,
  starts_with: call`starts_with`,
  ends_with: call`ends_with`,
  matches: call`regexp_matches`,
  fits: call`regexp_matches`,
  lower: call`lower`,
  upper: call`upper`,
  length: call`length`,
  byte_length: call`strlen`,
  // `concat` ignores NULL
  concat: infix('additive')`||`,
  substr: call`substr`,
  left: call`left`,
  right: call`right`,
  trim: trimmed(call`trim`),
  ltrim: trimmed(call`ltrim`),
  rtrim: trimmed(call`rtrim`),
  replace: call`replace`,
  split_part: form`string_split(${0}, ${1})[${2}]`,
  strpos: call`strpos`,
  lpad: padded(call`lpad`),
  rpad: padded(call`rpad`),
  repeat: call`repeat`,
  // `reverse` keeps each grapheme unchanged
  reverse: form`array_to_string(list_reverse(regexp_extract_all(${0}, '(?s).')), '')`,
  url_encode: form`replace(url_encode(${0}), '%20', '+')`,
  // it fails if the bytes are not UTF-8
  url_decode: form`TRY(url_decode(replace(${0}, '+', ' ')))`,
  regexp_extract: group,
  regexp_replace: form`regexp_replace(${0}, ${1}, ${2}, 'g')`,
  like,
  md5_hex: call`md5`,
  sha1_hex: call`sha1`,
  sha256_hex: call`sha256`,
} satisfies Spellings<TextFunctionName>;

const LIKE = form('comparison')`${atom(0)} LIKE ${atom(1)}`;

/**
 * Only an author's own pattern is one of LIKE, which tries every division of a text among the `%`: `%a%a%a%a%b` takes 20 ms for each row. Any
 * other is a pattern of RE2. It has no backslashes.
 */
function like(args: readonly Sql[], { args: [, pattern] }: CallExpr<SqlExpr>): Sql {
  if (pattern?.kind === 'literal') return LIKE(args);
  const [text = sql``, given = sql``] = args;
  return sql`regexp_full_match(${text}, replace(replace(regexp_escape(${given}), '\\%', '.*'), '_', '.'), 's')`;
}

/** The functions accept no BIGINT. */
function padded(spelling: Spelling): CallSpelling {
  return (args, { args: nodes }) =>
    nodes[1]?.kind === 'literal'
      ? spelling(args)
      : spelling(args.map((arg, i) => (i === 1 ? sql`CAST(${arg} AS INTEGER)` : arg)));
}

/** Without a set of characters, the function would remove only spaces. */
function trimmed(spelling: Spelling): Spelling {
  return args => spelling(args.length > 1 ? args : [...args, sql`E' \\t\\n\\x0B\\f\\r'`]);
}

/** The group's number is needed if there is a group. Without a group, the function returns the whole match. */
function group(args: readonly Sql[], { args: [, , number] }: CallExpr<SqlExpr>): Sql {
  const hasGroup = number?.kind === 'literal' && number.value !== 0n;
  return call`regexp_extract`(hasGroup ? args : args.slice(0, 2));
}
