/** Two branches edit endpoints and generate; Git merges them, and `generate` runs again. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planFiles } from '../../../generator/compile.ts';
import { compileKept, type KeptEndpoint } from '../../../generator/compile-kept.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import { checkGenerated, writeGenerated } from '../../../generator/write/index.ts';
import { SOURCES } from '../../cli/cli-fixture.ts';
import { readTemplates } from '../../support/templates.ts';
import { amount } from '../../support/usually.ts';
import {
  applied,
  areApart,
  BASE,
  drawEdit,
  type Edit,
  type Endpoints,
  fileOf,
  isMovedPast,
  LARGE,
  numbersFrom,
  shareAPlace,
} from './edits.ts';
import { createRepository, type Tree } from './repository.ts';

const PAIRS = amount({ usual: 100, all: 2_000 });

const repository = createRepository();
afterAll(() => repository.remove());

const kept = new Map<string, KeptEndpoint>();
const store = {
  get: (key: string) => kept.get(key) ?? null,
  put: (key: string, one: KeptEndpoint) => void kept.set(key, one),
};
const templates = readTemplates();
const isIgnored = async () => new Set<string>();
const isStored = isIgnored;

/** Pages need a unique order. */
const KEYED = SOURCES.replace('    tables:', '    key: [id]\n    tables:');

function generated(endpoints: Endpoints): readonly GeneratedFile[] {
  const specs = [...endpoints].map(([name, variant]) => [`${name}.yaml`, fileOf(name, variant)]);
  const inputs = [['sources.yaml', KEYED], ...specs].map(([path = '', text = '']) => {
    return { path: `endpoints/${path}`, bytes: Buffer.from(text) };
  });
  const compiled = compileKept(inputs, { dialects: ['bigquery', 'duckdb', 'clickhouse'] }, store);
  expect(compiled.diagnostics).toEqual([]);
  const { description } = compiled;
  const files = planFiles({ description, settings: DEFAULT_OUTPUT, templates });
  const texts = files.map(({ path, text }) => ({ path, text }));
  compiled.keep();
  return texts;
}

function treeOf(endpoints: Endpoints): Tree {
  const specs = [...endpoints].map(
    ([name, variant]) => [`endpoints/${name}.yaml`, fileOf(name, variant)] as const,
  );
  const files = generated(endpoints).map(({ path, text }) => [`generated/${path}`, text] as const);
  return new Map([...specs, ...files]);
}

const base = treeOf(BASE);

function drawPair(seed: number): readonly [Edit, Edit] {
  const random = numbersFrom(seed * 7919 + 1);
  for (let i = 0; i < 20; i += 1) random();
  for (;;) {
    const pair = [drawEdit(random), drawEdit(random)] as const;
    if (areApart(...pair)) return pair;
  }
}

const words = ({ kind, from, to }: Edit) =>
  [kind, from, to].filter(word => word !== null).join(' ');

describe('branches that were merged', () => {
  it('have a conflict exactly if both change one place of a list, and generate always completes them', async () => {
    const unexpected: string[] = [];
    for (let seed = 0; seed < PAIRS; seed += 1) {
      const [one, other] = drawPair(seed);
      const merged = repository.merge(
        base,
        treeOf(applied(BASE, one)),
        treeOf(applied(BASE, other)),
      );
      const told = `${seed}: ${words(one)} | ${words(other)}`;
      const isExpected = merged.conflicts.length > 0 === shareAPlace(one, other);
      if (!isExpected && !isMovedPast(one, other))
        unexpected.push(`${told}: ${merged.conflicts.join(' ')}`);
      const folder = merged.checkOut();

      const files = generated(applied(applied(BASE, one), other));
      const directory = join(folder, 'generated');
      const options = { directory, files, isIgnored, isStored };
      const written = await writeGenerated(options);
      expect(written, told).toMatchObject({ status: 'done' });
      expect(await checkGenerated(options), told).toEqual({ status: 'fresh' });
      rmSync(dirname(folder), { recursive: true, force: true });
    }
    expect(unexpected).toEqual([]);
  }, 600_000);

  it('may have a conflict if one renames a large endpoint past one that the other changes, and only then', () => {
    const from = new Map([...BASE, ['logs.cart', LARGE]]);
    const start = treeOf(from);
    const rename: Edit = { kind: 'rename', from: 'logs.cart', to: 'logs.zones', variant: LARGE };
    const renamed = treeOf(applied(from, rename));
    const change = (name: string): Edit => ({ kind: 'change', from: name, to: name, variant: 303 });
    const merges = ['logs.errors', 'logs.latency', 'shop.errors', 'web.paths'].map(name => {
      const edit = change(name);
      const { conflicts } = repository.merge(start, renamed, treeOf(applied(from, edit)));
      return { name, isPast: isMovedPast(rename, edit), conflicts };
    });
    const openApi = ['generated/openapi.json'];
    expect(merges).toEqual([
      { name: 'logs.errors', isPast: true, conflicts: openApi },
      { name: 'logs.latency', isPast: true, conflicts: openApi },
      { name: 'shop.errors', isPast: false, conflicts: [] },
      { name: 'web.paths', isPast: false, conflicts: [] },
    ]);
  });
});
