/** One form of requests and answers, for `Request` and `Response` and for Node's messages. */
import { getPath } from 'hono/utils/url';

export interface Incoming {
  readonly method: string;
  readonly url: string;
  /** Decoded, because routes are compared with it. */
  readonly path: string;
  /** The text after the address's question mark. */
  readonly search: string;
  /** By its name in lower case; repeated headers are joined by a comma. */
  readonly header: (name: string) => string | null;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  /** The whole request, for code that reads its body or passes it on. */
  readonly request: Request;
  /** Facts about the request that a surrounding server knows. */
  readonly context: unknown;
}
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array | null;
}
export type Answering = (incoming: Incoming) => Outgoing | Promise<Outgoing>;
export type Fetch = (request: Request, context?: unknown) => Response | Promise<Response>;

/** The same for requests and responses. */
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
    // it is made when it is first asked for
    get signal() {
      return request.signal;
    },
    request,
    context,
  };
}

/** A record of headers, not `Headers`: the Node adaptor writes it out as it is. */
export function responseOf({ status, headers, bytes }: Outgoing): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers });
}

export function searchOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return '';
  const end = url.indexOf('#', at);
  return end < 0 ? url.slice(at + 1) : url.slice(at + 1, end);
}
