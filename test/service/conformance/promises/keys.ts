/** Who may ask what. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openKeyRing } from '../../../../server/access/keys/key-ring.ts';
import { createKey, revokeKey } from '../../../../server/access/keys/keys.ts';
import { type Case, hold, SOON, type Told } from '../case.ts';
import { invocation, request, SECOND, sample } from '../entries.ts';
import { KEYS, STRANGER, TOKENS } from '../keys-of-callers.ts';
import { type Ask, NOW } from '../services.ts';

const LOGS = '/api/endpoints/logs.all';
const STATS = '/api/endpoints/functions.invocation-stats';
const COUNTS = '/api/endpoints/usage.api-counts?interval=minutely';
/** Of the key that is to expire. */
const EXPIRY = BigInt(Date.parse('2026-01-15T10:08:00Z')) * 1_000n;
const OPEN = `${LOGS}?project=open`;
const TYPED = '/api/endpoints/values.typed?id=typed-key';

const refused = (scheme: string): Told => ({
  problem: { code: 'unauthorized', detail: 'A valid key is needed in the header `X-API-KEY`.' },
  headers: { 'WWW-Authenticate': scheme },
});
const ABSENT = refused('Bearer realm="quern"');
const INVALID = refused('Bearer realm="quern", error="invalid_token"');
const FORBIDDEN: Told = { problem: { code: 'forbidden' } };
const FOUND: Told = { column: ['id', 'open'] };

type Headers = NonNullable<Ask['headers']>;
const sent = (headers: Headers, told: Told, path = OPEN) =>
  [{ path, key: null, headers }, told] as const;
const own = TOKENS.all;
const bearer = (token: string) => `Bearer ${token}`;
const as = (key: Ask['key'], path: string, told: Told) =>
  [{ path, key: key ?? null }, told] as const;

