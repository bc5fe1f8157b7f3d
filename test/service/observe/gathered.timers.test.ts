import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { flushGathered } from '../../../server/observe/gathered.ts';
import { createLog } from '../../../server/observe/log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A log, and the writes that it makes, as the events of their lines. */
function logged() {
  const writes: string[][] = [];
  const write = (text: string) => {
    const lines = text.trimEnd().split('\n');
    writes.push(lines.map(line => JSON.parse(line).event));
  };
  return { log: createLog({ write }), writes };
}

describe('lines of the log', () => {
  test('of two milliseconds are one write, in their order', () => {
    const { log, writes } = logged();
    for (const event of ['a', 'b']) log('info', { event });
    vi.advanceTimersByTime(1);
    log('info', { event: 'c' });
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(writes).toEqual([['a', 'b', 'c']]);
    log('info', { event: 'd' });
    vi.advanceTimersByTime(2);
    expect(writes).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('are written at once with one that is no mere information', () => {
    const { log, writes } = logged();
    log('info', { event: 'a' });
    log('error', { event: 'b' });
    log('warn', { event: 'c' });
    expect(writes).toEqual([['a', 'b'], ['c']]);
    log('info', { event: 'd' });
    vi.advanceTimersByTime(2);
    expect(writes).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('are written when a service stops', () => {
    const { log, writes } = logged();
    log('info', { event: 'a' });
    flushGathered();
    vi.advanceTimersByTime(2);
    expect(writes).toEqual([['a']]);
  });

  test('go each to its own log', () => {
    const [one, other] = [logged(), logged()];
    one.log('info', { event: 'a' });
    other.log('info', { event: 'b' });
    one.log('info', { event: 'c' });
    vi.advanceTimersByTime(2);
    expect([one.writes, other.writes]).toEqual([[['a', 'c']], [['b']]]);
  });
});
