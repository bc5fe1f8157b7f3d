/** GET and HEAD requests that have a body, although their parameters are in the address. */
import type { Answer, ReceivedRequest } from '../context.ts';
import type { Incoming } from '../incoming.ts';
import { problem } from '../problem.ts';

/** Completes the message for requests to an endpoint. */
export const BY_POST = 'send the parameters in the address, or as JSON by POST.';

/**
 * Answers a GET or HEAD without a body. Refuses one with a body, from one byte on: an answer that ignored the body could
 * be for other parameters than the caller sent. `advice` completes the message.
 */
export function unlessBody(
  { incoming }: ReceivedRequest,
  advice: string,
  answer: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  if (!announcesBody(incoming)) return answer();
  return isEmptyBody(incoming).then(isEmpty =>
    isEmpty ? answer() : refusedBody(incoming, advice),
  );
}

export function refusedBody({ method }: Incoming, advice: string): Answer {
  return problem('invalid_request', `A ${method} must have no body: ${advice}`, { parameters: [] });
}

/** Whether the headers announce a body. A chunked one may have no bytes. */
export function announcesBody({ header }: Incoming): boolean {
  return header('transfer-encoding') !== null || hasLength(header);
}

function hasLength(header: Incoming['header']): boolean {
  return !/^0*$/.test(header('content-length') ?? '');
}

/** A body that nobody can read here counts by its headers. */
async function isEmptyBody({ header, body }: Incoming): Promise<boolean> {
  if (body === null || hasLength(header)) return false;
  try {
    for await (const chunk of body) if (chunk.length > 0) return false;
  } catch {
    // the caller left, so nobody reads the answer
    return false;
  }
  return true;
}
