/** Aliases: other names of endpoints. An alias must differ from the names and aliases of all other endpoints. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { EndpointSpec } from '../../core/spec/spec.ts';

interface Owner {
  readonly spec: EndpointSpec;
  readonly isAlias: boolean;
}

/** Reports each alias that is already taken; returns the endpoints with such an alias. */
export function clashingAliases(
  specs: readonly EndpointSpec[],
  report: Report,
): readonly EndpointSpec[] {
  const owners = new Map<string, Owner>();
  for (const spec of specs) owners.set(spec.endpoint.value, { spec, isAlias: false });
  return specs.filter(spec => {
    const taken = spec.aliases.filter(({ value: alias, place }) => {
      const owner = owners.get(alias);
      if (owner === undefined) owners.set(alias, { spec, isAlias: true });
      else
        report(
          'duplicate-name',
          place,
          clash(alias, spec, owner),
          'Remove it, or use another name.',
        );
      return owner !== undefined;
    });
    return taken.length > 0;
  });
}

function clash(alias: string, spec: EndpointSpec, owner: Owner): string {
  if (owner.spec === spec) {
    return owner.isAlias
      ? `The alias \`${alias}\` occurs twice`
      : `\`${alias}\` is the name of this endpoint already`;
  }
  const { endpoint, source } = owner.spec;
  return owner.isAlias
    ? `The endpoint \`${endpoint.value}\` in \`${source.file}\` has the alias \`${alias}\` too`
    : `The endpoint in \`${source.file}\` is called \`${alias}\``;
}
