/** Random endpoints over several relations. */
import { body } from './bodies.ts';
import { type Maker, maker } from './maker.ts';

/** The text of the endpoint of that number, the same whenever it is asked for. */
export function endpointText(seed: number): string {
  const make = maker(seed);
  const { spec } = body(make, make.by.one([0, 1, 1, 2, 2, 3]), null, true);
  const steps = used(make.steps, spec, (name, text) => new RegExp(`\\b${name}\\b`).test(text));
  const params = used(make.params, [steps, spec], (name, text) =>
    new RegExp(`[@"]${name}\\b`).test(text),
  );
  return JSON.stringify(
    {
      endpoint: nameOf(seed),
      id: `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`,
      ...(Object.keys(params).length === 0 ? {} : { params }),
      ...(Object.keys(steps).length === 0 ? {} : { steps }),
      ...spec,
    },
    null,
    1,
  );
}

export function nameOf(seed: number): string {
  return `random-${seed}`;
}

/** Those that something uses: some are made and then have no place. */
function used(
  made: Maker['steps'],
  by: unknown,
  isUsed: (name: string, text: string) => boolean,
): Maker['steps'] {
  const kept = Object.entries(made).filter(([name]) => {
    const others = Object.entries(made).filter(([other]) => other !== name);
    return isUsed(name, JSON.stringify([others.map(([, spec]) => spec), by]));
  });
  const steps = Object.fromEntries(kept);
  return kept.length === Object.keys(made).length ? steps : used(steps, by, isUsed);
}
