/**
 * The parts of a pattern that ignore case. RE2 versions before 2023, which DuckDB and ZetaSQL contain, merge single-character
 * alternatives into a class. They then do not fold a character that is already in the class: `a|(?i:a)` would not find `A`. Common
 * prefixes are factored out first, so longer alternatives have the same fault: `xa|x(?i:a)`. A class built only from folded characters
 * has no such gap, so `(?i:a)|a` is correct.
 */
import { isFlags, patternTokens } from './tokens.ts';

/** How the characters of a part of a pattern treat case: all ignore it, none does, or some do; `null` for a part without characters. */
type Folding = 'all' | 'none' | 'some' | null;

interface Group {
  readonly folds: boolean;
  readonly alternatives: Folding[];
  /** The folding of the alternative that is being read. */
  folding: Folding;
}

/** Anchors and repetitions. */
const READS_NOTHING = /^(?:[\^$*+?]|\\[AzbB]|\{\d.*)$/;

/** How a valid pattern treats case, and why older versions of RE2 would read its alternatives differently, or `null`. */
export function readLetterCase(tokens: readonly string[]): {
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

/** Whether case is ignored after flags or an opener; `before`: whether it was ignored before them. */
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
  if (alternatives.includes('some'))
    return 'an alternative must ignore case in all of its parts or in none';
  const first = alternatives.indexOf('none');
  return first !== -1 && alternatives.lastIndexOf('all') > first
    ? 'alternatives that ignore case must come before those that do not'
    : null;
}

/**
 * Patterns as alternatives of one pattern. Flags at the beginning of a pattern apply only to it: `(?i)a` becomes `(?i:a)`. Patterns that
 * ignore case are first.
 */
export function asAlternatives(patterns: readonly string[]): readonly string[] {
  const folded: string[] = [];
  const others: string[] = [];
  for (const pattern of patterns.map(withOwnFlags)) {
    const { folding } = readLetterCase(patternTokens(pattern));
    (folding === 'all' ? folded : others).push(pattern);
  }
  return [...folded, ...others];
}

function withOwnFlags(pattern: string): string {
  const [first = '', ...rest] = patternTokens(pattern);
  return isFlags(first) ? `${first.slice(0, -1)}:${rest.join('')})` : pattern;
}
