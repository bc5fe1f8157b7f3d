/**
 * Tenants over a data set with a rollup, on `quern serve`: keys and tokens that fix parameters, sets of their values and hidden columns are
 * answered their own rows, whether the engine reads its copy or the entries.
 */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiesFile, copiesIn } from '../../../engines/duckdb/driver/copies.ts';
import { quern, removeFolders } from '../../cli/cli-fixture.ts';
import { isAll } from '../../support/usually.ts';
import { AUDIENCE, ISSUER, pemOf, rsaPair, signed } from '../access/issuer.ts';
import { madeKey } from '../server-fixture.ts';
import { type Asked, type Name, type Row, type Unit, WANTED } from './rolled.ts';
import { onClickHouse, onDuckDb, type Site } from './rolled-site.ts';

const pair = rsaPair();
const JWT = {
  ...{ issuer: ISSUER, audience: AUDIENCE, public_key: pemOf(pair) },
  ...{ claims: { project: 'project_ref' }, hide: 'hidden' },
};
function tokenWith(project_ref: unknown, hidden: readonly string[] = []): string {
  const exp = Math.ceil(Date.now() / 1_000) + 3_000;
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp, project_ref, hidden };
  return signed(pair, claims, { alg: 'RS256', typ: 'JWT' });
}

const KEYS = {
  alpha: madeKey({ id: 'key_1', name: 'alpha', params: { project: 'alpha' } }),
  hiding: madeKey({ id: 'key_2', name: 'hiding', params: { project: 'beta' }, hide: ['bytes'] }),
  tagged: madeKey({ id: 'key_3', name: 'tagged', params: { project: 'alpha' }, hide: ['tag:pii'] }),
  either: madeKey({ id: 'key_4', name: 'either', params: { project: ['alpha', 'beta'] } }),
  pair: madeKey({ id: 'key_5', name: 'pair', params: { projects: ['alpha', 'gamma'] } }),
  daily: madeKey({ id: 'key_6', name: 'daily', params: { project: 'gamma', step: 'day' } }),
  minutes: madeKey({ id: 'key_7', name: 'minutes', params: { project: 'gamma', step: 'minute' } }),
  operator: madeKey({ id: 'key_8', name: 'operator' }),
};

/** A caller, the tenants for which it asks, and the outputs that are hidden. */
interface Caller {
  readonly name: string;
  readonly token: string;
  readonly of: readonly string[];
  /** The parameters that it sends to choose them. */
  readonly sends?: Readonly<Record<string, string>>;
  /** The further parameters that its key fixes. */
  readonly fixes?: Partial<Asked>;
  readonly hidden?: readonly string[];
}
const BYTES = ['bytes', 'bytes_before'];
const METHOD = ['method', 'methods'];
const LATENCY = ['mean', 'slowest', 'slowest_before', 'value'];
/** Bytes that no visits have. */
const OTHER = '-987654321';
const NOTHING: readonly string[] = [];
/** Each for one tenant. */
const CALLERS: readonly Caller[] = [
  { name: 'a key', token: KEYS.alpha.token, of: ['alpha'] },
  {
    name: 'a key that says so',
    token: KEYS.alpha.token,
    of: ['alpha'],
    sends: { project: 'alpha' },
  },
  { name: 'a key that hides a measure', token: KEYS.hiding.token, of: ['beta'], hidden: BYTES },
  { name: 'a key that hides a dimension', token: KEYS.tagged.token, of: ['alpha'], hidden: METHOD },
  { name: 'one of a set', token: KEYS.either.token, of: ['alpha'], sends: { project: 'alpha' } },
  { name: 'another of it', token: KEYS.either.token, of: ['beta'], sends: { project: 'beta' } },
  { name: 'a token', token: tokenWith('gamma'), of: ['gamma'] },
  {
    name: 'a token that hides',
    token: tokenWith('gamma', ['latency']),
    of: ['gamma'],
    hidden: LATENCY,
  },
  {
    name: 'a token of a set',
    token: tokenWith(['beta', 'gamma']),
    of: ['beta'],
    sends: { project: 'beta' },
  },
  { name: 'an operator', token: KEYS.operator.token, of: ['gamma'], sends: { project: 'gamma' } },
];

