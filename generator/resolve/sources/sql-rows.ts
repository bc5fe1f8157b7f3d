/**
 * Checks that engine SQL in a data set uses only one row, and that the engine can read it. An aggregate or a window function would be
 * computed after the statement's filter, order and limit, or make the statement fail.
 */
import type { AuthorSql } from '../../sql/author/author-sql.ts';
import { tableFault } from './sql-tables.ts';
import { isSqlSign, readSqlTokens, type SqlToken } from './sql-tokens.ts';

/** Why the text uses more than one row; `null` if it uses only one. Quotes and brackets must be closed. */
export function rowFault(text: string, author: AuthorSql): string | null {
  const tokens = readSqlTokens(text, author);
  if (typeof tokens === 'string') return tokens;
  // for each open bracket: how many brackets up to it begin a subquery
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (isSqlSign(token, '(')) open.push((open.at(-1) ?? 0) + Number(beginsQuery(tokens[at + 1])));
    else if (isSqlSign(token, ')')) open.pop();
    const fault = faultAt(tokens, at, (open.at(-1) ?? 0) > 0, author);
    if (fault !== null) return fault;
  }
  return tableFault(tokens, author);
}

/** Why the text is not a value of a group of rows; `null` if it is one. Quotes and brackets must be closed. */
export function groupFault(text: string, author: AuthorSql): string | null {
  const tokens = readSqlTokens(text, author);
  if (typeof tokens === 'string') return tokens;
  if (tokens.some((_, at) => isWindow(tokens, at))) return 'it contains a window function (`over`)';
  const isAggregate = (at: number) =>
    isSqlSign(tokens[at + 1], '(') && calledNames(tokens, at).some(author.isAggregate);
  if (!tokens.some((_, at) => isAggregate(at))) return 'it contains no aggregate';
  return tableFault(tokens, author);
}

/** The names in the text: of columns, functions and keywords. */
export function listSqlNames(text: string, author: AuthorSql): readonly string[] {
  const tokens = readSqlTokens(text, author);
  if (typeof tokens === 'string') return [];
  return tokens.flatMap(token => (token.kind === 'name' ? token.text : []));
}

/** The names that a text reads without a table before them: of columns, arguments of lambdas, and keywords. */
export function freeNames(text: string, author: AuthorSql): readonly string[] {
  const tokens = readSqlTokens(text, author);
  if (typeof tokens === 'string') return [];
  return tokens.flatMap((token, at) => {
    const isPart = isSqlSign(tokens[at - 1], '.') || isSqlSign(tokens[at + 1], '(');
    return token.kind === 'name' && !isPart ? token.text : [];
  });
}

function beginsQuery(token: SqlToken | undefined): boolean {
  return token?.kind === 'name' && /^(?:select|with|from|values)$/i.test(token.text);
}

function faultAt(
  tokens: readonly SqlToken[],
  at: number,
  isInside: boolean,
  { isAggregate, multiplies, hoists }: AuthorSql,
): string | null {
  const token = tokens[at];
  if (token?.kind !== 'name' || (isInside && !hoists)) return null;
  if (isWindow(tokens, at)) return 'it contains a window function (`over`)';
  if (!isSqlSign(tokens[at + 1], '(')) return null;
  const name = calledNames(tokens, at).find(isAggregate);
  if (name !== undefined) return `it computes \`${name}\` over several rows`;
  const isSeveral = !isInside && multiplies.includes(token.text.toLowerCase());
  return isSeveral ? `\`${token.text}\` turns one row into several` : null;
}

/** Whether the token at `at` begins `OVER (…)` or `OVER w`, as in `f(x) OVER (…)` and `f(x) IGNORE NULLS OVER w`. */
function isWindow(tokens: readonly SqlToken[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.text.toLowerCase() !== 'over') return false;
  const follows = isSqlSign(before, ')') || before?.text.toLowerCase() === 'nulls';
  return follows && (isSqlSign(after, '(') || after?.kind === 'name');
}

/** The name of the called function, also with the name before its dot, which is a schema or part of the function's name. */
function calledNames(tokens: readonly SqlToken[], at: number): readonly string[] {
  const name = tokens[at]?.text ?? '';
  const owner = isSqlSign(tokens[at - 1], '.') ? tokens[at - 2]?.text : undefined;
  return owner === undefined ? [name] : [name, `${owner}.${name}`];
}
