/** Where a column comes from that a relation lacks. */
import type { BodySpec } from '../../core/spec/body-spec.ts';
import { relationIn } from '../cases.ts';
import type { Surroundings } from '../surroundings.ts';
import { unknownInput } from './step-input.ts';

/** More data sets than these are not named: a column such as `id` is in many. */
const MOST = 3;

/** A hint for a column that the relation `read` lacks: a step or data set that has it. `null` if none has. */
export function elsewhereHint(
  column: string,
  read: string,
  steps: ReadonlyMap<string, BodySpec>,
  { sources }: Pick<Surroundings, 'sources'>,
): string | null {
  const has = (name: string) => {
    const step = steps.get(name);
    if (step !== undefined) return unknownInput(name, step).broken?.has(column) === true;
    return sources.get(name)?.source.columns.some(one => one.name === column) === true;
  };
  const below = relationIn(steps.get(read) ?? { from: null })?.value;
  if (below !== undefined && has(below))
    return `Add it to the step \`${read}\`, which reads it from \`${below}\`.`;
  const inStep = [...steps.keys()].find(name => name !== read && has(name));
  if (inStep !== undefined)
    return `The step \`${inStep}\` has it: read that step with \`from\`, or join it: \`join: { ${inStep}: { of: ${inStep}, on: … } }\`.`;
  const having = [...sources.keys()].filter(name => name !== read && has(name));
  const [first] = having;
  if (first === undefined || having.length > MOST) return null;
  const names = having.map(name => `\`${name}\``).join(', ');
  const verb = having.length === 1 ? 'has' : 'have';
  return `${names} ${verb} it. Join it, as in \`join: { ${first}: { of: ${first}, on: … } }\`, and write \`${first}.${column}\`.`;
}
