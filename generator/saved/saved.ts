/**
 * The saved query: `Plan` → `Plan`, self-contained. Every parameter is a text that may be NULL or ''; the plan decodes it,
 * applies defaults, handles absence, and finds nothing where the service would refuse the request.
 */

import type { Endpoint, Param } from '../core/endpoint.ts';
import type { ChoiceExpr, Expr, Predicate } from '../core/expr.ts';
import type { Plan } from '../core/relation.ts';
import { mapParts, mapPlan, withInput } from '../core/walk.ts';
import { call, literal } from '../params/expressions.ts';
import { saved } from '../params/saved.ts';

/** `plan`, the whole of `endpoint`, as its saved query. */
export function savedPlan(plan: Plan, endpoint: Endpoint): Plan {
  const decoder = new Decoder(endpoint.params);
  const valid = decoder.validity();
  const answer = guarded(decoder.decodePlan(plan), valid);
  // without groups there is a row even where no entry is found, and filled gaps are rows too
  const isAlwaysAnswered =
    (endpoint.aggregates && !endpoint.outputs.some(output => output.role !== 'value')) ||
    endpoint.buckets?.gaps === 'zero';
  return isAlwaysAnswered && valid.length > 0 ? guardedAnswer(answer, valid) : answer;
}

/** The conditions in front of those of the data set that is answered. Views are for others' queries. */
function guarded(plan: Plan, valid: readonly Predicate[]): Plan {
  if (valid.length === 0) return plan;
  switch (plan.node) {
    case 'scan':
      return { node: 'filter', input: plan, predicates: valid };
    case 'filter':
      return { ...plan, predicates: [...valid, ...plan.predicates] };
    default:
      return withInput(plan, guarded(plan.input, valid));
  }
}

/** The conditions once more where the answer's rows are chosen: below its order and limit. */
function guardedAnswer(plan: Plan, predicates: readonly Predicate[]): Plan {
  if (plan.node === 'aggregate' || plan.node === 'fill')
    return { node: 'filter', input: plan, predicates };
  if (plan.node === 'scan') throw new Error('an aggregated answer reads no entries');
  return withInput(plan, guardedAnswer(plan.input, predicates));
}

class Decoder {
  readonly #params: ReadonlyMap<string, Param>;

  constructor(params: readonly Param[]) {
    this.#params = new Map(params.map(param => [param.name, param]));
  }

  /** What must hold of the parameters, in declared order. */
  validity(): readonly Predicate[] {
    return [...this.#params.values()].flatMap(param => {
      const { valid } = saved(param, raw(param));
      return conjuncts(valid).map(expr => ({ when: null, expr }));
    });
  }

  decodePlan(plan: Plan): Plan {
    const unguarded = mapPredicates(plan, ({ when, expr }) =>
      when === null ? { when, expr } : { when: null, expr: absentOr(this.#param(when), expr) },
    );
    return mapPlan(unguarded, expr => this.#decode(expr));
  }

  #decode(expr: Expr): Expr {
    if (expr.kind === 'param' && expr.form === 'value') {
      const param = this.#param(expr.name);
      return saved(param, raw(param)).value;
    }
    if (expr.kind === 'choice') return this.#decodeChoice(expr);
    return mapParts(expr, part => this.#decode(part));
  }

  /** Any other value is the default where the enum says so; else nothing is found, and no case need be there for it. */
  #decodeChoice({ param: name, cases, scalar, nullable }: ChoiceExpr): Expr {
    const param = this.#param(name);
    const decoded = cases.map(({ value, result }) => ({ value, result: this.#decode(result) }));
    const text = raw(param);
    if (param.otherwise === 'default') {
      const whens = decoded.filter(c => c.value !== param.default);
      const otherwise = decoded.find(c => c.value === param.default)?.result ?? null;
      if (whens.length === 0 && otherwise !== null) return otherwise;
      return { kind: 'case', subject: text, whens, otherwise, scalar, nullable };
    }
    const subject = param.default === null ? text : saved(param, text).value;
    return { kind: 'case', subject, whens: decoded, otherwise: null, scalar, nullable: true };
  }

  #param(name: string): Param {
    const param = this.#params.get(name);
    if (param === undefined) throw new Error(`the plan names the unknown parameter ${name}`);
    return param;
  }
}

/** The conditions of which all must hold. */
function conjuncts(valid: Expr | null): readonly Expr[] {
  if (valid === null) return [];
  return valid.kind === 'call' && valid.fn === 'and' ? valid.args : [valid];
}

function raw({ name }: Param): Expr {
  return { kind: 'param', name, form: 'text', scalar: 'string', nullable: true };
}

function absentOr(param: Param, expr: Expr): Expr {
  const empty = literal('string', '');
  const given = { ...call('coalesce', 'string', [raw(param), empty]), nullable: false };
  return call('or', 'bool', [call('eq', 'bool', [given, empty]), expr]);
}

function mapPredicates(plan: Plan, change: (predicate: Predicate) => Predicate): Plan {
  if (plan.node === 'scan') return plan;
  const input = mapPredicates(plan.input, change);
  if (plan.node === 'filter') return { ...plan, input, predicates: plan.predicates.map(change) };
  if (plan.node !== 'views') return withInput(plan, input);
  const views = plan.views.map(view => ({ ...view, plan: mapPredicates(view.plan, change) }));
  return { ...plan, input, views };
}
