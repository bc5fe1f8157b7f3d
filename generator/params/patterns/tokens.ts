/** The tokens of a pattern, for rules about its text. */

const QUOTED = String.raw`\\Q(?:(?!\\E).)*(?:\\E)?`;
/** An unclosed class extends to the end of the text, so that no bracket in it is tried as the beginning of another. */
const CLASS = String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\.?|[^\]\\])*\]?`;
const REPEAT = String.raw`\{\d+(?:,\d*)?\}`;
const TOKEN = new RegExp(
  String.raw`${QUOTED}|\\[pPx]\{[^}]*\}|\\[pP].|\\x[0-9A-Fa-f]{2}|\\[0-7]{1,3}|\\.|${CLASS}|${REPEAT}|\(\?P?<[^>]*>|\(\?[\w-]*[:)]|.`,
  'gsu',
);
const CLASS_NAME = new RegExp(String.raw`${QUOTED}|\\[pP]\{\^?([^}]*)\}|\\.`, 'gsu');

/** Quoted texts, escapes, classes, counted repetitions, openers of groups and flags, single characters. */
export function patternTokens(pattern: string): readonly string[] {
  return pattern.match(TOKEN) ?? [];
}

/** The names inside `\p{…}` and `\P{…}`. */
export function classNames(pattern: string): readonly string[] {
  return [...pattern.matchAll(CLASS_NAME)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  );
}

/** The number of capturing groups of a pattern. */
export function capturingGroups(pattern: string): number {
  return patternTokens(pattern).filter(captures).length;
}

/** The same pattern without capturing groups, with every `\Q` closed, so that more text may follow. */
export function withoutGroups(pattern: string): string {
  const tokens = patternTokens(pattern).map(token => (captures(token) ? '(?:' : token));
  const last = tokens.at(-1) ?? '';
  return tokens.join('') + (last.startsWith('\\Q') && !last.endsWith('\\E') ? '\\E' : '');
}

/** Openers of capturing groups. */
export function captures(token: string): boolean {
  return token === '(' || token.startsWith('(?P<');
}

/** Flags without a group, such as `(?i)`. */
export function isFlags(token: string): boolean {
  return /^\(\?[\w-]*\)$/.test(token);
}

/** Openers of non-capturing groups, such as `(?:` and `(?i:`. */
export function isOpener(token: string): boolean {
  return /^\(\?[\w-]*:$/.test(token);
}

/**
 * The number of single items of a pattern when its counted repetitions are expanded; stops at a number above `limit`. Makes one pass over
 * the tokens of any text, so that no pattern with more items is ever compiled.
 */
export function itemsWrittenOut(tokens: readonly string[], limit: number): number {
  const groups: number[] = [];
  let items = 0;
  let last = 0;
  for (const token of tokens) {
    if (isFlags(token)) continue;
    if (token.startsWith('(')) {
      groups.push(items);
      items = 0;
      continue;
    }
    if (token === ')') {
      last = items;
      items += groups.pop() ?? 0;
      continue;
    }
    const most = mostRepeats(token);
    const added = most === null ? itemsOf(token) : last * (most - 1);
    last = most === null ? 1 : last * most;
    items += added;
    if (items > limit) break;
  }
  return items;
}

function itemsOf(token: string): number {
  return token.startsWith('\\Q') ? Math.max(1, token.length - 4) : 1;
}

/** The greatest number of repeats: 3 for `{2,3}`, 2 for `{2,}`. More than 1000 is rejected elsewhere. */
function mostRepeats(token: string): number | null {
  const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(token) ?? [];
  return least === undefined ? null : Math.min(1000, Number(most || least));
}
