/** The rollups of a statement, for `quern explain`. */
import { type CopyState, isRead } from '../../engines/rollups.ts';
import { verdictText } from '../../generator/compile-rollups.ts';
import {
  answeredSources,
  type Endpoint,
  type PortableEndpoint,
  SANDBOX_SQL,
} from '../../generator/core/plan/endpoint.ts';
import { mayReadRollups } from '../../generator/specialize/on-engine.ts';
import type { RollupVerdict } from '../../generator/specialize/rollups/rollups.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';
import { rollupName } from '../../generator/sql/print/rollups.ts';
import type { Values } from '../../server/answers/bind.ts';
import type { WholeEndpoint } from '../../server/answers/manifest/manifest.ts';
import { chosenPlan } from './plans.ts';

/** A verdict, and whether the engine reads the copy that it keeps; left out if its plan does not say. */
export interface RollupReading extends RollupVerdict {
  readonly isRead?: boolean;
}

/** Whether the statement for these values reads each rollup of its data sets: none for the statement of a caller. */
export function rollupVerdicts(
  endpoint: Endpoint,
  served: WholeEndpoint,
  values: Values,
  now: bigint,
  dialect: Dialect,
): readonly RollupVerdict[] {
  if (endpoint.body !== 'portable' || values.has(SANDBOX_SQL) || !mayReadRollups(endpoint))
    return [];
  const verdicts: RollupVerdict[] = [];
  chosenPlan(endpoint, served, values, now, dialect, one => verdicts.push(...one.verdicts));
  return verdicts;
}

/** The same with what the engine's `plan` says of the rollups that are used. */
export function readingsIn(
  plan: string | null,
  verdicts: readonly RollupReading[],
  endpoint: PortableEndpoint,
  dialect: Dialect,
): readonly RollupReading[] {
  const isIn = dialect.rollups?.isRead ?? null;
  if (plan === null || isIn === null) return verdicts;
  const sources = answeredSources(endpoint);
  return verdicts.map(verdict => {
    const source = sources.find(({ name }) => name === verdict.source);
    const rollup = source?.rollups?.find(({ name }) => name === verdict.rollup);
    if (verdict.reasons.length > 0 || source === undefined || rollup === undefined) return verdict;
    return { ...verdict, isRead: isIn(plan, rollupName(rollup, source, dialect)) };
  });
}

/** The same for an engine whose copies quern keeps, with the states of these. */
export function verdictsWithCopies(
  states: readonly CopyState[],
  verdicts: readonly RollupVerdict[],
): readonly RollupReading[] {
  return verdicts.map(verdict => {
    const { source, rollup, reasons } = verdict;
    const state = states.find(one => one.source === source && one.rollup === rollup);
    if (reasons.length > 0 || state === undefined) return verdict;
    return { ...verdict, isRead: isRead(state) };
  });
}

/** Such as `edge_hourly: used, and ClickHouse reads its copy`. */
export function readingText(reading: RollupReading, { name, title, rollups }: Dialect): string {
  const filling =
    rollups?.create === null
      ? '`quern rollup refresh`'
      : `sql/${name}/rollups.sql of the generated files`;
  const text = verdictText(reading);
  if (reading.isRead === undefined) return text;
  return reading.isRead
    ? `${text}, and ${title} reads its copy`
    : `${text}, but ${title} reads the entries: run ${filling}`;
}
