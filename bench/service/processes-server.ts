/**
 * A service that does as little as Node allows: one answer of constant bytes from `node:http`, in one process, or in workers of
 * `node:cluster`. `processes.ts` measures by it what a second process costs by itself.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , processes = '1', bytes = '0'] = process.argv;
const COUNT = Number(processes);

if (cluster.isPrimary && COUNT > 1) {
  // as in the service
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let listening = 0;
  cluster.on('listening', (_, { port }) => {
    listening += 1;
    if (listening === COUNT) report(port);
  });
  for (let i = 0; i < COUNT; i++) cluster.fork();
  process.once('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill();
    process.exit(0);
  });
} else {
  const body = Buffer.alloc(Number(bytes), 'x');
  const server = createServer((_, response) => {
    response.writeHead(200, ['Content-Length', String(body.length)]);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) report((server.address() as AddressInfo).port);
  });
}

function report(port: number): void {
  process.stderr.write(`listens on http://127.0.0.1:${port}\n${COUNT} processes listen\n`);
}
