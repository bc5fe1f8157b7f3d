/** One form of requests and answers for both `Request` and `Response` and Node's messages. */
import { getPath } from 'hono/utils/url';

export interface Incoming {
  readonly method: string;
  readonly url: string;
  /** The decoded path; routes are compared with it. */
  readonly path: string;
  /** The text after the address's question mark. */
  readonly search: string;
  /** Returns a header by its name in lower case; a comma joins repeated headers. */
  readonly header: (name: string) => string | null;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** The whole request, for code that reads its body or passes it on. */
  readonly request: Request;
  /** Facts about the request from a surrounding server. */
  readonly context: unknown;
}
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array | null;
}
export type Answering = (incoming: Incoming) => Outgoing | Promise<Outgoing>;
export type Fetch = (request: Request, context?: unknown) => Response | Promise<Response>;

/** Adapts an `Answering` to `Request` and `Response`. */
export function fetchOf(answering: Answering): Fetch {
  return (request, context) => {
    const outgoing = answering(incomingOf(request, context));
    return outgoing instanceof Promise ? outgoing.then(responseOf) : responseOf(outgoing);
  };
}

export function incomingOf(request: Request, context?: unknown): Incoming {
  const { method, url } = request;
  return {
    method,
    url,
    path: getPath(request),
    search: searchOf(url),
    header: name => request.headers.get(name),
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

export function searchOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return '';
  const end = url.indexOf('#', at);
  return end < 0 ? url.slice(at + 1) : url.slice(at + 1, end);
}
