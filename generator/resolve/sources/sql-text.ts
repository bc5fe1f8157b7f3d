/** Checks that engine SQL of a data set can be inserted into a statement without affecting anything outside it. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { EngineSql } from '../../core/spec/engine-sql.ts';
import type { Located } from '../../core/spec/located.ts';
import type { AuthorSql } from '../../sql/author/author-sql.ts';
import { groupFault, listSqlNames, rowFault } from './sql-rows.ts';

/** The rules for an author's SQL in an engine; `null` if they are unknown. */
export type AuthorSqlOf = (engine: string) => AuthorSql | null;

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The text as SQL, and why it does not fit into a statement. A faulty text is never printed, because its project does not compile. */
function lookedAt(
  text: string,
  author: AuthorSql | null,
): { readonly sql: EngineSql; readonly fault: string | null } {
  const fault = sqlTextFault(text) ?? (author === null ? null : rowFault(text, author));
  return { sql: text as EngineSql, fault };
}

/** Like `lookedAt`, for a text that is a value of a group of rows. */
export function lookedAtGroup(
  text: string,
  author: AuthorSql | null,
): { readonly sql: EngineSql; readonly fault: string | null; readonly words: readonly string[] } {
  const fault = sqlTextFault(text) ?? (author === null ? null : groupFault(text, author));
  return {
    sql: text as EngineSql,
    fault,
    words: author === null ? [] : listSqlNames(text, author),
  };
}

/** A type in the words of an engine, for `schema.sql`; `null` if the text does not fit there. */
export function typeSql(text: string): EngineSql | null {
  return sqlTextFault(text) === null ? (text as EngineSql) : null;
}

/**
 * Why the text does not fit into a statement; `null` if it does. Engines disagree on whether a backslash escapes a quote, so the text must
 * be complete under both rules. Only some engines have dollar quotes, so they are refused, as are comments.
 */
export function sqlTextFault(text: string): string | null {
  if (text.trim() === '') return 'it is empty';
  return scan(text, false) ?? scan(text, true);
}

function scan(text: string, escapes: boolean): string | null {
  const open: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "'" || char === '"' || char === '`') {
      at = closingQuote(text, at, escapes);
      if (at === -1) return `the quote ${char} is not closed`;
      continue;
    }
    const fault = forbidden(text, at) ?? bracket(char, open);
    if (fault !== null) return fault;
    if (char === ',' && open.length === 0) return 'it has a `,` outside brackets';
  }
  return open.length === 0 ? null : `a \`${open.at(-1)}\` is missing`;
}

function closingQuote(text: string, start: number, escapes: boolean): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (escapes && char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return -1;
}

/**
 * Placeholders of BigQuery (`@name`, `?`), DuckDB (`$name`, `?`) and ClickHouse (`{name:Type}`). A statement is sent only with its own
 * values, so a text cannot use them. DuckDB's operators that begin with `@`, such as `@>`, are not placeholders.
 */
const PLACEHOLDER = /\?|@[@`"\w]\w*|\{\s*\w+\s*:/y;

function forbidden(text: string, at: number): string | null {
  const pair = text.slice(at, at + 2);
  if (pair === '--' || pair === '/*' || pair[0] === '#') return 'it contains a comment';
  if (pair[0] === ';') return 'it contains a `;`';
  if (pair[0] === '$') return 'it contains a `$` outside quotes';
  PLACEHOLDER.lastIndex = at;
  const found = PLACEHOLDER.exec(text)?.[0];
  return found === undefined ? null : `\`${found}\` is a placeholder for a value`;
}

function bracket(char: string, open: string[]): string | null {
  const closer = CLOSERS[char];
  if (closer !== undefined) open.push(closer);
  else if (')]}'.includes(char) && open.pop() !== char) return `a \`${char}\` closes nothing`;
  return null;
}

/** An author's text for one engine. Reports why it does not fit into a statement. */
export function engineSqlOf(
  text: Located<string>,
  author: AuthorSql | null,
  report: Report,
): EngineSql {
  const { sql, fault } = lookedAt(text.value, author);
  if (fault !== null) {
    const message = `The SQL text does not fit into a statement: ${fault}`;
    const hint = 'Write one complete expression in the SQL of that engine, over one row.';
    report('sql-text', text.place, message, hint);
  }
  return sql;
}
