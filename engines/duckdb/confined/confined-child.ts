/** The process that runs callers' statements. `confined.ts` starts and kills it. */
import { messageOf } from '../../../generator/system/errors.ts';
import { stepBehind } from '../../../generator/system/priority.ts';
import { type Engine, EngineFailure } from '../../engine.ts';
import { openDuckDb } from '../driver/driver.ts';
import type { FromConfined, ToConfined } from './confined.ts';

/** How many steps of priority the process stands behind the service. */
const NICER = 10;

let engine: Engine | null = null;

// ends with its parent, even during a statement
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ToConfined) => {
  answerTo(message)
    .catch((error: unknown): FromConfined => {
      const failed = error instanceof EngineFailure ? error.kind : 'failed';
      return { failed, message: messageOf(error) };
    })
    .then(answer => process.send?.(answer));
});

const NEVER = new AbortController().signal;

async function answerTo(message: ToConfined): Promise<FromConfined> {
  if ('open' in message) {
    engine = await openDuckDb(message.open);
    // not before: on a busy machine the start alone would take longer than a statement may
    stepBehind(NICER);
    return 'open';
  }
  if (engine === null) throw new Error('a statement came before the database');
  return { result: await engine.run(message.run, { ...message.limits, signal: NEVER }) };
}
