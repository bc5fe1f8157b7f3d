/**
 * The saved query: `Plan` → `Plan<SqlExpr>`, self-contained. Every parameter is a text that may be NULL or ''. The query decodes it, applies
 * defaults, handles absence, and returns no rows for a request that the service would refuse.
 */

import { makeCall } from '../core/expr/calls.ts';
import { findCase, PRESENCE } from '../core/expr/choice.ts';
import type { ChoiceExpr, PlainExpr, PlanExpr, Predicate, SqlExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import { mapNode } from '../core/expr/walk.ts';
import { STEP } from '../core/output/statement-key.ts';
import type { GoogleSqlEndpoint } from '../core/plan/endpoint.ts';
import { bodiesOf, lengthsOf, type PortableEndpoint } from '../core/plan/endpoint.ts';
import { CURSOR, hiddenKeys } from '../core/plan/pages.ts';
import type { Param } from '../core/plan/param.ts';
import type { Lengths, Query } from '../core/plan/query.ts';
import type { Plan, Relation, Step } from '../core/plan/relation.ts';
import { inputsOf, mapInputs, mapPlan, mapRelations } from '../core/plan/walk-plan.ts';
import { isScalar, type Type } from '../core/types/scalar.ts';
import { knownValue, listsTexts } from '../params/index.ts';
import { raw, saved } from '../params/saved.ts';
import { byLength } from '../plan/windows/series.ts';
import { withoutUnused } from '../specialize/unused.ts';
import { conditionHolds, unguarded } from './conditions.ts';
import { answeredWindow, boundedWindows, orderedEnds } from './windows.ts';

/** The saved query of `plan`, which is the whole plan of `endpoint`. */
export function savedPlan(plan: Plan, endpoint: PortableEndpoint): Plan<SqlExpr> {
  const decoder = new Decoder(
    endpoint.params.filter(param => isSaved(endpoint, param)),
    lengthsOf(endpoint),
  );
  const valid = decoder.validity();
  const answer = guarded(decoder.decodePlan(firstPage(plan, endpoint)), valid);
  const again = bodiesOf(endpoint).some(isAlwaysAnswered) ? valid : [];
  // a window of the answer itself then has no rows, unless there are rows without input
  const windows = [
    ...endpoint.steps.flatMap(({ query }) => decoder.answeredWindow(query)),
    ...(isAlwaysAnswered(endpoint) ? decoder.orderedEnds(endpoint) : []),
  ];
  const all = [...again, ...windows];
  return all.length > 0 ? { ...answer, answer: guardedAnswer(answer.answer, all) } : answer;
}

/** The saved query of a GoogleSQL text. If a parameter is invalid, the answer has no rows. */
export function saveGoogleSql(
  plan: Plan,
  endpoint: Pick<GoogleSqlEndpoint, 'params' | 'emptyTexts'>,
): Plan<SqlExpr> {
  const decoder = new Decoder(endpoint.params, null);
  const empty = new Set(endpoint.emptyTexts);
  const whole = mapPlan(plan, expr => withStandIns(expr, empty));
  const decoded = withoutUnused(decoder.decodePlan(whole));
  const valid = decoder.validity();
  return valid.length === 0
    ? decoded
    : { ...decoded, answer: guardedAnswer(decoded.answer, valid) };
}

/**
 * Inserts the empty texts that replace absent parameters, and removes repeated items from lists: the text of a list may repeat an item, its
 * value may not.
 */
function withStandIns(expr: PlanExpr, emptyTexts: ReadonlySet<string>): PlanExpr {
  if (expr.kind === 'param' && emptyTexts.has(expr.name))
    return makeCall<PlanExpr>('coalesce', 'string', [expr, makeLiteral('string', '')]);
  if (expr.kind === 'param' && !isScalar(expr.scalar))
    return { ...makeCall<PlanExpr>('list_distinct', expr.scalar, [expr]), nullable: false };
  return expr.kind === 'choice' ? expr : mapNode(expr, part => withStandIns(part, emptyTexts));
}

/** Whether the saved query has the parameter. It has no cursor, because it returns only the first page. */
function isSaved({ pages }: PortableEndpoint, { name }: Param): boolean {
  return pages === null || name !== CURSOR;
}

/** `plan` without the parts for further pages. */
function firstPage(plan: Plan, endpoint: PortableEndpoint): Plan {
  const { answer } = plan;
  if (endpoint.pages === null) return plan;
  if (answer.node !== 'project') throw new Error('an answer ends in a projection');
  const count = answer.columns.length - hiddenKeys(endpoint).length;
  const whole = { ...plan, answer: { ...answer, columns: answer.columns.slice(0, count) } };
  return mapRelations(whole, fromFirst);
}

function fromFirst(relation: Relation): Relation {
  const of = mapInputs(relation, fromFirst);
  if (of.node !== 'filter') return of;
  const predicates = of.predicates.filter(one => 'any' in one || one.when !== CURSOR);
  return predicates.length === 0 ? of.input : { ...of, predicates };
}

/** Whether the query has rows even without input: aggregates without groups return a row, and filled gaps are rows, too. */
function isAlwaysAnswered({ aggregates, outputs, buckets }: Query): boolean {
  return (
    (aggregates && !outputs.some(output => output.role !== 'value')) ||
    (buckets !== null && buckets.gaps !== 'omit')
  );
}

type Valid = readonly Predicate<SqlExpr>[];

/** Applies the conditions before those of the answer's relation. Views are left unchanged, because other queries use them. */
function guarded(plan: Plan<SqlExpr>, valid: Valid): Plan<SqlExpr> {
  if (valid.length === 0) return plan;
  const steps = new Map(plan.steps.map(step => [step.name, step]));
  const first = firstRead(plan.answer, steps);
  const guard = (relation: Relation<SqlExpr>) => guardedFirst(relation, valid, steps);
  if (first === null) return { ...plan, answer: guard(plan.answer) };
  return {
    ...plan,
    steps: plan.steps.map(step =>
      step === first ? { ...step, relation: guard(step.relation) } : step,
    ),
  };
}

type Steps = ReadonlyMap<string, Step<SqlExpr>>;

function stepNamed(steps: Steps, name: string): Step<SqlExpr> {
  const step = steps.get(name);
  if (step === undefined) throw new Error(`the plan reads the unknown step ${name}`);
  return step;
}

/** Whether all rows of the answer come through this relation: a data set, joined relations, or a union. */
function isFirst(relation: Relation<SqlExpr>, steps: Steps): boolean {
  if (relation.node === 'read') return stepNamed(steps, relation.step).relation.node === 'union';
  return relation.node === 'table' || relation.node === 'join';
}

/** The step that reads the first relation. Returns `null` if the answer reads it. */
function firstRead(relation: Relation<SqlExpr>, steps: Steps): Step<SqlExpr> | null {
  if (isFirst(relation, steps)) return null;
  if (relation.node === 'read') {
    const step = stepNamed(steps, relation.step);
    return firstRead(step.relation, steps) ?? step;
  }
  const [input] = inputsOf(relation);
  if (input === undefined) throw new Error(`a ${relation.node} reads nothing`);
  return firstRead(input, steps);
}

function guardedFirst(relation: Relation<SqlExpr>, valid: Valid, steps: Steps): Relation<SqlExpr> {
  if (isFirst(relation, steps)) return { node: 'filter', input: relation, predicates: valid };
  if (relation.node === 'filter' && isFirst(relation.input, steps))
    return { ...relation, predicates: [...valid, ...relation.predicates] };
  const [first] = inputsOf(relation);
  return mapInputs(relation, input =>
    input === first ? guardedFirst(input, valid, steps) : input,
  );
}

/** Repeats the conditions where the answer's rows are filtered, before its order and limit. */
function guardedAnswer(relation: Relation<SqlExpr>, valid: Valid): Relation<SqlExpr> {
  if (relation.node === 'read' || relation.node === 'join' || relation.node === 'table')
    return { node: 'filter', input: relation, predicates: valid };
  if (relation.node === 'filter')
    return { ...relation, predicates: [...valid, ...relation.predicates] };
  return mapInputs(relation, input => guardedAnswer(input, valid));
}

class Decoder {
  readonly #params: ReadonlyMap<string, Param>;
  readonly #lengths: Lengths | null;

  constructor(params: readonly Param[], lengths: Lengths | null) {
    this.#lengths = lengths;
    this.#params = new Map(params.map(param => [param.name, param]));
  }

  /** The conditions on the parameters, in declared order. */
  validity(): readonly Predicate<PlainExpr>[] {
    return [...this.#params.values()].flatMap(param => {
      const { valid } = saved(param);
      return conjuncts(valid).map(expr => ({ when: null, expr }));
    });
  }

  /** Conditions on the windows of a step, if it has some. */
  answeredWindow(query: Query): readonly Predicate<SqlExpr>[] {
    const windows = answeredWindow(query, expr => this.#decode(expr));
    return [...windows, ...this.orderedEnds(query)];
  }

  /** The condition that the ends of `window` are not reversed, if a body has one. */
  orderedEnds(query: Query): readonly Predicate<SqlExpr>[] {
    return orderedEnds(query).map(predicate => {
      const expr = unguarded(predicate, name => this.#param(name));
      return { when: null, expr: this.#decode(expr) };
    });
  }

  decodePlan(plan: Plan): Plan<SqlExpr> {
    const withoutGuards = mapRelations(plan, relation => this.#unguarded(relation));
    const decoded = mapPlan(withoutGuards, this.#below);
    return mapRelations(decoded, boundedWindows);
  }

  /** Rewrites predicates to conditions that test the request themselves. */
  #unguarded(relation: Relation): Relation {
    const of = mapInputs(relation, input => this.#unguarded(input));
    if (of.node !== 'filter') return of;
    const predicates = of.predicates.map(predicate => ({
      when: null,
      expr: unguarded(predicate, name => this.#param(name)),
    }));
    return { ...of, predicates };
  }

  readonly #below = (part: PlanExpr): SqlExpr => this.#decode(part);

  #decode(expr: PlanExpr): SqlExpr {
    if (expr.kind === 'param' && expr.form === 'value') return saved(this.#param(expr.name)).value;
    if (expr.kind === 'choice')
      return expr.by === STEP && this.#lengths !== null
        ? this.#decode(byLength(expr, this.#lengths))
        : this.#decodeChoice(expr);
    return mapNode(expr, this.#below);
  }

  /**
   * With `otherwise: default`, any other value counts as the default. Otherwise the query returns no rows for another value, and needs no
   * case for it.
   */
  #decodeChoice({ by, cases, scalar, nullable }: ChoiceExpr<PlanExpr>): SqlExpr {
    if (typeof by !== 'string') return this.#decodePresence(by.present, cases, scalar);
    const param = this.#param(by);
    const held = scalar === 'bool' ? valuesOfTrue(cases) : null;
    if (held !== null) return isOneOf(param, held);
    const decoded = cases.map(({ value, result }) => ({ value, result: this.#decode(result) }));
    const text = raw(param);
    if (!listsTexts(param)) {
      const whens = decoded.map(({ value, result }) => ({
        value: knownValue(param, value),
        result,
      }));
      const { value: subject } = saved(param);
      return { kind: 'case', subject, whens, otherwise: null, scalar, nullable: true };
    }
    if (param.otherwise === 'default') {
      const whens = decoded.filter(c => c.value !== param.default);
      const otherwise = decoded.find(c => c.value === param.default)?.result ?? null;
      if (whens.length === 0 && otherwise !== null) return otherwise;
      return { kind: 'case', subject: text, whens, otherwise, scalar, nullable };
    }
    const subject = param.default === null ? text : saved(param).value;
    return { kind: 'case', subject, whens: decoded, otherwise: null, scalar, nullable: true };
  }

  #decodePresence(name: string, cases: ChoiceExpr<PlanExpr>['cases'], scalar: Type): SqlExpr {
    const isPresent = this.#decode(conditionHolds(name, param => this.#param(param)));
    const held = scalar === 'bool' ? valuesOfTrue(cases) : null;
    if (held?.length === 1)
      return held[0] === 'yes' ? isPresent : makeCall<SqlExpr>('not', 'bool', [isPresent]);
    const [yes, no] = PRESENCE.map(value => this.#decode(findCase({ by: name, cases }, value)));
    if (yes === undefined || no === undefined) throw new Error('presence has two values');
    const nullable = yes.nullable || no.nullable;
    return { ...makeCall<SqlExpr>('if', scalar, [isPresent, yes, no]), nullable };
  }

  #param(name: string): Param {
    const param = this.#params.get(name);
    if (param === undefined) throw new Error(`the plan names the unknown parameter ${name}`);
    return param;
  }
}

/** The values for which a condition is true. Returns `null` unless the result is known for each value. */
function valuesOfTrue(cases: ChoiceExpr<PlanExpr>['cases']): readonly string[] | null {
  const isKnown = cases.every(({ result }) => result.kind === 'literal' && result.value !== null);
  if (!isKnown) return null;
  return cases.flatMap(({ value, result }) =>
    result.kind === 'literal' && result.value === true ? [value] : [],
  );
}

/** Whether the value of an enum is one of `values`. */
function isOneOf(param: Param, values: readonly string[]): SqlExpr {
  const { value } = saved(param);
  const listed = values.map(text => makeLiteral(param.scalar, knownValue(param, text)));
  if (listed.length === 0) return makeLiteral('bool', false);
  return makeCall<SqlExpr>(listed.length === 1 ? 'eq' : 'in', 'bool', [value, ...listed]);
}

/** The conditions of a conjunction. */
function conjuncts(valid: PlainExpr | null): readonly PlainExpr[] {
  if (valid === null) return [];
  return valid.kind === 'call' && valid.fn === 'and' ? valid.args : [valid];
}
