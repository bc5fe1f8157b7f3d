/** Conditions on the parameters of a request. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Condition, holdsFor, presentWhere } from '../../generator/core/expr/condition.ts';

const NAMES = ['a', 'b', 'c'];
const name = fc.constantFrom(...NAMES);
const { condition } = fc.letrec<{ readonly condition: Condition }>(tie => {
  const several = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { depthSize: 'small' },
      name,
      fc.record({ param: name, is: fc.constantFrom('', 'x', 'y') }),
      fc.record({ all: several }),
      fc.record({ any: several }),
      fc.record({ none: several }),
    ),
  };
});
const request = fc.dictionary(name, fc.constantFrom('x', 'y'));

/** As the words say it. */
function holds(condition: Condition, request: Readonly<Record<string, string>>): boolean {
  if (typeof condition === 'string') return Object.hasOwn(request, condition);
  if ('param' in condition) return request[condition.param] === condition.is;
  const [[kind, parts] = ['all', []]] = Object.entries(condition) as [string, Condition[]][];
  const holding = parts.filter(part => holds(part, request)).length;
  if (kind === 'all') return holding === parts.length;
  return kind === 'any' ? holding > 0 : holding === 0;
}

test('a condition holds as its words say', () => {
  fc.assert(
    fc.property(condition, request, (one, given) => {
      const asked = {
        has: (param: string) => Object.hasOwn(given, param),
        textOf: (param: string) => given[param] ?? '',
      };
      expect(holdsFor(one, asked)).toBe(holds(one, given));
      if (!holdsFor(one, asked)) return;
      const missing = presentWhere(one).filter(param => !asked.has(param));
      expect(missing).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
