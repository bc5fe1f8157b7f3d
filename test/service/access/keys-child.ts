import { setTimeout as sleep } from 'node:timers/promises';
import { updateKeys } from '../../../server/access/keys/key-file.ts';
import { createKey } from '../../../server/access/keys/keys.ts';

// A process for the tests to kill: `keys-child.js hold <key file>` stays inside a change of the file, `keys-child.js make
// <key file> <name>` makes keys and prints each token when its key is in the file. It ends, so that two that start far apart do not
// fill the file, and it pauses, so that the other one gets the lock.

const [, , what, path = '', name = ''] = process.argv;

function hold(): void {
  process.stdout.write('held\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

if (what === 'hold') {
  await updateKeys(path, keys => {
    hold();
    return keys;
  });
} else {
  for (let count = 0; count < 20; count += 1) {
    const { token } = await createKey(path, { name: `${name} ${count}` });
    process.stdout.write(`${token}\n`);
    await sleep(5);
  }
}
