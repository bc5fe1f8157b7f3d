/** Reads parameters from a JSON body: `{ "project": "abc", "status": [200, 404] }`. */

import type { Param } from '../../../generator/core/plan/param.ts';
import type { Answer } from '../context.ts';
import type { AnswerHeaders } from '../headers.ts';
import type { Incoming } from '../incoming.ts';
import { problem } from '../problem.ts';
import { parseBody, repeatedFault, type Scalars } from './members.ts';
import { parseQuery, type RequestQuery } from './read-request.ts';

/** The most bytes of a body. */
const LONGEST_BODY = 1_048_576;

/**
 * Reads a request's body as the parameters of an endpoint, when its turn has come, or returns the problem. `search` has the
 * parameters of the address.
 */
export async function readPosted(
  incoming: Incoming,
  search: string,
  params: readonly Param[],
  turn: () => Promise<void>,
): Promise<RequestQuery | Answer> {
  if (search !== '') {
    return refused(400, 'Send parameters in the address or in the body, not in both.');
  }
  const bytes = await readBody(incoming, LONGEST_BODY);
  if (!(bytes instanceof Uint8Array)) return bytes;
  await turn();
  return readBytes(incoming, bytes, params, 'declared');
}

/**
 * Reads the parameters of a request from its address and its body, as Logflare does with any method. A parameter in both is
 * a fault. Returns the text of the address if the body has no bytes.
 */
export async function readBoth(
  incoming: Incoming,
  search: string,
  params: readonly Param[],
  turn: () => Promise<void>,
): Promise<string | RequestQuery | Answer> {
  const bytes = await readBody(incoming, LONGEST_BODY);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (bytes.length === 0) return search;
  await turn();
  const query = readBytes(incoming, bytes, params, 'any');
  return 'status' in query ? query : together(parseQuery(search, params), query);
}

function together(one: RequestQuery, other: RequestQuery): RequestQuery {
  const repeated = [...one.texts.keys()].filter(name => other.texts.has(name));
  return {
    texts: new Map([...one.texts, ...other.texts]),
    faults: [...one.faults, ...other.faults, ...repeated.map(repeatedFault)],
  };
}

const JSON_TYPE = /^application\/json *(;|$)/i;
/** ASCII is UTF-8. */
const OTHER_CHARSET = /; *charset *= *(?!"?(?:utf-?8|us-ascii)"? *(?:;|$))/i;

function readBytes(
  { header }: Incoming,
  bytes: Uint8Array,
  params: readonly Param[],
  scalars: Scalars,
): RequestQuery | Answer {
  const type = header('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    return refused(415, 'A body must be JSON: `Content-Type: application/json`.');
  }
  if (OTHER_CHARSET.test(type)) return refused(415, 'A body must be in UTF-8.');
  if (!/^(identity)?$/i.test(header('content-encoding') ?? '')) {
    return refused(415, 'A body must not be compressed.');
  }
  const query = parseBody(bytes, params, scalars);
  return query ?? refused(400, 'The body must be a JSON object of parameters, in UTF-8.');
}

function refused(status: number, detail: string, headers: AnswerHeaders = {}): Answer {
  return problem('invalid_request', detail, { status, headers, parameters: [] });
}

/** Returns the body of a request, of at most `most` bytes; or the problem, if it cannot be read. */
export async function readBody(
  { header, body }: Incoming,
  most: number,
): Promise<Uint8Array | Answer> {
  const tooLong = () =>
    refused(413, `A body may have at most ${most} bytes.`, { Connection: 'close' });
  if (Number(header('content-length')) > most) return tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > most) return tooLong();
      chunks.push(chunk);
    }
  } catch {
    return problem('cancelled', 'The caller cancelled the request.');
  }
  return Buffer.concat(chunks);
}
