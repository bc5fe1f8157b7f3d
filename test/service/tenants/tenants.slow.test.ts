/** What belongs to one tenant reaches no other: every key, project, endpoint and form, cold and warm, all at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../server/access/keys/keys.ts';
import { isAll, usuallySome } from '../../support/usually.ts';
import { together } from '../injection/heard.ts';
import { type Answered, type Client, openClient } from './client.ts';
import type { EndpointName, Holder, Site, SiteOptions } from './data.ts';
import {
  ENDPOINTS,
  HOLDERS,
  makeSite,
  ownSignature,
  randomFrom,
  shuffled,
  signature,
  TENANTS,
  wanted,
} from './data.ts';

const AT_ONCE = 32;
/** Below every system's limit of connections that wait to be accepted. */
const MOST_CONNECTIONS = 120;
/** On a machine that has other work, too. */
const PATIENT = { timeout: 600_000 };
const SEED = 77;
const IDS: Readonly<Record<EndpointName, string>> = {
  'functions.invocation-stats': '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
  'logs.all': 'c2a7d5e4-93b1-4c0f-8d26-5b7e40f91a02',
  'usage.api-counts': '1d94f6b8-2e57-4a3d-b0c8-7a6f25d3e803',
};

interface Ask {
  readonly holder: Holder;
  readonly endpoint: EndpointName;
  readonly byId: boolean;
  readonly project: string | null;
}

