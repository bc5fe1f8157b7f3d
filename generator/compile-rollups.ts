/** Whether the statements of endpoints read the rollups of their data sets. */
import { dialectOf } from './compile-specs.ts';
import {
  answeredSources,
  type Endpoint,
  type PortableEndpoint,
  type Project,
} from './core/plan/endpoint.ts';
import type { Report } from './core/report/diagnostics.ts';
import { planEndpoint } from './plan/plan.ts';
import { choiceTitles } from './specialize/choice-titles.ts';
import { combinations, foldedChoices } from './specialize/choices.ts';
import { type JudgedRollups, specializeOn } from './specialize/on-engine.ts';
import { planningOnce } from './specialize/planned.ts';
import { type Advice, rollupAdvice } from './specialize/rollups/advice.ts';
import { needOf, type RollupNeed } from './specialize/rollups/need.ts';
import type { RollupVerdict } from './specialize/rollups/rollups.ts';

/** One statement of an endpoint, and its verdicts. */
export interface StatementVerdicts {
  readonly endpoint: string;
  readonly dialect: string;
  /** The choices that its requests make, such as `interval = 5min`. */
  readonly choices: readonly string[];
  readonly verdicts: readonly RollupVerdict[];
  /** The rollups that would answer its aggregations of entries. */
  readonly needs: readonly RollupNeed[];
}

/** Every statement of the endpoints, on engines that keep rollups. */
export function rollupReadings(
  endpoints: readonly Endpoint[],
  dialects: readonly string[],
): readonly StatementVerdicts[] {
  const keeping = dialects.filter(name => dialectOf(name).rollups !== null);
  return endpoints.flatMap(endpoint =>
    endpoint.body === 'portable'
      ? keeping
          .filter(name => endpoint.engines.includes(name))
          .flatMap(name => readingsOf(endpoint, name))
      : [],
  );
}

function readingsOf(endpoint: PortableEndpoint, dialect: string): readonly StatementVerdicts[] {
  const choices = foldedChoices(endpoint);
  const planFor = planningOnce(endpoint, planEndpoint(endpoint), planEndpoint);
  return combinations(endpoint, choices).map(known => {
    const judged: JudgedRollups[] = [];
    specializeOn(planFor(known), known, endpoint, dialectOf(dialect), one => judged.push(one));
    return {
      endpoint: endpoint.name,
      dialect,
      choices: choiceTitles(choices, known),
      verdicts: judged.flatMap(({ verdicts }) => verdicts),
      needs: judged.flatMap(({ unserved }) => unserved.flatMap(one => needOf(one) ?? [])),
    };
  });
}

/** Such as `edge_hourly: used`. */
export function verdictText({ rollup, reasons }: RollupVerdict): string {
  return reasons.length === 0 ? `${rollup}: used` : `${rollup}: not used: ${reasons.join('; ')}`;
}

/**
 * Reports an endpoint that asserts a rollup which one of its statements does not read. Where none of `dialects` keeps rollups, it
 * only has to be a rollup of what the endpoint reads.
 */
export function reportUnread(
  endpoint: Endpoint,
  dialects: readonly string[],
  report: Report,
): void {
  if (endpoint.body !== 'portable' || endpoint.rollup === null) return;
  const { value: name, place } = endpoint.rollup;
  const readings = rollupReadings([endpoint], dialects);
  const unread = readings.find(
    ({ verdicts }) =>
      !verdicts.some(({ rollup, reasons }) => rollup === name && reasons.length === 0),
  );
  const isKept = dialects.some(dialect => dialectOf(dialect).rollups !== null);
  const isDeclared = answeredSources(endpoint).some(({ rollups = [] }) =>
    rollups.some(rollup => rollup.name === name),
  );
  if (isKept ? readings.length > 0 && unread === undefined : isDeclared) return;
  const of = unread?.verdicts.find(({ rollup }) => rollup === name);
  const title = unread === undefined ? '' : ` on ${[unread.dialect, ...unread.choices].join(', ')}`;
  const message = `No aggregation of \`${endpoint.name}\` reads the rollup \`${name}\`${title}`;
  report('rollup-not-used', place, message, hintOf(name, of, !isKept || readings.length > 0));
}

function hintOf(name: string, verdict: RollupVerdict | undefined, mayBeRead: boolean): string {
  if (!mayBeRead) return 'Remove it: no engine of the endpoint keeps a rollup of what it reads.';
  if (verdict === undefined) return `Declare \`${name}\` under \`rollups\` of the data set.`;
  return `Change the endpoint or the rollup: ${verdict.reasons.join('; ')}.`;
}

const HINT = 'Remove it, or change it so that the lines above have no reason.';

/** Warns of rollups that no endpoint reads. */
export function reportUnusedRollups(
  { sources }: Project,
  readings: readonly StatementVerdicts[],
  report: Report,
): void {
  const used = new Set(
    readings.flatMap(({ verdicts }) =>
      verdicts
        .filter(({ reasons }) => reasons.length === 0)
        .map(({ source, rollup }) => `${source} ${rollup}`),
    ),
  );
  for (const { name: source, rollups = [] } of sources)
    for (const { name, place } of rollups)
      if (!used.has(`${source} ${name}`))
        report('unused-rollup', place, `No endpoint reads the rollup \`${name}\``, HINT);
}

/** Rollups that would answer several endpoints which read entries now. */
export function adviceFor(readings: readonly StatementVerdicts[]): readonly Advice[] {
  return rollupAdvice(
    readings.flatMap(({ endpoint, needs }) => needs.map(need => ({ endpoint, need }))),
  );
}
