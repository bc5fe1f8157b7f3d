/** Random mixtures of oddities: each request is answered by a plain model of what it asks for, or refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { amount } from '../../support/usually.ts';
import {
  ENDPOINTS,
  type EndpointName,
  isCompat,
  isSandbox,
  LOGS,
  openService,
  type Service,
} from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.stop();
  removeFolders();
});

/** A parameter and its text; `sql` counts the rows of the project. */
type Pair = readonly [name: string, text: string];
interface Draft {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  readonly isChunked: boolean;
  readonly path: (path: string) => string;
  readonly headers: readonly string[];
  /** The service must not answer rows for any request with this part. */
  readonly isRefused: boolean;
}
type Oddity = (draft: Draft) => Draft;

const SQL = "SELECT CONCAT('n', COUNT(*)) AS id FROM logs";
const header =
  (text: string, isRefused = false): Oddity =>
  draft => ({
    ...draft,
    headers: [...draft.headers, text],
    isRefused: draft.isRefused || isRefused,
  });
const inQuery =
  (...pair: Pair): Oddity =>
  draft => ({ ...draft, query: [...draft.query, pair] });
const inBody =
  (...pair: Pair): Oddity =>
  draft => ({ ...draft, body: [...draft.body, pair] });
/** Two changes of the path go one after the other. */
const atPath =
  (change: Draft['path'], isRefused: boolean): Oddity =>
  draft => ({
    ...draft,
    path: path => change(draft.path(path)),
    isRefused: draft.isRefused || isRefused,
  });
const by =
  (method: Draft['method']): Oddity =>
  draft => ({ ...draft, method });

const ODDITIES: Readonly<Record<string, Oddity>> = {
  head: by('HEAD'),
  post: by('POST'),
  chunked: draft => ({ ...draft, isChunked: true }),
  'project in the body': inBody('project', 'xyz'),
  'least in the body': inBody('least', '404'),
  'sql in the body': inBody('sql', SQL),
  'unknown in the body': inBody('limit', '1'),
  'a second project': inQuery('project', 'xyz'),
  least: inQuery('least', '404'),
  'two statuses': draft => inQuery('statuses', '200')(inQuery('statuses', '500')(draft)),
  'a bad number': inQuery('least', 'x'),
  'sql in the query': inQuery('sql', SQL),
  lql: inQuery('lql', 's:*'),
  format: inQuery('format', 'xlsx'),
  'an empty parameter': inQuery('least', ''),
  prototype: inQuery('__proto__', 'x'),
  matrix: atPath(path => `${path};least=404`, true),
  'another case': atPath(path => path.replace('/api', '/API'), true),
  'dot segments': atPath(path => path.replace('/', '/a/../'), false),
  'an escape': atPath(path => path.replace('/endpoints', '/%65ndpoints'), false),
  'dots within': atPath(path => path.replace('/api/', '/x/../api/'), false),
  override: header('X-HTTP-Method-Override: DELETE', true),
  'another override': header('X-Method-Override: patch', true),
  'an original address': header('X-Original-URL: /api/endpoints/sql?project=xyz'),
  forwarded: header('X-Forwarded-Host: other.example'),
  cookie: header('Cookie: project=xyz; least=404'),
  range: header('Range: rows=0-0'),
  'a foreign key': header('Authorization: Bearer qk_other', true),
  basic: header('Authorization: Basic eDp5'),
  'another tag': header('If-Match: "x"', true),
  'any tag': header('If-Match: *'),
  'another answer': header('Accept: image/png', true),
  encoding: header('Accept-Encoding: identity'),
};

const PLAIN: Draft = {
  method: 'GET',
  query: [],
  body: [],
  isChunked: false,
  path: path => path,
  headers: [],
  isRefused: false,
};

/** The identifiers of the rows that the request asks for; `null` if it must be refused. */
function model({ method, query, body, isRefused }: Draft, endpoint: EndpointName) {
  const readsBoth = isCompat(endpoint);
  const isPosted = method === 'POST';
  if (isRefused || (body.length > 0 && !isPosted && !readsBoth)) return null;
  if (isPosted && query.length > 0 && !readsBoth) return null;
  if (isPosted && body.length === 0 && !readsBoth) return null;
  const asked = new Map<string, string[]>();
  for (const [name, text] of [...query, ...body])
    asked.set(name, [...(asked.get(name) ?? []), text]);
  const known = ['project', 'least', 'statuses', ...(isSandbox(endpoint) ? ['sql'] : [])];
  for (const [name, texts] of asked) {
    if (!known.includes(name) || (texts.length > 1 && name !== 'statuses')) return null;
  }
  const [project = ''] = asked.get('project') ?? [];
  const [least = ''] = asked.get('least') ?? [];
  if (project === '' || Number.isNaN(Number(least))) return null;
  const rows = Object.entries(LOGS[project] ?? {});
  if (asked.has('sql')) return [`n${rows.length}`];
  const statuses = asked.get('statuses')?.map(Number);
  return rows
    .filter(([, status]) => status >= Number(least === '' ? '-999' : least))
    .filter(([, status]) => statuses?.includes(status) ?? true)
    .map(([id]) => id);
}

function bytesOf(draft: Draft, endpoint: EndpointName): string {
  const { method, query, body, isChunked, path, headers } = draft;
  const search = query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
  const members = body.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`);
  const json = members.length === 0 ? '' : `{${members.join(',')}}`;
  const chunk = json === '' ? '' : `${json.length.toString(16)}\r\n${json}\r\n`;
  const lines = [
    `${method} ${path(`/api/endpoints/${endpoint}`)}${search === '' ? '' : `?${search}`} HTTP/1.1`,
    'Host: localhost',
    `X-API-KEY: ${service.tokens.any}`,
    'Content-Type: application/json',
    ...headers,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${json.length}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${isChunked ? `${chunk}0\r\n\r\n` : json}`;
}

it('answers a mixture of oddities as a model of it says, or refuses it', async () => {
  const oddities = fc.uniqueArray(fc.constantFrom(...Object.keys(ODDITIES)), { maxLength: 4 });
  const seen = { answered: 0, refused: 0 };
  const runs = amount({ usual: 200, all: 5_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ENDPOINTS),
      fc.boolean(),
      oddities,
      async (endpoint, isAddressed, names) => {
        const start = isAddressed
          ? inQuery('project', 'abc')(PLAIN)
          : inBody('project', 'abc')(PLAIN);
        const draft = names.reduce((made, name) => ODDITIES[name]?.(made) ?? made, start);
        const wanted = model(draft, endpoint);
        const answer = (await service.send(bytesOf(draft, endpoint))).at(-1);
        if (answer === undefined) throw new Error('the service did not answer');
        const { status, body } = answer;
        seen[status === 200 ? 'answered' : 'refused'] += 1;
        if (wanted === null) {
          expect([400, 401, 404, 405, 406, 412, 415], body).toContain(status);
          return;
        }
        expect(status, body).toBe(200);
        if (draft.method === 'HEAD') return;
        expect(JSON.parse(body).result).toEqual(wanted.map(id => ({ id })));
      },
    ),
    { numRuns: runs },
  );
  // neither kind is rare
  expect(Math.min(seen.answered, seen.refused)).toBeGreaterThan(runs / 10);
});