const pathOf = ({ endpoint, byId, project }: Ask) => {
  const path = byId ? `query/${IDS[endpoint]}` : endpoint;
  const parts = [
    ...(project === null ? [] : [`project=${project}`]),
    ...(endpoint === 'usage.api-counts' ? ['interval=daily'] : []),
  ];
  return `/api/endpoints/${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
};

const MATRIX: readonly Ask[] = HOLDERS.flatMap(holder =>
  ENDPOINTS.flatMap(endpoint =>
    [true, false].flatMap(byId =>
      [...TENANTS, ...(isBound(holder) ? [null] : [])].map(project => ({
        holder,
        endpoint,
        byId,
        project,
      })),
    ),
  ),
);

/**
 * Each key asks for its own tenant and for a third of the others, half of them cold and the other half warm, so that each tenant is asked
 * for by name and by id; with `QUERN_ALL=1` each key asks for all of them both times.
 */
function half(when: 'cold' | 'warm'): readonly Ask[] {
  if (isAll) return MATRIX;
  return MATRIX.filter(({ holder, byId, project }) => {
    const at = project === null ? 0 : TENANTS.indexOf(project);
    const isOwn = project === null || project === holder.key.params['project'];
    if (!isOwn && (at + HOLDERS.indexOf(holder)) % 3 !== 0) return false;
    return (when === 'cold') === (byId === (at % 2 === 0));
  });
}

function isBound({ key }: Holder): boolean {
  return key.params['project'] !== undefined;
}

let site: Site;
let client: Client;

async function start(options: SiteOptions) {
  site = await makeSite(options);
  client = openClient(site.served.url);
}
async function stop() {
  client.close();
  await site.close();
}

/** What the log has of a request. */
function lineOf({ headers }: Answered): string {
  return (
    site.served
      .told()
      .split('\n')
      .find(line => line.includes(headers['x-request-id'] ?? '?')) ?? 'not in the log'
  );
}

/** How the answer differs from what it must be; `null`: not at all. */
function fault(ask: Ask, answered: Answered): string | null {
  const due = wanted(ask.holder, ask.endpoint, ask.project);
  const place = `${ask.holder.name} ${pathOf(ask)}`;
  if (answered.status >= 500) return `${place}: ${answered.status}, ${lineOf(answered)}`;
  if (answered.status !== due.status) return `${place}: ${answered.status}, not ${due.status}`;
  if (due.signature === null)
    return answered.body === FORBIDDEN.get(answered.body) ? null : `${place}: ${answered.body}`;
  const said = signature(ask.endpoint, JSON.parse(answered.body).result);
  return said === due.signature ? null : `${place}: ${said}, not ${due.signature}`;
}

const refusal = (what: string) => {
  const detail = `The key may not run this endpoint${what}.`;
  const error = { code: 'forbidden', message: detail };
  return JSON.stringify({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail,
    code: 'forbidden',
    error,
  });
};
/** The two that there are: they tell nothing of what was asked. */
const FORBIDDEN = new Map(['', ' with these values'].map(what => [refusal(what), refusal(what)]));

const keyOf = ({ token }: Holder, index: number): Readonly<Record<string, string>> =>
  index % 2 === 0 ? { 'X-API-KEY': token } : { Authorization: `Bearer ${token}` };

/** Asks all, so many at once; gives what was wrong and how often each state of the cache was told. */
async function askAll(asks: readonly Ask[], atOnce = AT_ONCE) {
  const faults: string[] = [];
  const states = new Map<string, number>();
  await together(asks, atOnce, async (ask, index) => {
    const answered = await client.get(pathOf(ask), keyOf(ask.holder, index));
    const state = answered.headers['x-cache'] ?? String(answered.status);
    states.set(state, (states.get(state) ?? 0) + 1);
    const found = fault(ask, answered);
    if (found !== null) faults.push(found);
  });
  return { faults: faults.slice(0, 5), states };
}

/** All tenants on DuckDB, and one in forty on ClickHouse, which runs one statement after another here. */
const SHARES = { duckdb: 1, clickhouse: 40 } as const;

describe.each(Object.entries(SHARES))(
  'fifty keys of two hundred tenants on %s',
  (engine, share) => {
    const isMeant = ({ project }: Ask) =>
      project === null || TENANTS.indexOf(project) % share === 0;
    const askedFor = (when: 'cold' | 'warm') => half(when).filter(isMeant);
    beforeAll(() => start({ engine, refresh: 3 }));
    afterAll(stop);

    test('there are as many, and every tenant has rows like no other', () => {
      expect([HOLDERS.length, TENANTS.length, new Set(TENANTS).size]).toEqual([50, 200, 200]);
      for (const endpoint of ENDPOINTS) {
        expect(new Set(TENANTS.map(tenant => ownSignature(endpoint, tenant))).size).toBe(200);
      }
      expect(MATRIX.length).toBeGreaterThan(60_000);
      const asked = new Set([...half('cold'), ...half('warm')]);
      expect(asked.size).toBeGreaterThan(MATRIX.length / (isAll ? 1.01 : 3.01));
      // each tenant by keys of many others
      const askers = new Map(TENANTS.map(tenant => [tenant, new Set<Holder>()]));
      for (const { project, holder } of asked) askers.get(project ?? '')?.add(holder);
      for (const { size } of askers.values()) expect(size).toBeGreaterThan(15);
    });

    test('cold, each is answered its own or refused', PATIENT, async () => {
      const { faults, states } = await askAll(shuffled(askedFor('cold'), randomFrom(SEED)));
      expect(faults).toEqual([]);
      expect([...states.keys()].toSorted()).toEqual(['403', 'bypass', 'hit', 'miss']);
    });

    test('warm and refreshed, in another order, each is answered the same', PATIENT, async () => {
      const runs = await site.runs();
      // No request comes in this time, so only refreshes run.
      await expect.poll(site.runs).toBeGreaterThan(runs + 10);
      const { faults, states } = await askAll(shuffled(askedFor('warm'), randomFrom(SEED + 1)));
      expect(faults).toEqual([]);
      // Those of keys bound to nobody's project, whose rows are none, are kept like all others.
      expect([...states.keys()].toSorted()).toEqual(['403', 'bypass', 'hit']);
    });

    test('a tag of one tenant is no other tenant’s', async () => {
      const asks = MATRIX.filter(
        ({ holder, endpoint, project, byId }) =>
          !byId &&
          project === null &&
          wanted(holder, endpoint, null).status === 200 &&
          endpoint !== 'logs.all',
      );
      const tagged = await Promise.all(
        asks.map(async ask => {
          const { headers, body } = await client.get(pathOf(ask), keyOf(ask.holder, 0));
          return { ask, body, tag: headers['etag'] ?? 'none' };
        }),
      );
      expect(tagged.length).toBeGreaterThan(70);
      const faults: string[] = [];
      await together(tagged, AT_ONCE, async own => {
        for (const other of [own, ...usuallySome(tagged, 3)]) {
          const headers = { ...keyOf(own.ask.holder, 1), 'If-None-Match': `W/"x", ${other.tag}` };
          const answered = await client.get(pathOf(own.ask), headers);
          const due = own.body === other.body ? 304 : 200;
          if (answered.status !== due || (due === 200 && answered.body !== own.body)) {
            faults.push(
              `${own.ask.holder.name} with the tag of ${other.ask.holder.name}: ${answered.status}`,
            );
          }
          if (own.ask.holder === other.ask.holder) continue;
          // Not even with the right tag is there anything to be had in another's place.
          const project = String(other.ask.holder.key.params['project'] ?? '');
          if (project === own.ask.holder.key.params['project']) continue;
          const foreign = await client.get(pathOf({ ...other.ask, project }), headers);
          if (foreign.status !== 403)
            faults.push(`${own.ask.holder.name} in ${project}: ${foreign.status}`);
        }
      });
      expect(faults.slice(0, 5)).toEqual([]);
    });

    test('a revoked key is refused what is kept, with and without its tag', async () => {
      const revoked = HOLDERS.filter((_, index) => index % 7 === 0);
      const asks = MATRIX.filter(
        ({ holder, project }) =>
          revoked.includes(holder) && (project === null || project === TENANTS[0]),
      );
      const before = await Promise.all(
        asks.map(ask => client.get(pathOf(ask), keyOf(ask.holder, 0))),
      );
      expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
      for (const { name } of revoked) expect(await revokeKey(site.served.keyFile, name)).toBe(true);
      const last = revoked.at(-1) ?? HOLDERS[0];
      const look = () => client.get('/api/endpoints', { 'X-API-KEY': last?.token ?? '' });
      await expect.poll(async () => (await look()).status).toBe(401);
      for (const [index, ask] of asks.entries()) {
        const tag = before[index]?.headers['etag'] ?? '*';
        for (const headers of [{}, { 'If-None-Match': tag }, { 'If-None-Match': '*' }]) {
          const answered = await client.get(pathOf(ask), {
            ...keyOf(ask.holder, index),
            ...headers,
          });
          expect([ask.holder.name, answered.status]).toEqual([ask.holder.name, 401]);
          expect(answered.body).not.toContain(
            ask.project ?? ask.holder.key.params['project'] ?? '-',
          );
        }
      }
      const { faults } = await askAll(
        MATRIX.filter(({ holder, project }) => !revoked.includes(holder) && project === null),
      );
      expect(faults).toEqual([]);
    });

    test('what is no key is told nothing, not even what there is', async () => {
      const { token = '' } = HOLDERS[0] ?? {};
      const strangers = [
        '',
        'x',
        token.slice(0, -1),
        `${token}x`,
        token.toLowerCase(),
        `${token},${token}`,
      ];
      const paths = [
        '/api/endpoints/logs.all?project=x',
        '/api/endpoints/nothing',
        '/api/endpoints',
        '/x',
      ];
      const bodies = new Set<string>();
      for (const stranger of strangers) {
        for (const path of paths) {
          const answered = await client.get(path, { 'X-API-KEY': stranger });
          expect([stranger, path, answered.status]).toEqual([stranger, path, 401]);
          bodies.add(answered.body);
        }
      }
      expect(bodies.size).toBe(1);
    });

    test('the log tells of no tenant and holds no key', () => {
      const log = site.served.told();
      const asked = askedFor('cold').length + askedFor('warm').length;
      expect(log.split('\n').length).toBeGreaterThan(asked);
      for (const { token, key } of HOLDERS) {
        expect(log.includes(token.slice(3)) || log.includes(key.sha256)).toBe(false);
      }
      for (const tenant of TENANTS) expect(log.includes(tenant)).toBe(false);
    });
  },
);

describe('asked at once, before anything is kept', () => {
  beforeAll(() => start({ engine: 'clickhouse', slowMs: 30 }));
  afterAll(stop);

  test('keys share the runs of the same rows, and nobody gets another’s', async () => {
    const first = TENANTS.slice(0, 12);
    const asks = MATRIX.filter(
      ({ endpoint, project }) =>
        endpoint !== 'logs.all' && (project === null || first.includes(project)),
    );
    const { faults } = await askAll(shuffled(asks, randomFrom(SEED + 2)), MOST_CONNECTIONS);
    expect(faults).toEqual([]);
    const asked = asks.filter(ask => wanted(ask.holder, ask.endpoint, ask.project).status === 200);
    expect(asked.length).toBeGreaterThan(200);
    // One for each endpoint and each set of values that a key may ask for.
    const distinct = new Set(
      asked.map(({ holder, endpoint, project }) =>
        JSON.stringify([
          endpoint,
          holder.key.params['project'] ?? project,
          holder.key.params['function_id'],
        ]),
      ),
    );
    expect(await site.runs()).toBe(distinct.size);
  });
});
