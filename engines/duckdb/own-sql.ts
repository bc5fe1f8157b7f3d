/**
 * DuckDB's lexical rules and its placeholder, measured on 1.5.6 with `prepare`, which returns the parameters that its
 * parser finds.
 *
 * - `'…'` ends at the next quote that is not doubled. In `E'…'` a backslash escapes the next character, and the string
 *   continues in the next `'…'` if only whitespace and `--` comments with a line break are between them. `X'…'`,
 *   `B'…'`, `N'…'` and `U&'…'` end in the same way as `'…'`.
 * - `--` ends at a line feed or a carriage return; block comments nest.
 * - `$$…$$` and `$tag$…$tag$` are strings, but a `$` inside a name is part of the name. Any other `$` begins a
 *   parameter, even with whitespace or a comment before its name. Every `?` is a parameter too, but `:name` and `#1`
 *   are not.
 * - `@` is a prefix operator (the absolute value), and it is part of every operator of these characters: DuckDB reads
 *   `x>@p` as `x >@ p`.
 * - NO-BREAK SPACE and similar characters are whitespace, but letters after a comment that contains a quote.
 *
 * A value is written in parentheses, because `INTERVAL CAST(…) DAY` is not an expression but `INTERVAL (…) DAY` is. It
 * can occur wherever an expression can, such as `LIMIT @n`, `ROWS @n PRECEDING`, `range(@n)`, `[@n:]`. The parser
 * accepts only literals in USING SAMPLE, TABLESAMPLE and the IN list of PIVOT. Without CAST, `$n::BIGINT[1]` would be
 * an array.
 */
import { endOf, escapedLexis } from '../../generator/sql/author/own-lexis.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import { sql, word } from '../../generator/sql/sql.ts';
import { typeName } from './types.ts';

const NAMED = /\$[\p{L}\p{M}\p{N}_]*/uy;

export default {
  foldsTableNames: true,
  opaqueAt: escapedLexis,
  foreign: [
    { shown: '$name', endAt: (text, at) => endOf(NAMED, text, at) },
    { shown: '?', endAt: (text, at) => (text[at] === '?' ? at + 1 : null) },
  ],
  operators: '~!@#^&|`?+-*/%<>=',
  beginnings: new Set(['select', 'with', 'from', 'values', 'table', 'pivot', 'unpivot']),
  placeholder: (name, type) => sql`(CAST($${word(name)} AS ${typeName(type)}))`.text,
} satisfies OwnSql;
