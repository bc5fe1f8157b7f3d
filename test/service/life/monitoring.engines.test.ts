/** The alert rules and the dashboard that ship: all they name is in the metrics of `quern serve`, and `promtool` accepts the rules. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

const RULES = 'templates/monitoring/alerts.yml';
const DASHBOARD = 'templates/monitoring/dashboard.json';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const alerts: readonly Alert[] = parse(readFileSync(RULES, 'utf8')).groups[0].rules;
const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(
  readFileSync(DASHBOARD, 'utf8'),
);
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** A metric without a sample yet shows no labels. */
const SOURCE = readFileSync('server/observe/metrics.ts', 'utf8');
const LABELS = new Map(
  [...SOURCE.matchAll(/name: '(quern_\w+)',[^}]*?labelNames: \[([^\]]*)\]/g)].map(
    ([, name = '', list = '']) => [name, new Set(list.match(/\w+/g) ?? [])] as const,
  ),
);

/** The labels of its samples, and those that the code lists beside its name. */
function labelsOf(name: string): readonly string[] {
  const family = name.replace(/_bucket$/, '');
  const samples = metrics.split('\n').filter(line => line.startsWith(`${name}{`));
  const shown = samples.flatMap(line =>
    [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label),
  );
  return [...shown, ...(LABELS.get(family) ?? [])];
}

let served: ServeProcess;
let metrics = '';

beforeAll(async () => {
  served = await serveTables(LIFE_TABLES, LIFE_FILES, { service: { secret: 'x'.repeat(40) } });
  await (await fetch(`${served.url}/api/endpoints/orders.list?shop=a`)).text();
  metrics = await (await fetch(`${served.url}/metrics`)).text();
});

afterAll(async () => {
  await served?.stop();
  removeFolders();
});

describe.each(expressions)('%s', (_, expr) => {
  it('names metrics that the service has', () => {
    const names = expr.match(/\bquern_\w+/g) ?? [];
    expect(names.length > 0 || expr.startsWith('up{')).toBe(true);
    for (const name of names) {
      const family = name.replace(/_bucket$/, '');
      expect(metrics).toContain(`\n# TYPE ${family} `);
    }
  });

  it('names labels that the metrics have', () => {
    const names = expr.match(/\bquern_\w+/g) ?? [];
    const known = new Set(names.flatMap(labelsOf));
    const filtered = [...expr.matchAll(/\b(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    const others = [...filtered, ...grouped].filter(label => !known.has(label ?? ''));
    expect(others.filter(label => !['le', 'job'].includes(label ?? ''))).toEqual([]);
  });
});

it('alerts have a time and a summary', () => {
  for (const { for: time, annotations } of alerts) {
    expect(time).toMatch(/^\d+m$/);
    expect(annotations.summary).toMatch(/\.$/);
  }
});

const promtool = spawnSync('promtool', ['--version']);
it.skipIf(promtool.error !== undefined)(
  '`promtool` accepts the rules (skipped where it is missing)',
  () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', RULES], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  },
);
