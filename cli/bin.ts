#!/usr/bin/env node
import { EXIT } from './terminal/exit.ts';
import { processHost } from './terminal/host.ts';
import { bugReport } from './terminal/report-bug.ts';

const host = processHost();
process.on('uncaughtException', error => {
  host.stderr.write(bugReport(error));
  process.exit(EXIT.bug);
});
// Loaded after the signal handlers are set, because it takes time.
const { main } = await import('./main.ts');
const exit = await main(process.argv.slice(2), host);
// Interrupted work may keep the process alive.
if (host.interrupted.aborted) process.exit(exit);
process.exitCode = exit;
