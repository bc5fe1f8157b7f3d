/** Conditions on enums, decided once the values of the enums are known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedEnums, decided } from '../../../generator/specialize/conditions.ts';
import { check, PARAMS, param, scope } from '../language/support.ts';

const VALUES = ['a', 'b', 'c'];
const KIND = param('kind', 'string', { values: VALUES });
const SORT = param('sort', 'string', { values: VALUES, required: false, default: 'b' });
const LOOSE = param('loose', 'string', { values: VALUES, required: false });
const all = [...PARAMS, KIND, SORT, LOOSE];
const surroundings = scope({
  params: new Map(all.map(one => [one.name, one])),
  present: new Set(['loose', 'maybe']),
});

interface Known {
  readonly kind: string;
  readonly sort: string;
}
/** A condition as an author writes it, and whether it holds. */
interface Written {
  readonly text: string;
  readonly holds: (known: Known) => boolean;
}

const name = fc.constantFrom('kind' as const, 'sort' as const);
const value = fc.constantFrom(...VALUES);
const compared: fc.Arbitrary<Written> = fc.oneof(
  fc.tuple(name, value).map(([of, is]) => ({
    text: `@${of} = '${is}'`,
    holds: (known: Known) => known[of] === is,
  })),
  fc.tuple(name, value).map(([of, is]) => ({
    text: `'${is}' != @${of}`,
    holds: (known: Known) => known[of] !== is,
  })),
  fc.tuple(name, fc.uniqueArray(value, { minLength: 1 }), fc.boolean()).map(([of, is, not]) => ({
    text: `@${of} ${not ? 'not ' : ''}in (${is.map(one => `'${one}'`).join(', ')})`,
    holds: (known: Known) => is.includes(known[of]) !== not,
  })),
);
const { condition } = fc.letrec<{ readonly condition: Written }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    compared,
    tie('condition').map(({ text, holds }) => ({
      text: `not (${text})`,
      holds: (known: Known) => !holds(known),
    })),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => ({
      text: `(${a.text}) and (${b.text})`,
      holds: (known: Known) => a.holds(known) && b.holds(known),
    })),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => ({
      text: `(${a.text}) or (${b.text})`,
      holds: (known: Known) => a.holds(known) || b.holds(known),
    })),
  ),
}));

function decide(text: string, known: ReadonlyMap<string, string>): boolean | null {
  const { expr } = check(text, surroundings);
  if (expr === null || expr.kind === 'record') throw new Error(`${text} is refused`);
  return decided(expr, known, all);
}

describe('a condition on enums', () => {
  test('is decided as it holds', () => {
    fc.assert(
      fc.property(condition, value, value, ({ text, holds }, kind, sort) => {
        const known = new Map(Object.entries({ kind, sort }));
        expect(decide(text, known)).toBe(holds({ kind, sort }));
      }),
      { numRuns: 400 },
    );
  });

  test('is decided by what is known alone', () => {
    const known = new Map([['kind', 'a']]);
    const cases: Readonly<Record<string, boolean | null>> = {
      "@kind = 'a' or @sort = 'b'": true,
      "@kind = 'b' and @sort = 'b'": false,
      "@kind = 'a' and @sort = 'b'": null,
      "not (@kind = 'a' and @sort = 'b')": null,
      "@kind = 'b' or status = 200": null,
      "@kind = 'a' or status = 200": true,
      '@kind = @sort': null,
      "@loose = 'a'": null,
    };
    const found = Object.keys(cases).map(text => [text, decide(text, known)]);
    expect(Object.fromEntries(found)).toEqual(cases);
  });

  test('names the enums that are always present, where nothing else decides it', () => {
    const enumsOf = (text: string) => {
      const { expr } = check(`if(${text}, 1, 2)`, surroundings);
      if (expr?.kind !== 'call') throw new Error(`${text} is refused`);
      return comparedEnums(expr, all);
    };
    expect(enumsOf("@kind = 'a' or not @sort != 'b'")).toEqual(['kind', 'sort']);
    expect(enumsOf("@loose = 'a'")).toEqual([]);
    expect(enumsOf("@kind = 'a' and status = 200")).toEqual([]);
    expect(enumsOf('@kind = @sort')).toEqual([]);
  });
});
