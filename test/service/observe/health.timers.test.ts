import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineFailure, unconfined } from '../../../engines/engine.ts';
import type {
  Manifest,
  ManifestEndpoint,
  ManifestEngine,
} from '../../../generator/core/output/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { createReadiness, type Readiness, watchReadiness } from '../../../server/observe/health.ts';
import { fakeEngine, MANIFEST } from '../server-fixture.ts';

const [endpoint] = MANIFEST.endpoints;
const statements = endpoint?.engines['duckdb'] as ManifestEngine;
const named = (name: string, ...sources: readonly string[]): ManifestEndpoint => ({
  ...(endpoint as ManifestEndpoint),
  name,
  id: `id of ${name}`,
  engines: {
    duckdb: { ...statements, reads: Object.fromEntries(sources.map(source => [source, []])) },
  },
});
const source = (...table: string[]) => ({
  title: null,
  description: null,
  columns: [],
  tables: { duckdb: { table, records: 'nested' as const } },
});
const manifest: Manifest = {
  sources: { a: source('x', 'a'), b: source('b'), seen: source('seen') },
  endpoints: [
    named('first', 'a'),
    named('second', 'a'),
    named('third', 'b'),
    { ...named('elsewhere', 'b'), engines: {} },
  ],
};

function setUp() {
  const state = { missing: [] as readonly string[], fault: null as string | null, at: 0 };
  const looks: unknown[] = [];
  const engine = {
    ...fakeEngine(() => []),
    missing: async (tables: unknown) => {
      looks.push(tables);
      await Promise.resolve();
      if (state.fault !== null) throw new EngineFailure('unavailable', state.fault);
      return state.missing.map(table => ({ table, reason: table === 'b' ? 'no file of b' : null }));
    },
  };
  const readiness = createReadiness(catalogue(manifest), engine, () => state.at);
  return { state, looks, readiness };
}
const none = (...names: readonly string[]) => ({
  findings: new Map(
    names.map(name => [name, [`table \`${name === 'third' ? 'b' : 'x.a'}\` is missing`]]),
  ),
  columns: [],
  missing: new Set(names),
  reasons: new Map(),
  unconfined: null,
  skipped: new Map(),
});
const READY: Readiness = { status: 'ready', unavailable: [], fault: null, ...none() };
const DEGRADED: Readiness = {
  status: 'degraded',
  unavailable: ['first', 'second'],
  fault: 'missing tables: x.a',
  ...none('first', 'second'),
};

describe('readiness', () => {
  it('tells which endpoints could not run, by the tables that their own statements read', async () => {
    const { state, looks, readiness } = setUp();
    expect(await readiness.look()).toEqual(READY);
    expect(looks).toEqual([[['x', 'a'], ['b']]]);
    state.missing = ['x.a'];
    state.at += 2_000;
    expect(await readiness.look()).toEqual(DEGRADED);
    state.missing = ['x.a', 'b'];
    state.at += 2_000;
    expect(await readiness.look()).toEqual({
      status: 'unavailable',
      unavailable: ['first', 'second', 'third'],
      fault: 'missing tables: x.a, b (no file of b)',
      ...none('first', 'second', 'third'),
      reasons: new Map([['table `b` is missing', 'no file of b']]),
    });
    state.fault = 'not reachable';
    state.at += 2_000;
    expect(await readiness.look()).toEqual({
      status: 'unavailable',
      unavailable: ['first', 'second', 'third'],
      fault: 'not reachable',
      ...none(),
    });
  });

  it('finds sandboxes alone where the engine cannot bound statements of callers', async () => {
    const own = { ...named('own', 'a'), sandbox: true };
    const { endpoints } = manifest;
    const engine = { ...fakeEngine(() => []), confined: unconfined('no processes') };
    const found = (all: typeof endpoints) =>
      createReadiness(catalogue({ ...manifest, endpoints: all }), engine).look();
    expect(await found(endpoints)).toEqual(READY);
    const finding = 'statements of callers cannot run: no processes';
    expect(await found([...endpoints, own])).toEqual({
      ...READY,
      status: 'degraded',
      unavailable: ['own'],
      fault: `own: ${finding}`,
      findings: new Map([['own', [finding]]]),
      unconfined: finding,
    });
  });

  it('asks the engine once for all who come within two seconds', async () => {
    const { state, looks, readiness } = setUp();
    await Promise.all([readiness.look(), readiness.look()]);
    state.missing = ['x.a'];
    state.at = 1_999;
    expect(await readiness.look()).toEqual(READY);
    expect(looks).toHaveLength(1);
    state.at = 2_000;
    expect(await Promise.all([readiness.look(), readiness.look()])).toEqual([DEGRADED, DEGRADED]);
    expect(looks).toHaveLength(2);
  });
});

describe('watching readiness', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells each change once', async () => {
    const { state, looks, readiness } = setUp();
    const told: Readiness[] = [];
    const stop = watchReadiness(readiness, change => told.push(change), 1_000);
    const pass = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        state.at += 2_000;
        await vi.advanceTimersByTimeAsync(1_000);
      }
    };
    await pass(3);
    expect(told).toEqual([]);
    state.missing = ['x.a'];
    await pass(3);
    expect(told).toEqual([DEGRADED]);
    state.missing = [];
    await pass(3);
    expect(told).toEqual([DEGRADED, READY]);
    stop();
    const made = looks.length;
    state.missing = ['b'];
    await pass(3);
    expect([looks.length, told.length]).toEqual([made, 2]);
  });

  it('tells at once what is missing from the start, but not that all is well', async () => {
    const { state, readiness } = setUp();
    state.missing = ['x.a'];
    const told: Readiness[] = [];
    const stop = watchReadiness(readiness, change => told.push(change));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([DEGRADED]);
    stop();
  });
});
