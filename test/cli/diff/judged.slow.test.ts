/** Random edits: each that an independent judge finds broken is a breaking change. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, type ChangeCode, isBreaking } from '../../../cli/diff/changes.ts';
import { changesBetween } from '../../../cli/diff/compare.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { amount } from '../../support/usually.ts';
import { edited } from './edits.ts';
import { type Broken, brokenBy, sideOf } from './judge.ts';
import { type Endpoint, textOf } from './random.ts';

/** Edits that the compiler takes. */
const COUNT = Number(process.env['QUERN_EDITS'] ?? amount({ usual: 60, all: 2_000 }));
const SEED = Number(process.env['QUERN_SEED'] ?? 20260115);

/** Every breaking change that such edits can make. Of 2,000 edits, 50 or more have each. */
const CLASSES = [
  'endpoint-removed',
  'endpoint-renamed',
  'identifier-changed',
  'alias-removed',
  'ignored-removed',
  'parameter-removed',
  'parameter-required',
  'parameter-type',
  'value-removed',
  'bound-tightened',
  'form-removed',
  'otherwise-rejected',
  'column-removed',
  'column-type',
  'column-nullable',
  'limit-lowered',
  'pages-changed',
  'operation-renamed',
  'parameter-list',
] as const satisfies readonly ChangeCode[];

test(`${COUNT} edits are judged as callers find them`, { timeout: COUNT * 5_000 }, async () => {
  const seen = new Map<ChangeCode, number>();
  let [judged, breaking] = [0, 0];
  const pairs = fc.sample(edited, { seed: SEED, numRuns: COUNT * 2 });
  for (const [i, { before, now }] of pairs.entries()) {
    if (judged === COUNT) break;
    const old = sideOf(before);
    const fresh = old && sideOf(now);
    if (old === null || fresh === null) continue;
    judged += 1;
    const changes = changesBetween(manifestOf(old.compilation), manifestOf(fresh.compilation));
    const broken = await brokenBy(old, fresh, SEED + i);
    for (const code of new Set(changes.map(change => change.code)))
      seen.set(code, (seen.get(code) ?? 0) + 1);
    if (broken.length > 0) breaking += 1;
    const reported = changes.filter(isBreaking);
    const missed = broken.filter(one => !isReported(one, before, reported));
    if (missed.length > 0)
      expect.fail(
        `${textOf(before)}\n${now && textOf(now)}\nbreaks ${JSON.stringify(missed, null, 1)}`,
      );
    old.close();
    fresh.close();
  }
  const counts = CLASSES.map(code => [code, seen.get(code) ?? 0] as const);
  process.stderr.write(
    `${breaking} of ${judged} break: ${JSON.stringify(Object.fromEntries(counts))}\n`,
  );
  expect(judged).toBe(COUNT);
  expect(breaking).toBeGreaterThan(COUNT / 4);
  if (COUNT >= 2_000) expect(counts.filter(([, count]) => count < 50)).toEqual([]);
});

/** A parameter or a column that fails needs a breaking change of its own, unless the whole endpoint is gone. */
function isReported({ of }: Broken, before: Endpoint, changes: readonly Change[]): boolean {
  const isMember = of !== null && (of in before.params || of in before.columns);
  return changes.some(change => {
    if (of === null || change.of === of || change.code === 'endpoint-removed') return true;
    return !isMember && change.of === null;
  });
}
