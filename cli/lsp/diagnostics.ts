/** Converts faults to an editor's diagnostics. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiagnosticSeverity, type Diagnostic as Shown } from 'vscode-languageserver/node';
import {
  type Diagnostic,
  printable,
  type SourceText,
  severityOf,
} from '../../generator/core/report/diagnostics.ts';
import { packageFolder } from '../project/output/package-files.ts';
import { LineIndex } from './lines.ts';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
} as const;

/** The faults of one file, in the order of their places; a fault's hint follows its message on a line of its own. */
export function shownDiagnostics(found: readonly Diagnostic[]): Shown[] {
  const lines = new Map<SourceText, LineIndex>();
  return found.map(({ code, place, message, hint }) => {
    const known = lines.get(place.source) ?? new LineIndex(place.source.text);
    lines.set(place.source, known);
    return {
      range: known.rangeOf(place),
      severity: SEVERITIES[severityOf(code)],
      code,
      codeDescription: { href: pageOf(code) },
      source: 'quern',
      message: [message, ...(hint === null ? [] : [hint])].map(printable).join('\n'),
    };
  });
}

/** The page about a diagnostic, which is part of the package. */
function pageOf(code: string): string {
  return pathToFileURL(join(packageFolder(), 'docs', 'diagnostics', `${code}.md`)).href;
}
