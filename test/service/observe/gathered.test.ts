import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../server/observe/log.ts';

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
  test('of one turn are one write, in their order', async () => {
    const { log, writes } = logged();
    for (const event of ['a', 'b']) log('info', { event });
    await Promise.resolve();
    log('info', { event: 'c' });
    expect(writes).toEqual([]);
    await turn();
    log('info', { event: 'd' });
    await turn();
    expect(writes).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('are written at once with one that is no mere information', async () => {
    const { log, writes } = logged();
    log('info', { event: 'a' });
    log('error', { event: 'b' });
    log('warn', { event: 'c' });
    expect(writes).toEqual([['a', 'b'], ['c']]);
    log('info', { event: 'd' });
    await turn();
    expect(writes).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('go each to its own log', async () => {
    const [one, other] = [logged(), logged()];
    one.log('info', { event: 'a' });
    other.log('info', { event: 'b' });
    one.log('info', { event: 'c' });
    await turn();
    expect([one.writes, other.writes]).toEqual([[['a', 'c']], [['b']]]);
  });
});
