/** A specification for one request: in place of each choice stands the case that the request chooses. */
import type {
  BodySpec,
  GuardedSpec,
  PredicateSpec,
  SelectSpec,
} from '../../generator/core/spec/body-spec.ts';
import type { CasesSpec, Entry, ExpressionText } from '../../generator/core/spec/located.ts';
import type { PortableSpec } from '../../generator/core/spec/spec.ts';
import type { Param } from './params.ts';
import type { Value } from './values.ts';

/** Values of a request by parameter; `null` for what is absent. */
export type Values = ReadonlyMap<string, Value>;
type Choose = <T>(spec: CasesSpec<T>) => T;

/** An output that was chosen among others, whose types count for its own. */
export interface ChosenOutput extends SelectSpec {
  readonly beside?: readonly ExpressionText[];
}

export function isChosen<S extends object>(spec: S): spec is Extract<S, CasesSpec<unknown>> {
  return Object.hasOwn(spec, 'cases');
}

export function hasChoices(spec: PortableSpec): boolean {
  let has = false;
  const first: Choose = ({ cases: [one] }) => {
    has = true;
    if (one === undefined) throw new Error('a choice has no cases');
    return one.value;
  };
  chosenSpec(spec, first);
  return has;
}

/** `spec` for a request; for its names and columns, without one, that of every first case. */
export function specFor(
  spec: PortableSpec,
  params: ReadonlyMap<string, Param>,
  values: Values | null,
): PortableSpec {
  return chosenSpec(spec, ({ by, cases }) => {
    const found = cases.find(({ name }, i) => {
      if (values === null) return i === 0;
      if ('present' in by) return name === (values.get(by.present.value) == null ? 'no' : 'yes');
      const value = values.get(by.param.value);
      const param = params.get(by.param.value);
      // the length of a window chooses by texts
      return (param === undefined ? name : param.accept(name)) === value;
    });
    if (found === undefined) throw new Error('no case is that of the request');
    return found.value;
  });
}

function chosenSpec(spec: PortableSpec, choose: Choose): PortableSpec {
  const steps = spec.steps.map(step => ({ ...step, value: chosenBody(step.value, choose) }));
  return { ...spec, ...chosenBody(spec, choose), steps };
}

function chosenBody<B extends BodySpec>(body: B, choose: Choose): B {
  const output = ({ value, ...entry }: Entry<SelectSpec>): Entry<ChosenOutput> => {
    const { value: of } = value;
    if (!isChosen(of)) return { ...entry, value };
    const beside = of.cases.map(each => each.value);
    return { ...entry, value: { ...value, value: choose(of), beside } };
  };
  const guarded = (one: GuardedSpec): GuardedSpec =>
    isChosen(one.filter) ? { ...one, filter: choose(one.filter) } : one;
  const predicate = (one: PredicateSpec): PredicateSpec =>
    'any' in one ? { any: one.any.map(guarded) } : guarded(one);
  return {
    ...body,
    from: body.from !== null && isChosen(body.from) ? choose(body.from) : body.from,
    where: body.where.map(predicate),
    having: body.having.map(predicate),
    groupBy: body.groupBy.map(output),
    select: body.select.map(output),
    orderBy: body.orderBy.flatMap(item => (isChosen(item) ? choose(item) : [item])),
    limit: body.limit !== null && isChosen(body.limit) ? choose(body.limit) : body.limit,
  };
}
