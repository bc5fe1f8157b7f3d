import { afterEach, describe, expect, it } from 'vitest';
import type { Log, LogLine } from '../../../server/http/context.ts';
import { type Hangup, heedSignals } from '../../../server/socket/signals.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const deafen of undo.splice(0)) deafen();
});

/** Runs the handlers of a signal, without the process around. */
function at(signal: 'SIGHUP' | 'SIGTERM' | 'SIGINT', hangup: Hangup, drainMs = 0) {
  const before = process.listeners(signal);
  const lines: LogLine[] = [];
  let [stops, drains] = [0, 0];
  const stop = async () => {
    stops += 1;
  };
  const drain = () => {
    drains += 1;
  };
  const log: Log = (level, line) => lines.push({ level, ...line });
  undo.push(heedSignals({ stop, drain, drainMs, log, hangup }));
  for (const heard of process.listeners(signal)) if (!before.includes(heard)) heard(signal);
  return { stops, drains, lines };
}
const atHangup = (hangup: Hangup) => at('SIGHUP', hangup);

describe('SIGTERM', () => {
  it('ends a service, and is logged', () => {
    const event = 'SIGTERM: accepts no more requests';
    expect(at('SIGTERM', 'ignore')).toEqual({
      stops: 1,
      drains: 0,
      lines: [{ level: 'info', event }],
    });
  });
});

describe('with time to drain', () => {
  it('SIGTERM begins it, and SIGINT ends the service at once', () => {
    const event = 'SIGTERM: accepts requests for another 10 s';
    expect(at('SIGTERM', 'ignore', 10_000)).toEqual({
      stops: 0,
      drains: 1,
      lines: [{ level: 'info', event }],
    });
    expect(at('SIGINT', 'ignore', 10_000)).toMatchObject({ stops: 1, drains: 0 });
  });
});

describe('SIGHUP', () => {
  it('ends a service whose terminal is closed', () => {
    expect(atHangup('stop')).toEqual({ stops: 1, drains: 0, lines: [] });
  });

  it('ends no other, and is logged', () => {
    const event = 'SIGHUP is ignored';
    expect(atHangup('ignore')).toEqual({ stops: 0, drains: 0, lines: [{ level: 'warn', event }] });
  });

  it('calls the function it was given', () => {
    let count = 0;
    const act = () => {
      count += 1;
    };
    expect(atHangup(act)).toEqual({ stops: 0, drains: 0, lines: [] });
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
