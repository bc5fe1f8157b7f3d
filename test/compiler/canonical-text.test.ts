import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../generator/core/canonical-text.ts';

describe('the text of plain data', () => {
  test('is the same for equal data', () => {
    const make = () => ({ a: [1, 2n, 'x', null, undefined], b: new Map([['k', new Set([/x/i])]]) });
    expect(canonicalText(make())).toBe(canonicalText(make()));
    expect(canonicalText(make())).toBe(
      '{"a":[1,2n,"x",null,undefined],"b":map["k",set[pattern["x","i"]]]}',
    );
  });

  test('differs for any two values that differ', () => {
    const one = { x: 1 };
    const values: readonly unknown[] = [
      ...[1, 1n, '1', '1n', -0, 0, Number.NaN, 'NaN', null, 'null', undefined, 'undefined', true],
      ...[[], {}, new Map(), new Set(), [[]], [[], []], ['a,b'], ['a', 'b'], '@0', /a/, /a/g],
      ...[new Map([['a', 'b']]), new Set(['a', 'b']), { a: 'b' }, { a: undefined }],
      ...[
        [one, one],
        [one, { x: 1 }],
        [['map'], []],
      ],
    ];
    const texts = values.map(canonicalText);
    expect(new Set(texts).size).toBe(values.length);
  });

  test('is refused for what is no plain data', () => {
    for (const value of [() => 1, Symbol('x'), new Date(0), { at: [new URL('http://x')] }])
      expect(() => canonicalText(value)).toThrow('no plain data');
  });
});
