/** When a call is made again, and how often: the same numbers in every language. */
import type { Case, Reply } from '../case.ts';
import { fine, fineAnswer, page, problem } from './scripted.ts';

const down = problem(503, 'overloaded', { 'Retry-After': '0' });
const isDown = { kind: 'service', status: 503, code: 'overloaded', requestId: null } as const;

const MAX_RETRIES = 2;
/** What a success gives back and what a retry takes, in tenths of a retry. */
const EARNED = 1;
const SPENT = 10;
const FULL = 100;

/** A client that calls so often: what is asked, and what the last call gives. */
function modelled(script: readonly Reply[], times: number): Pick<Case, 'asked' | 'gives'> {
  let tenths = FULL;
  let asked = 0;
  const ask = () => script[Math.min(asked++, script.length - 1)] === fine;
  const call = () => {
    for (let retries = 0; !ask(); retries++) {
      if (retries === MAX_RETRIES || tenths < SPENT) return false;
      tenths -= SPENT;
    }
    tenths = Math.min(FULL, tenths + EARNED);
    return true;
  };
  let isFine = false;
  for (let time = 0; time < times; time++) isFine = call();
  return { asked, gives: isFine ? fineAnswer : isDown };
}

/** Replies with a random source that always gives the same number. */
function replies(count: number, share: number): readonly Reply[] {
  let seed = 7;
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31 < share ? down : fine;
  });
}

const many = (count: number, reply: Reply): readonly Reply[] =>
  Array.from({ length: count }, () => reply);

const BUDGETS: readonly (readonly [does: string, times: number, script: readonly Reply[]])[] = [
  ['spends ten retries, and no more', 8, [down]],
  ['has earned one with ten successes', 16, [...many(15, down), ...many(10, fine), down, fine]],
  ['has earned none with nine', 15, [...many(15, down), ...many(9, fine), down, fine]],
  [
    'earns no more than it had',
    158,
    [...many(150, fine), ...many(12, down), ...many(10, fine), down, fine],
  ],
  ['counts alike where one in ten fails', 300, replies(400, 0.1)],
  ['counts alike where one in five fails', 300, replies(500, 0.2)],
  ['counts alike where half fails', 300, replies(600, 0.5)],
];

/** A day of the three forms that HTTP has. */
const PAST = [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
];
const FAR = [
  'Tue, 06 Nov 2040 08:49:37 GMT',
  'Tuesday, 06-Nov-40 08:49:37 GMT',
  'Tue Nov  6 08:49:37 2040',
  '4294967296',
  '99999999999999999999',
];

const waiting = (retryAfter: string): Reply =>
  problem(503, 'overloaded', { 'Retry-After': retryAfter });

export const RETRY_CASES: readonly Case[] = [
  ...BUDGETS.map(([does, times, script]) => ({
    ...page,
    ...modelled(script, times),
    does,
    on: script,
    client: { maxRetries: MAX_RETRIES },
    times,
  })),
  ...PAST.map(date => ({
    ...page,
    does: `may ask again at once after ${date}`,
    on: [waiting(date)],
    client: { maxRetries: 0 },
    asked: 1,
    gives: { ...isDown, retryAfter: 0 },
  })),
  ...FAR.map(date => ({
    ...page,
    does: `does not wait until ${date}`,
    on: [waiting(date), fine],
    asked: 1,
    gives: isDown,
  })),
];
