/**
 * DuckDB's lexical rules and its placeholder, measured on 1.5.6 with `prepare`, which names the parameters that its parser sees.
 *
 * - `'…'` ends at the next quote that is not doubled. In `E'…'` a backslash guards the next character, and the string goes on in
 *   the next `'…'` where only whitespace and `--` comments with a line break between them stand. `X'…'`, `B'…'`, `N'…'` and
 *   `U&'…'` end as `'…'` does.
 * - `--` ends at a line feed or a carriage return; block comments nest.
 * - `$$…$$` and `$tag$…$tag$` are strings, but a `$` inside of a name is part of it. Any other `$` is a parameter, even with
 *   whitespace or a comment before its name; so is every `?`, but neither `:name` nor `#1`.
 * - `@` is a prefix operator (the absolute value), and it is part of every operator of these characters: `x>@p`
 *   reads as `x >@ p`.
 * - NO-BREAK SPACE and its like are whitespace, but letters behind a comment that holds a quote.
 *
 * A value stands in parentheses, because `INTERVAL CAST(…) DAY` is not an expression but `INTERVAL (…) DAY` is. It can stand wherever
 * an expression can, such as `LIMIT @n`, `ROWS @n PRECEDING`, `range(@n)`, `[@n:]`. The parser takes only literals in USING
 * SAMPLE, TABLESAMPLE and the IN list of PIVOT. Without CAST, `$n::BIGINT[1]` would be an array.
 */
import {
  anyOf,
  dollarQuoted,
  endOf,
  lineComment,
  nestedComment,
  quoted,
} from '../../generator/sql/own-lexis.ts';
import type { OwnSql } from '../../generator/sql/own-sql.ts';
import { sql, word } from '../../generator/sql/sql.ts';
import { TYPES } from './types.ts';

const NEXT_PART =
  /(?:(?:[^\S\n\r]|[\u200b-\u200d\u2060])*(?:--[^\n\r]*)?[\n\r])+(?:[^\S\n\r]|[\u200b-\u200d\u2060])*'/y;
/** Behind a character that a name may hold, a `$` and an `E` are part of the name. All characters beyond ASCII are such. */
const OUTSIDE_NAME = /(?<![^\p{ASCII}\s\u0085\u180e\u200b-\u200d\u2060])/uy;
const DOLLAR =
  /(?<![^\p{ASCII}\s\u0085\u180e\u200b-\u200d\u2060])\$(?:[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)?\$/uy;
const NAMED = /\$[\p{L}\p{M}\p{N}_]*/uy;

export default {
  opaqueAt: anyOf(
    quoted({ kind: 'string', open: "'", close: "'", isDoubled: true, hasBackslash: false }),
    quoted({
      kind: 'string',
      open: "e'",
      startsAt: OUTSIDE_NAME,
      close: "'",
      isDoubled: true,
      hasBackslash: true,
      between: NEXT_PART,
    }),
    quoted({ kind: 'name', open: '"', close: '"', isDoubled: true, hasBackslash: false }),
    dollarQuoted(DOLLAR),
    lineComment(/--[^\n\r]*/y),
    nestedComment,
  ),
  foreign: [
    { shown: '$name', endAt: (text, at) => endOf(NAMED, text, at) },
    { shown: '?', endAt: (text, at) => (text[at] === '?' ? at + 1 : null) },
  ],
  operators: '~!@#^&|`?+-*/%<>=',
  beginnings: new Set(['select', 'with', 'from', 'values', 'table', 'pivot', 'unpivot']),
  placeholder: (name, scalar) => sql`(CAST($${word(name)} AS ${TYPES[scalar]}))`.text,
} satisfies OwnSql;
