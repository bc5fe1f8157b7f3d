/** A server with sessions of its own in front of the endpoints, one of which it answers itself. */
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { loadManifest, openDuckDb } from 'quern';
import { defaultHandlers, type Handlers, register } from './generated/server/routes.ts';

const { DATABASE = '.quern/demo.duckdb', PROJECT = '', PORT = '3000' } = process.env;
const MANIFEST = fileURLToPath(new URL('../generated/manifest/index.json', import.meta.url));

/** The project that a session may ask for; a real server has a store of them. */
const SESSIONS: ReadonlyMap<unknown, string> = new Map([
  ['member', PROJECT],
  ['visitor', 'sample'],
]);

/** Visitors are shown rows that are made up, to everybody else quern answers. */
const usageApiCounts: Handlers['usageApiCounts'] = ({ params, run }) => {
  if (params.project !== 'sample') return run();
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour;
  return [3, 2, 1, 0].map(hoursAgo => ({
    timestamp: new Date(start - hoursAgo * hour),
    total_rest_requests: 120 + 7 * hoursAgo,
    total_storage_requests: 40,
    total_auth_requests: 12,
    total_realtime_requests: 0,
  }));
};

const app = Fastify();
app.get('/', async () => 'See /logs/api/endpoints/usage.api-counts\n');
await app.register(
  async scope => {
    scope.addHook<{ Querystring: { project?: unknown } }>('onRequest', async (request, reply) => {
      const project = SESSIONS.get(request.headers['x-session']);
      if (project === undefined)
        return reply.code(401).send({ error: 'There is no such session.' });
      if (request.query.project === project) return;
      return reply.code(403).send({ error: 'The session is for another project.' });
    });
    const manifest = await loadManifest(MANIFEST);
    const engine = await openDuckDb({ source: { database: DATABASE }, concurrency: 2 });
    const endpoints = register(scope, { ...defaultHandlers, usageApiCounts }, { manifest, engine });
    scope.addHook('onClose', async () => {
      endpoints.close();
      await engine.close();
    });
  },
  { prefix: '/logs' },
);
process.once('SIGTERM', () => app.close());
process.stdout.write(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}\n`);
