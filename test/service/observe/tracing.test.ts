import type { TextMapPropagator } from '@opentelemetry/api';
import { context, propagation, TraceFlags, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, test } from 'vitest';
import { EngineFailure } from '../../../engines/engine.ts';
import { type Incoming, incomingOf } from '../../../server/http/incoming.ts';
import { inRunSpan, outsideRequest, startRequestSpan } from '../../../server/observe/tracing.ts';

const ROUTE = '/api/endpoints/:name';
const RESULT = { rows: [['a'], ['b']], scannedBytes: 12 };
const SERVER = 1;
const CLIENT = 2;
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

/** As much of W3C Trace Context as names the caller's span. */
const TRACE_CONTEXT: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject: () => {},
  extract: (into, carrier, { get }) => {
    const found = /^00-(\w{32})-(\w{16})-01$/.exec(String(get(carrier, 'traceparent')));
    if (found === null) return into;
    const [, traceId = '', spanId = ''] = found;
    return trace.setSpanContext(into, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
  },
};

/** Registers an SDK as an operator would, and gives the spans that ended, in order. */
function listen(options: { readonly sampler?: AlwaysOffSampler } = {}): () => ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ ...options, spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(TRACE_CONTEXT);
  return () => exporter.getFinishedSpans();
}

function unregister(): void {
  trace.disable();
  context.disable();
  propagation.disable();
}

function request(init: RequestInit = {}): Incoming {
  const url = 'http://localhost/api/endpoints/logs.all?project=secret-value';
  return incomingOf(new Request(url, init));
}

function started(init?: RequestInit) {
  const span = startRequestSpan(request(init), ROUTE);
  if (span === null) throw new Error('an SDK is registered');
  return span;
}

afterEach(unregister);

describe('without an SDK', () => {
  test('no span is started and the request is not looked at', () => {
    const untouchable = new Proxy({} as Incoming, {
      get: () => {
        throw new Error('touched');
      },
    });
    expect(startRequestSpan(untouchable, ROUTE)).toBeNull();
  });

  test('runs are done as they are, failures included', async () => {
    expect(await inRunSpan('e', 'fake', async () => RESULT)).toBe(RESULT);
    const failure = new EngineFailure('failed', 'why');
    await expect(inRunSpan('e', 'fake', () => Promise.reject(failure))).rejects.toBe(failure);
    expect(outsideRequest(() => 7)).toBe(7);
  });

  test('one that is registered later is seen, and one that went is forgotten', () => {
    expect(startRequestSpan(request(), ROUTE)).toBeNull();
    listen();
    expect(startRequestSpan(request(), ROUTE)).not.toBeNull();
    unregister();
    expect(startRequestSpan(request(), ROUTE)).toBeNull();
  });
});

describe('the span of a request', () => {
  test('is named after its endpoint and tells how it was answered', () => {
    const ended = listen();
    const span = started();
    span.name('logs.all');
    span.end(200, { cache: 'hit', rows: 24 });
    expect(ended()).toMatchObject([
      {
        name: 'GET /api/endpoints/logs.all',
        kind: SERVER,
        status: { code: 0 },
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/api/endpoints/logs.all',
          'http.response.status_code': 200,
          'quern.endpoint': 'logs.all',
          'quern.cache': 'hit',
          'quern.rows': 24,
        },
      },
    ]);
  });

  test('is below the span of its caller', () => {
    const ended = listen();
    const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
    started({ headers: { traceparent } }).end(200, {});
    started({ headers: { traceparent: '00-nonsense' } }).end(200, {});
    const [below, own] = ended();
    expect(below?.spanContext().traceId).toBe(CALLER.traceId);
    expect(below?.parentSpanContext?.spanId).toBe(CALLER.spanId);
    expect(own?.parentSpanContext).toBeUndefined();
  });

  test('is an error where the service is at fault, not where the caller is', () => {
    const ended = listen();
    started().end(404, {});
    started().end(504, {});
    const [notFound, timedOut] = ended();
    expect(notFound).toMatchObject({ name: `GET ${ROUTE}`, status: { code: 0 } });
    expect(notFound?.attributes).not.toHaveProperty('error.type');
    expect(timedOut).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '504' } });
  });

  test('calls an invented method by no name of its own', () => {
    const ended = listen();
    started({ method: 'HEAD' }).end(200, {});
    started({ method: 'BREW' }).end(405, {});
    expect(ended()).toMatchObject([
      { name: `HEAD ${ROUTE}`, attributes: { 'http.request.method': 'HEAD' } },
      { name: `HTTP ${ROUTE}`, attributes: { 'http.request.method': '_OTHER' } },
    ]);
  });

  test('holds nothing of what the caller sent', () => {
    const ended = listen();
    const span = started({ headers: { 'X-API-KEY': 'qk_token', 'User-Agent': 'qk_agent' } });
    span.name('logs.all');
    span.end(400, {});
    const [{ name, attributes, events } = {}] = ended();
    expect(JSON.stringify([name, attributes, events])).not.toMatch(/secret-value|qk_/);
  });
});

describe('the span of a run', () => {
  test('is below the request that waits for it, and above what the engine starts', async () => {
    const ended = listen();
    const span = started();
    const rows = await span.run(async () => {
      await Promise.resolve();
      return inRunSpan('logs.all', 'fake', async () => {
        await Promise.resolve();
        trace.getTracer('client').startSpan('POST').end();
        return RESULT;
      });
    });
    span.end(200, {});
    expect(rows).toBe(RESULT);
    const [client, run, server] = ended();
    expect(run).toMatchObject({
      name: 'SELECT logs.all',
      kind: CLIENT,
      status: { code: 0 },
      attributes: {
        'db.system.name': 'fake',
        'db.operation.name': 'SELECT',
        'db.query.summary': 'SELECT logs.all',
        'db.response.returned_rows': 2,
        'quern.endpoint': 'logs.all',
        'quern.scanned_bytes': 12,
      },
    });
    expect(run?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId);
    expect(client?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
  });

  test('tells a failure by its kind, without the words of the engine', async () => {
    const ended = listen();
    const failure = new EngineFailure('timeout', 'secret-value took too long');
    await expect(inRunSpan('e', 'fake', () => Promise.reject(failure))).rejects.toBe(failure);
    const bug = new Error('secret-value');
    await expect(inRunSpan('e', 'fake', () => Promise.reject(bug))).rejects.toBe(bug);
    expect(ended()).toMatchObject([
      { status: { code: 2 }, attributes: { 'error.type': 'timeout' }, events: [] },
      { status: { code: 2 }, attributes: { 'error.type': '_OTHER' }, events: [] },
    ]);
    expect(JSON.stringify(ended().map(span => [span.status, span.attributes]))).not.toContain(
      'secret',
    );
  });

  test('that outlives its request starts a trace of its own', async () => {
    const ended = listen();
    const span = started();
    await span.run(() => outsideRequest(() => inRunSpan('e', 'fake', async () => RESULT)));
    span.end(200, {});
    const [run, server] = ended();
    expect(run?.parentSpanContext).toBeUndefined();
    expect(run?.spanContext().traceId).not.toBe(server?.spanContext().traceId);
  });

  test('is not kept where the sampler does not want it, and the work is done', async () => {
    const ended = listen({ sampler: new AlwaysOffSampler() });
    const span = started();
    expect(await span.run(() => inRunSpan('e', 'fake', async () => RESULT))).toBe(RESULT);
    span.end(200, {});
    expect(ended()).toEqual([]);
  });
});
