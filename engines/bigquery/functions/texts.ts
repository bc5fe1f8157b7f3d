/** BigQuery's functions of texts. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { TextFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, local, type Spelling } from '../../../generator/sql/spelling.ts';
import { BREAK, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  contains: form('comparison')`STRPOS(${0}, ${1}) > 0`,
  starts_with: call`STARTS_WITH`,
  ends_with: call`ENDS_WITH`,
  matches: call`REGEXP_CONTAINS`,
  fits: call`REGEXP_CONTAINS`,
  lower: call`LOWER`,
  upper: call`UPPER`,
  length: call`CHAR_LENGTH`,
  byte_length: call`BYTE_LENGTH`,
  concat: call`CONCAT`,
  substr: call`SUBSTR`,
  left: call`LEFT`,
  right: call`RIGHT`,
  trim: trimmed(call`TRIM`),
  ltrim: trimmed(call`LTRIM`),
  rtrim: trimmed(call`RTRIM`),
  replace: call`REPLACE`,
  split_part: form`SPLIT(${0}, ${1})[SAFE_ORDINAL(${2})]`,
  strpos: call`STRPOS`,
  lpad: call`LPAD`,
  rpad: call`RPAD`,
  repeat: call`REPEAT`,
  reverse: call`REVERSE`,
  url_encode: encoded,
  url_decode: decoded,
  regexp_extract: form`REGEXP_EXTRACT(${0}, ${1})`,
  regexp_replace: call`REGEXP_REPLACE`,
  like: form('comparison')`${atom(0)} LIKE ${atom(1)}`,
  md5_hex: form`TO_HEX(MD5(${0}))`,
  sha1_hex: form`TO_HEX(SHA1(${0}))`,
  sha256_hex: form`TO_HEX(SHA256(${0}))`,
} satisfies Spellings<TextFunctionName>;

/** Without a set of characters, the function would remove all Unicode whitespace. */
function trimmed(spelling: Spelling): Spelling {
  return args => spelling(args.length > 1 ? args : [...args, sql`' \\t\\n\\v\\f\\r'`]);
}

/** BigQuery has no such function, so each byte is encoded separately. */
function encoded([of = sql``]: readonly Sql[], { nullable }: CallExpr<SqlExpr>): Sql {
  const byte = sql`CASE${BREAK}    WHEN byte = 32 THEN '+'${BREAK}    WHEN REGEXP_CONTAINS(CHR(byte), '^[A-Za-z0-9._~-]$') THEN CHR(byte)${BREAK}    ELSE FORMAT('%%%02X', byte)${BREAK}  END`;
  const bytes = sql`UNNEST(TO_CODE_POINTS(CAST(${of} AS BYTES))) AS byte WITH OFFSET AS place`;
  const text = sql`ARRAY_TO_STRING(ARRAY(${BREAK}  SELECT ${byte}${BREAK}  FROM ${bytes}${BREAK}  ORDER BY place${BREAK}), '')`;
  return nullable ? sql`IF(${of} IS NULL, NULL, ${text})` : text;
}

/** BigQuery has no such function, so each run of encoded bytes is decoded separately. */
function decoded([of = sql``]: readonly Sql[], { args: [text] }: CallExpr<SqlExpr>): Sql {
  const [piece, place] = [local('piece', of), local('place', of)];
  const isEncoded = sql`STARTS_WITH(${piece}, '%') AND CHAR_LENGTH(${piece}) > 1`;
  const bytes = sql`IF(${isEncoded}, FROM_HEX(REPLACE(${piece}, '%', '')), CAST(${piece} AS BYTES))`;
  const pieces = sql`UNNEST(REGEXP_EXTRACT_ALL(REPLACE(${of}, '+', ' '), '(?:%[0-9A-Fa-f]{2})+|%|[^%]+')) AS ${piece} WITH OFFSET AS ${place}`;
  const all = sql`ARRAY_TO_STRING(ARRAY(${BREAK}  SELECT ${bytes}${BREAK}  FROM ${pieces}${BREAK}  ORDER BY ${place}${BREAK}), b'')`;
  const read = sql`SAFE_CAST(${all} AS STRING)`;
  return text?.nullable === true ? sql`IF(${of} IS NULL, NULL, ${read})` : read;
}
