/** The routes by address, and the access that each route needs. */
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { nearest } from '../../generator/core/report/suggestion.ts';
import { FORMATS_TOLD } from '../../generator/core/types/formats.ts';
import { mayRun } from '../access/access.ts';
import { type Gate, identifying } from '../access/gate.ts';
import { shownDefinition } from '../access/hidden.ts';
import type { ServedEndpoint } from '../answers/manifest/manifest.ts';
import { createMcp } from '../mcp/mcp.ts';
import type { FreshnessLook, SourceFreshness } from '../observe/freshness.ts';
import type { Readiness, ReadinessLook } from '../observe/health.ts';
import type { Metrics } from '../observe/metrics.ts';
import { createDocsPage } from '../pages/docs-page.ts';
import { createExplorer } from '../pages/explorer.ts';
import { newsAnswer } from '../pages/news.ts';
import { textBody } from './body.ts';
import { type Answer, type ReceivedRequest, turnKey } from './context.ts';
import { documentFor } from './endpoints/document.ts';
import { savedQuery } from './endpoints/listing.ts';
import type { Served } from './endpoints/served.ts';
import { withEnd } from './ends.ts';
import type { Answering } from './incoming.ts';
import type { AppOptions, ProjectNames, PublicPart } from './options.ts';
import { failureProblem, faultsProblem, problem, stoppingProblem } from './problem.ts';
import { acceptedFormat } from './reading/accept.ts';
import { answerOptions, optionFault } from './reading/answer-options.ts';
import { announcesBody, BY_POST, refusedBody, unlessBody } from './reading/bodyless.ts';
import { readBoth, readPosted } from './reading/posted.ts';
import type { RequestQuery } from './reading/read-request.ts';
import { refusedChange } from './reading/unread.ts';
import { type createRouteMaker, READING, type Route, type RouteHandler } from './route.ts';
import { createTurns, type TakeTurn } from './turns.ts';
import { written } from './written.ts';

/** The parts that the routes call. */
export interface Destinations {
  readonly served: ReadonlyMap<ServedEndpoint, Served>;
  readonly readiness: ReadinessLook;
  readonly freshness: FreshnessLook;
  readonly metrics: Metrics;
  readonly withKey: Gate;
  readonly makeRoute: ReturnType<typeof createRouteMaker>;
}

