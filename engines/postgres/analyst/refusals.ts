/** Why a statement is refused, and what is unknown of one that PostgreSQL cannot analyse. */

import type { Source } from '../../../generator/core/spec/source.ts';
import { findSources, tablesIn } from '../../../generator/own/tables.ts';
import { splitTokens } from '../../../generator/own/tokens.ts';
import type { Analysis, StatementRefused } from '../../analyst.ts';
import { refused } from '../../support/analyst-text.ts';
import dialect from '../dialect.ts';
import ownSql from '../own-sql.ts';
import type { KnownFunction } from './functions.ts';
import type { ServerError } from './library.ts';
import { nameAt, placeOf, placeOfWord } from './place.ts';
import type { StatementTree } from './tree.ts';

/** Words that begin a statement that answers rows. */
export const SELECTS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);

/** Why a statement that PostgreSQL understands may not run; `null` if it only reads. */
export function refusedTree(
  { isQuery, isLocking }: StatementTree,
  functions: readonly KnownFunction[],
  text: string,
): StatementRefused | null {
  if (!isQuery)
    return refused(
      'A part of the statement writes',
      'Write one SELECT statement, without INTO, INSERT, UPDATE, DELETE and MERGE.',
    );
  if (isLocking) return refused('The statement locks rows', 'Leave out FOR UPDATE and FOR SHARE.');
  const changing = functions.find(({ kind }) => kind === 'changes');
  return changing === undefined
    ? null
    : refused(
        `\`${changing.name}\` changes the state of the database, reads files or runs statements`,
        'Leave it out.',
        placeOfWord(text, changing.name),
      );
}

const SYNTAX_ERROR = '42601';
const UNDEFINED_TABLE = '42P01';
/** Features that the server lacks, and statements that are too complex. */
const UNREADABLE = /^(0A|54)/;

/** All that is known of a statement that PostgreSQL refuses. */
export function unanalysed(
  error: ServerError,
  text: string,
  parameters: readonly string[],
  sources: readonly Source[],
): Analysis {
  const at = placeOf(text, error);
  const { code, message } = error;
  if (code === SYNTAX_ERROR || UNREADABLE.test(code))
    return refused(`PostgreSQL cannot read the statement: ${message}`, null, at);
  const isMissing = code === UNDEFINED_TABLE && message.startsWith('relation ') && at !== null;
  const missing = isMissing ? nameAt(text, at) : null;
  const isDeclared = (parts: readonly string[]) =>
    findSources(parts, sources, dialect.name, ownSql).length > 0;
  const named = tablesIn([{ text, tokens: splitTokens(text, ownSql) }]).map(({ parts }) => parts);
  const tables = [...named.filter(isDeclared), ...(missing === null ? [] : [missing])];
  const distinct = new Map(tables.map(parts => [parts.join('\0'), parts]));
  // a table of the name of a data set, but for its letters, is another one
  const isHidden = missing === null || isDeclared(missing);
  const what = `A statement that PostgreSQL cannot analyse (${message})`;
  return {
    kind: 'understood',
    tables: [...distinct.values()],
    hidden: isHidden ? [{ what, at }] : [],
    parameters,
    columns: null,
    reason: refused(`PostgreSQL cannot find the columns: ${message}`, null, at),
  };
}
