/** Columns that keys and tokens hide, on `quern serve`: they are in no answer, and no request finds their values. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { quern, removeFolders } from '../../cli/cli-fixture.ts';
import { AUDIENCE, ISSUER, pemOf, rsaPair, signed } from '../access/issuer.ts';
import { speaking } from '../mcp/tools-service.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

const TABLES = `CREATE TABLE people (id INTEGER NOT NULL, email VARCHAR NOT NULL, phone VARCHAR NOT NULL, city VARCHAR NOT NULL);
INSERT INTO people VALUES (1, 'zoe@secret.example', '+49-555-1', 'Bonn'), (2, 'ann@secret.example', '+49-555-2', 'Ulm'),
  (3, 'bob@secret.example', '+49-555-3', 'Bonn');
CREATE TABLE firms (contact VARCHAR NOT NULL, firm VARCHAR NOT NULL);
INSERT INTO firms VALUES ('zoe@secret.example', 'zoe & sons'), ('ann@secret.example', 'ann & sons');
CREATE TABLE visits (seen_at TIMESTAMP NOT NULL, city VARCHAR NOT NULL, spent INTEGER NOT NULL);
INSERT INTO visits VALUES ('2026-01-01 10:00:00', 'Bonn', 41), ('2026-01-02 10:00:00', 'Bonn', 43), ('2026-01-02 11:00:00', 'Ulm', 44);
CREATE TABLE sizes (id INTEGER NOT NULL, big UBIGINT NOT NULL);
INSERT INTO sizes VALUES (1, 9223372036854775808)`;
/** Each value of the columns that are hidden, or a part of it. */
const SECRET = /secret\.example|\+49-555|zoe|ann@|bob@/;

