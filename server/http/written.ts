/** An answer as the options of its address want it. A problem stays as it is. */

import type { Format } from '../../generator/core/types/formats.ts';
import { type AnswerBody, bytesBody } from './body.ts';
import type { Answer } from './context.ts';
import type { AnswerHeaders } from './headers.ts';
import type { AnswerOptions } from './reading/answer-options.ts';

/** `name` is the endpoint's: it consists of letters, digits, `.` and `-`. */
export async function written(
  asked: Answer | Promise<Answer>,
  name: string,
  format: Format,
  options: AnswerOptions,
): Promise<Answer> {
  const answer = await asked;
  const { headers, body } = answer;
  if (answer.status >= 400 || body === null) return answer;
  if (options.format !== null) Object.assign(headers, fileHeaders(name, format));
  if (options.bom) return { ...answer, body: marked(body) };
  const next = headers['X-Next-Cursor'] ?? null;
  return options.isPage ? { ...answer, body: page(body, next) } : answer;
}

/** The headers that name the file of rows that a browser saves. */
export function fileHeaders(name: string, format: Format): Readonly<AnswerHeaders> {
  if (format === 'json') return {};
  return { 'Content-Disposition': `attachment; filename="${name}.${format}"` };
}

const MARK = Buffer.from('\uFEFF');
/** Kept with the answer that they are made from. */
const markedBodies = new WeakMap<AnswerBody, AnswerBody>();

function marked(body: AnswerBody): AnswerBody {
  const known = markedBodies.get(body) ?? bytesBody(Buffer.concat([MARK, body.identity.bytes]));
  markedBodies.set(body, known);
  return known;
}

/** The body of JSON with the cursor beside the rows: `{"result":[…],"next":null}`. */
function page({ identity: { bytes } }: AnswerBody, next: string | null): AnswerBody {
  const end = Buffer.from(`,"next":${JSON.stringify(next)}}`);
  return bytesBody(Buffer.concat([bytes.subarray(0, -1), end]));
}
