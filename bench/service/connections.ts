/**
 * Opens five thousand connections, each with a request now and then for half a minute. Prints the errors, and the server's
 * memory at the beginning, in the middle and at the end.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToken } from '../../server/access/tokens.ts';

const CONNECTIONS = 5_000;
const SECONDS = 30;
/** The pause between two requests of a connection. */
const PAUSE_MS = 5_000;
const PATH = '/api/endpoints/functions.invocation-stats?project=abc';

const token = createToken();
const child = fork(new URL('./service-server.js', import.meta.url), ['quern', token]);
const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];

async function rssMb(): Promise<number> {
  child.send('usage');
  const [{ rssBytes }] = (await once(child, 'message')) as [{ readonly rssBytes: number }];
  return rssBytes / 1024 ** 2;
}

let answers = 0;
let errors = 0;

function ask(agent: Agent): Promise<void> {
  return new Promise(resolve => {
    const failed = () => {
      errors += 1;
      resolve();
    };
    get(url + PATH, { agent, headers: { 'X-API-KEY': token } }, response => {
      if (response.statusCode !== 200) errors += 1;
      response.resume().on('error', failed);
      response.on('end', () => {
        answers += 1;
        resolve();
      });
    }).on('error', failed);
  });
}

async function connection(until: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await sleep(Math.random() * PAUSE_MS);
  while (performance.now() < until) {
    await ask(agent);
    await sleep(PAUSE_MS);
  }
  agent.destroy();
}

const before = await rssMb();
const until = performance.now() + SECONDS * 1_000;
const all = Array.from({ length: CONNECTIONS }, () => connection(until));
await sleep(SECONDS * 500);
const middle = await rssMb();
await sleep(SECONDS * 450);
const end = await rssMb();
await Promise.all(all);
child.disconnect();
const mb = [before, middle, end].map(value => value.toFixed(0)).join(', ');
process.stdout.write(
  `${CONNECTIONS} connections, ${SECONDS} s: ${answers} answers, ${errors} errors; RSS before, in the middle, in the end: ${mb} MB\n`,
);
