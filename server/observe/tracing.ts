/**
 * Spans for an OpenTelemetry SDK that is registered in this process. Without an SDK, this module creates no spans and reads no
 * headers. Attributes follow the stable semantic conventions for HTTP servers and database clients. Spans have no path,
 * query, key or engine message, because these contain data from callers.
 */
import type { Attributes, Span, TextMapGetter, Tracer, TracerProvider } from '@opentelemetry/api';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { EngineFailure, type Result } from '../../engines/engine.ts';
import type { Incoming } from '../http/incoming.ts';

/** The span of one request. */
export interface RequestSpan {
  /** Its identifiers, for log lines. */
  readonly traceId: string;
  readonly spanId: string;
  /** Sets the endpoint of the request, by its name in the manifest. */
  readonly name: (endpoint: string) => void;
  /** Runs the work with this span as the parent of the spans that the work starts. */
  readonly run: <T>(work: () => T) => T;
  readonly end: (status: number, facts: RequestFacts) => void;
}
export interface RequestFacts {
  readonly cache?: string;
  readonly rows?: number;
}

/** The conventions' methods. All others share one name, so that callers cannot create names. */
const METHODS = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT'.split(' '));

/**
 * Starts the span of a request to a route with that pattern, as a child of the caller's span if the headers name one. If no SDK is registered, returns
 * `null` without reading the request.
 */
export function startRequestSpan(incoming: Incoming, pattern: string): RequestSpan | null {
  const tracer = activeTracer();
  if (tracer === null) return null;
  const method = METHODS.has(incoming.method) ? incoming.method : '_OTHER';
  const verb = method === '_OTHER' ? 'HTTP' : method;
  const parent = propagation.extract(ROOT_CONTEXT, incoming.request.headers, HEADERS);
  const attributes = { 'http.request.method': method, 'http.route': pattern };
  const span = tracer.startSpan(
    `${verb} ${pattern}`,
    { kind: SpanKind.SERVER, attributes },
    parent,
  );
  const inside = trace.setSpan(parent, span);
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    name: endpoint => {
      const route = `/api/endpoints/${endpoint}`;
      span.updateName(`${verb} ${route}`);
      span.setAttributes({ 'http.route': route, 'quern.endpoint': endpoint });
    },
    run: work => context.with(inside, work),
    end: (status, facts) => endRequest(span, status, facts),
  };
}

/** Runs on an engine within a span of its own, a child of the active span. Reports a failure by its kind. */
export async function inRunSpan(
  endpoint: string,
  engine: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const tracer = activeTracer();
  if (tracer === null) return work();
  const attributes = {
    'db.system.name': engine,
    'db.operation.name': 'SELECT',
    'db.query.summary': `SELECT ${endpoint}`,
    'quern.endpoint': endpoint,
  };
  const span = tracer.startSpan(`SELECT ${endpoint}`, { kind: SpanKind.CLIENT, attributes });
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work);
    const { rows, scannedBytes } = result;
    span.setAttribute('db.response.returned_rows', rows.length);
    if (scannedBytes !== null) span.setAttribute('quern.scanned_bytes', scannedBytes);
    return result;
  } catch (cause) {
    fail(span, cause instanceof EngineFailure ? cause.kind : '_OTHER');
    throw cause;
  } finally {
    span.end();
  }
}

/** Does work that outlives its request, such as a refresh. The work's spans start their own trace. */
export function outsideRequest<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}

function endRequest(span: Span, status: number, { cache, rows }: RequestFacts): void {
  const attributes: Attributes = { 'http.response.status_code': status };
  if (cache !== undefined) attributes['quern.cache'] = cache;
  if (rows !== undefined) attributes['quern.rows'] = rows;
  span.setAttributes(attributes);
  // A fault of the caller is not an error of the server.
  if (status >= 500) fail(span, String(status));
  span.end();
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Returns the registered SDK's tracer. Before an SDK is registered, the API returns a tracer that looks real and records
 * nothing. Only the API's own proxy shows whether an SDK is registered.
 */
function activeTracer(): Tracer | null {
  const provider: TracerProvider & Delegating = trace.getTracerProvider();
  if (provider.getDelegateTracer === undefined) return provider.getTracer('quern');
  return provider.getDelegateTracer('quern') ?? null;
}

/** `ProxyTracerProvider` of any loaded copy of the API: `instanceof` would only recognise one copy. */
interface Delegating {
  readonly getDelegateTracer?: (name: string) => Tracer | undefined;
}

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: headers => [...headers.keys()],
};
