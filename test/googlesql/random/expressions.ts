/** Random expressions over columns. */
import type { Column, Draw, Kind } from './draw.ts';

/** Documents are columns alone. */
type Value = Exclude<Kind, 'document'>;

const LITERALS: Readonly<Record<Value, readonly string[]>> = {
  int: ['0', '1', '2', '10', '@p', 'CAST(NULL AS INT64)'],
  text: ["'a'", "'b'", "''", '@s', 'CAST(NULL AS STRING)'],
  bool: ['TRUE', 'FALSE', 'CAST(NULL AS BOOL)'],
  decimal: ["NUMERIC '0'", "NUMERIC '-2.25'", "NUMERIC '0.000000001'", 'CAST(NULL AS NUMERIC)'],
  instant: ['@since', "TIMESTAMP '2026-01-01 00:00:00+00'", 'CURRENT_TIMESTAMP()'],
};

type Part = (kind: Value) => string;

export function expr(draw: Draw, kind: Value, columns: readonly Column[], depth: number): Column {
  return { sql: text(draw, kind, columns, depth), kind };
}

function text(draw: Draw, kind: Value, columns: readonly Column[], depth: number): string {
  const documents = columns.filter(column => column.kind === 'document');
  if (documents.length > 0 && READ[kind] !== undefined && draw.below(3) === 0)
    return read(draw, READ[kind] ?? '', draw.one(documents).sql);
  const fitting = columns.filter(column => column.kind === kind);
  if (depth <= 0 || draw.below(4) === 0)
    return fitting.length > 0 && draw.below(4) > 0
      ? draw.one(fitting).sql
      : draw.one(LITERALS[kind]);
  const of = (inner: Value) => text(draw, inner, columns, depth - 1);
  switch (draw.below(6)) {
    case 0:
      draw.named('if');
      return `IF(${of('bool')}, ${of(kind)}, ${of(kind)})`;
    case 1:
      draw.named('coalesce');
      return `COALESCE(${of(kind)}, ${of(kind)})`;
    case 2:
      draw.named('case');
      return `CASE WHEN ${of('bool')} THEN ${of(kind)} WHEN ${of('bool')} THEN ${of(kind)} END`;
    default:
      return OWN[kind](draw, of);
  }
}

const READ: Readonly<Partial<Record<Value, string>>> = {
  text: 'STRING',
  int: 'INT64',
  bool: 'BOOL',
};

/** A value of a document: whole numbers stay so small that their arithmetic does not fail. */
function read(draw: Draw, fn: string, document: string): string {
  draw.named('value of a document');
  const path = draw.one(['.user.id', '.user.age', '.n', '.ok', '.list[0]', '.list[1]', '[0].id']);
  if (fn === 'INT64') return `MOD(SAFE.INT64(${document}${path}), 1000)`;
  if (fn !== 'STRING' || draw.below(2) === 0) return `SAFE.${fn}(${document}${path})`;
  if (draw.below(4) === 0) {
    draw.named('item of a document');
    return `JSON_VALUE(JSON_QUERY_ARRAY(${document}, '$.list')[SAFE_OFFSET(0)])`;
  }
  draw.named('document as a text');
  return `JSON_VALUE(${document}, '$${draw.one(['.user.id', '.ok', '."odd key"', '[1]'])}')`;
}

/** Expressions of a kind by functions that have it. */
const OWN: Readonly<Record<Value, (draw: Draw, of: Part) => string>> = {
  int: number,
  text: (draw, of) => {
    if (draw.below(4) === 0) return writtenText(draw, of);
    draw.named('text function');
    return draw.one([
      `CONCAT(${of('text')}, ${of('text')})`,
      `CAST(${of('int')} AS STRING)`,
      `UPPER(${of('text')})`,
      `SUBSTR(${of('text')}, 2)`,
      `SPLIT(${of('text')}, 'a')[SAFE_OFFSET(1)]`,
      `ARRAY_TO_STRING(REGEXP_EXTRACT_ALL(IFNULL(${of('text')}, ''), r'[ab]'), '-')`,
    ]);
  },
  instant: (draw, of) => {
    if (draw.below(4) === 0) {
      draw.named('text as an instant');
      return draw.one([
        `SAFE_CAST(${of('text')} AS TIMESTAMP)`,
        `SAFE_CAST(IF(${of('bool')}, '2024-02-29', ${of('text')}) AS TIMESTAMP)`,
        `TIMESTAMP(LAST_DAY(DATE(${of('instant')})))`,
      ]);
    }
    draw.named('trunc');
    return draw.one([
      `TIMESTAMP_TRUNC(${of('instant')}, HOUR)`,
      `TIMESTAMP_SUB(${of('instant')}, INTERVAL 1 DAY)`,
      `DATE_TRUNC(${of('instant')}, MONTH)`,
      `(${of('instant')} - INTERVAL 90 MINUTE)`,
    ]);
  },
  decimal,
  bool: condition,
};

