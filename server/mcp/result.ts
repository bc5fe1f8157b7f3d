/** Converts an answer of the service to the result of a tool. */
import { CURSOR, PAGE_SIZE } from '../../generator/core/plan/pages.ts';
import { counted, sentences } from '../../generator/core/report/words.ts';
import type { Answer } from '../http/context.ts';
import { firstRows } from './first-rows.ts';
import { toolText } from './plain.ts';

export interface Told {
  /** For people and models: a table of the first rows, or the fault of the call. */
  readonly text: string;
  /** The same rows as JSON text, with exactly the service's digits; `null` for a fault. */
  readonly rows: string | null;
}

/**
 * Returns the first rows, or the fault with the service's message. `count` is the number of rows, `isPaged` says whether the
 * endpoint has pages.
 */
export function tellAnswer(
  { headers, body, problem }: Answer,
  count: number,
  isPaged: boolean,
): Told {
  if (problem !== undefined) {
    const retry = headers['Retry-After'];
    const words = sentences(
      `${problem.code}: ${toolText(problem.detail)}`,
      retry === undefined ? null : `Try again in ${counted(Number(retry), 'second')}.`,
    );
    return { text: words, rows: null };
  }
  if (body === null) throw new Error('an answer of rows has a body');
  const text = Buffer.from(body.identity.bytes).toString();
  const { table, json, shown } = firstRows(text);
  const omitted = count - shown;
  // The next page begins after the rows that are left out.
  const { 'X-Next-Cursor': _, ...others } = headers;
  const told = omitted === 0 ? headers : others;
  const way = omitted === 0 ? '' : omittedWords(omitted, isPaged ? shown : null);
  const words = [countWords(count, shown), table, sentences(way || null, boundWords(told) || null)];
  return {
    text: words.filter(part => part !== '').join('\n\n'),
    rows: withFacts(json, told, omitted),
  };
}

function countWords(count: number, shown: number): string {
  if (count === 0) return 'No rows.';
  if (shown === count) return `${counted(count, 'row')}:`;
  return `The first ${shown} of ${counted(count, 'row')}:`;
}

/** `size`: the rows of a page that would be answered whole; `null` without pages. */
function omittedWords(omitted: number, size: number | null): string {
  const way =
    size === null
      ? 'narrow the request, or ask the service over HTTP for all rows.'
      : `ask again with \`${PAGE_SIZE}\`: ${size}, and then page by page.`;
  return `The other ${omitted} are left out: ${way}`;
}

function boundWords(headers: Answer['headers']): string {
  const { 'X-Truncated': truncated, 'X-Next-Cursor': cursor, 'X-Step': step } = headers;
  return sentences(
    step === undefined ? null : `Each bucket is ${step} long.`,
    truncated === undefined
      ? null
      : 'Rows are missing, because the answer reached its maximum number of rows: narrow the request.',
    cursor === undefined
      ? null
      : `There are more rows. For the next page, add \`${CURSOR}\`: ${cursor}`,
  );
}

/** Adds the facts from the service's headers to the rows. */
function withFacts(rows: string, headers: Answer['headers'], omitted: number): string {
  const text = `{"result":${rows}}`;
  const facts = {
    omitted: omitted === 0 ? undefined : omitted,
    truncated: headers['X-Truncated'] === undefined ? undefined : true,
    next_cursor: headers['X-Next-Cursor'],
    step: headers['X-Step'],
  };
  const more = JSON.stringify(facts).slice(1);
  return more === '}' ? text : `${text.slice(0, -1)},${more}`;
}
