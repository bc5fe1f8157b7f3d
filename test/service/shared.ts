/**
 * Runs the suites for faults, tenants, injection and conformance twice: with services of two processes, and with services on a shared store.
 * Its arguments go to Vitest.
 */
import { spawn } from 'node:child_process';
import { noStore, startStore } from './operators/redis-server.ts';

const SUITES = ['faults', 'tenants', 'injection', 'conformance'].map(
  name => `test/service/${name}/`,
);
const WORDS = ['run', '--project', 'rest', '--project', 'alone', ...process.argv.slice(2)];

/** Returns the exit code of Vitest, whose services have the additions of a variable. */
function run(variable: string, value: string): Promise<number> {
  process.stderr.write(`${variable}=${value}\n`);
  const child = spawn('node_modules/.bin/vitest', [...WORDS, ...SUITES], {
    stdio: 'inherit',
    env: { ...process.env, [variable]: value },
  });
  return new Promise(done => child.once('exit', code => done(code ?? 1)));
}

const ways = [await run('QUERN_TEST_PROCESSES', '2')];
if (noStore === null) {
  const store = await startStore();
  ways.push(await run('QUERN_TEST_STORE', store.url));
  await store.close();
} else process.stderr.write(`Skipped: ${noStore}.\n`);
process.exitCode = Math.max(...ways);
