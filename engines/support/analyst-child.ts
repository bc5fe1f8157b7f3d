/**
 * The process that an analyst runs in; `analysis.ts` starts it. It ends as soon as its parent does, even while it
 * analyses a statement.
 */
import { rmSync } from 'node:fs';
import { messageOf } from '../../generator/system/errors.ts';
import {
  type Analysis,
  type Analyst,
  type Declarations,
  NotInstalled,
  type Question,
} from '../analyst.ts';
import { ENGINES, isEngine } from '../index.ts';

export type ToAnalyst =
  | { readonly declared: Declarations }
  | { readonly question: Question }
  | 'close';
export type FromAnalyst =
  | 'ready'
  | 'closed'
  | { readonly notInstalled: readonly string[] }
  | { readonly failed: string }
  | { readonly analysis: Analysis };

let analyst: Analyst | null = null;

const [, , engine = '', scratch = ''] = process.argv;

process.once('disconnect', () => {
  rmSync(scratch, { recursive: true, force: true });
  // also kills the processes that it started, which are in its group
  process.kill(-process.pid, 'SIGKILL');
});
process.on('message', (message: ToAnalyst) => {
  answerTo(message)
    .catch((error: unknown): FromAnalyst => {
      if (error instanceof NotInstalled) return { notInstalled: error.packages };
      return { failed: messageOf(error) };
    })
    .then(answer => process.send?.(answer));
});

async function answerTo(message: ToAnalyst): Promise<FromAnalyst> {
  if (message === 'close') {
    await analyst?.close();
    return 'closed';
  }
  if ('declared' in message) {
    const part = isEngine(engine) ? ENGINES[engine].analyst : null;
    if (part === null) throw new Error('nobody analyses its statements');
    analyst = await (await part.load()).default.open(message.declared);
    return 'ready';
  }
  if (analyst === null) throw new Error('a question came before the data sets');
  return { analysis: await analyst.analyse(message.question) };
}
