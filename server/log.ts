/** What is told of each request: one line, without keys, values of parameters or addresses. */
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { AppEnv, Log, LogEntry } from './context.ts';
import type { BoundStatement } from './engines/engine.ts';

const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  // A header with a key does not keep shared caches from storing an answer.
  Vary: 'X-API-KEY, Authorization, Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** A caller's request id is taken over where it is short and plain. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every request its id, every answer the common headers, and the log its line. */
export function observe(clock: () => bigint, log: Log) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    const given = c.req.header('X-Request-Id') ?? '';
    const entry: LogEntry = { id: PLAIN_ID.test(given) ? given : randomUUID() };
    c.set('entry', entry);
    c.set('received', clock());
    await next();
    const { headers, status } = c.res;
    for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
    headers.set('X-Request-Id', entry.id);
    log({
      time: new Date(Number(c.var.received / 1_000n)).toISOString(),
      level: status >= 500 ? 'error' : 'info',
      method: c.req.method,
      route: routePath(c),
      status,
      ms: Math.round((performance.now() - started) * 1_000) / 1_000,
      ...entry,
    });
  });
}

/** Shorter values stand in every text. */
const SHORTEST_REDACTED = 3;

/** An engine's words without the values that were bound: engines quote them. */
export function redact(message: string, { values }: BoundStatement): string {
  return values.reduce((text, { name, value }) => {
    const bound = String(value);
    return bound.length < SHORTEST_REDACTED ? text : text.replaceAll(bound, `$${name}`);
  }, message);
}
