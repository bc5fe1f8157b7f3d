/**
 * Steps that are read only under a `when`. Whenever such a step is read, the parameters of the `when` are present, so the step's conditions
 * may use them without a guard.
 */

import { relationsRead, valuesIn } from '../../clauses/fold.ts';
import type { WhenSpec } from '../../core/spec/body-spec.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import type { PortableSpec } from '../../core/spec/spec.ts';
import { parseExpression } from '../../language/syntax/parser.ts';
import { operands, type Syntax } from '../../language/syntax/syntax.ts';
import { textsIn } from '../cases.ts';

interface Read {
  /** The step that contains the read; `null` for the answer. */
  readonly reader: string | null;
  readonly present: readonly string[];
}

/** For each step, the parameters that are present in every read of it. */
export function presentInSteps(spec: PortableSpec): (step: string) => ReadonlySet<string> {
  const written = [spec, ...spec.steps.map(({ value }) => value)].flatMap(valuesIn);
  // without a guard, no parameter is known to be present
  if (spec.steps.length === 0 || written.every(({ when }) => presentUnder(when).length === 0))
    return () => new Set();
  const reads = new Map<string, Read[]>(spec.steps.map(({ name }) => [name, []]));
  const add = (step: string, reader: string | null, present: readonly string[]) =>
    reads.get(step)?.push({ reader, present });
  const bodies = [
    { reader: null, body: spec },
    ...spec.steps.map(({ name, value }) => ({ reader: name, body: value })),
  ];
  for (const { reader, body } of bodies) {
    for (const { value } of relationsRead(body)) add(value, reader, []);
    for (const { value, when } of valuesIn(body))
      for (const step of textsIn(value).flatMap(stepsIn)) add(step, reader, presentUnder(when));
  }
  const presentAt = (step: string, open: readonly string[]): ReadonlySet<string> => {
    const all = (reads.get(step) ?? []).map(({ reader, present }) =>
      reader === null || open.includes(reader)
        ? new Set(present)
        : new Set([...present, ...presentAt(reader, [...open, reader])]),
    );
    const [first = new Set<string>(), ...others] = all;
    return new Set([...first].filter(name => others.every(other => other.has(name))));
  };
  return step => presentAt(step, [step]);
}

function presentUnder(when: WhenSpec | null): readonly string[] {
  if (when === null || 'absent' in when) return [];
  if ('param' in when) return [when.param.value];
  if ('present' in when) return [when.present.value];
  if ('all' in when) return when.all.flatMap(presentUnder);
  return when.any.length === 1 ? when.any.map(({ value }) => value) : [];
}

/** The first names of the paths in which `in` looks values up. */
function stepsIn(text: ExpressionText): readonly string[] {
  if (!/\bin\b/i.test(text.value)) return [];
  const found: string[] = [];
  const visit = (syntax: Syntax): void => {
    if (syntax.kind === 'in_list' && syntax.list.kind === 'path')
      found.push(syntax.list.parts[0]?.name ?? '');
    operands(syntax).forEach(visit);
  };
  const syntax = parseExpression(text, () => {});
  if (syntax !== null) visit(syntax);
  return found;
}
