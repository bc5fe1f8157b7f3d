/** The report of a bug of quern. */
import { printable } from '../../generator/core/diagnostics.ts';
import { packageVersion } from '../project/package-files.ts';

/** The error, with the details that a report needs. It includes no arguments, because they may contain secrets. */
export function bugReport(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = trace.split('\n').map(line => `  ${printable(line)}`);
  return [
    'error: this is a bug in quern, not in the project. Please report it with the command and these lines:',
    '',
    `  quern ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    ...lines,
    '',
  ].join('\n');
}
