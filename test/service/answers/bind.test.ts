import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition } from '../../../generator/core/expr/condition.ts';
import { UNCONSTRAINED } from '../../../generator/params/constraints.ts';
import { createBinder } from '../../../server/answers/bind.ts';

test('a text is that of its own segments, whatever was joined before', () => {
  const texts = Array.from({ length: 30 }, (_, i) => `<${i}>`);
  const index = fc.integer({ min: 0, max: texts.length - 1 });
  const guard = fc.constantFrom('a', 'b', 'c');
  const segment = fc.oneof(index, fc.record({ when: guard, sql: index }));
  const statement = fc.array(segment, { minLength: 1, maxLength: 4 });
  const asked = fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.subarray(['a', 'b', 'c'])), {
    minLength: 8,
    maxLength: 16,
  });
  const example = { x: [1, 11], y: [11, 1] };
  fc.assert(
    fc.property(fc.record({ x: statement, y: statement }), asked, (sql, requests) => {
      const bind = createBinder({
        saved: { sql: [], bind: [] },
        choices: ['key'],
        reads: {},
        texts,
        statements: { x: { sql: sql.x, bind: [] }, y: { sql: sql.y, bind: [] } },
      });
      for (const [key, given] of requests) {
        const values = new Map([['key', key], ...given.map(name => [name, ''] as const)]);
        const due = sql[key as 'x' | 'y']
          .filter(piece => typeof piece === 'number' || values.has(String(piece.when)))
          .map(piece => texts[typeof piece === 'number' ? piece : piece.sql]);
        expect(bind(values, 0n).sql).toBe(due.join(''));
      }
    }),
    {
      examples: [
        [
          example,
          [
            ['x', []],
            ['y', []],
          ],
        ],
      ],
    },
  );
});

test('a value is bound where any of the guards that need it is there', () => {
  const bind = createBinder({
    saved: { sql: [], bind: [] },
    choices: [],
    reads: {},
    texts: ['SELECT 1', ' AND a', ' AND b'],
    statements: {
      '': {
        sql: [0, { when: 'a', sql: 1 }, { when: 'b', sql: 2 }],
        bind: [
          { name: 'p', from: 'param', scalar: 'string', when: ['a', 'b'] },
          { name: 'now', from: 'clock', scalar: 'timestamp', when: ['b'] },
        ],
      },
    },
  });
  const namesFor = (...given: readonly string[]) =>
    bind(new Map(['p', ...given].map(name => [name, 'x'])), 7n).values.map(({ name }) => name);
  expect(namesFor()).toEqual([]);
  expect(namesFor('a')).toEqual(['p']);
  expect(namesFor('b')).toEqual(['p', 'now']);
  expect(namesFor('a', 'b')).toEqual(['p', 'now']);
});

test('a piece is there where what it depends on holds', () => {
  const conditions: readonly (readonly [Condition, string])[] = [
    ['a', ' a'],
    [{ all: ['a', 'b'] }, ' all'],
    [{ any: ['a', 'b'] }, ' any'],
    [{ none: ['a', 'b'] }, ' none'],
    [{ param: 'n', is: '7' }, ' n=7'],
    [{ all: ['b', { none: ['a'] }] }, ' only b'],
  ];
  const bind = createBinder(
    {
      saved: { sql: [], bind: [] },
      choices: [],
      reads: {},
      texts: conditions.map(([, text]) => text),
      statements: { '': { sql: conditions.map(([when], sql) => ({ when, sql })), bind: [] } },
    },
    { params: [{ name: 'n', type: 'int64', constraints: UNCONSTRAINED }] },
  );
  const textFor = (given: Readonly<Record<string, string | bigint>>) =>
    bind(new Map(Object.entries(given)), 0n).sql;
  expect(textFor({})).toBe(' none');
  expect(textFor({ a: '' })).toBe(' a any');
  expect(textFor({ b: 'x' })).toBe(' any only b');
  expect(textFor({ a: 'x', b: 'x' })).toBe(' a all any');
  expect(textFor({ n: 7n })).toBe(' none n=7');
  expect(textFor({ n: 8n })).toBe(' none');
});
