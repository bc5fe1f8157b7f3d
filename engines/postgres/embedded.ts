/** PostgreSQL over the entries of a test, in PGlite. Its clock is the test's. One statement runs at a time. */

import { takingTurns } from '../../generator/system/in-turn.ts';
import type { EmbeddedEngine, EmbeddedOpener } from '../embedded.ts';
import { EngineFailure } from '../engine.ts';
import { withDeadline } from '../support/deadline.ts';
import { findLibrary } from './analyst/library.ts';
import { type Child, startChild } from './embedded/process.ts';

export default {
  open: async folder => {
    findLibrary(folder);
    let child: Child | null = await startChild(folder);
    const forget = () => {
      child = null;
    };
    const runNow: EmbeddedEngine['run'] = async (tables, statement, limits) => {
      const { maxRows, maxBytes, now } = limits;
      // a start takes longer than a statement may
      const current = child ?? (await startChild(folder));
      child = current;
      return withDeadline(limits, async signal => {
        signal.addEventListener('abort', forget, { once: true });
        const run = { tables, statement, limits: { maxRows, maxBytes }, now };
        const answer = await current.ask({ run }, signal);
        if (typeof answer === 'object' && 'result' in answer) return answer.result;
        if (typeof answer === 'object') throw new EngineFailure(answer.failed, answer.message);
        forget();
        signal.throwIfAborted();
        throw new EngineFailure('exhausted', 'the statement made PostgreSQL crash');
      });
    };
    const inTurn = takingTurns();
    return {
      run: (...asked) => inTurn(() => runNow(...asked)),
      close: () => inTurn(async () => child?.end()),
    };
  },
} satisfies EmbeddedOpener;
