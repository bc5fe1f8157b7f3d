/** The steps of every request, in and out: identifier, method, headers, encoding, log and metrics. */
import { randomUUID } from 'node:crypto';
import { DefinitionReplaced } from '../answers/manifest/definitions.ts';
import { brief } from '../observe/brief.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { RequestSpan } from '../observe/tracing.ts';
import { startRequestSpan } from '../observe/tracing.ts';
import {
  type AnswerBody,
  acceptedEncoding,
  type Encoded,
  matchesEtag,
  meetsIfMatch,
} from './body.ts';
import type { Answer, Log, LogEntry, ReceivedRequest, Texts } from './context.ts';
import type { Cors } from './cors.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import {
  internalProblem,
  problem,
  problemBody,
  type Remedies,
  unavailableProblem,
} from './problem.ts';
import { refusedForm } from './reading/unread.ts';

/** A moment, in milliseconds and in microseconds since 1970 UTC. */
export interface Moment {
  readonly ms: number;
  readonly micros: () => bigint;
}
export interface RouteOptions {
  readonly instant: () => Moment;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly cors: Cors;
  /** Whether answers say why the engine failed, in its own words. */
  readonly showsFailures: boolean;
  readonly remedies?: Remedies | undefined;
}
export type RouteHandler = (received: ReceivedRequest) => Answer | Promise<Answer>;
/** Answers the requests of one route; `part` returns a part of the path by its name in the route. */
export type Route = (
  incoming: Incoming,
  part: ReceivedRequest['part'],
) => Outgoing | Promise<Outgoing>;

/** Accepts a caller's request id if it is short and plain, and not a key in the wrong header. */
const PLAIN_ID = /^(?!.*qk_)[A-Za-z0-9._-]{1,64}$/;

/** Methods that all routes accept. */
export const READING: readonly string[] = ['GET', 'HEAD'];

/** Names `X-API-KEY` because a header with a key does not prevent shared caches from storing an answer. */
export const VARY = 'X-API-KEY, Authorization, Accept, Accept-Encoding';

/** Makes routes from handlers; `route` is the name in the log, `methods` the accepted methods. */
export function createRouteMaker(options: RouteOptions) {
  return (route: string, handler: RouteHandler, methods: readonly string[] = READING): Route =>
    (incoming, part) => {
      const running = arrive(incoming, route, part, options);
      const { received } = running;
      let answer: Answer | Promise<Answer>;
      try {
        answer =
          options.cors.preflight(incoming) ??
          refusedMethod(incoming, methods) ??
          refusedForm(incoming) ??
          running.run(() => handler(received));
      } catch (cause) {
        answer = failed(received, cause);
      }
      // A cached answer is sent without waiting for a turn of the event loop.
      if (!(answer instanceof Promise)) return leave(running, answer, options);
      return answer
        .catch((cause: unknown) => failed(received, cause))
        .then(settled => leave(running, settled, options));
    };
}

interface RunningRequest {
  readonly received: ReceivedRequest;
  readonly entry: LogEntry;
  readonly started: number;
  readonly span: RequestSpan | null;
  readonly run: <T>(work: () => T) => T;
}

function arrive(
  incoming: Incoming,
  route: string,
  part: ReceivedRequest['part'],
  { instant }: RouteOptions,
): RunningRequest {
  const started = performance.now();
  const given = incoming.header('x-request-id');
  const id = given !== null && PLAIN_ID.test(given) ? given : randomUUID();
  const span = startRequestSpan(incoming, route);
  const arrival = instant();
  const entry: LogEntry = { id, method: incoming.method, route };
  if (span !== null) {
    entry.trace_id = span.traceId;
    entry.span_id = span.spanId;
  }
  return {
    received: {
      incoming,
      entry,
      receivedMs: arrival.ms,
      now: arrival.micros,
      format: 'json',
      key: null,
      part,
    },
    entry,
    started,
    span,
    run: span?.run ?? atOnce,
  };
}

function atOnce<T>(work: () => T): T {
  return work();
}

const REPLACED =
  'The definition of an endpoint has been replaced, and the service has not read the new one.';

function refusedMethod({ method }: Incoming, methods: readonly string[]): Answer | null {
  if (methods.includes(method)) return null;
  const headers = { Allow: methods.join(', ') };
  const [only] = methods;
  const detail =
    methods.length === 1
      ? `Only ${only} is answered.`
      : `Only ${methods.slice(0, -1).join(', ')} and ${methods.at(-1)} are answered.`;
  return problem('method_not_allowed', detail, { headers });
}

