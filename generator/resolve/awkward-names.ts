/**
 * Names that get in the way: those that every object of JavaScript already has, which break generators that look names up in
 * objects; and the name of a parameter of the service.
 */
import type { Endpoint } from '../core/plan/endpoint.ts';
import type { Place, Report } from '../core/report/diagnostics.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';

/** The members of every object; `constructor` and `__proto__` cannot be keys, but a statement may answer them. */
const AWKWARD: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A parameter that the service reads itself, unless the endpoint declares one of that name. */
const FORMAT = 'format';
const HIDES = `The parameter \`${FORMAT}\` hides the one of the service, which chooses the format of the rows`;
const AT_HIDING = 'Use another name, or let callers choose the format with `Accept`.';

/** Warns of each parameter and each output of the answer that has such a name. */
export function reportAwkward(spec: EndpointSpec, endpoint: Endpoint, report: Report): void {
  const tell = (what: string, name: string, place: Place) => {
    const message = `The ${what} \`${name}\` has the name of a member of every JavaScript object, which breaks some generators of clients`;
    report('awkward-name', place, message, 'Use another name.');
  };
  for (const { name, place, value } of spec.params) {
    if (AWKWARD.has(name)) tell('parameter', name, value.use?.place ?? place);
    if (name === FORMAT) report('awkward-name', value.use?.place ?? place, HIDES, AT_HIDING);
  }
  for (const name of answered(endpoint))
    if (AWKWARD.has(name)) tell('output', name, placeOf(spec, name));
}

function answered(endpoint: Endpoint): readonly string[] {
  switch (endpoint.body) {
    case 'portable':
      return endpoint.outputs.flatMap(({ name, hidden }) => (hidden ? [] : [name]));
    case 'own':
    case 'googlesql':
      return endpoint.columns.map(({ name }) => name);
    case 'sandbox':
      return [];
  }
}

/** The output where it is written or declared; otherwise the name of the endpoint, as for a column that only a statement names. */
function placeOf(spec: EndpointSpec, name: string): Place {
  const written =
    spec.body === 'portable' ? [...spec.groupBy, ...spec.select] : (spec.columns?.value ?? []);
  return written.find(output => output.name === name)?.place ?? spec.endpoint.place;
}
