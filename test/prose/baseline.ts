/**
 * The findings that were there when the linter came, by rule: digests of sentences, whatever the file, so that sentences may
 * move. It shrinks only. A sentence that changes loses its place in it.
 */
import { createHash } from 'node:crypto';
import type { Finding } from './lint.ts';

/** By rule, in order; a digest stands as often as its sentence. */
export type Baseline = Readonly<Record<string, readonly string[]>>;
export interface Comparison {
  /** Findings that the baseline lacks. */
  readonly fresh: readonly Finding[];
  /** How many entries no finding needs any more. */
  readonly gone: number;
  /** The baseline without them. */
  readonly rest: Baseline;
}

export function compare(findings: readonly Finding[], baseline: Baseline): Comparison {
  const left = new Map(Object.entries(baseline).map(([rule, digests]) => [rule, [...digests]]));
  const fresh: Finding[] = [];
  const known: Finding[] = [];
  for (const finding of findings) {
    const digests = left.get(finding.rule) ?? [];
    const at = digests.indexOf(digestOf(finding));
    if (at === -1) fresh.push(finding);
    else {
      digests.splice(at, 1);
      known.push(finding);
    }
  }
  const gone = [...left.values()].reduce((sum, { length }) => sum + length, 0);
  return { fresh, gone, rest: baselineOf(known) };
}

export function baselineOf(findings: readonly Finding[]): Baseline {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  return Object.fromEntries(
    rules.map(rule => [
      rule,
      findings
        .filter(finding => finding.rule === rule)
        .map(digestOf)
        .sort(),
    ]),
  );
}

function digestOf({ rule, message, sentence }: Finding): string {
  return createHash('sha256').update(`${rule}\n${message}\n${sentence}`).digest('hex').slice(0, 10);
}
