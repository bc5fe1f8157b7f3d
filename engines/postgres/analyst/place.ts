/** Places in a statement's text, as UTF-16 offsets. */
import { splitTokens } from '../../../generator/own/tokens.ts';
import ownSql from '../own-sql.ts';
import type { ServerError } from './library.ts';

/** PostgreSQL counts code points, from 1. */
export function placeOf(text: string, { position }: ServerError): number | null {
  if (position === undefined) return null;
  const before = [...text].slice(0, Number(position) - 1);
  return before.join('').length;
}

/** The first word of that name; `null` if there is none, as for the function of an operator. */
export function placeOfWord(text: string, name: string): number | null {
  const found = splitTokens(text, ownSql).find(
    ({ kind, start, end }) =>
      (kind === 'word' || kind === 'name') && nameIn(text.slice(start, end)) === name,
  );
  return found?.start ?? null;
}

/** The parts of the name that begins at `at`; empty where another token does. */
export function nameAt(text: string, at: number): readonly string[] {
  const parts: string[] = [];
  let isDue = true;
  for (const { kind, start, end } of splitTokens(text, ownSql)) {
    if (start < at || kind === 'space' || kind === 'comment') continue;
    const written = text.slice(start, end);
    const isPart = kind === 'word' || kind === 'name';
    if (isDue && isPart) parts.push(nameIn(written));
    else if (isDue || written !== '.') break;
    isDue = !isDue;
  }
  return parts;
}

/** PostgreSQL folds the letters of names without quotes. */
function nameIn(written: string): string {
  return written.startsWith('"')
    ? written.slice(1, -1).replaceAll('""', '"')
    : written.toLowerCase();
}
