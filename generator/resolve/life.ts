/** The life of an endpoint: its old names, its groups, and what replaces it. */
import type { Life } from '../core/plan/life.ts';
import type { Report } from '../core/report/diagnostics.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';
import type { Surroundings } from './surroundings.ts';

/** The life as data; days and names without their places. */
export function lifeFrom({ aliases, owner, tags, ...spec }: EndpointSpec): Life {
  const { deprecated, replacedBy, sunset } = spec;
  const dated = aliases.flatMap(({ value, since }) =>
    since === null ? [] : [[value, since.value] as const],
  );
  return {
    ...(aliases.length === 0 ? {} : { aliases: aliases.map(({ value }) => value) }),
    ...(dated.length === 0 ? {} : { renamed: Object.fromEntries(dated) }),
    ...(owner === null ? {} : { owner }),
    ...(tags.length === 0 ? {} : { tags: tags.map(({ value }) => value) }),
    ...(deprecated === null ? {} : { deprecated: deprecated.value }),
    ...(replacedBy === null ? {} : { replacedBy: replacedBy.value }),
    ...(sunset === null ? {} : { sunset: sunset.value }),
  };
}

/** Reports a successor that is no other endpoint of the project. */
export function checkSuccessor(
  { endpoint, replacedBy }: EndpointSpec,
  { isEndpoint }: Pick<Surroundings, 'isEndpoint'>,
  report: Report,
): void {
  if (replacedBy === null) return;
  const { value: name, place } = replacedBy;
  if (name === endpoint.value) {
    const message = `\`${name}\` cannot replace itself`;
    report('unknown-endpoint', place, message, 'Name another endpoint, or remove `replaced_by`.');
  } else if (!isEndpoint(name)) {
    const hint = 'Name an endpoint of the project, not one of its aliases.';
    report('unknown-endpoint', place, `There is no endpoint \`${name}\``, hint);
  }
}
