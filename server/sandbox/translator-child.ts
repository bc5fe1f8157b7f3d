/** The process that translates callers' statements. `translator.ts` starts and kills it. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { GOOGLE_SQL } from '../../engines/index.ts';
import { stepBehind } from '../../generator/system/priority.ts';
import { Refused } from './refused.ts';
import { makeStatement, type TranslationRequest } from './statement.ts';
import type { FromTranslator } from './translator.ts';

/** The most bytes of a resolved tree. Statements with the most parts have a tenth of it. */
const MOST_TREE_BYTES = 8 * 1024 ** 2;

/** How many steps of priority the process stands behind the service. */
const NICER = 5;

/**
 * The parent holds the other end of file 4, so that reading it ends with the parent. A thread of its own reads it, because
 * the main thread may be busy with a statement. The analyser's process ends with this one.
 */
const LIFELINE = `
  try { require('node:fs').readSync(4, Buffer.alloc(1)); } catch {}
  process.kill(process.pid, 'SIGKILL');`;

const [, , folder = ''] = process.argv;

// The system runs this process after the service, and ends it first if memory runs out. The analyser inherits both.
stepBehind(NICER);
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
new Worker(LIFELINE, { eval: true, execArgv: [], stdin: false }).unref();
const send = (answer: FromTranslator) => process.send?.(answer);

try {
  const { default: analyser } = await GOOGLE_SQL.analyser();
  const { analyse } = await analyser.open(folder, MOST_TREE_BYTES);
  // the first statement takes ten times as long as the others
  await analyse({ sql: 'SELECT 1', tables: [], params: [] });
  process.on('message', (asked: TranslationRequest) => {
    makeStatement(asked, (sql, tables) => analyse({ sql, tables, params: [] }))
      .then((made): FromTranslator => ({ made }))
      .catch((error: unknown): FromTranslator => {
        if (error instanceof Refused) return { refused: error.message };
        return { failed: reasonOf(error) };
      })
      .then(send);
  });
  send('ready');
} catch (error) {
  send({ failed: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
