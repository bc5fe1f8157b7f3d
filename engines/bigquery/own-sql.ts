/**
 * GoogleSQL's lexical rules and its placeholder, measured on ZetaSQL, whose parser returns the parameters that it finds.
 *
 * - `'…'`, `"…"`, `'''…'''`, `"""…"""` and `` `…` `` end at the next quote of their kind that is not after a backslash, even if
 *   they are raw (`r'…'`) or bytes (`b'…'`). A quote is never doubled.
 * - `--` and `#` begin a comment, which ends at a line feed or a carriage return; block comments do not nest.
 * - `@name` is a parameter, also after operators: `x>@p`. The name may be a keyword. `@` and a name with whitespace, a comment
 *   or backticks between them are a parameter too, and so is `?`. `@@name` is a system variable; `@{…}` and `@5` are hints.
 *
 * BigQuery gets each value with its type. A value can occur wherever the language allows a parameter, such as `LIMIT @n` and
 * `INTERVAL @n DAY`, but not for a name, a table or the text of a literal (`DATE @day`). Pipe statements that begin with FROM
 * are not among the beginnings, because the analyser does not support them.
 */
import {
  anyOf,
  endOf,
  flatComment,
  lineComment,
  pastBlank,
  quotedRule,
} from '../../generator/sql/author/own-lexis.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import { quoted, sql, word } from '../../generator/sql/sql.ts';

const ESCAPES = { isDoubled: false, hasBackslash: true } as const;

const opaqueAt = anyOf(
  ...["'''", '"""', "'", '"'].map(quote =>
    quotedRule({ kind: 'string', open: quote, close: quote, ...ESCAPES }),
  ),
  quotedRule({ kind: 'name', open: '`', close: '`', ...ESCAPES }),
  lineComment(/(?:--|#)[^\n\r]*/y),
  flatComment,
);

const NAME_QUOTES = { quote: '`', escape: 'backslash' } as const;

const SYSTEM = /@@\w*/y;
const NAME = /[A-Za-z_]\w*/y;

/** The end of `@` and a name that does not follow it directly, such as `` @`name` `` and `@ name`. */
function apartEnd(text: string, at: number): number | null {
  if (text[at] !== '@') return null;
  const start = pastBlank(text, at + 1, opaqueAt);
  if (text[start] === '`') return opaqueAt(text, start)?.end ?? null;
  return start === at + 1 ? null : endOf(NAME, text, start);
}

export default {
  foldsTableNames: false,
  tableName: parts => quoted(parts.join('.'), NAME_QUOTES).text,
  opaqueAt,
  foreign: [
    { shown: '@@name', endAt: (text, at) => endOf(SYSTEM, text, at) },
    { shown: '@ name', endAt: apartEnd },
    { shown: '?', endAt: (text, at) => (text[at] === '?' ? at + 1 : null) },
  ],
  operators: '',
  beginnings: new Set(['select', 'with']),
  placeholder: name => sql`@${word(name)}`.text,
} satisfies OwnSql;
