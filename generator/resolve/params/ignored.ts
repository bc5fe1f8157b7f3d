/** Parameters that callers may send and the endpoint ignores. */

import type { Param } from '../../core/plan/param.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { EndpointSpec } from '../../core/spec/spec.ts';
import { CALLERS_STATEMENTS } from '../../core/types/compat.ts';

/** Reports ignored parameters that have a meaning. `params` are all parameters of the endpoint, including those of filters and pages. */
export function reportIgnored(
  { ignore }: Pick<EndpointSpec, 'ignore'>,
  params: readonly Param[],
  report: Report,
): void {
  const named = ignore.map(({ value: name, place }) => ({ name, place }));
  const seen = new Set<string>();
  for (const { name, place } of named) {
    const refuse = (
      code: 'reserved-name' | 'parameter-conflict' | 'duplicate-name',
      message: string,
    ) => report(code, place, message, 'Remove it.');
    const param = params.find(one => one.name === name || isAbout(one, name));
    if (CALLERS_STATEMENTS.has(name))
      refuse(
        'reserved-name',
        `\`${name}\` cannot be ignored: a caller who sends a statement expects its rows`,
      );
    else if (param?.name === name)
      refuse('parameter-conflict', `\`${name}\` is a parameter, which cannot be ignored`);
    else if (param !== undefined)
      refuse(
        'parameter-conflict',
        `\`${name}\` belongs to the filter \`${param.filter?.name}\`, which cannot be ignored`,
      );
    else if (seen.has(name)) refuse('duplicate-name', `\`ignore\` names \`${name}\` twice`);
    seen.add(name);
  }
}

/** Whether the name is a filter's name, possibly with an operator that the filter does not have. */
function isAbout({ filter }: Param, name: string): boolean {
  if (filter === undefined) return false;
  return (
    name === filter.name ||
    name.startsWith(`${filter.name}[`) ||
    name.startsWith(`${filter.name}__`)
  );
}
