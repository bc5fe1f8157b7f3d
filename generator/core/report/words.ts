/** Phrases for people, in any output. */

/** `1 row`, `2 rows`, `10,000 rows`: a count with a noun whose plural is regular. */
export function counted(count: number, thing: string): string {
  // `Intl` needs more time to load than a small project needs to compile.
  const digits = String(count);
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  const shown = groups.filter(group => group !== '').join(',');
  return `${shown} ${thing}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** An exact span in the largest unit of which it is a multiple: `7 days`. */
export function formatSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  return counted(seconds / size, unit);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const [last = '', ...rest] = items.toReversed();
  return rest.length === 0 ? last : `${rest.toReversed().join(', ')} ${word} ${last}`;
}

/** Joins texts of one or more sentences; skips those that are empty or `null`. */
export function sentences(...parts: readonly (string | null)[]): string {
  let all = '';
  for (const part of parts)
    if (part !== null && part.trim() !== '') all = all === '' ? part : all + joint(all) + part;
  return all;
}

/** Returns whole sentences from the beginning of a text, at most `most` characters; of a longer sentence, whole words. */
export function firstSentences(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = [...text.slice(0, most + 1).matchAll(/[.!?](?=\s)/g)].at(-1)?.index;
  if (end !== undefined) return text.slice(0, end + 1);
  return `${text.slice(0, text.lastIndexOf(' ', most - 1))}…`;
}

function joint(before: string): string {
  if (/\s$/.test(before)) return '';
  return /[.!?:…]$/.test(before) ? ' ' : '. ';
}
