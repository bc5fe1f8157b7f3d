import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow, type Visibility } from '../../../explorer/rows/log/follow.ts';

/** A tab that a test hides and shows. */
function tab() {
  let isHidden = false;
  const listeners = new Set<() => void>();
  const visibility: Visibility = {
    isHidden: () => isHidden,
    listen: changed => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  const set = (hidden: boolean) => {
    isHidden = hidden;
    for (const changed of listeners) changed();
  };
  return { visibility, set, listeners };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('asks at once and every two seconds, and no more once it is stopped', async () => {
  const ask = vi.fn(async () => true);
  const { visibility, listeners } = tab();
  const stop = follow(ask, visibility);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(listeners.size).toBe(0);
});

it('waits twice as long after each failure, and as before after a success', async () => {
  const answers = [false, false, true];
  const ask = vi.fn(async () => answers.shift() ?? true);
  const stop = follow(ask, tab().visibility);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(ask).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(4);
  stop();
});

it('asks nothing while the tab is hidden, and at once when it is seen again', async () => {
  const ask = vi.fn(async () => true);
  const { visibility, set } = tab();
  const stop = follow(ask, visibility);
  await vi.advanceTimersByTimeAsync(0);
  set(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  set(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

it('never asks twice at a time', async () => {
  let answer = (_: boolean) => {};
  const ask = vi.fn(() => new Promise<boolean>(resolve => (answer = resolve)));
  const { visibility, set } = tab();
  const stop = follow(ask, visibility);
  set(true);
  set(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ask).toHaveBeenCalledTimes(1);
  answer(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});
