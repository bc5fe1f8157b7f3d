/** One form of requests and answers for both `Request` and `Response` and Node's messages. */

import { getPath } from 'hono/utils/url';
import type { AnswerHeaders, RequestHeader } from './headers.ts';

export interface Incoming {
  readonly method: string;
  readonly url: string;
  /** The decoded path; routes are compared with it. */
  readonly path: string;
  /** The text after the address's question mark. */
  readonly search: string;
  /** Returns a header by its name in lower case; a comma joins repeated headers. */
  readonly header: (name: RequestHeader) => string | null;
  /** The bytes of the body, with any method. `null`: there are none, or a surrounding server has them. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** The whole request, for code that passes it on. */
  readonly request: Request;
  /** Facts about the request from a surrounding server. */
  readonly context: unknown;
}
export interface Outgoing {
  readonly status: number;
  /** Has `Content-Length` if there are bytes: callers wait for that many. */
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array | null;
}
export type Answering = (incoming: Incoming) => Outgoing | Promise<Outgoing>;
export type Fetch = (request: Request, context?: unknown) => Response | Promise<Response>;

/** Adapts an `Answering` to `Request` and `Response`. */
export function fetchOf(answering: Answering): Fetch {
  return (request, context) => responding(answering(incomingOf(request, context)));
}

export function responding(outgoing: ReturnType<Answering>): ReturnType<Fetch> {
  return outgoing instanceof Promise ? outgoing.then(responseOf) : responseOf(outgoing);
}

/** `own`: the body of a GET or HEAD, which no `Request` can have. */
export function incomingOf(
  request: Request,
  context?: unknown,
  own: Incoming['body'] = null,
): Incoming {
  const { method, url } = request;
  return {
    method,
    url,
    path: getPath(request),
    search: searchOf(url),
    header: name => request.headers.get(name),
    get body() {
      return request.body ?? own;
    },
    // `Request` creates it when it is first read
    get signal() {
      return request.signal;
    },
    request,
    context,
  };
}

/** Passes a record of headers, not `Headers`, because the Node adaptor writes a record unchanged. */
export function responseOf({ status, headers, bytes }: Outgoing): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers });
}

/** Addresses with a fragment are refused before. */
export function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
