/** Findings as a JUnit report, which most CI systems show. Each finding is a test case, failed unless it is a note. */
import {
  type Diagnostic,
  positionAt,
  severityOf,
  sortDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import type { FileFinding, Findings } from './findings.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  /** `null` if it passed. */
  readonly failure: { readonly type: string; readonly text: string } | null;
}

export function junitReport({ diagnostics, files }: Findings): string {
  return junit('quern', [...sortDiagnostics(diagnostics).map(ofDiagnostic), ...files.map(ofFile)]);
}

function junit(suite: string, cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const counts = `tests="${cases.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...cases.map(shown),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function shown({ name, file, failure }: Case): string {
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}"`;
  if (failure === null) return `${head}/>`;
  const [message = ''] = failure.text.split('\n');
  return `${head}><failure type="${escaped(failure.type)}" message="${escaped(message)}">${escaped(failure.text)}</failure></testcase>`;
}

function ofDiagnostic(diagnostic: Diagnostic): Case {
  const { code, place, message, hint } = diagnostic;
  const { line, column } = positionAt(place.source.text, place.start);
  const { file } = place.source;
  const text = hint === null ? message : `${message}\n${hint}`;
  return {
    name: `${code} at ${line}:${column}`,
    file,
    failure: { type: severityOf(code), text },
  };
}

function ofFile({ file, code, severity, message }: FileFinding): Case {
  const failure = severity === 'note' ? null : { type: severity, text: message };
  return { name: `${code}: ${message}`, file, failure };
}

/** XML 1.0 allows no control characters, not even escaped ones. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;');
}
