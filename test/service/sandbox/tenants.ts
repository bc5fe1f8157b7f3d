/** Tenants of one sandbox: a key each, rows like no other's, and statements whose rows are computed here. */
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { createToken, digest } from '../../../server/access/tokens.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { NOW } from './site.ts';

export interface Tenant {
  readonly name: string;
  readonly at: number;
  readonly token: string;
  readonly key: ApiKey;
}

/** A key that may ask for any project where `params` fixes none. */
export function holder(name: string, params: ApiKey['params']): Pick<Tenant, 'token' | 'key'> {
  const token = createToken();
  const created = '2026-01-01T00:00:00Z';
  const sha256 = digest(token).toString('hex');
  return {
    token,
    key: { id: `k-${name}`, name, sha256, created, expires: null, endpoints: ['*'], params },
  };
}

export function tenants(count: number): readonly Tenant[] {
  return Array.from({ length: count }, (_, at) => {
    const name = nameOf(at);
    return { name, at, ...holder(name, { project: name }) };
  });
}

const nameOf = (at: number) => `tenant${String(at).padStart(2, '0')}`;

/** Names of tenants that stand in a text. */
export function namedIn(text: string): readonly string[] {
  return [...new Set(text.match(/tenant\d\d/g))];
}

// ---- their rows -----------------------------------------------------------------------------------------------------

interface Log {
  readonly id: string;
  readonly message: string;
  readonly amount: number;
  readonly ratio: number;
  readonly path: string;
  readonly status: number;
}

/** From 3 to 9 of them; no amount is that of another tenant. */
function logsOf({ name, at }: Tenant): readonly Log[] {
  return Array.from({ length: 3 + (at % 7) }, (_, i) => ({
    id: `${name}-${i}`,
    message: `${name} says ${i}`,
    amount: 1_000 * at + 7 * i,
    ratio: i / 2,
    path: `/${name}/${i % 3}`,
    status: i % 2 === 0 ? 200 : 500,
  }));
}

function functionsOf({ name, at }: Tenant) {
  return [
    { name: `${name} one`, calls: at },
    { name: `${name} two`, calls: 2 * at },
  ];
}

/** Entries of the data sets, those of different tenants beside each other. */
export function rowsOfTenants(all: readonly Tenant[]): Readonly<Record<string, readonly Row[]>> {
  const logs = all.flatMap(tenant => logsOf(tenant).map((log, i) => ({ tenant, log, i })));
  return {
    edge_logs: logs
      .toSorted((a, b) => a.i - b.i)
      .map(({ tenant, log: { path, status, amount, ...log } }) => ({
        ...log,
        timestamp: NOW,
        project: tenant.name,
        amount: BigInt(amount),
        metadata: { path, status: BigInt(status), request: { method: tenant.name } },
      })),
    functions: all.flatMap(tenant =>
      functionsOf(tenant).map(({ name, calls }) => ({
        project: tenant.name,
        name,
        calls: BigInt(calls),
      })),
    ),
  };
}

// ---- what they ask --------------------------------------------------------------------------------------------------

type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Question {
  readonly sql: string;
  /** The rows for a tenant, in order. */
  readonly wanted: (tenant: Tenant) => Rows;
}

/** Each makes a statement of a number. */
const QUESTIONS: readonly ((k: number) => Question)[] = [
  k => ({
    sql: `SELECT COUNT(*) AS n, MIN(id) AS least, MAX(message) AS last FROM edge_logs WHERE MOD(amount, 26) <> ${k}`,
    wanted: tenant => {
      const logs = logsOf(tenant).filter(({ amount }) => amount % 26 !== k);
      const least = logs[0]?.id ?? null;
      return [{ n: logs.length, least, last: logs.at(-1)?.message ?? null }];
    },
  }),
  k => ({
    sql: `SELECT id, amount FROM edge_logs WHERE amount >= ${2_000 * k + 14} ORDER BY id`,
    wanted: tenant =>
      logsOf(tenant).flatMap(({ id, amount }) =>
        amount >= 2_000 * k + 14 ? [{ id, amount }] : [],
      ),
  }),
  k => ({
    sql: `SELECT m.path, COUNT(*) AS n, SUM(t.amount) AS total FROM edge_logs AS t, UNNEST(t.metadata) AS m
      WHERE t.ratio <> ${k / 2} GROUP BY 1 ORDER BY 1`,
    wanted: tenant => {
      const logs = logsOf(tenant).filter(({ ratio }) => ratio !== k / 2);
      const paths = [...new Set(logs.map(({ path }) => path))].toSorted();
      return paths.map(path => {
        const amounts = logs.flatMap(log => (log.path === path ? [log.amount] : []));
        return { path, n: amounts.length, total: amounts.reduce((a, b) => a + b) };
      });
    },
  }),
  k => ({
    sql: `SELECT f.name, p.name AS plan FROM functions AS f CROSS JOIN plans AS p WHERE f.calls > ${k} ORDER BY 1, 2`,
    wanted: tenant =>
      functionsOf(tenant).flatMap(({ name, calls }) =>
        calls > k ? ['free', 'pro'].map(plan => ({ name, plan })) : [],
      ),
  }),
  k => ({
    sql: `SELECT COUNT(*) AS n FROM edge_logs AS a JOIN edge_logs AS b ON a.project = b.project OR b.amount > 0
      WHERE a.ratio < ${k / 4}`,
    wanted: tenant => {
      const logs = logsOf(tenant);
      return [{ n: logs.filter(({ ratio }) => ratio < k / 4).length * logs.length }];
    },
  }),
  k => ({
    sql: `SELECT id, project FROM edge_logs WHERE project <> '${nameOf(k)}' OR project = '${nameOf(k + 1)}' ORDER BY id`,
    wanted: tenant =>
      tenant.at === k ? [] : logsOf(tenant).map(({ id }) => ({ id, project: tenant.name })),
  }),
  k => ({
    sql: `WITH ranked AS (SELECT id, ROW_NUMBER() OVER (ORDER BY amount DESC) AS place FROM edge_logs)
      SELECT id, place FROM ranked WHERE place <> ${k} ORDER BY place`,
    wanted: tenant =>
      logsOf(tenant)
        .toReversed()
        .map(({ id }, i) => ({ id, place: i + 1 }))
        .filter(({ place }) => place !== k),
  }),
  k => ({
    sql: `SELECT name AS x FROM functions WHERE ${k} = ${k}
      UNION ALL SELECT id FROM edge_logs WHERE id IN (SELECT id FROM edge_logs WHERE amount > ${k * 500}) ORDER BY x`,
    wanted: tenant => [
      ...functionsOf(tenant).map(({ name }) => ({ x: name })),
      ...logsOf(tenant).flatMap(({ id, amount }) => (amount > k * 500 ? [{ x: id }] : [])),
    ],
  }),
];

/** `count` statements, of each kind as many. */
export function questions(count: number): readonly Question[] {
  return Array.from({ length: count }, (_, i) => {
    const make = QUESTIONS[i % QUESTIONS.length];
    if (make === undefined) throw new Error('there is a kind for each');
    return make(Math.floor(i / QUESTIONS.length));
  });
}
