import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../server/http/turns.ts';

/** Starts a piece of work a call; returns what has begun so far. */
function starter() {
  const takeTurn = createTurns();
  const begun: string[] = [];
  const start = (key: string, name: string) => {
    void takeTurn(key).then(() => begun.push(name));
  };
  return { start, begun };
}

test('a key has one piece of work in a turn, in the order of its calls, and keys do not wait for each other', async () => {
  const { start, begun } = starter();
  for (const name of ['a1', 'a2', 'a3']) start('a', name);
  start('b', 'b1');
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'b1']);
  await nextTurn();
  await nextTurn();
  expect(begun).toContain('a2');
  start('b', 'b2');
  await Promise.resolve();
  expect(begun).toContain('b2');
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(begun.filter(name => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
});

test('a key without work in this turn does not wait', async () => {
  const { start, begun } = starter();
  start('a', 'a1');
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  start('a', 'a2');
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'a2']);
});
