/** The report of a bug of quern. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { packageVersion } from '../project/output/package-files.ts';

/** The error, with the details that a report needs. It includes no arguments, because they may contain secrets. */
export function bugReport(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = inSources(trace)
    .split('\n')
    .map(line => `  ${printable(line)}`);
  return [
    'error: this is a bug in quern, not in the project. Please report it with the command and these lines:',
    '',
    `  quern ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    ...lines,
    '',
  ].join('\n');
}

/** Replaces places in built files by places in sources, if the built files have source maps beside them. */
function inSources(trace: string): string {
  return trace.replace(/(file:\S+\.js):(\d+):(\d+)/g, (place, file, line, column) => {
    const map = new URL(`${file}.map`);
    if (!existsSync(map)) return place;
    const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    if (!('originalSource' in found)) return place;
    const { originalSource, originalLine, originalColumn } = found;
    return `${new URL(originalSource, map)}:${originalLine + 1}:${originalColumn + 1}`;
  });
}
