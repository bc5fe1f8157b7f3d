/** Programs that use generated routes as their readers would. */
import type { FrameworkName } from '../../../generator/emitters/routes/frameworks.ts';

/** 2026-01-15T10:07:12.345678Z */
export const NOW = 1_768_471_632_345_678n;

/** The shared parts of the servers: endpoints as they are, and below `/own` one handler that stands in place of ours. */
export const SHARED = `import {
  type Endpoints, type EndpointsOptions, type Handler, loadManifest, openDuckDb, ProblemError,
} from 'quern';
import type { Handlers, UsageApiCountsParams, UsageApiCountsRow } from './routes.ts';

const [manifest = '', database = ''] = process.argv.slice(2);
export const options: EndpointsOptions = {
  manifest: await loadManifest(manifest),
  engine: await openDuckDb({ source: { database }, concurrency: 2 }),
  clock: () => ${NOW}n,
  log: () => {},
};

export function own<C>(
  userOf: (context: C) => string,
): Handler<UsageApiCountsParams, UsageApiCountsRow, C> {
  return async ({ params, context, request, run }) => {
    if (params.project === 'told') throw new ProblemError('forbidden', request.method + ' ' + request.url);
    const user = userOf(context);
    if (user === 'nobody') throw new ProblemError('forbidden', 'Nobody may see this.');
    if (params.interval === 'daily') return run({ ...params, interval: 'hourly' });
    if (params.interval === 'minutely') throw new Error('the secret');
    const row = { total_storage_requests: 2n, total_auth_requests: 3, total_realtime_requests: 0 };
    const timestamp = new Date(0);
    return [{ ...row, timestamp, total_rest_requests: user.length + params.project.length }];
  };
}

export function listening(address: unknown, endpoints: readonly Pick<Endpoints<never>, 'close'>[]): void {
  process.once('SIGTERM', () => {
    for (const { close } of endpoints) close();
    process.exit(0);
  });
  console.log(\`http://127.0.0.1:\${(address as { port: number }).port}\`);
}
export type { Handlers };
`;

export const SERVERS: Readonly<Record<FrameworkName, string>> = {
  hono: `import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { defaultHandlers, register } from './routes.ts';
import { listening, options, own } from './shared.ts';

type Env = { Variables: { user: string } };
const app = new Hono();
const plain = register(app, defaultHandlers, options);
const inner = new Hono<Env>();
inner.use(async (c, next) => {
  c.set('user', c.req.header('X-User') ?? 'nobody');
  c.header('Vary', 'Cookie');
  c.header('Cache-Control', 'public');
  if (c.req.header('X-Parse')) await c.req.json();
  if (c.req.header('X-Early')) c.res.headers.append('Vary', 'Accept-Language');
  await next();
  c.res.headers.set('X-Server', 'hono');
});
const usageApiCounts = own((c: Context<Env>) => c.get('user'));
const replaced = register(inner, { ...defaultHandlers, usageApiCounts }, options);
app.route('/own', inner);
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, address => {
  listening(address, [plain, replaced]);
});
`,
  fastify: `import Fastify, { type FastifyRequest } from 'fastify';
import { defaultHandlers, register } from './routes.ts';
import { listening, options, own } from './shared.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: string;
  }
}
const app = Fastify();
const plain = register(app, defaultHandlers, options);
await app.register(
  async scope => {
    scope.decorateRequest('user', 'nobody');
    scope.addHook('onRequest', async (request, reply) => {
      request.user = String(request.headers['x-user'] ?? 'nobody');
      reply.header('X-Server', 'fastify');
      const vary = request.headers['x-early'] ? ['Cookie', 'Accept-Language'] : 'Cookie';
      reply.headers({ vary, 'cache-control': 'public' });
    });
    const usageApiCounts = own((request: FastifyRequest) => request.user);
    register(scope, { ...defaultHandlers, usageApiCounts }, options);
  },
  { prefix: '/own' },
);
app.post('/echo', async request => request.body);
await app.listen({ port: 0, host: '127.0.0.1' });
listening(app.server.address(), [plain]);
`,
  express: `import express, { type Request } from 'express';
import { defaultHandlers, register } from './routes.ts';
import { listening, options, own } from './shared.ts';

const users = new WeakMap<Request, string>();
const app = express();
const plain = register(app, defaultHandlers, options);
const inner = express.Router();
inner.use(express.json());
inner.use((request, response, next) => {
  users.set(request, request.get('X-User') ?? 'nobody');
  response.set({ 'X-Server': 'express', 'Cache-Control': 'public' });
  response.vary(request.get('X-Early') ? 'Cookie, Accept-Language' : 'Cookie');
  next();
});
const usageApiCounts = own((request: Request) => users.get(request) ?? 'nobody');
const replaced = register(inner, { ...defaultHandlers, usageApiCounts }, options);
app.use('/own', inner);
const server = app.listen(0, '127.0.0.1', () => {
  listening(server.address(), [plain, replaced]);
});
`,
  // The server calls the route handlers as Next.js does: by the file's place, and by the exported name of the method.
  next: `import { serve } from '@hono/node-server';
import { defaultHandlers, register } from './routes.ts';
import { listening, options, own } from './shared.ts';

const plain = register(defaultHandlers, options);
const usageApiCounts = own((request: Request) => request.headers.get('X-User') ?? 'nobody');
const replaced = register({ ...defaultHandlers, usageApiCounts }, options);
const isMethod = (name: string): name is Exclude<keyof typeof plain, 'close'> =>
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(name);

async function ownRoute(request: Request): Promise<Response> {
  if (!isMethod(request.method)) return new Response(null, { status: 405 });
  if (request.headers.get('X-Parse')) await request.clone().json();
  const response = await replaced[request.method](request);
  response.headers.set('X-Server', 'next');
  return response;
}
async function routed(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (/^\\/own\\/(api\\/endpoints|endpoints\\/query)\\/./.test(pathname)) return ownRoute(request);
  if (!/^\\/(api\\/endpoints|endpoints\\/query)\\/./.test(pathname)) return new Response(null, { status: 404 });
  if (!isMethod(request.method)) return new Response(null, { status: 405 });
  return plain[request.method](request);
}
serve({ fetch: routed, port: 0, hostname: '127.0.0.1' }, address => {
  listening(address, [plain, replaced]);
});
`,
};

