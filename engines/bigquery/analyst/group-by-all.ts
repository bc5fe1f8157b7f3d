/**
 * GROUP BY ALL, which BigQuery has and this analyser lacks: it gets the places of the items of SELECT that BigQuery groups by. These are
 * the items that contain no aggregate, no window function and more than literals.
 */
import authorSql from '../author-sql.ts';
import { type Edit, edited, type Token, tokensIn } from './tokens.ts';

export interface Grouped {
  readonly sql: string;
  /** Returns the offset in the text as written, in UTF-16. */
  readonly back: (offset: number) => number;
  /** Replaces the places in a tree by those in the text as written. */
  readonly placed: <T>(tree: T) => T;
}

/** Writes out what GROUP BY ALL means. It stays where SELECT has `*`, for which the analyser then has a message. */
export function withGroups(sql: string): Grouped {
  const tokens = /\ball\b/i.test(sql) ? tokensIn(sql) : [];
  const edits = tokens.flatMap((token, i) =>
    isGroupByAll(tokens, i) ? editOf(token, tokens, i) : [],
  );
  const inBytes = edits.map(({ start, end, put }) => {
    const at = Buffer.byteLength(sql.slice(0, start));
    return { start: at, end: at + Buffer.byteLength(sql.slice(start, end)), put };
  });
  return {
    sql: edited(sql, edits),
    back: offset => backIn(edits, offset),
    placed: tree => (edits.length === 0 ? tree : placedIn(tree, inBytes)),
  };
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.word === word;
}

function isGroupByAll(tokens: readonly Token[], at: number): boolean {
  return ['group', 'by', 'all'].every((word, i) => isWord(tokens[at + i], word));
}

function editOf({ start, depth }: Token, tokens: readonly Token[], at: number): readonly Edit[] {
  const all = tokens[at + 2];
  const select = tokens.findLastIndex(
    (token, i) => i < at && token.depth === depth && isWord(token, 'select'),
  );
  if (all === undefined || select < 0) return [];
  const items = itemsOf(tokens.slice(select + 1, at), depth);
  if (items.some(hasStar)) return [];
  const groups = items.flatMap((item, i) => (isGrouped(item) ? [i + 1] : []));
  // rows without groups are one group
  return groups.length === 0
    ? [{ start, end: all.end, put: '' }]
    : [{ start: all.start, end: all.end, put: groups.join(', ') }];
}

/** The items of SELECT. */
function itemsOf(after: readonly Token[], depth: number): readonly (readonly Token[])[] {
  const isOutside = (token: Token) => token.depth === depth;
  const end = after.findIndex(
    (token, i) => isOutside(token) && isWord(token, 'from') && !isWord(after[i - 1], 'distinct'),
  );
  const list = end < 0 ? after : after.slice(0, end);
  const items: Token[][] = [[]];
  for (const token of list) {
    if (isOutside(token) && token.word === ',') items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter(item => item.length > 0);
}

function hasStar(item: readonly Token[]): boolean {
  return item.some(({ word }, i) => {
    const before = item[i - 1];
    return (
      word === '*' && (before === undefined || before.word === '.' || isWord(before, 'distinct'))
    );
  });
}

const LITERALS: ReadonlySet<string> = new Set(['null', 'true', 'false']);

function isGrouped(item: readonly Token[]): boolean {
  const own = outsideQueries(item);
  const aggregates = own.some(
    ({ word }, i) => own[i + 1]?.word === '(' && authorSql.isAggregate(word),
  );
  if (aggregates || own.some(token => isWord(token, 'over'))) return false;
  const named = hasAlias(item) ? item.slice(0, -1) : item;
  return named.some(
    ({ kind, word }) =>
      kind === 'name' || (kind === 'word' && word !== 'as' && !LITERALS.has(word)),
  );
}

/** Whether the last word is a name for the item: it follows AS, or a value. */
function hasAlias(item: readonly Token[]): boolean {
  const [before, last] = item.slice(-2);
  if (last === undefined || (last.kind !== 'word' && last.kind !== 'name')) return false;
  return before?.kind !== 'symbol' || [')', ']'].includes(before.word);
}

/** Without the queries between brackets, whose aggregates are their own. */
function outsideQueries(item: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  let within: number | null = null;
  for (const [i, token] of item.entries()) {
    if (within !== null && token.depth <= within) within = null;
    const begins = ['select', 'with'].some(word => isWord(token, word));
    if (within === null && begins && item[i - 1]?.word === '(') within = token.depth - 1;
    if (within === null) kept.push(token);
  }
  return kept;
}

/** The place before the edits; one within an edit is its beginning. */
function backIn(edits: readonly Edit[], place: number): number {
  let moved = 0;
  for (const { start, end, put } of edits) {
    const at = start + moved;
    if (place < at) break;
    if (place < at + put.length) return start;
    moved += put.length - (end - start);
  }
  return place - moved;
}

function placedIn<T>(tree: T, edits: readonly Edit[]): T {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'parse_location_range' ? rangeIn(part, edits) : visit(part),
      ]),
    );
  };
  return visit(tree) as T;
}

/** Zeros are absent in answers of the server. */
function rangeIn(range: Readonly<Record<string, unknown>>, edits: readonly Edit[]) {
  return Object.fromEntries(
    Object.entries(range).map(([key, place]) => [
      key,
      typeof place === 'number' ? backIn(edits, place) : place,
    ]),
  );
}
