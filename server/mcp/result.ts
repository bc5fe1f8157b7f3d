/** Converts an answer of the service to the result of a tool. */
import { CURSOR } from '../../generator/core/plan/pages.ts';
import { counted, sentences } from '../../generator/core/report/words.ts';
import type { Answer } from '../http/context.ts';
import { firstRows } from './first-rows.ts';
import { toolText } from './plain.ts';

export interface Told {
  /** For people and models: a table of the first rows, or the fault of the call. */
  readonly text: string;
  /** All rows as JSON text, with exactly the service's digits; `null` for a fault. */
  readonly rows: string | null;
}

/** Returns the rows, or the fault with the service's message. `count` is the number of rows. */
export function tellAnswer({ headers, body, problem }: Answer, count: number): Told {
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
  const { table, shown } = firstRows(text);
  const words = [countWords(count, shown), table, boundWords(headers)];
  return { text: words.filter(part => part !== '').join('\n\n'), rows: withFacts(text, headers) };
}

function countWords(count: number, shown: number): string {
  if (count === 0) return 'No rows.';
  if (shown === count) return `${counted(count, 'row')}:`;
  const more = count - shown;
  return `The first ${shown} of ${counted(count, 'row')}; the other ${more} are in the structured content:`;
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

/** Adds the facts from the service's headers to its JSON. */
function withFacts(text: string, headers: Answer['headers']): string {
  const facts = {
    truncated: headers['X-Truncated'] === undefined ? undefined : true,
    next_cursor: headers['X-Next-Cursor'],
    step: headers['X-Step'],
  };
  const more = JSON.stringify(facts).slice(1);
  return more === '}' ? text : `${text.slice(0, -1)},${more}`;
}