function failed({ entry }: ReceivedRequest, cause: unknown): Answer {
  if (cause instanceof DefinitionReplaced) {
    entry.failure = `${cause.message}; send SIGHUP to reload the generated files`;
    return unavailableProblem(REPLACED);
  }
  entry.failure = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return internalProblem();
}

function leave(
  running: RunningRequest,
  answer: Answer,
  options: RouteOptions,
): Outgoing | Promise<Outgoing> {
  const { received, entry } = running;
  const told = options.showsFailures ? withFailure(answer, entry) : answer;
  const shown = withRemedy(told, options.remedies ?? {});
  const encoding = acceptedEncoding(received.incoming.header('accept-encoding'));
  const form = bodyOf(shown)?.as(encoding) ?? null;
  if (!(form instanceof Promise)) return send(running, shown, form, options);
  return form.then(
    ready => send(running, shown, ready, options),
    cause => sendPlain(running, failed(received, cause), options),
  );
}

/** A failure of the engine with its own words, which a caller of a deployed service never sees. */
function withFailure(answer: Answer, { failure }: LogEntry): Answer {
  const { problem: told } = answer;
  if (told === undefined || failure === undefined || !/^(engine|stored)_/.test(told.code))
    return answer;
  return { ...answer, problem: { ...told, detail: `${told.detail} ${brief(failure)}` } };
}

/** A failure with what the author of the endpoint may do, as a sentence of its own. */
function withRemedy(answer: Answer, remedies: Remedies): Answer {
  const { problem: told } = answer;
  const remedy = told && remedies[told.code];
  if (told === undefined || remedy === undefined) return answer;
  const detail = /[.!?]$/.test(told.detail) ? told.detail : `${told.detail}.`;
  return { ...answer, problem: { ...told, detail: `${detail} ${remedy}` } };
}

function sendPlain(running: RunningRequest, answer: Answer, options: RouteOptions): Outgoing {
  return send(running, answer, bodyOf(answer)?.identity ?? null, options);
}

function bodyOf({ problem, body }: Answer): AnswerBody | null {
  return problem === undefined ? body : problemBody(problem);
}

const NOT_MATCHED = 'The answer does not have the tag of `If-Match`.';

function send(
  running: RunningRequest,
  answer: Answer,
  form: Encoded | null,
  options: RouteOptions,
): Outgoing {
  const { incoming, entry } = running.received;
  const { headers } = answer;
  headers['Cache-Control'] ??= 'no-store';
  headers['Vary'] = VARY;
  headers['X-Content-Type-Options'] = 'nosniff';
  headers['X-Request-Id'] = entry.id;
  options.cors.mark(incoming, headers);
  let { status } = answer;
  let bytes: Uint8Array | null = null;
  // Only answers that may be kept have a tag.
  const etag = form === null || headers['Cache-Control'] === 'no-store' ? null : form.etag();
  if (status === 200 && !meetsIfMatch(incoming.header('if-match'), etag)) {
    const refusal = problem('invalid_request', NOT_MATCHED, { status: 412, parameters: [] });
    return sendPlain(running, refusal, options);
  }
  if (etag !== null) {
    headers['ETag'] = etag;
    if (status === 200 && matchesEtag(incoming.header('if-none-match'), etag)) status = 304;
  }
  if (form !== null && status !== 304) {
    if (form.encoding !== 'identity') headers['Content-Encoding'] = form.encoding;
    headers['Content-Length'] = form.length;
    if (incoming.method !== 'HEAD') bytes = form.bytes;
  }
  if (answer.code !== undefined) entry.code = answer.code;
  tell(running, answer.outcome ?? status, options);
  return { status, headers, bytes };
}

function tell(
  { entry, started, span }: RunningRequest,
  status: number,
  options: RouteOptions,
): void {
  const ms = performance.now() - started;
  options.metrics.request(entry.endpoint ?? null, status, entry.cache ?? null, ms / 1_000);
  if (span !== null) {
    if (entry.endpoint !== undefined) span.name(entry.endpoint);
    span.end(status, entry);
  }
  entry.status = status;
  entry.ms = milliseconds(ms);
  shorten(entry);
  options.log(status >= 500 ? 'error' : 'info', entry);
}

function briefly(params: Texts): Texts {
  const short = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? brief(value) : value.map(brief),
  ]);
  return Object.fromEntries(short);
}

/** Shortens statements, values of callers, and messages, which may quote both. */
function shorten(entry: RunningRequest['entry']): void {
  const { sql, failure, params } = entry;
  if (sql !== undefined) entry.sql = brief(sql);
  if (failure !== undefined) entry.failure = brief(failure);
  if (params !== undefined) entry.params = briefly(params);
}

/** Rounds to the microsecond. */
export function milliseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
