/** The alert rules that ship: all they name is in the metrics of `quern serve`, and `promtool` accepts them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

const RULES = 'templates/monitoring/alerts.yml';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly summary: string };
}
const alerts: readonly Alert[] = parse(readFileSync(RULES, 'utf8')).groups[0].rules;
const expressions = alerts.map(({ alert, expr }) => [alert, expr] as const);

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
if (promtool.error !== undefined) process.stderr.write('Skipped: promtool is missing.\n');
it.skipIf(promtool.error !== undefined)('`promtool` accepts the rules', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
