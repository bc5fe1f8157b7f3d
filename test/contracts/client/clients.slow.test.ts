/** One table of cases drives every client against the real service, and against an unreliable one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { PROBLEMS } from '../../../server/http/problem.ts';
import type { Answer, Case, ClientName, Failure } from './case.ts';
import { CASES } from './cases.ts';
import { type Certificates, hasOpenSsl, makeCertificates } from './certificates.ts';
import { DRIVERS, type Outcome, type Told } from './drivers.ts';
import { type Flaky, startFlaky } from './flaky.ts';
import { PROJECT } from './project.ts';
import { openServices, type Services } from './services.ts';

if (!hasOpenSsl) process.stderr.write('skipped: no openssl makes certificates for the clients\n');

let services: Services;
let flaky: Flaky;
let certificates: Certificates | null = null;
beforeAll(async () => {
  services = await openServices();
  flaky = await startFlaky();
  if (hasOpenSsl) certificates = makeCertificates();
});
afterAll(async () => {
  certificates?.close();
  flaky.close();
  await services.close();
});

const LONG = 300_000;
const CLIENTS = Object.keys(DRIVERS) as ClientName[];

describe('the table', () => {
  const { endpoints } = manifestOf(PROJECT);
  const answered = CASES.filter(({ gives, on = 'usual' }) => 'rows' in gives && on === 'usual');
  /** No engine can answer them. */
  const failing = ['values.gone', 'values.refused'];
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

  it('has an answer of every endpoint', () => {
    expect(sorted([...answered.map(({ endpoint }) => endpoint), ...failing])).toEqual(
      sorted(endpoints.map(({ name }) => name)),
    );
  });

  it('gives every parameter', () => {
    const given = answered.flatMap(({ endpoint, params = {} }) =>
      Object.keys(params).map(name => `${endpoint} ${name}`),
    );
    const declared = endpoints.flatMap(({ name, params }) =>
      params.map(param => `${name} ${param.name}`),
    );
    expect(sorted(given)).toEqual(sorted(declared));
  });

  it('meets every error that a caller can provoke', () => {
    const met = CASES.flatMap(({ gives, on = 'usual' }) =>
      'code' in gives && typeof on === 'string' && gives.code ? [gives.code] : [],
    );
    // clients give each parameter once, accept JSON, and know no method but GET; a call that was given up gets no answer;
    // DuckDB counts no bytes that it reads
    const never = [
      'repeated_parameter',
      'not_acceptable',
      'method_not_allowed',
      'cancelled',
      'budget_exhausted',
    ];
    expect(sorted([...met, ...never])).toEqual(sorted(Object.keys(PROBLEMS)));
  });
});

describe.each(CLIENTS)('the client for %s', name => {
  const { isThere, drive } = DRIVERS[name];
  if (!isThere) process.stderr.write(`skipped: nothing runs the client for ${name} here\n`);
  const cases = CASES.map((one, index) => ({ one, who: `${name.replace(' ', '-')}-${index}` }));
  const done = cases.filter(
    ({ one }) => one.cannot?.[name] === undefined && (hasOpenSsl || one.secured === undefined),
  );
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    if (!isThere) return;
    const all = await Promise.all(done.map(({ one, who }) => told(one, who)));
    const found = await drive(all, certificates?.authority ?? null);
    done.forEach(({ who }, index) => {
      outcomes.set(who, found[index] ?? {});
    });
  }, LONG);

  it.skipIf(!isThere).each(done.map(({ one, who }) => [one.does, one, who] as const))(
    '%s',
    (_, { endpoint, gives, on, asked, connected, pages }, who) => {
      const due = 'rows' in gives ? answer(gives) : failure(endpoint, gives);
      const isAll = pages === true && 'rows' in gives;
      expect(outcomes.get(who)).toEqual(isAll ? { rows: gives.rows } : due);
      if (typeof on === 'object' && asked !== undefined) expect(flaky.asked(who)).toBe(asked);
      if (connected !== undefined) {
        expect(flaky.connected(who)).toBeGreaterThan(0);
        expect(flaky.connected(who)).toBeLessThanOrEqual(connected);
      }
    },
  );
});

async function told(one: Case, who: string): Promise<Told> {
  const { key = 'all', ending = '' } = one;
  const url = await urlOf(one, who);
  return { url: url + ending, key: key === null ? null : services.tokens[key], case: one };
}

async function urlOf({ on = 'usual', secured }: Case, who: string): Promise<string> {
  if (typeof on === 'string') return services.urls[on];
  if (secured === undefined) return flaky.play(who, on);
  if (certificates === null) throw new Error('without openssl nothing is secured');
  return await flaky.playSecured(who, on, certificates.of(secured));
}

const SOME_TEXT = expect.stringMatching(/./);

function answer({ rows, rowLimit, cache, ...rest }: Answer): unknown {
  const { partly = false, truncated = false, leadsOn = false, age, requestId = SOME_TEXT } = rest;
  const { step = null } = rest;
  return {
    rows: partly ? rows.map(held) : rows,
    truncated,
    leadsOn,
    rowLimit,
    cache: cache === 'kept' ? expect.stringMatching(/^(hit|miss)$/) : cache,
    // what is not kept has no age, which is 0 in Go
    age: age ?? (cache === 'kept' ? 0 : expect.toBeOneOf([null, 0])),
    requestId,
    step,
  };
}

/** A value that holds what stands here, and perhaps more. */
function held(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, held(member)]);
  return expect.objectContaining(Object.fromEntries(members));
}

function failure(
  endpoint: string,
  { kind, parameters = [], detail, retryAfter, ...rest }: Failure,
): unknown {
  const { status, code, requestId = SOME_TEXT } = rest;
  if (kind === 'cancelled') return { kind };
  if (kind === 'argument') return { kind, detail: expect.stringContaining(detail ?? '') };
  if (kind === 'invalid') return { kind, endpoint, requestId };
  if (kind !== 'service') return { kind, endpoint, requestId: null };
  return {
    kind,
    endpoint,
    status,
    code,
    detail: detail ?? SOME_TEXT,
    parameters: parameters.map(([name, message]) => ({ name, message: message || SOME_TEXT })),
    requestId,
    retryAfter: retryAfter ?? expect.toBeOneOf([null, expect.any(Number)]),
  };
}
