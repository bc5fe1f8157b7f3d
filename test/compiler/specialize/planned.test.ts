/** Combinations that share a plan get the statements that plans of their own would give. */
import { expect, test } from 'vitest';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { combinations, foldedChoices } from '../../../generator/specialize/choices.ts';
import { chosenEndpoint } from '../../../generator/specialize/chosen.ts';
import { planningOnce } from '../../../generator/specialize/planned.ts';
import { specialize } from '../../../generator/specialize/specialize.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { allPortable } from '../../support/projects/portable.ts';

const endpoints = loadScenarios()
  .filter(({ resolved }) => resolved.diagnostics.length === 0)
  .flatMap(({ file, resolved }) =>
    allPortable(resolved.project.endpoints).map(
      endpoint => [`${file}: ${endpoint.name}`, endpoint] as const,
    ),
  )
  .filter(([, endpoint]) => foldedChoices(endpoint).length > 0);

test.each(endpoints)('%s', (_, endpoint) => {
  const planFor = planningOnce(endpoint, planEndpoint(endpoint), planEndpoint);
  for (const known of combinations(endpoint, foldedChoices(endpoint))) {
    const own = planEndpoint(chosenEndpoint(endpoint, known));
    expect(specialize(planFor(known), known, endpoint)).toEqual(specialize(own, known, endpoint));
  }
});

test('plans an endpoint once if an enum only chooses its interval', () => {
  const [, endpoint] =
    endpoints.find(
      ([, { buckets, params }]) => buckets?.kind === 'recent' && params.length === 1,
    ) ?? [];
  if (endpoint === undefined) throw new Error('no scenario chooses an interval alone');
  const whole = planEndpoint(endpoint);
  const planFor = planningOnce(endpoint, whole, () => {
    throw new Error('a combination is planned again');
  });
  const plans = combinations(endpoint, foldedChoices(endpoint)).map(planFor);
  expect(plans.length).toBeGreaterThan(1);
  expect(new Set(plans)).toEqual(new Set([whole]));
});
