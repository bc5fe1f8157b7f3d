/**
 * Finds the data sets whose tables a statement names, by its tokens: names in a FROM clause, directly after FROM, JOIN or a comma. Names
 * that WITH defines hide tables.
 */
import type { Source } from '../core/spec/source.ts';
import type { OwnSql } from '../sql/author/own-sql.ts';
import type { OwnToken } from './tokens.ts';

/** A text of one statement, with its tokens. */
export type TokenText = { readonly text: string; readonly tokens: readonly OwnToken[] };

/** A name in a statement as its parts, outermost first. */
interface NamedTable {
  readonly parts: readonly string[];
  /** The index of the text that contains it; `start` and `end` are offsets in that text. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The data sets in `sources` with a table of that name on the engine, whose rules for names are `own`. */
export function findSources(
  parts: readonly string[],
  sources: readonly Source[],
  engine: string,
  own: Pick<OwnSql, 'foldsTableNames'>,
): readonly Source[] {
  return sources.filter(({ tables }) => {
    const name = tables[engine]?.name;
    return name?.length === parts.length && name.every((part, i) => isSame(part, parts[i], own));
  });
}

function isSame(part: string, other = '', { foldsTableNames }: Pick<OwnSql, 'foldsTableNames'>) {
  return foldsTableNames ? asciiLower(part) === asciiLower(other) : part === other;
}

/** Engines fold only ASCII letters: `K` (U+212A) is not a `k`. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

interface Word {
  readonly kind: 'word' | 'name' | 'symbol';
  readonly text: string;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Words that end a FROM clause, if they are in the same parentheses. */
const ENDS: ReadonlySet<string> = new Set(
  `select where prewhere group order having limit window qualify union except intersect settings`.split(
    ' ',
  ),
);

/** The names at the positions of tables. */
export function tablesIn(texts: readonly TokenText[]): readonly NamedTable[] {
  const words = texts.flatMap(wordsOf);
  const found: NamedTable[] = [];
  /**
   * One entry for each open parenthesis: whether it is in a FROM clause, the names that its WITH defines, and the name that WITH gives to
   * it.
   */
  const open: { isFrom: boolean; readonly given: Set<string>; becomes: string | null }[] = [
    { isFrom: false, given: new Set(), becomes: null },
  ];
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    const scope = open.at(-1);
    if (word === undefined || scope === undefined) break;
    at += 1;
    if (word.kind === 'symbol') {
      if (word.text === '(') {
        open.push({ isFrom: false, given: new Set(), becomes: givenName(words, at - 1) });
      } else if (word.text === ')' && open.length > 1) {
        open.pop();
        if (scope.becomes !== null) open.at(-1)?.given.add(scope.becomes);
      } else if (word.text === ',' && scope.isFrom) at = take(words, at, open, found);
      continue;
    }
    const keyword = word.kind === 'word' ? word.text.toLowerCase() : '';
    if (keyword === 'from' || keyword === 'join') {
      scope.isFrom = true;
      at = take(words, at, open, found);
    } else if (ENDS.has(keyword)) scope.isFrom = false;
  }
  return found;
}

/** Reads the name that begins at `at`, if any, and returns the index after it. */
function take(
  words: readonly Word[],
  at: number,
  open: readonly { readonly given: ReadonlySet<string> }[],
  found: NamedTable[],
): number {
  const first = words[at];
  if (first === undefined || first.kind === 'symbol') return at;
  const parts = [...partsOf(first)];
  let end = first.end;
  let next = at + 1;
  for (;;) {
    const [joint, part] = [words[next], words[next + 1]];
    const isJoined =
      joint?.kind === 'symbol' &&
      joint.index === first.index &&
      joint.start === end &&
      part !== undefined &&
      part.kind !== 'symbol' &&
      part.start === joint.end;
    if (!isJoined || (joint.text !== '.' && joint.text !== '-')) break;
    if (joint.text === '-') parts.push(`${parts.pop() ?? ''}-${part.text}`);
    else parts.push(...partsOf(part));
    end = part.end;
    next += 2;
  }
  const call = words[next];
  const isCall = call?.kind === 'symbol' && call.text === '(';
  const [name = ''] = parts;
  const isGiven = parts.length === 1 && open.some(({ given }) => given.has(name.toLowerCase()));
  if (!isCall && !isGiven) found.push({ parts, index: first.index, start: first.start, end });
  return next;
}

/** A quoted name may contain its dots, as in BigQuery. */
function partsOf({ kind, text }: Word): readonly string[] {
  return kind === 'name' ? text.split('.') : [text];
}

/**
 * The name that WITH gives to the query in the parenthesis at `at`: `name AS (`, possibly with a list of columns. Returns `null` for any
 * other parenthesis.
 */
function givenName(words: readonly Word[], at: number): string | null {
  let before = at - 1;
  while (['materialized', 'not'].includes(words[before]?.text.toLowerCase() ?? '')) before -= 1;
  if (words[before]?.text.toLowerCase() !== 'as') return null;
  before -= 1;
  if (words[before]?.text === ')') {
    while (before > 0 && words[before]?.text !== '(') before -= 1;
    before -= 1;
  }
  const name = words[before];
  return name === undefined || name.kind === 'symbol' ? null : name.text.toLowerCase();
}

function wordsOf({ text, tokens }: TokenText, index: number): readonly Word[] {
  return tokens.flatMap(({ kind, start, end }): readonly Word[] => {
    if (kind === 'word' || kind === 'number') {
      return [{ kind: 'word', text: text.slice(start, end), index, start, end }];
    }
    if (kind === 'name') {
      return [{ kind, text: text.slice(start + 1, end - 1), index, start, end }];
    }
    if (kind !== 'symbol') return [];
    return [...text.slice(start, end)].map((symbol, i) => {
      return { kind, text: symbol, index, start: start + i, end: start + i + 1 };
    });
  });
}
