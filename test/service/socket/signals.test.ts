import { afterEach, describe, expect, it } from 'vitest';
import type { LogLine } from '../../../server/http/context.ts';
import { type Hangup, heedSignals } from '../../../server/socket/signals.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const deafen of undo.splice(0)) deafen();
});

/** Runs the handlers of a signal, without the process around. */
function at(signal: 'SIGHUP' | 'SIGTERM', hangup: Hangup) {
  const before = process.listeners(signal);
  const lines: LogLine[] = [];
  let stops = 0;
  const stop = () => {
    stops += 1;
  };
  undo.push(heedSignals({ stop, log: (level, line) => lines.push({ level, ...line }), hangup }));
  for (const heard of process.listeners(signal)) if (!before.includes(heard)) heard(signal);
  return { stops, lines };
}
const atHangup = (hangup: Hangup) => at('SIGHUP', hangup);

describe('SIGTERM', () => {
  it('ends a service, and is logged', () => {
    const event = 'SIGTERM: accepts no more requests';
    expect(at('SIGTERM', 'ignore')).toEqual({ stops: 1, lines: [{ level: 'info', event }] });
  });
});

describe('SIGHUP', () => {
  it('ends a service whose terminal is closed', () => {
    expect(atHangup('stop')).toEqual({ stops: 1, lines: [] });
  });

  it('ends no other, and is logged', () => {
    const event = 'SIGHUP is ignored';
    expect(atHangup('ignore')).toEqual({ stops: 0, lines: [{ level: 'warn', event }] });
  });

  it('calls the function it was given', () => {
    let count = 0;
    const act = () => {
      count += 1;
    };
    expect(atHangup(act)).toEqual({ stops: 0, lines: [] });
    expect(count).toBe(1);
  });

  it("is the process's own again once nobody listens", () => {
    const count = process.listenerCount('SIGHUP');
    atHangup('stop');
    expect(process.listenerCount('SIGHUP')).toBe(count + 1);
    for (const deafen of undo.splice(0)) deafen();
    expect(process.listenerCount('SIGHUP')).toBe(count);
  });
});
