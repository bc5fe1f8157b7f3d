/** The endpoints inside another server. That server routes and authenticates; quern reads, runs and answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createLog } from '../../observe/log.ts';
import type { AppOptions } from '../app.ts';
import { createApp } from '../app.ts';
import type { AnyHandler } from './handler.ts';

/** Without `keys`, every caller that the surrounding server admits may run everything. */
export interface EndpointsOptions
  extends Omit<AppOptions, 'keys' | 'log' | 'openapi' | 'public' | 'handlers' | 'bodies'>,
    Partial<Pick<AppOptions, 'keys' | 'log'>> {}

/** An answer for servers that use Node's own messages. */
export interface Reply {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` if there is no body: for HEAD, and with a 304. */
  readonly body: Buffer | null;
}
/** `path` is the service's path, even if the surrounding server mounts the routes elsewhere. */
export interface Endpoints<Context> {
  readonly fetch: (
    path: string,
    request: Request,
    context: Context,
  ) => Response | Promise<Response>;
  readonly reply: (
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
  ) => Promise<Reply>;
  /** Stops keeping answers warm; the owner of the engine closes it. */
  readonly close: () => void;
}

/** Creates endpoints with these handlers, by the endpoint's name. Throws if the manifest lacks one of the names. */
export function createEndpoints<Context>(
  options: EndpointsOptions,
  handlers: Readonly<Record<string, AnyHandler>>,
): Endpoints<Context> {
  const unknown = Object.keys(handlers).filter(
    name => options.manifest.byName.get(name)?.name !== name,
  );
  if (unknown.length > 0) throw new Error(`the manifest has no endpoint ${unknown.join(', ')}`);
  const app = createApp({ keys: null, log: createLog(), ...options, handlers, bodies: false });
  return {
    fetch: (path, request, context) => {
      const { method, url, headers, signal } = request;
      const body = method === 'POST' ? request.body : null;
      return app.fetch(requestTo(path, url, { method, headers, signal }, body), context);
    },
    reply: async (path, request, response, context) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const { method = 'GET', url = '' } = request;
      const asked = { method, headers: headersOf(request), signal: gone.signal };
      const body = method === 'POST' ? postedBody(request) : null;
      return replyOf(await app.fetch(requestTo(path, url, asked, body), context));
    },
    close: app.close,
  };
}

/** Methods that no `Request` can have: quern answers them like any other unsupported method. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

type Body = NonNullable<RequestInit['body']> | null;

/**
 * Returns the body of a POST: its bytes, or what a parser of the surrounding server, such as `express.json()`, has made of
 * them. Without either, the service refuses the request.
 */
function postedBody(request: IncomingMessage): Body {
  if (!request.readableDidRead) return Readable.toWeb(request);
  const { body } = Object(request);
  if (typeof body === 'string' || body instanceof Uint8Array) return body as Body;
  return typeof body === 'object' && body !== null ? JSON.stringify(body) : null;
}

/** Returns the request in the service's form. */
function requestTo(
  path: string,
  url: string,
  { method = 'GET', ...init }: RequestInit,
  body: Body,
): Request {
  const at = url.indexOf('?');
  const search = at < 0 ? '' : url.slice(at);
  const asked = FORBIDDEN.has(method.toUpperCase()) ? 'PUT' : method;
  return new Request(`http://localhost${path}${search}`, {
    ...init,
    method: asked,
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
}

/** Returns all headers. Node's own record drops the second of two keys. */
function headersOf(request: IncomingMessage): Headers {
  const { rawHeaders } = request;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // HTTP/2 lists the request line among the headers.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1] ?? '');
  }
  // The headers of HTTP/2 need not announce a body.
  if (Object(request).stream?.endAfterHeaders === false) {
    headers.set('Transfer-Encoding', 'chunked');
  }
  return headers;
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  return { status, headers: Object.fromEntries(headers), body };
}