export const KEY_CASES: readonly Case[] = [
  {
    once: true,
    promise:
      'a key is taken from X-API-KEY or from Authorization, whose scheme has any letter case',
    rows: { edge_logs: [request('open', NOW, { id: 'open' })] },
    steps: [
      sent({ 'X-API-KEY': own }, FOUND),
      sent({ 'x-api-key': own }, FOUND),
      sent({ Authorization: bearer(own) }, FOUND),
      sent({ authorization: `bEARER   ${own}` }, FOUND),
      sent({ 'X-API-KEY': own, Authorization: bearer(own) }, FOUND),
      sent({ 'X-API-KEY': own, Authorization: 'Basic dTpw' }, FOUND),
    ],
  },
  {
    once: true,
    promise: 'no key is a 401 that says how to bring one',
    steps: [
      sent({}, ABSENT),
      sent({ Authorization: 'Basic dTpw' }, ABSENT),
      sent({ Cookie: `key=${own}` }, ABSENT),
    ],
  },
  {
    once: true,
    promise: 'keys that are unknown, malformed, given twice or contradict each other are a 401',
    steps: [
      ...[
        '',
        ' ',
        'x',
        STRANGER,
        own.slice(0, -1),
        `${own}x`,
        own.toLowerCase(),
        `${own} ${own}`,
        "' OR '1'='1",
      ].map(key => sent({ 'X-API-KEY': key }, INVALID)),
      sent({ Authorization: bearer(STRANGER) }, INVALID),
      sent({ Authorization: bearer('') }, { problem: { code: 'unauthorized' } }),
      sent({ 'X-API-KEY': [own, own] }, INVALID),
      sent({ 'X-API-KEY': [own, STRANGER] }, INVALID),
      sent({ 'X-API-KEY': own, Authorization: bearer(STRANGER) }, INVALID),
      sent({ 'X-API-KEY': own, Authorization: bearer(TOKENS.logs) }, INVALID),
      sent({ 'X-API-KEY': STRANGER, Authorization: bearer(own) }, INVALID),
      sent({ Authorization: [bearer(own), bearer(own)] }, INVALID),
    ],
  },
  {
    once: true,
    promise: 'a key in the query string is none, and is not repeated',
    steps: [
      ...['X-API-KEY', 'x-api-key', 'api_key', 'key', 'access_token'].map(name =>
        sent({}, { ...ABSENT, lacks: /qk_/ }, `${OPEN}&${name}=${own}`),
      ),
      as('all', `${OPEN}&key=x`, { problem: { code: 'unknown_parameter' } }),
    ],
  },
  {
    promise: 'a key is refused from its expiry on, also where the answer is kept',
    rows: { function_edge_logs: [invocation('expiring', NOW)] },
    steps: [
      as('expired', OPEN, INVALID),
      as('expiring', `${STATS}?project=expiring`, { headers: { 'X-Cache': 'miss' } }),
      [
        { path: `${STATS}?project=expiring`, key: 'expiring', at: EXPIRY - 1n },
        { headers: { 'X-Cache': 'hit', Age: '26' } },
      ],
      [{ path: `${STATS}?project=expiring`, key: 'expiring', at: EXPIRY }, INVALID],
      [
        { path: `${STATS}?project=expiring`, at: NOW + 27n * SECOND },
        { headers: { 'X-Cache': 'hit' } },
      ],
    ],
  },
  {
    promise: 'a key that is revoked is refused, also where the answer is kept; others are not',
    rows: { function_edge_logs: [invocation('revoked', NOW)] },
    holds: async on => {
      const path = `${STATS}?project=revoked`;
      hold(await on.ask({ path }), { headers: { 'X-Cache': 'miss' } }, 'before');
      on.hold(KEYS.filter(({ name }) => name !== 'all'));
      hold(await on.ask({ path }), INVALID, 'revoked');
      hold(await on.ask({ path, key: 'expiring' }), { headers: { 'X-Cache': 'hit' } }, 'another');
      on.hold(null);
      hold(await on.ask({ path }), { headers: { 'X-Cache': 'hit' } }, 'back');
    },
  },
  {
    promise: 'a key runs the endpoints that its globs name, and is told that others are not for it',
    steps: [
      as('logs', OPEN, FOUND),
      as('logs', `${STATS}?project=open`, { ...FORBIDDEN, headers: { 'X-Cache': null } }),
      as(
        'logs',
        `/api/endpoints/query/6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01?project=open`,
        FORBIDDEN,
      ),
      as('ending', `${COUNTS}&project=nobody`, { rows: [] }),
      as('ending', OPEN, FORBIDDEN),
      as('ending', '/api/endpoints/values.warm?id=x', { rows: [] }),
      as('ending', '/api/endpoints/values.page?text=x', FORBIDDEN),
      as('nothing', OPEN, FORBIDDEN),
    ],
  },
  {
    once: true,
    promise: '401, 403 and 404 are told apart only to callers with a valid key',
    steps: [
      ...[null, 'expired'].flatMap(key =>
        [
          OPEN,
          LOGS,
          '/api/endpoints/none',
          '/api/endpoints/none?x=%FF',
          '/nothing',
          '/api/endpoints',
        ].map(path =>
          as(key as Ask['key'], path, {
            problem: { code: 'unauthorized' },
            headers: { 'WWW-Authenticate': /^Bearer/ },
          }),
        ),
      ),
      as('logs', '/api/endpoints/none', { problem: { code: 'unknown_endpoint' } }),
      as('nothing', '/api/endpoints/none', { problem: { code: 'unknown_endpoint' } }),
      as('nothing', '/nothing', { problem: { code: 'unknown_endpoint' } }),
    ],
  },
  {
    once: true,
    promise: 'what a key may not do is told before what is wrong with the request',
    steps: [
      as('ending', LOGS, FORBIDDEN),
      as('ending', `${LOGS}?colour=red`, FORBIDDEN),
      as('tenantA', `${LOGS}?project=tenant-b&colour=red`, FORBIDDEN),
      as('tenantA', `${LOGS}?colour=red`, { problem: { code: 'unknown_parameter' } }),
    ],
  },
  {
    promise: 'a value that the key fixes may be left out or be the same; any other is a 403',
    rows: {
      edge_logs: ['a', 'b'].map(tenant => request(`tenant-${tenant}`, NOW, { id: `of-${tenant}` })),
    },
    steps: [
      ...['', '?project=', '?project=tenant-a', '?project=%74enant-a', '?project_tier=PRO'].map(
        rest => as('tenantA', `${LOGS}${rest}`, { column: ['id', 'of-a'] }),
      ),
      ...['tenant-b', 'TENANT-A', 'tenant-a%20', 'tenant', 'tenant-a%00', '%25'].map(project =>
        as('tenantA', `${LOGS}?project=${project}`, FORBIDDEN),
      ),
      as('tenantA', `${LOGS}?project=tenant-b&project=tenant-a`, FORBIDDEN),
      as('tenantA', `${LOGS}?project=tenant-a&project=tenant-b`, FORBIDDEN),
      as('tenantA', `${LOGS}?project=tenant-a&project=tenant-a`, {
        problem: { code: 'repeated_parameter' },
      }),
      as('tenantB', LOGS, { column: ['id', 'of-b'] }),
      as(
        'tenantA',
        `/api/endpoints/query/${'c2a7d5e4-93b1-4c0f-8d26-5b7e40f91a02'}?project=tenant-b`,
        FORBIDDEN,
      ),
    ],
  },
  {
    promise: 'an endpoint that does not declare the fixed parameter is a 403',
    steps: ['values.all?id=x', 'values.page?text=x', 'values.typed?id=x', 'values.page'].map(path =>
      as('tenantA', `/api/endpoints/${path}`, FORBIDDEN),
    ),
  },
  {
    promise: 'a fixed value for a pattern is compared as a plain text',
    rows: {
      edge_logs: [
        request('x', NOW, { url: 'https://tenant-a.example/rest' }),
        request('x', NOW, { url: 'https://dot.ted/rest' }),
        request('x', NOW, { url: 'https://dotxted/rest' }),
      ],
    },
    steps: [
      as('tenantA', `${COUNTS}&project=tenant-a`, { column: ['total_rest_requests', 2] }),
      as('dotted', COUNTS, { column: ['total_rest_requests', 1] }),
      as('dotted', `${COUNTS}&project=dot.ted`, { column: ['total_rest_requests', 1] }),
      as('all', `${COUNTS}&project=dot.ted`, { column: ['total_rest_requests', 2] }),
      as('dotted', `${COUNTS}&project=`, { column: ['total_rest_requests', 1] }),
      ...['dot%5C.ted', '.*', 'dot.', 'dotxted', 'dot.ted%7C', '(%3Fi)dot.ted'].map(project =>
        as('dotted', `${COUNTS}&project=${project}`, FORBIDDEN),
      ),
    ],
  },
  {
    promise:
      'a fixed value is compared in its canonical form; one that is not a value of its type lets nothing run',
    rows: {
      samples: [
        sample('typed-key', {
          timestamp: BigInt(Date.parse('2026-01-15T08:00:00Z')) * 1_000n,
          text: 'full',
          number: 7n,
        }),
      ],
    },
    steps: [
      ...['', '&at=', '&at=2026-01-15T08:00Z', '&at=2026-01-15T10:00:00.000%2B02:00'].map(rest =>
        as('typed', `${TYPED}${rest}`, { column: ['id', 'typed-key'] }),
      ),
      ...['2026-01-15T08:00:00.000001Z', '2026-01-15T10:00:00Z', 'yesterday'].map(at =>
        as('typed', `${TYPED}&at=${at}`, FORBIDDEN),
      ),
      as('counted', `${TYPED}&number=7`, { column: ['id', 'typed-key'] }),
      as('counted', `${TYPED}&number=8`, FORBIDDEN),
      as('mistyped', TYPED, FORBIDDEN),
      as('mistyped', `${TYPED}&at=yesterday`, FORBIDDEN),
    ],
  },
  {
    promise: 'an endpoint runs where every parameter that the key fixes is declared',
    rows: { samples: [sample('typed', { text: 'a' })] },
    steps: [
      as('two', '/api/endpoints/values.typed', { column: ['id', 'typed', 'typed'] }),
      as('two', '/api/endpoints/values.typed?kind=a', FORBIDDEN),
      as('two', OPEN, FORBIDDEN),
    ],
  },
  {
    once: true,
    promise: 'a service without keys runs everything for everybody, on a loopback name alone',
    steps: [
      [{ path: OPEN, key: null, on: 'open' }, FOUND],
      [
        { path: '/api/endpoints/none', key: null, on: 'open' },
        { problem: { code: 'unknown_endpoint' } },
      ],
      [
        { path: OPEN, key: null, on: 'open', headers: { Host: 'evil.example' } },
        { ...FORBIDDEN, headers: { Vary: /^X-API-KEY/ } },
      ],
      [{ path: OPEN, on: 'open', headers: { 'X-API-KEY': 'whatever' } }, FOUND],
    ],
  },
  {
    promise: 'a changed key file is read again, and a broken one leaves the keys as they were',
    once: true,
    holds: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'conformance-keys-'));
      const path = join(folder, 'keys.json');
      const { token, id } = await createKey(path, { name: 'first' });
      const faults: (string | null)[] = [];
      const ring = await openKeyRing(path, fault => faults.push(fault), 10);
      const isKnown = (one: string) => ring.current().find(one, Date.now()) !== null;
      expect(isKnown(token)).toBe(true);
      const { token: second } = await createKey(path, { name: 'second' });
      await expect.poll(() => isKnown(second), SOON).toBe(true);
      await revokeKey(path, id);
      await expect.poll(() => isKnown(token), SOON).toBe(false);
      writeFileSync(path, '{broken');
      await expect.poll(() => faults.length, SOON).toBe(1);
      expect(isKnown(second)).toBe(true);
      ring.close();
      rmSync(folder, { recursive: true });
    },
  },
];
