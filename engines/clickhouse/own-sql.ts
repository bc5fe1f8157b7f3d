/**
 * ClickHouse's lexical rules and its placeholder, measured on 26.7 with `formatQuerySingleLine`, which writes a statement back
 * as its parser read it.
 *
 * - `'…'`, `"…"` and `` `…` `` end at the next quote that is neither doubled nor after a backslash. `‘…’` is a string and `“…”`
 *   a name; only the closing quote ends them. `x'…'` and `b'…'` contain only digits.
 * - `--`, `//`, `#!`, and `#` before a space begin a comment, which ends only at a line feed; block comments nest. A server
 *   without `//` or nested comments refuses the statement, and every server refuses a `#` before other whitespace. quern reads
 *   that as a comment too, and keeps its whitespace.
 * - `$tag$…$tag$` is a string; its tag consists of ASCII letters, digits and `_`. Without its end it would be a name. quern
 *   reads it as an open string, because names have quotes of their own. Every other `$` is part of a name.
 * - `{name:Type}` is a parameter, with whitespace and comments wherever they fit. `?` is an operator, and so is `@@` (a
 *   setting), but not `@`.
 *
 * A value can occur wherever an expression can: `LIMIT @n`, `INTERVAL @n DAY`, `ROWS @n PRECEDING`, `quantile(@q)(x)`,
 * `numbers(@n)`. The parser accepts only literals in SAMPLE, and some functions accept only types of their own: `toDecimal64(x,
 * @scale)` does not accept an Int64. `LIMIT @n` fails if the value is NULL.
 */
import {
  anyOf,
  dollarQuoted,
  endOf,
  lineComment,
  nestedComment,
  pastBlank,
  quotedRule,
} from '../../generator/sql/author/own-lexis.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import { sql, word } from '../../generator/sql/sql.ts';
import { nullable, typeName } from './types.ts';

const opaqueAt = anyOf(
  quotedRule({ kind: 'string', open: "'", close: "'", isDoubled: true, hasBackslash: true }),
  quotedRule({ kind: 'name', open: '"', close: '"', isDoubled: true, hasBackslash: true }),
  quotedRule({ kind: 'name', open: '`', close: '`', isDoubled: true, hasBackslash: true }),
  quotedRule({ kind: 'string', open: '‘', close: '’', isDoubled: false, hasBackslash: false }),
  quotedRule({ kind: 'name', open: '“', close: '”', isDoubled: false, hasBackslash: false }),
  dollarQuoted(/\$\w*\$/y),
  lineComment(/(?:--|\/\/|#(?=[!\s\u0085\u180e\u200b-\u200d\u2060]))[^\n]*/y),
  nestedComment,
);

const NAME = /[\w$]+/y;
const TYPE = /:[^{}]*\}?/y;

/** The end of `{name:Type}`. */
function substitutionEnd(text: string, at: number): number | null {
  if (text[at] !== '{') return null;
  const name = endOf(NAME, text, pastBlank(text, at + 1, opaqueAt));
  return name === null ? null : endOf(TYPE, text, pastBlank(text, name, opaqueAt));
}

export default {
  foldsTableNames: false,
  opaqueAt,
  foreign: [{ shown: '{name:Type}', endAt: substitutionEnd }],
  operators: '',
  beginnings: new Set(['select', 'with', 'from']),
  placeholder: (name, type, isOptional) => {
    const own = typeName(type);
    return sql`{${word(name)}:${isOptional ? nullable(own) : own}}`.text;
  },
} satisfies OwnSql;
