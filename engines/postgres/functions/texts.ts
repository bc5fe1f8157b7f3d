/** PostgreSQL's functions of texts. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import { someExpr } from '../../../generator/core/expr/walk.ts';
import type { TextFunctionName } from '../../../generator/functions/names.ts';
import { searchedBy } from '../../../generator/functions/searched.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, infix, type Spelling } from '../../../generator/sql/spelling.ts';
import { operand, quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import { spelledPattern } from '../patterns/spelled.ts';
import { failure } from './failure.ts';

export default {
  contains: form('comparison')`strpos(${0}, ${1}) > 0`,
  starts_with: call`starts_with`,
  ends_with: form('comparison')`right(${0}, length(${1})) = ${atom(1)}`,
  matches: searched,
  fits: form('comparison')`${atom(0)} ~ ${atom(1)}`,
  lower: cased(call`lower`),
  upper: cased(call`upper`),
  length: form`length(${0})::bigint`,
  byte_length: form`octet_length(${0})::bigint`,
  concat: infix('additive')`||`,
  substr: numbered(call`substr`, 1, 2),
  left: numbered(call`left`, 1),
  right: numbered(call`right`, 1),
  trim: trimmed(call`btrim`),
  ltrim: trimmed(call`ltrim`),
  rtrim: trimmed(call`rtrim`),
  replace: call`replace`,
  // an empty text has no parts here
  split_part: numbered(
    form`CASE WHEN ${atom(0)} = '' THEN (ARRAY[''])[${2}] ELSE (string_to_array(${0}, ${1}))[${2}] END`,
    2,
  ),
  strpos: form`strpos(${0}, ${1})::bigint`,
  lpad: numbered(call`lpad`, 1),
  rpad: numbered(call`rpad`, 1),
  repeat: numbered(call`repeat`, 1),
  reverse: call`reverse`,
  url_encode: form`(SELECT string_agg(CASE WHEN part ~ '^[A-Za-z0-9._~-]$' THEN part WHEN part = ' ' THEN '+' ELSE regexp_replace(upper(encode(convert_to(part, 'UTF8'), 'hex')), '(..)', '%\\1', 'g') END, '' ORDER BY place) FROM regexp_split_to_table(${0}, '') WITH ORDINALITY AS parts(part, place))`,
  url_decode: ([of = sql``]) => {
    const isByte = sql`length(part[1]) = 3 AND left(part[1], 1) = '%'`;
    const digits = sql`CASE WHEN ${isByte} THEN lower(right(part[1], 2)) ELSE encode(convert_to(translate(part[1], '+', ' '), 'UTF8'), 'hex') END`;
    const parts = sql`regexp_matches(${of}, '%[0-9A-Fa-f]{2}|%|[^%]+|^$', 'g') WITH ORDINALITY AS parts(part, place)`;
    const decoded = sql`(SELECT string_agg(${digits}, '' ORDER BY place) AS bytes FROM ${parts}) AS decoded`;
    return sql`(SELECT CASE WHEN bytes ~ ${quoteDoubled(UTF8)} THEN convert_from(decode(bytes, 'hex'), 'UTF8') END FROM ${decoded})`;
  },
  // a text that has no match gives NULL
  regexp_extract: ([of = sql``], node) => sql`substring(${of} FROM ${foundPattern(node)})`,
  regexp_replace: ([of = sql``], node) =>
    sql`regexp_replace(${of}, ${foundPattern(node)}, ${replacement(node)}, 'g')`,
  // PostgreSQL gives up as soon as no division of the text among the `%` can match
  like: form('comparison')`${atom(0)} LIKE ${atom(1)}`,
  md5_hex: call`md5`,
  // only an extension has it
  sha1_hex: null,
  sha256_hex: form`encode(sha256(convert_to(${0}, 'UTF8')), 'hex')`,
} satisfies Spellings<TextFunctionName>;

/**
 * The service binds a pattern in the engine's language. A saved query has one of RE2, of which it takes those that need no change but for
 * the dot.
 */
