/** The dashboards fit Grafana's schema, and that of the metrics the labels of `/metrics`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EngineFailure } from '../../engines/engine.ts';
import { createMetrics } from '../../server/observe/late-metrics.ts';
import { fakeEngine, fixtureApp, NOW } from '../service/server-fixture.ts';
import { TEST_PACKAGES } from '../support/packages.ts';
import { ROOT } from '../support/root.ts';
import { fences } from './docs-markdown.ts';

const TEXT = readFileSync(join(ROOT, 'templates/monitoring/dashboard.json'), 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const dashboard: { readonly panels: readonly Panel[]; readonly templating: object } =
  JSON.parse(TEXT);
const { panels } = dashboard;
const targets = panels.flatMap(({ targets = [] }) => targets);

const ROWS = fences(readFileSync(join(ROOT, 'docs/reading-rows.md'), 'utf8'));
const OF_ROWS = ROWS.find(({ info }) => info === 'json grafana')?.text ?? '';

test.each([
  ['of the metrics', TEXT],
  ['of rows', OF_ROWS],
])('the dashboard %s is one by the types that Grafana publishes', (_, text) => {
  const folder = mkdtempSync(join(TEST_PACKAGES, '.grafana-'));
  try {
    const file = join(folder, 'dashboard.ts');
    // enums take no texts
    const typed = text.replaceAll('"absolute"', 'ThresholdsMode.Absolute');
    const head = "import { type Dashboard, ThresholdsMode } from '@grafana/schema';";
    writeFileSync(file, `${head}\nexport const dashboard: Dashboard = ${typed};\n`);
    const settings = '--noEmit --strict --skipLibCheck --target es2022 --module esnext';
    const args = [...settings.split(' '), '--moduleResolution', 'bundler', file];
    const tsc = join(TEST_PACKAGES, 'typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('has panels that lie beside each other, each with its own number', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});

test('asks for metrics and labels that the service has', async () => {
  const known = await labelsOfMetrics();
  const asked = targets.flatMap(({ expr, legendFormat }) => {
    const names = [...expr.matchAll(/\b(?:quern|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    const labels = [
      ...[...expr.matchAll(/[{,](\w+)(?:=~|!=|=)"/g)].map(([, label = '']) => label),
      ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    ].filter(label => label !== 'instance');
    return labels.map(label => {
      const has = names.some(name => known.get(name)?.has(label) === true);
      return has ? null : `${names.join()} has no ${label}`;
    });
  });
  expect(asked.filter(fault => fault !== null)).toEqual([]);
  const names = targets.flatMap(({ expr }) => expr.match(/\b(?:quern|process|nodejs)_\w+/g) ?? []);
  expect(names.filter(name => !known.has(name))).toEqual([]);
});

test('shows every metric of the service', async () => {
  const families = [...(await labelsOfMetrics()).keys()].filter(name => name.startsWith('quern_'));
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const shown = new Set(targets.flatMap(({ expr }) => expr.match(/quern_\w+/g) ?? []).map(base));
  expect([...new Set(families.map(base))].filter(name => !shown.has(name))).toEqual([]);
});

/** The labels of each sample after one request, one failure and a file with a skipped line, by name. */
async function labelsOfMetrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  let runs = 0;
  const engine = fakeEngine(() => {
    runs += 1;
    if (runs > 1) return Promise.reject(new EngineFailure('failed', 'of the test'));
    return [[1n, NOW]];
  });
  const { app } = fixtureApp(engine, null, { public: ['metrics'] });
  await app.request('/api/endpoints/logs.all?project=a');
  await app.request('/api/endpoints/logs.all?project=b');
  const metrics = createMetrics({
    engine: 'fake',
    files: () => ({ keys: true, definitions: true }),
    expiring: () => [{ id: 'key_one', expires: '2026-02-01T00:00:00Z' }],
    limiter: () => ({ running: 0, waiting: 0 }),
    cache: () => ({ entries: 0, bytes: 0, warm: 0, flights: 0 }),
    skipped: () => new Map([['logs', 1]]),
    freshness: () => [{ source: 'logs', within: 60, newest: 1n, isFresh: true }],
  });
  metrics.run('e', 'ok', 0.1, 1);
  metrics.cacheEvent('evicted');
  const texts = [await (await app.request('/metrics')).text(), (await metrics.render()).text];
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', written = ''] of texts.join('\n').matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const own = labels.get(name) ?? new Set();
    for (const [, label = ''] of written.matchAll(/(\w+)="/g)) own.add(label);
    labels.set(name, own);
  }
  return labels;
}
