/**
 * Checks that engine SQL in a data set reads no table: a subquery may only read lists of its own row. Otherwise a column of one tenant's row
 * could contain values of another tenant, whatever the scope of the data set.
 */
import type { AuthorSql } from '../../sql/author/author-sql.ts';
import { isSqlSign, type SqlToken } from './sql-tokens.ts';

/** Words that begin a query, or a part of one. */
const QUERIES = new Set(['select', 'with', 'from', 'values']);
/** Words that are followed by a table, and need no FROM. */
const OF_TABLES = new Set([
  'table',
  'pivot',
  'unpivot',
  'summarize',
  'describe',
  'desc',
  'show',
  'explain',
  'execute',
]);
/** Words that end a FROM clause, if they are in the same brackets. */
const ENDS = new Set(
  'select where prewhere group order having limit offset window qualify union except intersect settings'.split(
    ' ',
  ),
);

interface Level {
  /** Whether it is a query, as far as it was read. */
  isQuery: boolean;
  isFrom: boolean;
}

/** The table that the text reads, in words; `null` if it reads none. Brackets must be closed. */
export function tableFault(tokens: readonly SqlToken[], author: AuthorSql): string | null {
  const open: Level[] = [{ isQuery: false, isFrom: false }];
  for (const [at, token] of tokens.entries()) {
    if (isSqlSign(token, '(')) open.push({ isQuery: false, isFrom: false });
    else if (isSqlSign(token, ')') && open.length > 1) open.pop();
    const level = open.at(-1);
    const found =
      level === undefined
        ? null
        : (tableAt(tokens, at, level, author) ?? setAt(tokens, at, author));
    if (found !== null) return found;
  }
  return null;
}

/** A table at the token, which may also change the level that contains it. */
function tableAt(
  tokens: readonly SqlToken[],
  at: number,
  level: Level,
  author: AuthorSql,
): string | null {
  const word = wordAt(tokens, at);
  const isFirst = at === 0 || isSqlSign(tokens[at - 1], '(');
  if (OF_TABLES.has(word) && (isFirst || level.isQuery) && isOperand(tokens[at + 1]))
    return reads(tokens[at + 1]);
  if (word !== 'from' || isFirst) level.isQuery ||= QUERIES.has(word);
  const isClause = word === 'from' && level.isQuery && !isComparison(tokens, at);
  const isJoin = word === 'join' && isOperand(tokens[at + 1]) && wordAt(tokens, at - 1) !== 'array';
  if (isClause || isJoin) level.isFrom = true;
  else if (ENDS.has(word)) level.isFrom = false;
  const begins = isClause || isJoin || (level.isFrom && isSqlSign(tokens[at], ','));
  return begins ? relationFault(tokens, at + 1, author) : null;
}

function wordAt(tokens: readonly SqlToken[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'name' && !token.isQuoted ? token.text.toLowerCase() : '';
}

/** `x IS NOT DISTINCT FROM y` */
function isComparison(tokens: readonly SqlToken[], at: number): boolean {
  return wordAt(tokens, at - 1) === 'distinct' && ['is', 'not'].includes(wordAt(tokens, at - 2));
}

function isOperand(token: SqlToken | undefined): boolean {
  return token?.kind === 'name' || token?.kind === 'text' || isSqlSign(token, '(');
}

/** Only another query, and a function that makes rows of its arguments, is not a table. */
function relationFault(
  tokens: readonly SqlToken[],
  start: number,
  { rowsOf }: AuthorSql,
): string | null {
  const at = wordAt(tokens, start) === 'lateral' ? start + 1 : start;
  const isCall = rowsOf.includes(wordAt(tokens, at)) && isSqlSign(tokens[at + 1], '(');
  return isCall || isQueryAt(tokens, at) ? null : reads(tokens[at]);
}

/** Whether brackets begin at the token, and a query in them. */
function isQueryAt(tokens: readonly SqlToken[], at: number): boolean {
  let first = at;
  while (isSqlSign(tokens[first], '(')) first += 1;
  return first > at && QUERIES.has(wordAt(tokens, first));
}

const INS = /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/;

/** A table after IN, on an engine where its name may stand there. */
function setAt(
  tokens: readonly SqlToken[],
  at: number,
  { hasNamedSets }: AuthorSql,
): string | null {
  const word = wordAt(tokens, at);
  if (!hasNamedSets || (!INS.test(word) && !word.startsWith('joinget'))) return null;
  const next = tokens[at + 1];
  if (next?.kind === 'name') return reads(next);
  if (!isSqlSign(next, '(')) return null;
  const isFunction = word !== 'in' || !isOperator(tokens, at);
  const [set, end] = [tokens[at + 2], tokens[at + 3]];
  const isName = set?.kind === 'name' && (isSqlSign(end, ')') || isSqlSign(end, '.'));
  return isFunction || isName ? reads(isFunction ? tokens[at] : set) : null;
}

/** Words before a value. */
const BEFORE_VALUES = new Set(
  'and or xor div mod between case when then else select distinct where having on by like ilike'.split(
    ' ',
  ),
);

/** Whether `IN` at the token is an operator, and no call of a function. */
function isOperator(tokens: readonly SqlToken[], at: number): boolean {
  const isNegated = wordAt(tokens, at - 1) === 'not';
  const before = tokens[isNegated ? at - 2 : at - 1];
  if (before === undefined) return false;
  if (before.kind === 'sign')
    return [')', ']', '}'].includes(before.text) || /\d/.test(before.text);
  return before.isQuoted || !BEFORE_VALUES.has(before.text.toLowerCase());
}

function reads(token: SqlToken | undefined): string {
  return `it reads \`${token?.text ?? ''}\`, which may be a table`;
}