/** A text of bytes, of JSON or of a time. */
function writtenText(draw: Draw, of: Part): string {
  switch (draw.below(3)) {
    case 0:
      draw.named('bytes');
      return draw.one([
        `TO_BASE64(FROM_HEX(TO_HEX(MD5(${of('text')}))))`,
        `SAFE_CONVERT_BYTES_TO_STRING(FROM_BASE64(TO_BASE64(CAST(${of('text')} AS BYTES))))`,
        `TO_HEX(COALESCE(SAFE.FROM_HEX(${of('text')}), SHA1(${of('text')})))`,
      ]);
    case 1:
      draw.named('text of JSON');
      return draw.one([
        `TO_JSON_STRING(STRUCT(${of('int')} AS i, ${of('text')} AS t, ${of('bool')} AS b))`,
        `TO_JSON_STRING(STRUCT(${of('instant')} AS w, ${of('decimal')} AS n))`,
        `TO_JSON_STRING([${of('text')}, ${of('text')}])`,
        `TO_JSON_STRING(TO_JSON(STRUCT(${of('int')} AS z, ${of('text')} AS a)))`,
      ]);
    default:
      draw.named('time of the day');
      return draw.one([
        `CAST(TIME(${of('instant')}) AS STRING)`,
        `FORMAT_TIME('%H:%M:%S', TIME_ADD(TIME(${of('instant')}), INTERVAL 90 MINUTE))`,
        `CAST(TIME_TRUNC(TIME(${of('instant')}, 'Europe/Berlin'), HOUR) AS STRING)`,
      ]);
  }
}

/** Products are of small numbers, so that no result has too many digits. */
function decimal(draw: Draw, of: Part): string {
  switch (draw.below(4)) {
    case 0:
      draw.named('decimal arithmetic');
      return `(${of('decimal')} ${draw.one(['+', '-'])} ${of('decimal')})`;
    case 1:
      draw.named('number as a decimal');
      return `CAST(${of('int')} AS NUMERIC)`;
    case 2:
      draw.named('decimal quotient');
      return `(${of('decimal')} / NUMERIC '${draw.one(['0.7', '-3', '12.000000001'])}')`;
    default:
      draw.named('decimal product');
      return `(${of('decimal')} * NUMERIC '${draw.one(['0.5', '-1.25', '0.000000003'])}')`;
  }
}

/** No number grows so large that its arithmetic fails: that is what `corpus/failing.sql` is for. */
function number(draw: Draw, of: Part): string {
  switch (draw.below(4)) {
    case 0:
      draw.named('length');
      return draw.one([
        `LENGTH(${of('text')})`,
        `ARRAY_LENGTH(SPLIT(${of('text')}, 'a'))`,
        `GREATEST(${of('int')}, ${of('int')})`,
        `(${of('int')} ^ ~${of('int')})`,
      ]);
    case 1:
      draw.named('arithmetic');
      return `(${of('int')} ${draw.one(['+', '-'])} ${of('int')})`;
    case 2:
      draw.named('whole quotient');
      return draw.one([
        `DIV(${of('int')}, 3)`,
        `MOD(${of('int')}, 5)`,
        `SAFE.DIV(${of('int')}, ${of('int')})`,
        `MOD(${of('int')}, NULLIF(${of('int')}, 0))`,
      ]);
    default:
      draw.named('safe function');
      return draw.one([
        `(SAFE_ADD(${of('int')}, 9223372036854775807) & 1023)`,
        `SAFE_CAST(${of('text')} AS INT64)`,
        `SAFE_CAST(SAFE_DIVIDE(${of('int')}, ${of('int')}) AS INT64)`,
        `SAFE.ABS(${of('int')})`,
        `TIME_DIFF(TIME(${of('instant')}), TIME '12:00:00', MINUTE)`,
      ]);
  }
}

function inParameter(draw: Draw, of: Part): string {
  draw.named('in a list parameter');
  const not = draw.one(['', 'NOT ']);
  return draw.below(2) === 0
    ? `(${of('int')} ${not}IN UNNEST(${draw.one(['@ids', '@none'])}))`
    : `(${of('text')} ${not}IN UNNEST(@words))`;
}

function condition(draw: Draw, of: Part): string {
  const kind = draw.kind();
  const operator = draw.one(['=', '!=', '<', '<=', '>', '>=']);
  switch (draw.below(7)) {
    case 0:
      draw.named('and');
      return `(${of('bool')} AND ${of('bool')})`;
    case 1:
      draw.named('or');
      return `(${of('bool')} OR ${of('bool')})`;
    case 2:
      draw.named('not');
      return `(NOT ${of('bool')})`;
    case 3:
      if (draw.below(3) === 0) {
        draw.named('is nan');
        return draw.one(['IS_NAN', 'IS_INF']).concat(`(CAST(${of('int')} AS FLOAT64))`);
      }
      draw.named('is null');
      return `(${of(kind)} IS NULL)`;
    case 4:
      if (draw.below(3) === 0) return inParameter(draw, of);
      draw.named('in');
      return `(${of(kind)} ${draw.one(['IN', 'NOT IN'])} (${of(kind)}, ${of(kind)}))`;
    case 5:
      draw.named('between');
      return `(${of('int')} BETWEEN ${of('int')} AND ${of('int')})`;
    default:
      draw.named('comparison');
      return `(${of(kind)} ${operator} ${of(kind)})`;
  }
}
