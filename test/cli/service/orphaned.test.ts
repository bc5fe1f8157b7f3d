/** A service ends with the npm that started it, and with no other parent. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';

const CHILD = `
import { endWithNpm } from '${join(ROOT, 'cli/terminal/orphaned.ts')}';
process.on('SIGTERM', () => { console.log('ended'); process.exit(); });
setTimeout(() => { console.log('left'); process.exit(); }, 1500);
endWithNpm(process.env);
console.log('runs');
`;

/** The words of a process after its parent, a shell, is killed. */
async function saidAfter(environment: NodeJS.ProcessEnv): Promise<string> {
  const node = `"${process.execPath}" --import "${join(ROOT, 'test/support/typescript.mjs')}" --input-type=module -e "$CHILD"`;
  const shell = spawn('sh', ['-c', `${node} & wait`], {
    env: { PATH: process.env['PATH'], ...environment, CHILD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said === 'runs\n') shell.kill('SIGKILL');
  });
  await once(shell.stdout, 'close');
  return said;
}

it('ends with npm, which passes no signal on', async () => {
  expect(await saidAfter({ npm_command: 'exec' })).toBe('runs\nended\n');
});

it('outlives any other parent', async () => {
  expect(await saidAfter({})).toBe('runs\nleft\n');
});
