/** A pattern of RE2 as a tree. */
import { isFlags, patternTokens } from '../../../generator/params/patterns/tokens.ts';

/** Letters of the flags that are on. */
export type Flags = string;

export interface Repeats {
  readonly least: number;
  /** `null`: any number. */
  readonly most: number | null;
  readonly isLazy: boolean;
}

interface Repeatable {
  /** As the pattern has it, with its repetition. */
  readonly text: string;
  readonly repeats: Repeats | null;
}

export interface Single extends Repeatable {
  readonly kind: 'single';
  readonly token: string;
  readonly flags: Flags;
}

export interface Group extends Repeatable {
  readonly kind: 'group';
  readonly captures: boolean;
  readonly branches: Branches;
  /** Those that are on in it. */
  readonly flags: Flags;
}

export type PatternItem = Single | Group;
export type Sequence = readonly PatternItem[];
export type Branches = readonly Sequence[];

interface Open {
  readonly token: string;
  readonly branches: PatternItem[][];
  readonly flags: Flags;
}

/** The branches of a valid pattern, and the flags that are on for all of it. */
export function readPattern(pattern: string): {
  readonly branches: Branches;
  readonly flags: Flags;
} {
  const outer: Open[] = [];
  let open: Open = { token: '', branches: [[]], flags: '' };
  for (const token of patternTokens(pattern)) {
    const { branches, flags } = open;
    const sequence = branches.at(-1) ?? [];
    const repeats = repeatsOf(token);
    if (repeats !== null) {
      const last = sequence.pop();
      if (last !== undefined) sequence.push(repeated(last, token, repeats));
    } else if (isFlags(token)) {
      open = { ...open, flags: changed(flags, token) };
    } else if (token.startsWith('(')) {
      outer.push(open);
      const inner = captures(token) ? flags : changed(flags, token);
      open = { token, branches: [[]], flags: inner };
    } else if (token === ')') {
      const group = closed(open);
      open = outer.pop() ?? open;
      open.branches.at(-1)?.push(group);
    } else if (token === '|') {
      branches.push([]);
    } else {
      const text = token.startsWith('\\Q') && !token.endsWith('\\E') ? `${token}\\E` : token;
      sequence.push({ kind: 'single', text, token, flags, repeats: null });
    }
  }
  return open;
}

function closed({ token, branches, flags }: Open): Group {
  const inner = branches.map(sequence => sequence.map(({ text }) => text).join('')).join('|');
  const text = `${token}${inner})`;
  return { kind: 'group', text, captures: captures(token), branches, flags, repeats: null };
}

function captures(token: string): boolean {
  return token === '(' || token.startsWith('(?P<');
}

/** A `?` behind a repetition makes it lazy. */
function repeated(item: PatternItem, token: string, repeats: Repeats): PatternItem {
  const text = `${item.text}${token}`;
  if (item.repeats === null) return { ...item, text, repeats };
  return { ...item, text, repeats: { ...item.repeats, isLazy: true } };
}

function changed(flags: Flags, token: string): Flags {
  const [, on = '', off = ''] = /^\(\?(\w*)(?:-(\w*))?[:)]$/.exec(token) ?? [];
  return [...new Set(flags + on)].filter(flag => !off.includes(flag)).join('');
}

function repeatsOf(token: string): Repeats | null {
  const isLazy = false;
  if (token === '*') return { least: 0, most: null, isLazy };
  if (token === '+') return { least: 1, most: null, isLazy };
  if (token === '?') return { least: 0, most: 1, isLazy };
  const [, least, comma, most] = /^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}$/.exec(token) ?? [];
  if (least === undefined) return null;
  const last = comma === undefined ? least : most;
  return { least: Number(least), most: last === undefined ? null : Number(last), isLazy };
}