/** A server that speaks nothing but HTTP/2. */
export const HTTP2_SERVER = `import Fastify from 'fastify';
import { defaultHandlers, register } from './routes.ts';
import { listening, options } from './shared.ts';

const app = Fastify({ http2: true });
const endpoints = register(app, defaultHandlers, options);
await app.listen({ port: 0, host: '127.0.0.1' });
listening(app.server.address(), [endpoints]);
`;

/** Each line below an expectation is an error, or the compiler says that it is none. */
export const WRONG = `import { ProblemError } from 'quern';
import { defaultHandlers, type Handlers, type UsageApiCountsRow } from './routes.ts';

const { usageApiCounts, logsAll } = defaultHandlers;
// @ts-expect-error: a handler is missing
export const incomplete: Handlers = { usageApiCounts, logsAll };
// @ts-expect-error: there is no such endpoint
export const beyond: Handlers = { ...defaultHandlers, other: usageApiCounts };
// @ts-expect-error: not the rows of this endpoint
export const swapped: Handlers = { ...defaultHandlers, usageApiCounts: () => [{ id: 'x' }] };

const zero = { total_rest_requests: 0, total_storage_requests: 0, total_auth_requests: 0 };
// @ts-expect-error: a column is missing
export const short: UsageApiCountsRow = { ...zero, timestamp: new Date() };
const whole = { ...zero, total_realtime_requests: 0n };
// @ts-expect-error: a timestamp is not text here
export const text: UsageApiCountsRow = { ...whole, timestamp: '2026-01-15T10:00:00Z' };
// @ts-expect-error: what only the service tells
export const untold = new ProblemError('cancelled', 'No.');
export const told = new ProblemError('rate_limited', 'No.', { retryAfterS: 3 });
export const sound: UsageApiCountsRow = { ...whole, timestamp: 0n };

export const handlers: Handlers = {
  ...defaultHandlers,
  usageApiCounts: ({ params, run }) => {
    // @ts-expect-error: no value of the enum
    if (params.interval === 'weekly') return [];
    // @ts-expect-error: no parameter
    if (params.tier === 'FREE') return [];
    // @ts-expect-error: a parameter is missing
    return run({ project: params.project });
  },
  logsAll: async ({ params }) => {
    // @ts-expect-error: it may be absent
    const since: bigint = params.iso_timestamp_start;
    return since > 0n && params.project_tier === 'FREE' ? [] : [];
  },
};
`;

/** Instances of Fastify that are not the plain one, each with a handler that knows what it is. */
export const INSTANCES = `import { createServer } from 'node:http';
import type { Http2Server } from 'node:http2';
import Fastify, { type FastifyRequest, type FastifyTypeProvider, type RouteGenericInterface } from 'fastify';
import { pino } from 'pino';
import { defaultHandlers, type Handlers, register } from './routes.ts';
import { options, own } from './shared.ts';

interface Provider extends FastifyTypeProvider {
  readonly validator: this['schema'];
}
const usageApiCounts: Handlers['usageApiCounts'] = ({ context, run }) => {
  context.log.info(context.raw.url);
  return run();
};
const handlers = { ...defaultHandlers, usageApiCounts };
register(Fastify(), handlers, options);
register(Fastify({ logger: true }), handlers, options);
register(Fastify({ serverFactory: handler => createServer(handler) }), handlers, options);
register(Fastify({ https: {} }), defaultHandlers, options);

register(Fastify({ loggerInstance: pino() }), defaultHandlers, options);
register(Fastify({ loggerInstance: pino() }), handlers, options);
register(Fastify().withTypeProvider<Provider>(), defaultHandlers, options);
register(Fastify().withTypeProvider<Provider>(), handlers, options);

register(Fastify({ http2: true }), defaultHandlers, options);
register(Fastify({ http2: true, https: {} }), defaultHandlers, options);
type Http2Request = FastifyRequest<RouteGenericInterface, Http2Server>;
const ofStream = own((request: Http2Request) => String(request.raw.stream.id));
register(Fastify({ http2: true }), { ...defaultHandlers, usageApiCounts: ofStream }, options);
// @ts-expect-error: its requests have no streams
register(Fastify(), { ...defaultHandlers, usageApiCounts: ofStream }, options);
`;
