/** Common table expressions of a canonical statement. */
import type { Word } from './words.ts';

/** Visible from its WITH to the end of the parentheses around it. */
export interface Cte {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Its own statement, in parentheses. It sees its own name only if it is recursive. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly isRecursive: boolean;
}

interface With {
  readonly start: number;
  readonly isRecursive: boolean;
}

export function ctesIn(words: readonly Word[], length: number): readonly Cte[] {
  const closing = closingOf(words);
  const ctes: Cte[] = [];
  /** For each open parenthesis: its end, and its WITH list. */
  const open: { readonly end: number; list: With | null }[] = [{ end: length, list: null }];
  words.forEach((word, index) => {
    const inner = open.at(-1);
    if (word.is('('))
      open.push({ end: words[closing.get(index) ?? -1]?.start ?? length, list: null });
    if (word.is(')')) open.pop();
    if (inner === undefined) return;
    if (word.keyword === 'WITH' && !MODIFIERS.has(words[index + 1]?.keyword ?? '')) {
      const isRecursive = words[index + 1]?.keyword === 'RECURSIVE';
      inner.list = { start: word.start, isRecursive };
    }
    const body = bodyBehind(words, index);
    const name = nameBefore(words, index, closing);
    if (inner.list === null || body === null || name === null) return;
    const bodyEnd = words[closing.get(body) ?? -1]?.end ?? length;
    ctes.push({ ...inner.list, name, end: inner.end, bodyStart: word.start, bodyEnd });
  });
  return ctes;
}

const MODIFIERS = new Set(['FILL', 'TIES', 'TOTALS', 'ROLLUP', 'CUBE']);

/** The parenthesis of the statement after `AS`; `null` if the word is not `AS`, or no statement follows. */
function bodyBehind(words: readonly Word[], index: number): number | null {
  if (words[index]?.keyword !== 'AS') return null;
  const body = words[index + 1]?.name === 'MATERIALIZED' ? index + 2 : index + 1;
  const first = words[body + 1];
  const isStatement = first?.keyword === 'SELECT' || first?.keyword === 'WITH' || first?.is('(');
  return words[body]?.is('(') && isStatement === true ? body : null;
}

/** The name before `AS`. A list of columns may follow the name. */
function nameBefore(
  words: readonly Word[],
  index: number,
  closing: ReadonlyMap<number, number>,
): string | null {
  const list = words[index - 1]?.is(')')
    ? [...closing].find(([, end]) => end === index - 1)?.[0]
    : index;
  return words[(list ?? 0) - 1]?.name ?? null;
}

/** For each opening parenthesis the one that closes it, as indices of words. */
function closingOf(words: readonly Word[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  words.forEach((word, index) => {
    if (word.is('(')) open.push(index);
    const opening = word.is(')') ? open.pop() : undefined;
    if (opening !== undefined) closing.set(opening, index);
  });
  return closing;
}
