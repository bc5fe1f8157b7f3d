/** Turns requests of a socket into answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Answering, Incoming, Outgoing } from '../http/incoming.ts';
import { incomingOf, responding, responseOf } from '../http/incoming.ts';
import type { ProblemCode } from '../http/problem.ts';
import { problemText } from '../http/problem.ts';
import { type Head, PLAIN_ADDRESS, PLAIN_HOST } from './head.ts';
import { OWN_HEADERS } from './strangers.ts';

/**
 * Most requests are plain: without a body, and with an address that needs no decoding. They are read directly from
 * Node's messages. All others go through the adaptor, which converts each to a `Request` and rejects malformed ones.
 */
export function createListener(answering: Answering): RequestListener {
  let adapted: RequestListener | null = null;
  const adapt = async (message: IncomingMessage, response: ServerResponse) => {
    adapted ??= await adaptorOf(answering);
    adapted(message, response);
  };
  return (message, response) => {
    // HTTP/1.0 has no such header, and load balancers ask for the health with it.
    if (message.httpVersionMinor === 0) message.headers.host ??= 'localhost';
    if (!isPlain(message)) return void (adapted ?? adapt)(message, response);
    const { url = '', rawHeaders, headers } = message;
    const head = { method: message.method === 'HEAD' ? 'HEAD' : 'GET', url, rawHeaders } as const;
    const gone = () => goneWith(response);
    const outgoing = attempted(
      answering,
      new PlainRequest(head, () => bodyOf(message), gone, headers.host),
    );
    // A kept answer is written without waiting for a turn of the event loop.
    if (!(outgoing instanceof Promise)) return write(response, outgoing);
    void outgoing.catch(answerFailure).then(settled => write(response, settled));
  };
}

/** Loaded with the first request that needs it, because it takes half the time of a start of Node. */
async function adaptorOf(answering: Answering): Promise<RequestListener> {
  const { getRequestListener } = await import('@hono/node-server');
  return getRequestListener(
    (request, { incoming }) =>
      responding(answering(incomingOf(request, undefined, bodyOf(incoming)))),
    { errorHandler },
  );
}

export function attempted(answering: Answering, incoming: Incoming): ReturnType<Answering> {
  try {
    return answering(incoming);
  } catch {
    return answerFailure();
  }
}

function write(response: ServerResponse, { status, headers, bytes }: Outgoing): void {
  // Node writes a flat list unchanged, but copies a record first.
  const list = Object.entries(headers).flat();
  response.writeHead(status, list);
  if (bytes === null) response.end();
  else response.end(bytes);
}

function isPlain({ method, url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && PLAIN_ADDRESS.test(url) && PLAIN_HOST.test(host)
  );
}

/** A request whose address needs no decoding. `gone` returns what aborts when the caller leaves. */
export class PlainRequest implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly #bodyOf: () => Incoming['body'];
  readonly context = undefined;
  readonly #head: Head;
  readonly #host: string | null;
  readonly #goneWith: () => AbortController;
  #body: Incoming['body'] = null;
  #gone: AbortController | null = null;

  constructor(
    head: Head,
    body: () => Incoming['body'],
    gone: () => AbortController,
    host: string | null = null,
  ) {
    const { method, url } = head;
    const at = url.indexOf('?');
    this.method = method;
    this.path = at < 0 ? url : url.slice(0, at);
    this.search = at < 0 ? '' : url.slice(at + 1);
    this.#bodyOf = body;
    this.#head = head;
    this.#host = host;
    this.#goneWith = gone;
  }

  /** Created when it is read, because almost no plain request has a body. */
  get body(): Incoming['body'] {
    this.#body ??= this.#bodyOf();
    return this.#body;
  }

  get url(): string {
    return `http://${this.#host ?? this.header('host')}${this.#head.url}`;
  }

  /** Reads the raw list, because Node's record drops the second of two keys. */
  readonly header = (name: string): string | null => {
    const { rawHeaders } = this.#head;
    let found: string | null = null;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const other = rawHeaders[at] ?? '';
      if (other.length !== name.length || other.toLowerCase() !== name) continue;
      const value = rawHeaders[at + 1] ?? '';
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  };

  get signal(): AbortSignal {
    this.#gone ??= this.#goneWith();
    return this.#gone.signal;
  }

  get request(): Request {
    const { rawHeaders } = this.#head;
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    }
    return new Request(this.url, { method: this.method, headers, signal: this.signal });
  }
}

/** Returns the bytes of a request that nobody else reads. If its reader stops, the rest is dropped. */
async function* bodyOf(message: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = message.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) yield chunk;
  } finally {
    message.resume();
  }
}

/** Aborts when the connection ends before the answer is sent. */
function goneWith(response: ServerResponse): AbortController {
  const gone = new AbortController();
  const closed = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) closed();
  else response.once('close', closed);
  return gone;
}

/** Answers a malformed address or host. Any other error here is a bug, because the app handles its own failures. */
function errorHandler(error: unknown): Response {
  if (error instanceof Error && error.name === 'RequestError') {
    return responseOf(ownProblem('invalid_request', 'The address or the host is malformed.', 400));
  }
  return responseOf(answerFailure());
}

export function answerFailure(): Outgoing {
  return ownProblem('internal', 'The service failed.', 500);
}

/** Returns a problem for a request that does not reach the app. */
export function ownProblem(code: ProblemCode, detail: string, status: number): Outgoing {
  const bytes = Buffer.from(problemText(code, detail));
  return { status, headers: { ...OWN_HEADERS, 'Content-Length': String(bytes.length) }, bytes };
}
