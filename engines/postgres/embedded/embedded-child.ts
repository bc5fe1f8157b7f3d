/** The process that runs statements of tests. `process.ts` starts and kills it. */
import { messageOf } from '../../../generator/system/errors.ts';
import { EngineFailure } from '../../engine.ts';
import { isServerError } from '../analyst/library.ts';
import { openPgLite, type PgLite } from '../analyst/pglite.ts';
import type { FromEmbedded, ToEmbedded } from './protocol.ts';
import { runOver } from './run.ts';

let database: PgLite | null = null;

// ends with its parent, even during a statement
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ToEmbedded) => {
  answerTo(message)
    .catch((error: unknown): FromEmbedded => {
      // another error leaves the server unusable
      if (!(error instanceof EngineFailure || isServerError(error))) process.exit(1);
      const failed = error instanceof EngineFailure ? error.kind : 'failed';
      return { failed, message: messageOf(error) };
    })
    .then(answer => process.send?.(answer));
});

async function answerTo(message: ToEmbedded): Promise<FromEmbedded> {
  if ('open' in message) {
    database = await openPgLite(message.open);
    return 'open';
  }
  if (database === null) throw new Error('a statement came before the database');
  return { result: await runOver(database, message.run) };
}