export function createRoutes(options: AppOptions, destinations: Destinations): Answering {
  const { manifest, engine } = options;
  const { served, readiness, freshness, metrics, withKey, makeRoute } = destinations;
  const router = new RegExpRouter<Route>();
  const add = (path: string, handler: RouteHandler, methods: readonly string[]) =>
    router.add('ALL', path, makeRoute(path, handler, methods));
  const route = (path: string, handler: RouteHandler) =>
    add(path, request => unlessBody(request, NO_PARAMETERS, () => handler(request)), READING);
  const unlessPublic = (part: PublicPart, handler: RouteHandler) =>
    options.public?.includes(part) === true ? handler : withKey(handler);

  const lives: RouteHandler = () => json({ status: 'ok' });
  route('/healthz', lives);
  // The original service uses this name.
  route('/health', lives);
  const identified = identifying(options);
  const { isLeaving = () => false } = options;
  route('/readyz', async request => {
    if (isLeaving()) return stoppingProblem();
    const isKnown = await identified(request);
    const known = isKnown ? manifest.endpoints : [];
    const answer = ready(request, await readiness.look(), known);
    if (answer.status !== 200 || !asksFresh(request.incoming.search)) return answer;
    const stale = (await freshness.look()).filter(({ isFresh }) => isFresh !== true);
    return stale.length === 0 ? answer : staleAnswer(request, stale, known, engine.name);
  });
  const all = [...served.keys()];
  const { news } = options;
  const explorer = createExplorer({
    asksKey: options.keys !== null,
    followsNews: news !== undefined,
  });
  // Needs no key: people open the page before they have entered one.
  route('/', explorer.page);
  route('/explorer.js', explorer.script);
  route('/explorer.css', explorer.style);
  route('/explorer/:part', request => explorer.part(request.part('part')) ?? unknownEndpoint());
  // not logged, because a page polls it
  if (news !== undefined) router.add('GET', '/news', ({ search }) => newsAnswer(news, search));
  route(
    '/metrics',
    unlessPublic('metrics', async () => metricsAnswer(await metrics.render())),
  );
  const { openapi = null } = options;
  if (openapi !== null) {
    const { page, script } = createDocsPage();
    route('/openapi.json', unlessPublic('docs', documentHandler(openapi, all)));
    // Need no key: they are the same for everybody, and a link cannot send one. The page asks for the document with the key of the tab.
    route('/docs', page);
    route('/docs/scalar.js', script);
  }
  if (openapi !== null && options.bodies !== false) {
    add('/mcp', createMcp({ served, openapi, cors: options.cors ?? [] }, withKey), ['POST']);
  }
  // Routes below need a valid key, 404s included, so strangers cannot probe for endpoints.
  const run = (request: ReceivedRequest, endpoint: ServedEndpoint | undefined, asked: string) => {
    const answer = endpoint && served.get(endpoint);
    if (answer === undefined || endpoint === undefined)
      return unknownEndpoint(nearHint(asked, request, all));
    request.entry.endpoint = endpoint.name;
    const answered = withEnd(runKnown(request, endpoint, answer), endpoint, asked);
    return withStale(answered, endpoint);
  };
  const staleOf = new Map(
    manifest.endpoints.flatMap(endpoint => {
      const stale = freshness.staleOf(endpoint);
      return stale === null ? [] : [[endpoint, stale] as const];
    }),
  );
  /** Marks the answer of an endpoint with the stale data sets that it reads. */
  const withStale = (answered: Answer | Promise<Answer>, endpoint: ServedEndpoint) => {
    const stale = staleOf.get(endpoint)?.() ?? [];
    if (stale.length === 0) return answered;
    return Promise.resolve(answered).then(answer => {
      answer.headers['X-Stale'] = stale.join(', ');
      return answer;
    });
  };
  const runKnown = (request: ReceivedRequest, endpoint: ServedEndpoint, answer: Served) => {
    const options = answerOptions(request.incoming.search, name => declares(endpoint, name));
    if ('faults' in options) return faultsProblem(options.faults);
    const format = options.format ?? acceptedFormat(request.incoming.header('accept'));
    if (format === null) return notAcceptable();
    const fault = optionFault(options, format);
    if (fault !== null) return faultsProblem([fault]);
    request.format = format;
    const refusal = endpoint.compat === undefined ? null : refusedChange(request.incoming);
    if (refusal !== null) return refusal;
    const answered = asked(request, endpoint, answer, options.search);
    const isPlain = options.search === request.incoming.search;
    return isPlain ? answered : written(answered, endpoint.name, format, options);
  };
  const withBodies = askedWithBodies(createTurns());
  const asked = options.bodies === false ? askedInServer(withBodies) : withBodies;
  const runNamed = (request: ReceivedRequest, name: string) =>
    run(request, manifest.byName.get(name), name);
  const byName = (request: ReceivedRequest) => runNamed(request, request.part('name'));
  const byReference = (request: ReceivedRequest) => {
    const reference = request.part('reference');
    const endpoint = manifest.byId.get(reference.toLowerCase());
    return endpoint === undefined
      ? runNamed(request, reference)
      : run(request, endpoint, reference);
  };
  route(
    '/api/endpoints',
    withKey(request => list(request, all, options)),
  );
  const running = [...READING, 'POST'];
  add('/api/endpoints/:name', withKey(byName), running);
  // The router does not support a literal segment in the same place as a parameter.
  const isQuery = (request: ReceivedRequest) => request.part('form') === 'query';
  add(
    '/api/endpoints/:form/:reference',
    withKey(request => (isQuery(request) ? byReference(request) : unknownEndpoint())),
    running,
  );
  // Old addresses of the original service, which its clients still use.
  const isNamed = (request: ReceivedRequest) => isQuery(request) && request.part('by') === 'name';
  add(
    '/api/endpoints/:form/:by/:name',
    withKey(request => (isNamed(request) ? byName(request) : unknownEndpoint())),
    running,
  );
  add('/endpoints/query/:reference', withKey(byReference), running);
  return routed(
    router,
    makeRoute(
      '*',
      withKey(() => unknownEndpoint(ADDRESSES)),
    ),
  );
}

