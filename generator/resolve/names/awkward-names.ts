/**
 * Names that get in the way: those that every object of JavaScript already has, which break generators that look names up in
 * objects; the name of a parameter of the service; and parameters whose names are too long for models.
 */

import type { RecordField } from '../../core/expr/expr.ts';
import type { Endpoint } from '../../core/plan/endpoint.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { EndpointSpec } from '../../core/spec/spec.ts';
import type { AnswerOption } from '../../core/types/formats.ts';

/** The members of every object; `constructor` and `__proto__` cannot be keys, but a statement may answer them. */
const AWKWARD: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Options of answers that callers lose if an endpoint declares a parameter of that name. */
const HIDDEN: Readonly<Record<AnswerOption, readonly [what: string, hint: string]>> = {
  format: [
    'chooses the format of the rows',
    'Use another name, or let callers choose the format with `Accept`.',
  ],
  bom: ['begins CSV with a byte order mark', 'Use another name.'],
  envelope: [
    'puts the next cursor beside the rows',
    'Use another name, or let callers read the header `X-Next-Cursor`.',
  ],
};

/** Interfaces of models refuse every tool of a request if a parameter of one has a longer name. */
const LONGEST_FOR_MODELS = 64;

/** Warns of each parameter and each output of the answer that has such a name. */
export function reportAwkward(spec: EndpointSpec, endpoint: Endpoint, report: Report): void {
  const tell = (what: string, name: string, place: Place) => {
    const message = `The ${what} \`${name}\` has the name of a member of every JavaScript object, which breaks some generators of clients`;
    report('awkward-name', place, message, 'Use another name.');
  };
  for (const { name, place, value } of spec.params) {
    if (AWKWARD.has(name)) tell('parameter', name, value.use?.place ?? place);
    if (Object.hasOwn(HIDDEN, name)) hide(name as AnswerOption, value.use?.place ?? place, report);
    if (name.length > LONGEST_FOR_MODELS) {
      const message = `The parameter \`${name}\` has a name of ${name.length} characters; models refuse tools with parameters of more than ${LONGEST_FOR_MODELS}`;
      report('awkward-name', value.use?.place ?? place, message, 'Use a shorter name.');
    }
  }
  for (const output of answered(endpoint)) {
    const { name } = output;
    if (AWKWARD.has(name)) tell('output', name, placeOf(spec, name));
    for (const path of awkwardFields(output.fields, name)) tell('field', path, placeOf(spec, name));
  }
}

function hide(name: AnswerOption, place: Place, report: Report): void {
  const [what, hint] = HIDDEN[name];
  const message = `The parameter \`${name}\` hides the one of the service, which ${what}`;
  report('awkward-name', place, message, hint);
}

/** The paths, with dots, of the fields with such names. */
function awkwardFields(fields: readonly RecordField[], above: string): readonly string[] {
  const paths: string[] = [];
  for (const { name, value } of fields) {
    const path = `${above}.${name}`;
    if (AWKWARD.has(name)) paths.push(path);
    if (value.kind === 'record') paths.push(...awkwardFields(value.fields, path));
  }
  return paths;
}

interface Answered {
  readonly name: string;
  readonly fields: readonly RecordField[];
}

function answered(endpoint: Endpoint): readonly Answered[] {
  switch (endpoint.body) {
    case 'portable':
      return endpoint.outputs.filter(({ hidden }) => !hidden).map(withFields);
    case 'own':
      return endpoint.columns.map(({ name }) => ({ name, fields: [] }));
    case 'googlesql':
      return endpoint.columns.map(withFields);
    case 'sandbox':
      return [];
  }
}

function withFields({ name, expr }: Pick<OutputColumn, 'name' | 'expr'>): Answered {
  return { name, fields: expr.kind === 'record' ? expr.fields : [] };
}

/** The output where it is written or declared; otherwise the name of the endpoint, as for a column that only a statement names. */
function placeOf(spec: EndpointSpec, name: string): Place {
  const written =
    spec.body === 'portable' ? [...spec.groupBy, ...spec.select] : (spec.columns?.value ?? []);
  return written.find(output => output.name === name)?.place ?? spec.endpoint.place;
}