/** The names of what is hidden, as descriptions write them. */
const NAMES =
  /["'`.]\\?(?:email|address|domain|h|call|phone|host|contact|mail|sort|site|inbox|firm)(?:__\w+)?\\?["'`]/;

const head = (name: string, at: number) => `endpoint: people.${name}
id: 00000000-0000-4000-8000-0000000012${at}
engines: [duckdb]
`;
const FILES = {
  'endpoints/sources.yaml': `sources:
  people:
    tables: { duckdb: { table: people } }
    key: [id]
    columns:
      id: { type: int64, required: true }
      email: { type: string, required: true }
      phone: { type: string, required: true, tags: [pii] }
      city: { type: string, required: true }
      host: { is: "lower(email)" }
      site: { type: string, duckdb: "split_part(email, '@', 2)" }
      inbox: { type: string, column: email }
  firms:
    tables: { duckdb: { table: firms } }
    key: [contact]
    columns: { contact: { type: string, required: true }, firm: string }
  sizes:
    tables: { duckdb: { table: sizes } }
    key: [id]
    columns: { id: { type: int64, required: true, stored: { duckdb: INTEGER } }, big: { type: int64, required: true, stored: { duckdb: UBIGINT } } }
  visits:
    tables: { duckdb: { table: visits } }
    columns: { seen_at: { type: timestamp, required: true }, city: { type: string, required: true }, spent: { type: int64, required: true } }
`,
  'endpoints/people.list.yaml': `${head('list', 10)}cache: { ttl: 1m }
params:
  sort: { enum: [id, email], default: id }
  city: { type: string }
from: people
where: [{ when: city, filter: city = @city }]
filters: { mail: email, id: id }
select: { id: id, email: email, address: email, domain: lower(email), h: host, call: phone, city: city }
order_by: { by: sort, cases: { id: [id], email: [email, id] } }
tests:
  in one city:
    now: 2026-01-01T00:00:00Z
    given: { people: [{ id: 1, email: 'zoe@secret.example', phone: '+49-555-1', city: Ulm }] }
    params: { city: Ulm }
    expect: [{ id: 1, email: 'zoe@secret.example', address: 'zoe@secret.example', domain: 'zoe@secret.example', h: 'zoe@secret.example', call: '+49-555-1', city: Ulm }]
`,
  'endpoints/people.pages.yaml': `${head('pages', 11)}pages: { size: 1 }
from: people
select: [id, email, city]
order_by: [email, id]
`,
  'endpoints/people.find.yaml': `${head('find', 12)}params: { of: { type: string, required: true } }
from: people
where: [email = @of]
select: [id, city]
order_by: [id]
`,
  'endpoints/people.steps.yaml': `${head('steps', 13)}params: { least: { type: int64, default: 0 } }
steps:
  known:
    from: people
    group_by: { contact: email, city: city }
    select: { people: count() }
from: known
where: [length(contact) > @least]
select: [contact, city, people]
order_by: [contact]
`,
  'endpoints/people.ask.yaml': `${head('ask', 14)}sandbox: true
views:
  people: { from: people }
`,
  'endpoints/people.sites.yaml': `${head('sites', 16)}from: people
join: { firms: { of: firms, on: firms.contact = email } }
filters: { site: site, inbox: inbox }
select: { id: id, site: site, inbox: inbox, firm: firms.firm }
order_by: [id]
`,
  'endpoints/people.sizes.yaml': `${head('sizes', 18)}from: sizes
select: { id: id, large: big }
order_by: [id]
`,
  'endpoints/people.visits.yaml': `${head('visits', 17)}params:
  since: { type: timestamp, required: true }
  until: { type: timestamp, required: true }
  least: { type: int64, default: 0 }
from: visits
window: { of: seen_at, from: '@since', to: '@until' }
compare: previous
group_by: [city]
having: [paid > @least]
select: { visits: count(), paid: sum(spent), before: previous_paid }
order_by: [city]
`,
  'endpoints/people.own.yaml': `${head('own', 15)}query: { duckdb: "SELECT id, email AS contact FROM people ORDER BY id" }
columns: { id: { type: int64, required: true }, contact: string }
`,
};

/** Requests that compare what is hidden with a value of the caller. */
const SEARCHES = [
  'people.list?mail=ann@secret.example',
  'people.list?mail__gte=b',
  'people.list?mail__contains=zoe',
  'people.list?sort=email',
  'people.list?sort=id',
  'people.steps?least=3',
  'people.sites?site=secret.example',
  'people.sites?inbox__gte=b',
  'people.find?of=ann@secret.example',
];
const STATEMENTS = [
  'SELECT email FROM people',
  'SELECT people.email FROM people',
  'SELECT p.`email` FROM people AS p',
  "SELECT id FROM people WHERE email LIKE 'zoe%'",
  'SELECT id FROM people ORDER BY phone',
  'SELECT COUNT(DISTINCT host) AS n FROM people',
  'SELECT site, inbox FROM people',
  'SELECT AS STRUCT people FROM people',
  'SELECT id FROM people AS a JOIN people AS b USING (id, email)',
  'WITH x AS (SELECT * FROM people) SELECT email FROM x',
];
const WHOLE_ROW = 'SELECT TO_JSON_STRING(people) AS whole FROM people ORDER BY people.id';
const inSandbox = (sql: string) => `people.ask?${new URLSearchParams({ sql })}`;

/** Names in the same order. */
const OTHER: Readonly<Record<string, string>> = { zoe: 'zed', ann: 'abe', bob: 'ben' };

const NOW = { clock: () => BigInt(Date.now()) * 1_000n };
let served: ServeProcess;
const tokens = new Map<string, string>();

async function makeKey(name: string, ...words: readonly string[]) {
  const all = ['keys', 'create', '--name', name, '--keys', served.keyFile, ...words];
  const { exit, stdout, stderr } = await quern(served.folder, all, NOW);
  if (exit !== 0) throw new Error(stderr);
  tokens.set(name, stdout.trim());
  return stderr;
}

const notes = new Map<string, string>();

const pair = rsaPair();
const jwt = { issuer: ISSUER, audience: AUDIENCE, public_key: pemOf(pair), hide: 'hidden' };

function tokenWith(claims: object): string {
  const exp = Math.ceil(Date.now() / 1_000) + 300;
  return signed(pair, { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp, ...claims });
}

/** The key, and a token that hides the same. */
const HIDING = ['hiding', 'token'];

beforeAll(async () => {
  served = await serveTables(TABLES, FILES, {
    service: { secret: 'x'.repeat(40), public: [], jwt },
    keys: [],
  });
  // the second name hides nothing
  tokens.set('token', tokenWith({ hidden: ['email', 'shoe', 'tag:pii'] }));
  notes.set('all', await makeKey('all'));
  notes.set('hiding', await makeKey('hiding', '--hide', 'email', '--hide', 'tag:pii'));
  await makeKey('big', '--hide', 'big');
  await makeKey('spent', '--hide', 'spent');
  await makeKey('paid', '--hide', 'paid');
  await makeKey('seen', '--hide', 'seen_at');
  notes.set('slip', await makeKey('slip', '--hide', 'emial'));
  await vi.waitFor(
    async () => expect((await ask('slip', '/api/endpoints')).status).toBe(200),
    30_000,
  );
});

afterAll(async () => {
  await served?.stop();
  removeFolders();
});

async function ask(key: string, path: string, init: RequestInit = {}) {
  const headers = { 'X-API-KEY': tokens.get(key) ?? '', ...init.headers };
  const url = path.startsWith('/') ? `${served.url}${path}` : path;
  const response = await fetch(url, { ...init, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('latin1');
  const json = () => JSON.parse(bytes.toString());
  return { status: response.status, text, json, headers: response.headers };
}

const rows = async (key: string, path: string) =>
  (await ask(key, `/api/endpoints/${path}`)).json().result;

describe('a key that hides columns', () => {
  it.each(HIDING)(
    'sees neither them nor what is computed from them, in any format: %s',
    async who => {
      const [first] = await rows('all', 'people.list');
      expect(Object.keys(first)).toEqual(['id', 'email', 'address', 'domain', 'h', 'call', 'city']);
      expect(await rows(who, 'people.list')).toEqual([
        { id: 1, city: 'Bonn' },
        { id: 2, city: 'Ulm' },
        { id: 3, city: 'Bonn' },
      ]);
      for (const format of ['json', 'ndjson', 'csv', 'arrow', 'parquet']) {
        const path = `/api/endpoints/people.list?format=${format}`;
        expect((await ask('all', path)).text).toMatch(SECRET);
        const { status, text } = await ask(who, path);
        expect({ format, status }).toEqual({ format, status: 200 });
        expect(text).not.toMatch(SECRET);
        expect(text).not.toMatch(/email|address|domain|call/);
      }
      expect(await rows(who, 'people.steps')).toEqual([
        { city: 'Ulm', people: 1 },
        { city: 'Bonn', people: 1 },
        { city: 'Bonn', people: 1 },
      ]);
    },
  );

  it.each(HIDING)(
    'sees neither what the SQL of an engine reads, nor what is found by them: %s',
    async who => {
      expect((await rows('all', 'people.sites'))[0]).toEqual({
        ...{ id: 1, site: 'secret.example', inbox: 'zoe@secret.example', firm: 'zoe & sons' },
      });
      expect(await rows(who, 'people.sites')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    },
  );

  it.each([
    ['all', { visits: 1, paid: 43, before: 41 }],
    ['spent', { visits: 1 }],
    ['paid', { visits: 1 }],
  ])('chooses entries by other columns, and compares none that is hidden: %s', async (key, due) => {
    const path = 'people.visits?since=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z';
    const [bonn] = await rows(key, path);
    expect(bonn).toEqual({ city: 'Bonn', ...due });
    const { status } = await ask(key, `/api/endpoints/${path}&least=43`);
    expect(status).toBe(key === 'all' ? 200 : 403);
    // the window is compared with `seen_at`
    expect((await ask('seen', `/api/endpoints/${path}`)).status).toBe(403);
  });

  it('does not find their names in a failure', async () => {
    const heard = async (key: string) => {
      const { status, text } = await ask(key, '/api/endpoints/people.sizes');
      return [status, /big|large/.test(text)];
    };
    expect(await heard('all')).toEqual([502, true]);
    expect(await heard('big')).toEqual([502, false]);
  });

  it('has kept answers and tags of its own', async () => {
    const path = '/api/endpoints/people.list?city=Ulm';
    const [whole, hidden] = [await ask('all', path), await ask('hiding', path)];
    expect(hidden.headers.get('x-cache')).toBe('miss');
    expect((await ask('hiding', path)).headers.get('x-cache')).toBe('hit');
    expect((await ask('all', path)).text).toBe(whole.text);
    expect(hidden.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    const known = { headers: { 'If-None-Match': whole.headers.get('etag') ?? '' } };
    expect((await ask('hiding', path, known)).status).toBe(200);
  });

  it('shares kept answers with a token that hides the same', async () => {
    const path = '/api/endpoints/people.list?city=Bonn';
    await ask('hiding', path);
    expect((await ask('token', path)).headers.get('x-cache')).toBe('hit');
  });

  it.each(HIDING)('may not send a parameter that is compared with them: %s', async who => {
    const statusOf = async (search: string) => (await ask(who, `/api/endpoints/${search}`)).status;
    for (const search of SEARCHES) {
      expect({ search, status: await statusOf(search) }).toEqual({ search, status: 403 });
      expect((await ask('all', `/api/endpoints/${search}`)).status).toBe(200);
    }
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const posted = { ...init, body: '{"sort":"email"}' };
    expect((await ask(who, '/api/endpoints/people.list', posted)).status).toBe(403);
    expect(await statusOf('people.list?id__gte=2&city=Bonn')).toBe(200);
  });

  it('has cursors that show nothing of them and are of no use to another key', async () => {
    const path = '/api/endpoints/people.pages';
    const cursors = new Map<string, string>();
    for (const key of ['all', 'hiding'])
      cursors.set(key, (await ask(key, path)).headers.get('x-next-cursor') ?? '');
    const hidden = cursors.get('hiding') ?? '';
    expect(Buffer.from(hidden, 'base64url').toString('latin1')).not.toMatch(SECRET);
    const next = await ask('hiding', `${path}?cursor=${hidden}`);
    expect(next.json().result).toEqual([{ id: 3, city: 'Bonn' }]);
    expect((await ask('hiding', `${path}?cursor=${cursors.get('all')}`)).status).toBe(400);
    expect((await ask('all', `${path}?cursor=${hidden}`)).status).toBe(400);
  });

  it.each(HIDING)('finds them in no description: %s', async who => {
    const { status, text, json } = await ask(who, '/openapi.json');
    expect(status).toBe(200);
    expect(text.match(NAMES)).toBe(null);
    expect(Object.keys(json().paths)).not.toContain('/api/endpoints/people.find');
    expect((await ask('all', '/openapi.json')).text).toMatch(NAMES);
    const listed = await ask(who, '/api/endpoints');
    expect(listed.text.match(NAMES)).toBe(null);
    expect(listed.json().result.map(({ name }: { name: string }) => name)).toEqual([
      'people.ask',
      'people.list',
      'people.pages',
      'people.sites',
      'people.sizes',
      'people.steps',
      'people.visits',
    ]);
  });

  it.each(HIDING)('has tools without them: %s', async who => {
    const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
    const headers = { 'X-API-KEY': tokens.get(who) ?? '' };
    const speaker = speaking({ request });
    const { tools } = await speaker.result('tools/list', {}, headers);
    expect(JSON.stringify(tools).match(NAMES)).toBe(null);
    const { structuredContent } = await speaker.call('peopleList', {}, headers);
    expect(JSON.stringify(structuredContent)).not.toMatch(SECRET);
    const refused = await speaker.call('peopleList', { mail: 'ann@secret.example' }, headers);
    expect(refused.isError).toBe(true);
    const { resources } = await speaker.result('resources/list', {}, headers);
    for (const { uri } of resources) {
      const read = await speaker.result('resources/read', { uri }, headers);
      expect(JSON.stringify(read).match(NAMES)).toBe(null);
    }
  });

  it.each(HIDING)('does not read them in a sandbox: %s', async who => {
    const asked = async (key: string, sql: string) => ask(key, `/api/endpoints/${inSandbox(sql)}`);
    expect((await asked('all', 'SELECT email FROM people')).text).toMatch(SECRET);
    expect((await asked(who, 'SELECT * FROM people ORDER BY id')).json().result[0]).toEqual({
      id: 1,
      city: 'Bonn',
    });
    const [row] = (await asked(who, WHOLE_ROW)).json().result;
    expect(JSON.parse(row.whole)).toEqual({ id: 1, city: 'Bonn' });
    for (const sql of STATEMENTS) {
      const { status, text } = await asked(who, sql);
      expect({ sql, status }).toEqual({ sql, status: 400 });
      expect(text).not.toMatch(SECRET);
    }
  });

  it('gets the same answers whatever the hidden values are', async () => {
    const others = TABLES.replaceAll(/zoe|ann|bob/g, name => OTHER[name] ?? '')
      .replaceAll('secret.example', 'hidden.example')
      .replaceAll('49-555', '33-777');
    const other = await serveTables(others, FILES, {
      service: { secret: 'x'.repeat(40), public: [] },
      keys: JSON.parse(readFileSync(served.keyFile, 'utf8')).keys,
    });
    try {
      for (const search of [...SEARCHES, ...STATEMENTS.map(inSandbox)]) {
        const heard = [served, other].map(async ({ url }) => {
          const { status, text } = await ask('hiding', `${url}/api/endpoints/${search}`);
          return { search, status, text };
        });
        const [one, two] = await Promise.all(heard);
        expect(one).toEqual(two);
      }
    } finally {
      await other.stop();
    }
  });

  it.each(HIDING)('runs no statement of an engine over a data set that has them: %s', async who => {
    expect((await ask('all', '/api/endpoints/people.own')).text).toMatch(SECRET);
    expect((await ask(who, '/api/endpoints/people.own')).status).toBe(403);
  });

  it('is made with notes on names that hide nothing, and on endpoints that it closes', async () => {
    expect(notes.get('all')).not.toContain('note:');
    expect(notes.get('hiding')).toContain('the key will not run `people.find`, `people.own`');
    expect(notes.get('slip')).toContain('`emial` hides nothing');
    expect(notes.get('slip')).toContain('`email`');
    const listed = await quern(served.folder, ['keys', 'list', '--keys', served.keyFile]);
    expect(listed.stdout).toMatch(/hiding +\* +email tag:pii +never/);
  });
});

const LISTS_OF_NAMES: readonly unknown[] = [
  'email tag:pii',
  'email,tag:pii',
  ' email, tag:pii ',
  ['email', 'tag:pii'],
  ['email,phone'],
  ['email', 'tag:pii', 'Not a column'],
];
/** With the words of the log. */
const OTHERS: readonly (readonly [claim: unknown, failure: string])[] = [
  [undefined, 'token: there is no claim `hidden`'],
  ...[7, true, { email: true }, ['email', 7], [['email']]].map(
    claim =>
      [
        claim,
        'token: the claim `hidden` is neither a text nor a list of names of columns',
      ] as const,
  ),
  [null, 'token: the claim `hidden` is neither a text nor a list of names of columns'],
  ...[
    'email tag:',
    'email;phone',
    '"email"',
    "['email']",
    'email tag:pii)',
    ['email', 'tag:'],
    ['email', ''],
  ].map(
    claim =>
      [claim, 'token: the claim `hidden` has a name that no column and no tag can have'] as const,
  ),
];

async function withClaim(hidden: unknown) {
  const headers = { Authorization: `Bearer ${tokenWith({ hidden })}` };
  const response = await fetch(`${served.url}/api/endpoints/people.list`, { headers });
  return { status: response.status, text: await response.text() };
}

describe('a token whose claim', () => {
  it.each(LISTS_OF_NAMES.map(one => [one]))('is %j hides these columns', async hidden => {
    const { status, text } = await withClaim(hidden);
    expect(status).toBe(200);
    expect(text).toContain('Bonn');
    expect(text).not.toMatch(SECRET);
  });

  it.each([[''], [' '], [[]]])('is %j hides nothing', async hidden => {
    const { status, text } = await withClaim(hidden);
    expect(status).toBe(200);
    expect(text).toMatch(SECRET);
  });

  it.each(OTHERS)('is %j runs nothing, and the log says why', async (hidden, failure) => {
    const before = served.lines().length;
    const { status, text } = await withClaim(hidden);
    expect(status).toBe(403);
    expect(text).toContain('A claim that this service needs is missing in the token, or wrong.');
    await vi.waitFor(() =>
      expect(served.lines().slice(before)).toContainEqual(expect.objectContaining({ failure })),
    );
  });
});

describe('the command', () => {
  it('takes names with commas between them, as a token does', async () => {
    expect(await makeKey('pair', '--hide', 'email,tag:pii')).not.toContain('hides nothing');
    const { keys } = JSON.parse(readFileSync(served.keyFile, 'utf8'));
    const { hide } = keys.find(({ name }: { name: string }) => name === 'pair');
    expect(hide).toEqual(['email', 'tag:pii']);
  });

  it.each(['tag:', 'email;phone', 'email,', ''])('refuses %j', async name => {
    await expect(makeKey('wrong', '--hide', name)).rejects.toThrow(
      'No column and no tag can have the name that is hidden',
    );
  });
});