/** On steps, one microsecond beside them, inside one step, before all visits. */
const WINDOWS = [
  { from: '2026-01-11T00:00:00Z', to: '2026-01-15T00:00:00Z' },
  { from: '2026-01-12T03:30:00.000001Z', to: '2026-01-14T21:00:00.000001Z' },
  { from: '2026-01-12T05:10:00Z', to: '2026-01-12T05:50:00Z' },
  { from: '2025-01-01T00:00:00Z', to: '2026-01-12T06:59:59.999999Z' },
] as const;
type Question = readonly [name: Name, asked: Asked];
/** Questions that the rollup answers, and those that it does not: steps of minutes, a quantile, two periods. */
const ANSWERED: readonly Question[] = WINDOWS.flatMap((window): readonly Question[] => [
  ['traffic', window],
  ['traffic', { ...window, step: 'day' }],
  ['latency', window],
  ['change', window],
]);
const NOT_ANSWERED: readonly Question[] = WINDOWS.flatMap((window): readonly Question[] => [
  ['traffic', { ...window, from: window.from.replace('2025', '2026'), step: 'minute' }],
  ['latency', { ...window, measure: 'median' }],
  ['growth', window],
]);
const withMethod = (of: readonly Question[]) =>
  of.map(([name, asked]): Question => [name, { ...asked, method: 'GET' }]);

/** Changes the rows of the copy in a file. */
async function changeCopy(file: string, change: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const [[table] = []] = (
    await connection.runAndReadAll(
      "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'rollup hourly%'",
    )
  ).getRows();
  await connection.run(`UPDATE "${table}" ${change}`);
  connection.closeSync();
  instance.closeSync();
}

afterAll(removeFolders);