function searched([of = sql``, pattern = sql``]: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const written = searchedBy(node);
  if (written !== null)
    return matching(of, quoteDoubled(spelledPattern(written.pattern, written.use) ?? ''));
  const [, given] = node.args;
  if (given !== undefined && someExpr(given, isText)) {
    // a plan for any parameter estimates what it compares with, and computes all but volatile functions for that
    const clock = sql`clock_timestamp()`;
    const failing = failure('string', 'a saved query cannot search for this pattern', clock);
    return matching(
      of,
      sql`CASE WHEN ${operand(pattern, 'primary')} ~ ${quoteDoubled(UNCOMMON)} THEN ${failing} ELSE replace(${pattern}, '.', E'[^\\n]') END`,
    );
  }
  const first = given?.kind === 'call' && given.fn === 'concat' ? given.args[0] : undefined;
  const ignoresCase = first?.kind === 'literal' && String(first.value).startsWith(IGNORE_CASE);
  return matching(of, ignoresCase ? sql`substr(${pattern}, 5)` : pattern);
}

/** The pattern of a function that finds a part of a text. */
export function foundPattern(node: CallExpr<SqlExpr>): Sql {
  const written = searchedBy(node);
  const pattern = written === null ? null : spelledPattern(written.pattern, written.use);
  if (pattern === null) throw new Error(`\`${node.fn}\` has no pattern of PostgreSQL`);
  return quoteDoubled(pattern);
}

/** `\\0`, the whole match, is `\\&`. */
function replacement({ args: [, , by] }: CallExpr<SqlExpr>): Sql {
  const text = by?.kind === 'literal' ? String(by.value) : '';
  return quoteDoubled(text.replace(/\\(.)/gs, (whole, part) => (part === '0' ? '\\&' : whole)));
}

const IGNORE_CASE = '(?i)';

function matching(of: Sql, pattern: Sql): Sql {
  return sql('comparison')`${operand(of, 'primary')} ~ ${operand(pattern, 'primary')}`;
}

function isText(expr: SqlExpr): boolean {
  return expr.kind === 'param' && expr.form === 'text';
}

/** The hexadecimal digits of a text. No text has a byte 0. */
const UTF8 =
  '^(?:(?!00)[0-7].|(?:c[2-9a-f]|d.|e0[ab].|e[1-9abcef][89ab].|ed[89].|f0[9ab].[89ab].|f[1-3](?:[89ab].){2}|f48.[89ab].)[89ab].)*$';

/** Escapes, classes, counts, flags, and repetitions of an anchor, of nothing or of a repetition. */
const UNCOMMON = String.raw`[][\\{}]|^[*+?]|[*+?^$|][*+?]|\([*+]|\(\?[^:]`;

/** By the rules of Unicode: those of the database's own collation may know only ASCII. */
export function cased(spelling: Spelling): Spelling {
  return ([of = sql``]) =>
    sql`${spelling([sql`${operand(of, 'primary')} COLLATE "und-x-icu"`])} COLLATE "C"`;
}

/** The functions accept no `bigint`. */
function numbered(spelling: Spelling, ...places: readonly number[]): CallSpelling {
  return (args, { args: nodes }) =>
    spelling(args.map((arg, i) => (places.includes(i) && !isShort(nodes[i]) ? int4(arg) : arg)));
}

/** Whether the engine reads the number as an `integer`. */
function isShort(node: SqlExpr | undefined): boolean {
  if (node?.kind !== 'literal' || typeof node.value !== 'bigint') return false;
  return node.value >= -2_147_483_647n && node.value <= 2_147_483_647n;
}

const MOST = sql`2147483647`;

/** A whole number within the 32 bits that texts and lists are counted in. */
export function int4(of: Sql): Sql {
  const x = operand(of, 'additive');
  return sql`(CASE WHEN ${x} > ${MOST} THEN ${MOST} WHEN ${x} < -${MOST} THEN -${MOST} ELSE ${of} END)::int`;
}

/** Without a set of characters, the function would remove only spaces. */
function trimmed(spelling: Spelling): Spelling {
  return args => spelling(args.length > 1 ? args : [...args, sql`E' \\t\\n\\x0B\\f\\r'`]);
}
