/** The process that runs callers' statements. `confined.ts` starts and kills it. */
import { messageOf } from '../../../generator/system/errors.ts';
import { type Engine, EngineFailure } from '../../engine.ts';
import { openDuckDb } from '../driver/driver.ts';
import type { FromChild, ToChild } from './confined.ts';

let engine: Engine | null = null;

// ends with its parent, even during a statement
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ToChild) => {
  answerTo(message)
    .catch((error: unknown): FromChild => {
      const failed = error instanceof EngineFailure ? error.kind : 'failed';
      return { failed, message: messageOf(error) };
    })
    .then(answer => process.send?.(answer));
});

const NEVER = new AbortController().signal;

async function answerTo(message: ToChild): Promise<FromChild> {
  if ('open' in message) {
    engine = await openDuckDb(message.open);
    return 'open';
  }
  if (engine === null) throw new Error('a statement came before the database');
  return { result: await engine.run(message.run, { ...message.limits, signal: NEVER }) };
}