describe.each([
  ['duckdb', onDuckDb],
  ['clickhouse', onClickHouse],
] as const)('tenants over a rollup on %s', (engine, open) => {
  let site: Site;
  beforeAll(async () => {
    site = await open({ keys: Object.values(KEYS).map(({ key }) => key), service: { jwt: JWT } });
  });
  afterAll(() => site?.close());

  async function ask(token: string, name: Name, params: object) {
    const query = new URLSearchParams(Object.entries(params));
    const url = `${site.served.url}/api/endpoints/visits.${name}?${query}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const timing = response.headers.get('server-timing') ?? '';
    return { status: response.status, body: await response.text(), timing };
  }

  /** Sends the questions as these callers, every second one in the usual run, and returns the bodies. */
  async function compared(
    callers: readonly Caller[],
    questions: readonly Question[],
    isRead: boolean,
  ): Promise<readonly string[]> {
    const bodies: string[] = [];
    for (const [at, one] of callers.entries()) {
      const { name: caller, token, of, sends = {}, fixes = {}, hidden = NOTHING } = one;
      for (const [name, asked] of questions.filter((_, i) => isAll || (at + i) % 2 === 0)) {
        const { status, body, timing } = await ask(token, name, { ...asked, ...sends });
        const isRefused = isClosed(asked, hidden);
        expect([caller, name, asked, status]).toEqual([caller, name, asked, isRefused ? 403 : 200]);
        if (isRefused) continue;
        const found = sorted(JSON.parse(body).result);
        const wanted = WANTED[name](of, { ...asked, ...fixes }).map(row => without(row, hidden));
        expect([caller, name, asked, found]).toEqual([caller, name, asked, sorted(wanted)]);
        if (engine === 'duckdb')
          expect([name, asked, timing.includes('rollup;desc="hourly"')]).toEqual([
            ...[name, asked, isRead],
          ]);
        bodies.push(body);
      }
    }
    return bodies;
  }

  it('answers the same before the copies are filled and after', async () => {
    const all = [...ANSWERED, ...NOT_ANSWERED];
    const before = await compared(CALLERS, all, false);
    const explained = async () => {
      const [{ from, to }] = WINDOWS;
      const sent = ['project=alpha', `from=${from}`, `to=${to}`].flatMap(one => ['--param', one]);
      const words = ['explain', 'visits.traffic', '--engine', engine, ...sent];
      return (await quern(site.served.folder, words, site)).stdout;
    };
    expect(await explained()).toMatch(/rollup hourly: used, but \w+ reads the entries/);
    await site.fill();
    expect(await explained()).toMatch(/rollup hourly: used, and \w+ reads its copy/);
    const read = await compared(CALLERS, ANSWERED, true);
    const notRead = await compared(CALLERS, NOT_ANSWERED, false);
    expect([...read, ...notRead].sort()).toEqual([...before].sort());
    await compared(CALLERS, withMethod(ANSWERED), true);
    await compared(CALLERS, withMethod(NOT_ANSWERED), false);
  });

  it('answers keys that fix a list or a step', async () => {
    const [pair, daily, minutes] = [KEYS.pair, KEYS.daily, KEYS.minutes].map(({ token }) => token);
    for (const window of WINDOWS.slice(0, 2)) {
      const of = ['alpha', 'gamma'];
      await compared([{ name: 'a list', token: pair ?? '', of }], [['several', window]], true);
      const gamma = { of: ['gamma'], sends: {} };
      const step = async (token = '', unit: Unit, isRead: boolean) => {
        const caller = { name: unit, token, ...gamma, fixes: { step: unit } };
        await compared([caller], [['traffic', window]], isRead);
      };
      await step(daily, 'day', true);
      await step(minutes, 'minute', false);
    }
  });

  it('refuses what a caller may not choose', async () => {
    const [window] = WINDOWS;
    const refused: readonly (readonly [number, string, Name, object])[] = [
      [403, KEYS.alpha.token, 'traffic', { project: 'beta' }],
      [403, KEYS.either.token, 'traffic', { project: 'gamma' }],
      [400, KEYS.either.token, 'traffic', {}],
      [403, KEYS.alpha.token, 'several', { projects: 'beta' }],
      [403, KEYS.pair.token, 'several', { projects: 'alpha' }],
      [403, KEYS.pair.token, 'several', { projects: 'beta' }],
      [403, KEYS.pair.token, 'traffic', { project: 'alpha' }],
      [403, KEYS.daily.token, 'traffic', { step: 'hour' }],
      [403, tokenWith('gamma'), 'growth', { project: 'beta' }],
      [403, tokenWith(['beta', 'gamma']), 'latency', { project: 'alpha' }],
      [403, tokenWith(['beta', 'gamma']), 'several', { projects: 'beta' }],
    ];
    for (const [wanted, token, name, params] of refused) {
      const { status, body } = await ask(token, name, { ...window, ...params });
      expect([name, params, status, body.includes('result')]).toEqual([
        name,
        params,
        wanted,
        false,
      ]);
    }
  });

  it('hides in every format', async () => {
    const [window] = WINDOWS;
    for (const format of ['json', 'ndjson', 'csv', 'arrow', 'parquet']) {
      const whole = await ask(KEYS.operator.token, 'traffic', {
        ...window,
        project: 'beta',
        format,
      });
      expect([format, whole.status, whole.body.includes('bytes')]).toEqual([format, 200, true]);
      const hidden = await ask(KEYS.hiding.token, 'traffic', { ...window, format });
      expect([format, hidden.status, hidden.body.includes('bytes')]).toEqual([format, 200, false]);
    }
  });

  it.runIf(engine === 'duckdb')('reads of a copy no other tenant’s counts', async () => {
    const { folder } = site.served;
    const copies = join(folder, '.quern/rollups');
    const last = copiesIn(copies).at(-1) ?? 0;
    const changed = join(folder, 'changed.tmp');
    copyFileSync(copiesFile(copies, last), changed);
    await changeCopy(changed, `SET bytes_sum = ${OTHER} WHERE project = 'beta'`);
    renameSync(changed, copiesFile(copies, last + 1));
    const others = CALLERS.filter(({ of }) => !of.includes('beta'));
    await compared(others, ANSWERED, true);
    const [window] = WINDOWS;
    const { body } = await ask(KEYS.hiding.token, 'traffic', window);
    expect(body).not.toContain(OTHER);
    const own = await ask(KEYS.operator.token, 'traffic', { ...window, project: 'beta' });
    const rows: readonly Row[] = JSON.parse(own.body).result;
    expect(new Set(rows.map(({ bytes }) => bytes))).toEqual(new Set([Number(OTHER)]));
    expect(await quern(folder, ['rollup', 'rebuild'])).toMatchObject({ exit: 0 });
    await compared(CALLERS, ANSWERED, true);
  });
});

/** Whether a parameter that the request sends would choose a value by what is hidden, or is compared with it. */
function isClosed(asked: Asked, hidden: readonly string[]): boolean {
  switch (hidden) {
    case METHOD:
      return asked.method !== undefined;
    case LATENCY:
      return asked.measure !== undefined;
    default:
      return false;
  }
}
function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
/** Rows are compared without their order, which may be that of a hidden column. */
function sorted(rows: readonly Row[]): readonly Row[] {
  return rows
    .map(row => [JSON.stringify(Object.entries(row).sort()), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}
