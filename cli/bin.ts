#!/usr/bin/env node
import module from 'node:module';
import { flagFor, setFlag } from './optimising.ts';
import { EXIT } from './terminal/exit.ts';
import { processHost } from './terminal/host.ts';
import { bugReport } from './terminal/report-bug.ts';

const host = processHost();
process.on('uncaughtException', error => {
  host.stderr.write(bugReport(error));
  process.exit(EXIT.bug);
});
// Set before the cache of compiled code is opened, because its code belongs to the flags.
setFlag(flagFor(process.argv.slice(2), process.versions.v8));
// Since Node 22: later runs find the compiled code in the folder for temporary files.
(module as typeof module & { enableCompileCache?: () => unknown }).enableCompileCache?.();
// Loaded after the signal handlers are set, because it takes time.
const { main } = await import('./main.ts');
const exit = await main(process.argv.slice(2), host);
// Interrupted work may keep the process alive.
if (host.interrupted.aborted) process.exit(exit);
process.exitCode = exit;