/** Answers requests by their address; `other` answers requests that match no route. */
function routed(router: RegExpRouter<Route>, other: Route): Answering {
  return incoming => {
    const { method, path } = incoming;
    const [found, texts] = router.match(method === 'HEAD' ? 'GET' : method, path);
    const [first] = found;
    if (first === undefined) return other(incoming, () => '');
    const [route, parts] = first;
    return route(incoming, name => {
      const at = parts[name] ?? '';
      return tryDecodeURIComponent(typeof at === 'number' ? (texts?.[at] ?? '') : at);
    });
  };
}

const NO_PARAMETERS = 'this address reads none.';

/** Whether the endpoint has a parameter of this name, or ignores one. */
function declares(endpoint: ServedEndpoint, name: string): boolean {
  const { params, ignore = [] } = endpoint.whole();
  return (
    ignore.includes(name) ||
    params.some(param => param.name === name || param.filter?.name === name)
  );
}

/** Reads the parameters of a request where they belong, and answers it; `search` has those of its address. */
type Asked = (
  request: ReceivedRequest,
  endpoint: ServedEndpoint,
  answer: Served,
  search: string,
) => Answer | Promise<Answer>;

/** For routes in a surrounding server, which hands over bodies of a POST alone: other bodies count by their headers. */
const askedInServer =
  (askedPosted: Asked): Asked =>
  (request, endpoint, answer, search) => {
    const { incoming } = request;
    if (incoming.method === 'POST') return askedPosted(request, endpoint, answer, search);
    if (announcesBody(incoming)) return refusedBody(incoming, BY_POST);
    return answer(request, search);
  };

const askedWithBodies =
  (takeTurn: TakeTurn): Asked =>
  (request, endpoint, answer, search) => {
    const { incoming } = request;
    const turn = () => takeTurn(turnKey(request));
    const isPosted = incoming.method === 'POST';
    if (endpoint.compat !== undefined && (isPosted || announcesBody(incoming)))
      return fromBody(request, readBoth(incoming, search, endpoint.whole().params, turn), answer);
    if (isPosted)
      return fromBody(request, readPosted(incoming, search, endpoint.whole().params, turn), answer);
    return unlessBody(request, BY_POST, () => answer(request, search));
  };

/** Caches along the way must not keep the answer: its address lacks the parameters. */
async function fromBody(
  request: ReceivedRequest,
  reading: Promise<string | RequestQuery | Answer>,
  answer: Served,
): Promise<Answer> {
  const asked = await reading;
  if (typeof asked !== 'string' && 'status' in asked) return asked;
  const answered = await answer(request, asked);
  answered.headers['Cache-Control'] = 'no-store';
  return answered;
}

/** The list of engines is loaded here, because the compiler's dialects come with it. */
async function list(
  { key }: ReceivedRequest,
  endpoints: readonly ServedEndpoint[],
  { engine: { name: engine }, project = UNNAMED }: AppOptions,
): Promise<Answer> {
  const { GOOGLE_SQL_ENGINE: googleSql } = await import('../../engines/index.ts');
  const names = { running: engine, googleSql };
  const allowed = endpoints.filter(endpoint => key === null || mayRun(key, endpoint));
  const result = allowed.map(endpoint =>
    savedQuery(shownDefinition(key, endpoint, endpoint.shown(engine)), names, key),
  );
  return json({ result, service: { engine, ...project } });
}

