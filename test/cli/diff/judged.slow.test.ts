/** Random edits: each that an independent judge finds broken is a breaking change. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangeCode, isBreaking } from '../../../cli/diff/changes.ts';
import { changesBetween } from '../../../cli/diff/compare.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { brokenBy, sideOf } from './judge.ts';
import { edited, textOf } from './random.ts';

/** Edits that the compiler takes; 2,000 were judged once. */
const COUNT = Number(process.env['QUERN_EDITS'] ?? 60);
const SEED = Number(process.env['QUERN_SEED'] ?? 20260115);

test(`${COUNT} edits are judged as callers find them`, async ({ annotate }) => {
  const seen = new Map<ChangeCode, number>();
  let [judged, breaking] = [0, 0];
  for (const [i, { before, now }] of fc
    .sample(edited, { seed: SEED, numRuns: COUNT * 8 })
    .entries()) {
    if (judged === COUNT) break;
    const old = sideOf(before);
    const fresh = old && sideOf(now);
    if (old === null || fresh === null) continue;
    judged += 1;
    const changes = changesBetween(manifestOf(old.compilation), manifestOf(fresh.compilation));
    const codes = changes.filter(isBreaking).map(({ code }) => code);
    const broken = await brokenBy(old, fresh, SEED + i);
    for (const code of new Set(changes.map(change => change.code)))
      seen.set(code, (seen.get(code) ?? 0) + 1);
    if (broken.length > 0) breaking += 1;
    if (broken.length > 0 && codes.length === 0)
      expect.fail(`${textOf(before)}\n${textOf(now)}\nbreaks ${broken.join('; ')}`);
    old.close();
    fresh.close();
  }
  await annotate(`${breaking} of ${judged} break: ${JSON.stringify(Object.fromEntries(seen))}`);
  expect(judged).toBe(COUNT);
  expect(breaking).toBeGreaterThan(COUNT / 4);
});
