/** Conditions on a request, inside a saved query: conditions on the texts of parameters, of which an absent one is NULL or ''. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition } from '../../../generator/core/expr/condition.ts';
import type { PlanExpr, Predicate } from '../../../generator/core/expr/expr.ts';
import { conditionHolds, unguarded } from '../../../generator/saved/conditions.ts';
import { param } from '../language/support.ts';

const NAMES = ['a', 'b', 'c'];
const params = new Map(
  NAMES.map(one => [one, param(one, 'string', { values: ['x', 'y'], required: false })]),
);
const name = fc.constantFrom(...NAMES);
const { condition } = fc.letrec<{ readonly condition: Condition }>(tie => {
  const several = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { depthSize: 'small' },
      name,
      fc.record({ param: name, is: fc.constantFrom('x', 'y') }),
      fc.record({ all: several }),
      fc.record({ any: several }),
      fc.record({ none: several }),
    ),
  };
});

type Request = Readonly<Record<string, string | null>>;
const text = fc.constantFrom('x', 'y', '', null);
const request: fc.Arbitrary<Request> = fc.record({ a: text, b: text, c: text });

/** As the words say it. */
function holds(condition: Condition, request: Request): boolean {
  if (typeof condition === 'string') return (request[condition] ?? '') !== '';
  if ('param' in condition) return request[condition.param] === condition.is;
  const [[kind, parts] = ['all', []]] = Object.entries(condition) as [string, Condition[]][];
  const holding = parts.filter(part => holds(part, request)).length;
  if (kind === 'all') return holding === parts.length;
  return kind === 'any' ? holding > 0 : holding === 0;
}

type Value = string | boolean | null;

/** By SQL's logic of three values. */
function judged(expr: PlanExpr, request: Request): Value {
  if (expr.kind === 'literal') return expr.value as Value;
  if (expr.kind === 'param') return request[expr.name] ?? null;
  if (expr.kind !== 'call') throw new Error(`not expected in a condition: ${expr.kind}`);
  const values = expr.args.map(arg => judged(arg, request));
  const [first = null, second = null] = values;
  if (expr.fn === 'and' || expr.fn === 'or') {
    const deciding = expr.fn === 'or';
    if (values.includes(deciding)) return deciding;
    return values.includes(null) ? null : !deciding;
  }
  if (expr.fn === 'coalesce') return values.find(value => value !== null) ?? null;
  if (expr.fn === 'not') return first === null ? null : !first;
  if (expr.fn === 'nullif') return first === second ? null : first;
  if (expr.fn !== 'eq' && expr.fn !== 'ne') throw new Error(`not expected: ${expr.fn}`);
  if (first === null || second === null) return null;
  return (first === second) === (expr.fn === 'eq');
}

function paramNamed(name: string) {
  const found = params.get(name);
  if (found === undefined) throw new Error(`no parameter ${name}`);
  return found;
}

test('a condition holds as its words say', () => {
  fc.assert(
    fc.property(condition, request, (one, given) => {
      expect(judged(conditionHolds(one, paramNamed), given)).toBe(holds(one, given));
    }),
    { numRuns: 1_000 },
  );
});

test('a predicate under a condition keeps every row where the condition does not hold', () => {
  fc.assert(
    fc.property(condition, fc.constantFrom(true, false, null), request, (when, kept, given) => {
      const predicate: Predicate<PlanExpr> = { when, expr: literal(kept) };
      const found = judged(unguarded(predicate, paramNamed), given);
      expect(found === true).toBe(!holds(when, given) || kept === true);
    }),
    { numRuns: 1_000 },
  );
});

test('of alternatives, one whose condition holds is enough; without any every row is kept', () => {
  const alternative = fc.record({ when: condition, kept: fc.constantFrom(true, false, null) });
  const several = fc.array(alternative, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(several, request, (any, given) => {
      const predicate: Predicate<PlanExpr> = {
        any: any.map(({ when, kept }) => ({ when, expr: literal(kept) })),
      };
      const asked = any.filter(({ when }) => holds(when, given));
      const isKept = asked.length === 0 || asked.some(({ kept }) => kept === true);
      expect(judged(unguarded(predicate, paramNamed), given) === true).toBe(isKept);
    }),
    { numRuns: 1_000 },
  );
});

function literal(value: boolean | null): PlanExpr {
  return { kind: 'literal', scalar: 'bool', value, nullable: value === null } as PlanExpr;
}