const UNNAMED: ProjectNames = { title: 'Query endpoints', clients: {} };

function notAcceptable(): Answer {
  return problem('not_acceptable', `Rows are answered as ${FORMATS_TOLD}.`);
}

function unknownEndpoint(hint: string | null = null): Answer {
  const words = 'There is no such endpoint.';
  return problem('unknown_endpoint', hint === null ? words : `${words} ${hint}`);
}

const ADDRESSES = 'Endpoints are below `/api/endpoints`.';

/** A longer text is not compared with names, so that an unknown address costs little. */
const LONGEST_ASKED = 64;

/** Hints at a similar name among the endpoints that the key may run. */
function nearHint(asked: string, { key }: ReceivedRequest, all: readonly ServedEndpoint[]) {
  if (asked.length > LONGEST_ASKED) return null;
  const allowed = all.filter(endpoint => key === null || mayRun(key, endpoint));
  const near = nearest(
    asked,
    allowed.map(({ name }) => name),
  );
  return near === null ? null : `Use \`${near}\`, if that is meant.`;
}

/**
 * Only keys that may run the endpoints see names and findings. For unknown callers, `known` is empty: they only see the number.
 */
function ready(
  { entry, key }: ReceivedRequest,
  { status, unavailable, fault, findings }: Readiness,
  known: readonly ServedEndpoint[],
): Answer {
  if (fault !== null) entry.failure = fault;
  if (status === 'unavailable') return failureProblem('unavailable');
  if (status === 'ready') return json({ status });
  const allowed = known.filter(endpoint => key === null || mayRun(key, endpoint));
  const degraded = allowed.flatMap(({ name }) => {
    const told = findings.get(name);
    return told === undefined ? [] : [{ endpoint: name, findings: told }];
  });
  const count = { status, unavailable: unavailable.length };
  return json(known.length === 0 ? count : { ...count, degraded });
}

function asksFresh(search: string): boolean {
  return new URLSearchParams(search).has('fresh');
}

/** Like `ready`: only keys that may run an endpoint that reads a data set see its name. */
function staleAnswer(
  { entry, key }: ReceivedRequest,
  stale: readonly SourceFreshness[],
  known: readonly ServedEndpoint[],
  engine: string,
): Answer {
  const names = stale.map(({ source }) => source);
  entry.failure = `no new entries: ${names.join(', ')}`;
  const allowed = known.filter(endpoint => key === null || mayRun(key, endpoint));
  const read = new Set(allowed.flatMap(({ reads }) => Object.keys(reads[engine] ?? {})));
  const count = { status: 'stale', stale: stale.length };
  const body =
    known.length === 0 ? count : { ...count, sources: names.filter(one => read.has(one)) };
  return { ...json(body), status: 503 };
}

function metricsAnswer({ contentType, text }: { contentType: string; text: string }): Answer {
  return { status: 200, headers: { 'Content-Type': contentType }, body: textBody(text) };
}

/** The document is the same for all keys that hide nothing. */
function documentHandler(
  openapi: string | (() => string),
  endpoints: readonly ServedEndpoint[],
): RouteHandler {
  const text = () => (typeof openapi === 'string' ? openapi : openapi());
  let body: ReturnType<typeof textBody> | null = null;
  return ({ key }) => {
    const narrowed = key?.hide === undefined ? null : documentFor(key, endpoints, text());
    if (narrowed === null) body ??= textBody(text());
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/openapi+json; charset=utf-8',
        'Cache-Control': 'private, no-cache',
      },
      body: narrowed === null ? body : textBody(narrowed),
    };
  };
}

function json(value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: textBody(JSON.stringify(value)) };
}
