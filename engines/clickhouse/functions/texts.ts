/** ClickHouse's functions of texts. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { TextFunctionName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, local, type Spelling } from '../../../generator/sql/spelling.ts';
import { quoteBackslashed, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  contains: form('comparison')`position(${0}, ${1}) > 0`,
  starts_with: call`startsWith`,
  ends_with: call`endsWith`,
  matches: (args, node) => call`match`(dotIsNoNewline(args, node)),
  fits: call`match`,
  lower: call`lowerUTF8`,
  upper: call`upperUTF8`,
  length: form`toInt64(lengthUTF8(${0}))`,
  byte_length: form`toInt64(length(${0}))`,
  concat: call`concat`,
  substr: call`substringUTF8`,
  left: call`leftUTF8`,
  right: call`rightUTF8`,
  trim: trimmed(call`trimBoth`, set => `^${set}|${set}$`),
  ltrim: trimmed(call`trimLeft`, set => `^${set}`),
  rtrim: trimmed(call`trimRight`, set => `${set}$`),
  replace: call`replaceAll`,
  // a list is never NULL
  split_part: whereKnown(0, form`arrayElementOrNull(splitByString(${1}, ${0}), ${2})`),
  strpos: form`toInt64(positionUTF8(${0}, ${1}))`,
  // these evaluate a number even if it is NULL, and fail if it is too large
  lpad: whereKnown(1, form`leftPadUTF8(${0}, ifNull(${1}, 0), ${2})`, call`leftPadUTF8`),
  rpad: whereKnown(1, form`rightPadUTF8(${0}, ifNull(${1}, 0), ${2})`, call`rightPadUTF8`),
  repeat: whereKnown(1, form`repeat(${0}, ifNull(${1}, 0))`, call`repeat`),
  reverse: call`reverseUTF8`,
  url_encode: call`encodeURLFormComponent`,
  url_decode: whereKnown(0, decoded),
  regexp_extract: extracted,
  regexp_replace: replaced,
  like: call`like`,
  md5_hex: form`lower(hex(MD5(${0})))`,
  sha1_hex: form`lower(hex(SHA1(${0})))`,
  sha256_hex: form`lower(hex(SHA256(${0})))`,
} satisfies Spellings<TextFunctionName>;

/** Without a group, `extract` finds nothing for patterns such as `^.*$`. */
function extracted(args: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const group = node.args[2];
  const hasGroup = group?.kind === 'literal' && group.value !== 0n;
  const pattern = literalAt(node, 1) ?? '';
  const flagged = quoteBackslashed(withFlag(hasGroup ? pattern : `(${pattern})`));
  return form`extract(${0}, ${flagged})`(args);
}

/** Adds the flag to every pattern: for a plain text, `\0` and `\1` in the replacement would be literal. */
function replaced(args: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const pattern = literalAt(node, 1);
  const flagged =
    pattern === null ? form`concat('(?-s)', ${1})`(args) : quoteBackslashed(`(?-s)${pattern}`);
  return call`replaceRegexpAll`(args.with(1, flagged));
}

/** The arguments. In ClickHouse, `.` matches a newline unless a flag of the pattern forbids it. */
function dotIsNoNewline(args: readonly Sql[], node: CallExpr<SqlExpr>): readonly Sql[] {
  const pattern = literalAt(node, 1);
  if (pattern !== null) return args.with(1, quoteBackslashed(withFlag(pattern)));
  return args.with(1, form`if(position(${1}, '.') > 0, concat('(?-s)', ${1}), ${1})`(args));
}

/** A pattern without a dot needs no flag. With a flag, the engine does not search a plain text as a substring. */
function withFlag(pattern: string): string {
  return pattern.includes('.') ? `(?-s)${pattern}` : pattern;
}

function literalAt({ args }: CallExpr<SqlExpr>, index: number): string | null {
  const arg = args[index];
  return arg?.kind === 'literal' && typeof arg.value === 'string' ? arg.value : null;
}

/** The function passes over the two bytes behind a `%` that encodes none, so each run is decoded separately. It returns any bytes. */
function decoded(args: readonly Sql[]): Sql {
  const run = local('run', ...args);
  const runs = form`extractAll(${0}, '(?:%[0-9A-Fa-f]{2})+|%|[^%]+')`(args);
  const text = sql`arrayStringConcat(arrayMap(${run} -> decodeURLFormComponent(${run}), ${runs}))`;
  return sql`if(isValidUTF8(${text}), ${text}, NULL)`;
}

/** NULL if that argument is NULL; `always` if it never is. */
function whereKnown(index: 0 | 1, spelling: Spelling, always = spelling): CallSpelling {
  return (args, { args: nodes }) => {
    if (nodes[index]?.nullable !== true) return always(args);
    return sql`if(isNull(${args[index] ?? sql``}), NULL, ${spelling(args)})`;
  };
}

/** The engine's own functions remove only spaces, and compare characters byte by byte. */
function trimmed(ofBytes: Spelling, pattern: (set: string) => string): CallSpelling {
  return (args, node) => {
    if (args.length === 1) return ofBytes([...args, sql`' \\t\\n\\v\\f\\r'`]);
    const characters = literalAt(node, 1) ?? '';
    if (/^\p{ASCII}*$/u.test(characters)) return ofBytes(args);
    const set = `[${characters.replace(/[\\\]^-]/g, '\\$&')}]+`;
    return form`replaceRegexpAll(${0}, ${quoteBackslashed(pattern(set))}, '')`(args);
  };
}
