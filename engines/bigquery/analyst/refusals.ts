/** Explains to the author why a statement is refused, or why its columns are not known. */
import type { StatementRefused } from '../../analyst.ts';
import { refused } from '../../support/analyst-text.ts';
import { offsetAt } from './place.ts';
import type { CallFailure } from './server/server.ts';

const ONE_QUERY = 'Write one query: `SELECT …`, or `WITH … SELECT …`.';

/** The parser does not accept the text as a query. */
export function notAQuery(failure: CallFailure, sql: string): StatementRefused {
  const at = placeOf(failure, sql);
  if (failure.kind !== 'statement') return refused(troubleOf(failure), null, at);
  const [, kind] = /^Statement not supported: (\w+)$/.exec(failure.message) ?? [];
  if (kind !== undefined) {
    return refused(`Only a query is allowed here, not \`${wordsOf(kind)}\``, ONE_QUERY, at);
  }
  const words = wordsOfServer(failure.message.replace(/^Syntax error: /, ''));
  if (words === 'Unexpected end of statement') {
    return refused('The statement is incomplete', ONE_QUERY, at);
  }
  const found = at === null ? '' : sql.slice(Math.max(0, at - 1), at + 5);
  const isPipe = sql.includes('|>') && /^.?(?:\|>|from\b)/is.test(found);
  const hint = isPipe ? 'Write it without pipe syntax, which the analyser does not know.' : null;
  const what = illegal(words, sql, at) ?? words;
  return refused(`The analyser of GoogleSQL cannot read the query: ${what}`, hint, at);
}

/** The server shows a character as bytes that its author would not recognise. */
function illegal(words: string, sql: string, at: number | null): string | null {
  if (words.startsWith('Structurally invalid UTF8')) return 'Half a surrogate pair in the text';
  const code = at === null ? undefined : sql.codePointAt(at);
  if (!words.startsWith('Illegal input character') || code === undefined) return null;
  const shown = code.toString(16).toUpperCase().padStart(4, '0');
  return `The character U+${shown} is not allowed outside quotes`;
}

/** A text of several statements. `at` is the start of the second. */
export function severalStatements(at: number): StatementRefused {
  const hint = 'Keep one query, and nothing after its `;`.';
  return refused('The text holds more than one statement', hint, at);
}

/** A statement that occurs only in scripts. */
export function script(at: number): StatementRefused {
  return refused('This is a script, and no query', ONE_QUERY, at);
}

export function hinted(at: number): StatementRefused {
  return refused('A hint stands before the query', 'Take out `@{…}`.', at);
}

export function positional(at: number): StatementRefused {
  const hint = 'Declare a parameter, and write `@` and its name.';
  return refused('`?` is a placeholder without a name', hint, at);
}

/** Columns are known only if every table is in a data set. */
export function unknownTables(
  names: readonly (readonly string[])[],
  at: number | null,
): StatementRefused {
  const shown = names.map(parts => `\`${parts.join('.')}\``).join(', ');
  const verb = names.length === 1 ? 'is' : 'are';
  return refused(
    `${shown} ${verb} in no data set, so the columns of the query are not known`,
    null,
    at,
  );
}

/** The parser accepts it as a query, but the analyser cannot find its columns. */
export function notKnown(failure: CallFailure, sql: string): StatementRefused {
  const at = placeOf(failure, sql);
  if (failure.kind !== 'statement') return refused(troubleOf(failure), null, at);
  const hint = 'Fix it, or declare the columns by hand where BigQuery takes the statement.';
  return refused(`Not known to the analyser: ${wordsOfServer(failure.message)}`, hint, at);
}

function placeOf({ place }: CallFailure, sql: string): number | null {
  return place === null ? null : offsetAt(sql, place);
}

function troubleOf({ kind, message }: CallFailure): string {
  switch (kind) {
    case 'size':
      return 'The statement is too long for the analyser, or nested too deeply';
    case 'late':
      return 'The analyser took longer than 2 s';
    case 'gone':
      return 'The analyser crashed on the statement';
    case 'fault':
    case 'statement':
      return `The analyser failed: ${wordsOfServer(message)}`;
  }
}

const LONGEST = 300;

/** The message quotes the statement, which may be long and contain control characters. */
function wordsOfServer(message: string): string {
  const line = message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** `CreateTableStatement` becomes `CREATE TABLE`. */
function wordsOf(kind: string): string {
  const name = kind.replace(/(?:Statement|Stmt)$/, '').replace(/^Aux/, '');
  return name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/^.*Assignment.*$/, 'SET')
    .toUpperCase();
}
