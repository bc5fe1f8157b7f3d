/** A server with the default log: it logs, and has more to do; then its log still holds the line of an end without another turn. */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../../server/observe/log.ts';

const [file = '', end] = process.argv.slice(2);
const log = createLog();
for (const event of ['one', 'two', 'three']) {
  log('info', { event });
  await setTimeout(10);
}
writeFileSync(file, 'ended');
log('info', { event: 'last' });
if (end === 'exit') process.exit(3);
if (end === 'crash') throw new Error('crashed');
