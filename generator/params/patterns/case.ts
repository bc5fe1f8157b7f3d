/**
 * The parts of a pattern that ignore case. RE2 before 2023, which DuckDB and ZetaSQL have, merges alternatives of one character into
 * a class, and there does not fold a character that the class has already: `a|(?i:a)` would not find `A`. Common beginnings
 * are taken out first, so that longer alternatives meet the same fault: `xa|x(?i:a)`. A class that was made of folded
 * characters alone has no such gap, so that `(?i:a)|a` is right.
 */
import { isFlags, patternTokens } from './tokens.ts';

/** Of the characters of a part of a pattern: all ignore case, none does, or some do; `null` for a part without characters. */
type Folding = 'all' | 'none' | 'some' | null;

interface Group {
  readonly folds: boolean;
  readonly alternatives: Folding[];
  /** Of the alternative that is being read. */
  folding: Folding;
}

/** Anchors and repetitions. */
const READS_NOTHING = /^(?:[\^$*+?]|\\[AzbB]|\{\d.*)$/;

/** The parts of a valid pattern that ignore case; and the reason why older versions of RE2 read its alternatives differently, or `null`. */
export function readCase(tokens: readonly string[]): {
  readonly folding: Folding;
  readonly fault: string | null;
} {
  const [first = ''] = tokens;
  const opened = (folds: boolean): Group => ({ folds, alternatives: [], folding: null });
  const around: Group[] = [opened(false)];
  let group = opened(isFlags(first) && folds(first, false));
  for (const token of [...tokens, ')']) {
    if (token === '|') {
      group.alternatives.push(group.folding);
      group.folding = null;
    } else if (token === ')') {
      const alternatives = [...group.alternatives, group.folding];
      const fault = alternativesFault(alternatives);
      if (fault !== null) return { folding: 'some', fault };
      group = around.pop() ?? opened(false);
      group.folding = alternatives.reduce(together, group.folding);
    } else if (token.startsWith('(') && !isFlags(token)) {
      around.push(group);
      group = opened(folds(token, group.folds));
    } else if (!isFlags(token) && !READS_NOTHING.test(token)) {
      group.folding = together(group.folding, group.folds ? 'all' : 'none');
    }
  }
  return { folding: group.folding, fault: null };
}

/** Whether case is ignored behind flags or an opener, where `before` it was so. */
function folds(token: string, before: boolean): boolean {
  const [, on = '', off = ''] = /^\(\?(\w*)(?:-(\w*))?[:)]$/.exec(token) ?? [];
  return off.includes('i') ? false : before || on.includes('i');
}

function together(one: Folding, other: Folding): Folding {
  if (one === null || other === null) return one ?? other;
  return one === other ? one : 'some';
}

function alternativesFault(alternatives: readonly Folding[]): string | null {
  if (alternatives.length < 2) return null;
  if (alternatives.includes('some')) return 'an alternative ignores case in only a part of it';
  const first = alternatives.indexOf('none');
  return first !== -1 && alternatives.lastIndexOf('all') > first
    ? 'alternatives that ignore case stand before those that do not'
    : null;
}

/**
 * Patterns as alternatives of one: each keeps the flags at its beginning to itself, `(?i)a` as `(?i:a)`, and those that ignore
 * case are first.
 */
export function asAlternatives(patterns: readonly string[]): readonly string[] {
  const folded: string[] = [];
  const others: string[] = [];
  for (const pattern of patterns.map(withOwnFlags)) {
    const { folding } = readCase(patternTokens(pattern));
    (folding === 'all' ? folded : others).push(pattern);
  }
  return [...folded, ...others];
}

function withOwnFlags(pattern: string): string {
  const [first = '', ...rest] = patternTokens(pattern);
  return isFlags(first) ? `${first.slice(0, -1)}:${rest.join('')})` : pattern;
}
