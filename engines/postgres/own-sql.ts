/**
 * PostgreSQL's lexical rules and its placeholder, with `standard_conforming_strings`.
 *
 * - `'…'` ends at the next quote that is not doubled. In `E'…'` a backslash escapes the next character. Every string continues in the
 *   next `'…'` if only whitespace with a line break, and `--` comments, are between them.
 * - `--` ends at a line feed or a carriage return; block comments nest.
 * - `$$…$$` and `$tag$…$tag$` are strings, but a `$` inside a name is part of the name. `$1` is a parameter, unlike `:name` and `?`.
 * - `@` is part of every operator of these characters: `x>@p` is `x >@ p`.
 */
import { endOf, escapedLexis } from '../../generator/sql/author/own-lexis.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import { numeral, sql } from '../../generator/sql/sql.ts';
import { typeName } from './types.ts';

const NUMBERED = /\$[0-9]+/y;

export default {
  foldsTableNames: true,
  opaqueAt: escapedLexis,
  foreign: [{ shown: '$1', endAt: (text, at) => endOf(NUMBERED, text, at) }],
  operators: '+-*/<>=~!@#%^&|`?',
  beginnings: new Set(['select', 'with', 'values', 'table']),
  placeholder: (_, type, _isOptional, position) =>
    sql`(CAST($${numeral(position)} AS ${typeName(type)}))`.text,
} satisfies OwnSql;
