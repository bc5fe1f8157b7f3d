/** A server with the default log: it logs, and has more to do. */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../../server/observe/log.ts';

const [file = ''] = process.argv.slice(2);
const log = createLog();
for (const event of ['one', 'two', 'three']) {
  log('info', { event });
  await setTimeout(10);
}
writeFileSync(file, 'ended');
