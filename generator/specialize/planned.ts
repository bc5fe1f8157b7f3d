/** The plans for combinations of choices. Combinations share a plan if the bodies that it is made from do not differ. */
import type { PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Plan } from '../core/plan/relation.ts';
import { choosersInBodies, type KnownChoices } from './choices.ts';
import { chosenEndpoint } from './chosen.ts';

/** Returns the plan of `endpoint` for choices. `whole`: its plan without any choice made; `planOf` plans an endpoint. */
export function planningOnce(
  endpoint: PortableEndpoint,
  whole: Plan,
  planOf: (endpoint: PortableEndpoint) => Plan,
): (known: KnownChoices) => Plan {
  const inBodies = choosersInBodies(endpoint);
  const plans = new Map<string, Plan>();
  return known => {
    const own = new Map([...known].filter(([by]) => inBodies.has(by)));
    const key = JSON.stringify([...own]);
    const found = plans.get(key);
    if (found !== undefined) return found;
    const chosen = chosenEndpoint(endpoint, own);
    const made = chosen === endpoint ? whole : planOf(chosen);
    plans.set(key, made);
    return made;
  };
}
