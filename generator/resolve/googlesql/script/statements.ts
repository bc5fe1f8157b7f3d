/** The statements of a GoogleSQL text, by its tokens. */
import type { Report } from '../../../core/report/diagnostics.ts';
import { placeIn, type ReadText } from '../../../own/read.ts';
import type { OwnToken } from '../../../own/tokens.ts';

/** A token other than space and comments, with its text. */
export interface ScriptToken extends Pick<OwnToken, 'kind' | 'start' | 'end'> {
  readonly text: string;
  /** In lower case if it is a word, else as written. */
  readonly word: string;
}
/** At least one token. */
export type Tokens = readonly [ScriptToken, ...ScriptToken[]];

/** The statements between semicolons, without empty ones. */
export function splitStatements({ text, tokens }: ReadText): readonly Tokens[] {
  const statements: ScriptToken[][] = [[]];
  for (const { kind, start, end } of tokens) {
    if (kind === 'space' || kind === 'comment') continue;
    const shown = text.written.value.slice(start, end);
    const word = kind === 'word' ? shown.toLowerCase() : shown;
    if (word === ';') statements.push([]);
    else statements.at(-1)?.push({ kind, start, end, text: shown, word });
  }
  return statements.flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest]]));
}

/** Reports a fault of a script at one of its tokens. */
export type RefuseAt = (
  at: Pick<ScriptToken, 'start' | 'end'>,
  message: string,
  hint: string,
) => null;

export function refusing({ text }: ReadText, report: Report): RefuseAt {
  return (at, message, hint) => {
    report('sql-statement', placeIn(text.written, at), message, hint);
    return null;
  };
}

/** The name without its quotes; `null` if the token is not a name. */
export function nameOf(part: ScriptToken | undefined): string | null {
  if (part?.kind === 'word') return part.text;
  return part?.kind === 'name' ? part.text.slice(1, -1) : null;
}

/** The range from the first to the last token. */
export function tokenRange([first, ...rest]: Tokens): Pick<ScriptToken, 'start' | 'end'> {
  return { start: first.start, end: (rest.at(-1) ?? first).end };
}

/** The position of the parenthesis that closes the one at `from`; -1 if none does. */
export function closingOf(parts: readonly ScriptToken[], from: number): number {
  let depth = 0;
  return parts.findIndex(({ word }, i) => {
    if (i < from) return false;
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    return depth <= 0;
  });
}

/** Splits at the commas that no parenthesis or bracket contains. */
export function splitAtCommas(parts: readonly ScriptToken[]): readonly (readonly ScriptToken[])[] {
  const items: ScriptToken[][] = [[]];
  let depth = 0;
  for (const part of parts) {
    if (part.word === '(' || part.word === '[') depth += 1;
    if (part.word === ')' || part.word === ']') depth -= 1;
    if (part.word === ',' && depth === 0) items.push([]);
    else items.at(-1)?.push(part);
  }
  return items;
}

/** Reports a comma at the end of a list; `false` if there is none. */
export function endsInComma(parts: readonly ScriptToken[], refuse: RefuseAt): boolean {
  const last = parts.at(-1);
  if (last?.word !== ',') return false;
  refuse(last, 'Nothing follows this comma', 'Remove it.');
  return true;
}
