/** Reads a statement's text to explain why it is refused. */
import { splitTokens } from '../../generator/own/tokens.ts';
import type { OwnSql } from '../../generator/sql/author/own-sql.ts';
import type { StatementRefused } from '../analyst.ts';

/** One statement of a text that may contain several. */
interface Stretch {
  readonly start: number;
  /** The word that names its action, in upper case; '' if it does not begin with a word. */
  readonly verb: string;
  /** The position of that word. Offsets are UTF-16. */
  readonly verbAt: number;
}

/** Words that may follow the list after WITH. */
const BEHIND_WITH = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'FROM', 'VALUES']);

/** The statements in the text, by its tokens and separated by `;`. Empty ones are left out. */
export function stretchesOf(text: string, own: OwnSql): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let current: Stretch | null = null;
  let depth = 0;
  for (const { kind, start, end } of splitTokens(text, own)) {
    if (kind === 'space' || kind === 'comment') continue;
    const token = text.slice(start, end);
    if (token === ';') {
      current = null;
      depth = 0;
      continue;
    }
    if (current === null) {
      current = { start, verb: '', verbAt: start };
      stretches.push(current);
    }
    const word: string = kind === 'word' ? token.toUpperCase() : '';
    const isVerb: boolean =
      word !== '' &&
      (current.verb === '' || (current.verb === 'WITH' && depth === 0 && BEHIND_WITH.has(word)));
    if (isVerb) {
      current = { ...current, verb: word, verbAt: start };
      stretches[stretches.length - 1] = current;
    }
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
  }
  return stretches;
}

export function refused(
  message: string,
  hint: string | null,
  at: number | null = null,
): StatementRefused {
  return { kind: 'refused', message, hint, at };
}

/**
 * Explains what the text contains instead of one SELECT statement, for a parser that reports only that it is not one.
 * `null` if its tokens form one. `selects`: the words that begin one, in upper case.
 */
export function refusedHolding(
  text: string,
  own: OwnSql,
  selects: ReadonlySet<string>,
): StatementRefused | null {
  const [first, second] = stretchesOf(text, own);
  if (first === undefined) return refused('There is no statement', 'Write a SELECT statement.');
  if (second !== undefined) {
    return refused(
      'The text holds more than one statement',
      'Keep one SELECT statement, and nothing after its `;`.',
      second.start,
    );
  }
  if (selects.has(first.verb)) return null;
  const shown = first.verb || text.slice(first.start, first.start + 1);
  return refused(
    `\`${shown}\` is not a SELECT statement`,
    'Write one SELECT statement; WITH may stand before it.',
    first.verbAt,
  );
}

/** An engine's parser stops reading at a NUL, so this is checked first. */
export function refusedNul(text: string): StatementRefused | null {
  const at = text.indexOf('\0');
  return at < 0 ? null : refused('A NUL character stands in the statement', 'Remove it.', at);
}
