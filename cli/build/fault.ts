/** Faults for build tools: a text, and the place of the first fault. */
import { resolve } from 'node:path';
import {
  isError,
  positionAt,
  renderDiagnostics,
  sortDiagnostics,
} from '../../generator/core/report/diagnostics.ts';
import type { Failure } from '../terminal/exit.ts';

export interface BuildFault {
  readonly plugin: 'quern';
  /** All faults, as the command line prints them. */
  readonly message: string;
  readonly stack: '';
  /** The file of the first fault. */
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** Converts a failure to a build tool's fault. Paths in `failure` are relative to `directory`. */
export function buildFault(failure: Failure, directory: string): BuildFault {
  const fault = { plugin: 'quern', message: formatFailure(failure), stack: '' } as const;
  const sorted = sortDiagnostics(failure.diagnostics);
  const first = sorted.find(isError) ?? sorted[0];
  if (first === undefined) return fault;
  const { source, start } = first.place;
  const file = resolve(directory, source.file);
  return { ...fault, id: file, loc: { file, ...positionAt(source.text, start) } };
}

/** Returns the faults as the command line prints them. */
export function formatFailure({ diagnostics, message, hint }: Failure): string {
  if (diagnostics.length > 0) return renderDiagnostics(diagnostics);
  return hint === null ? message : `${message}\n${hint}`;
}
