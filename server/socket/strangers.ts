/** Answers that do not reach the app: to invalid requests, tunnels, expectations, and callers that closed their side. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemCode } from '../http/problem.ts';
import { problemText } from '../http/problem.ts';
import { VARY } from '../http/route.ts';

/** The headers of the app's own problems. */
export const OWN_HEADERS = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  Vary: VARY,
} as const;

/** Time for a rejected caller to read the reason. Then the connection is closed, even if the caller still sends. */
const LINGER_MS = 1_000;

/** Answers requests that Node rejects, so that no request reaches the app. */
export function answerStrangers(server: Server): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, detail] = PARSER_FAULTS[error.code ?? ''] ?? [
      400,
      'This is not an HTTP request.',
    ];
    sendOff(socket, rawProblem('invalid_request', detail, status));
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node passes the socket to this handler, errors included.
    socket.on('error', () => socket.destroy());
    const detail = 'CONNECT is not supported.';
    sendOff(socket, rawProblem('method_not_allowed', detail, 405, { Allow: 'GET, HEAD, POST' }));
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const detail = 'Only the expectation `100-continue` is supported.';
    const body = problemText('invalid_request', detail, undefined, 417);
    const length = Buffer.byteLength(body);
    response.writeHead(417, { ...OWN_HEADERS, Connection: 'close', 'Content-Length': length });
    response.end(body);
  });
  answerHalfClosed(server);
}

/**
 * A caller that leaves looks the same as a caller that only closed its own side of the connection. In both cases, its runs are
 * cancelled; a caller that still listens gets an answer.
 */
function answerHalfClosed(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', socket => {
    const responses = new Set<ServerResponse>();
    waiting.set(socket, responses);
    // Runs before Node closes the other side.
    socket.prependListener('end', () => {
      const isAwaited = [...responses].some(response => !response.writableEnded);
      if (isAwaited && socket.writable) socket.write(HALF_CLOSED);
    });
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = waiting.get(socket);
    responses?.add(response);
    response.once('close', () => responses?.delete(response));
  });
}

function sendOff(socket: Duplex, text: string): void {
  socket.end(text);
  // No other code reads the socket or notices its end, so the connection would stay open until its idle timeout.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A complete answer, the last one of its connection. */
function rawProblem(
  code: ProblemCode,
  detail: string,
  status: number,
  more: Readonly<Record<string, string>> = {},
): string {
  const body = problemText(code, detail, undefined, status);
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Bad Request'}`,
    'Connection: close',
    ...Object.entries({ ...OWN_HEADERS, ...more }).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

const PARSER_FAULTS: Readonly<Record<string, readonly [number, string] | undefined>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers take more than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};
const REASONS: Readonly<Record<number, string | undefined>> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  499: 'Client Closed Request',
};
/** The answer to a caller that closed its side while a request was pending. */
export const HALF_CLOSED = rawProblem(
  'cancelled',
  'The connection was closed on the side of the caller before the answer was ready.',
  499,
);
