#!/usr/bin/env node
import { processHost } from './host.ts';
import { main } from './main.ts';

const host = processHost();
const exit = await main(process.argv.slice(2), host);
// What was interrupted may still hold the process.
if (host.interrupted.aborted) process.exit(exit);
process.exitCode = exit;
