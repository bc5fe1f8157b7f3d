/** The formats of reports: for people, for programs, for GitHub, for code scanners. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { Environment } from '../../../generator/config/config.ts';
import {
  CATALOGUE,
  type Diagnostic,
  diagnosticToJson,
  isError,
  positionAt,
  printable,
  renderDiagnostics,
  severityOf,
  sortDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import { counted, listed } from '../../../generator/core/report/words.ts';
import type { FileFinding, Findings } from './findings.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

export const REPORTERS = ['text', 'json', 'github', 'sarif', 'junit', 'markdown'] as const;
export type ReporterName = (typeof REPORTERS)[number];

export interface ReportContext {
  readonly color: boolean;
  readonly cwd: string;
  readonly environment: Environment;
  readonly version: string;
}
interface Reporter {
  /** A report for a program is a result, so it is printed even without findings. */
  readonly isResult: boolean;
  readonly render: (findings: Findings, context: ReportContext) => string;
}

const FORMS: Readonly<Record<ReporterName, Reporter>> = {
  text: { isResult: false, render: textReport },
  json: { isResult: true, render: jsonReport },
  github: { isResult: false, render: githubReport },
  sarif: { isResult: true, render: sarifReport },
  junit: { isResult: true, render: junitReport },
  markdown: { isResult: true, render: markdownReport },
};
export function reporter(name: ReporterName): Reporter {
  return FORMS[name];
}

function textReport({ diagnostics }: Findings, { color }: ReportContext): string {
  if (diagnostics.length === 0) return '';
  return `${renderDiagnostics(diagnostics.map(withPrintableFile), color)}\n${countOf(diagnostics)}\n`;
}

/** `1 error`, `2 warnings`, `1 error and 2 warnings`. */
function countOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError).length;
  const warnings = diagnostics.length - errors;
  return listed([
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]);
}

/** The name of a file may contain control characters, too. */
function withPrintableFile({ place, ...rest }: Diagnostic): Diagnostic {
  const source = { ...place.source, file: printable(place.source.file) };
  return { ...rest, place: { ...place, source } };
}

function jsonReport({ diagnostics }: Findings): string {
  return `${JSON.stringify({ diagnostics: sortDiagnostics(diagnostics).map(diagnosticToJson) }, null, 2)}\n`;
}

// ---- GitHub ---------------------------------------------------------------------------------------------------------

/** Workflow commands, one for each annotation. Paths are relative to the checkout, wherever the command was started. */
function githubReport({ diagnostics, files }: Findings, context: ReportContext): string {
  const annotations = [
    ...sortDiagnostics(diagnostics).map(diagnostic => annotation(diagnostic, context)),
    ...files.map(file => fileAnnotation(file, context)),
  ];
  return annotations.join('');
}

function annotation({ code, place, message, hint }: Diagnostic, context: ReportContext): string {
  const { source, start, end } = place;
  const from = positionAt(source.text, start);
  const to = positionAt(source.text, end);
  const properties = {
    file: pathInCheckout(source.file, context),
    line: from.line,
    endLine: to.line,
    // GitHub ignores columns of a range over several lines.
    ...(from.line === to.line ? { col: from.column, endColumn: to.column } : {}),
    title: code,
  };
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  const told = hint === null ? message : `${message}\n${hint}`;
  return `::${severityOf(code)} ${list.join(',')}::${escapeData(told)}\n`;
}

function fileAnnotation(
  { file, code, severity, message }: FileFinding,
  context: ReportContext,
): string {
  const path = escapeProperty(pathInCheckout(file, context));
  const command = severity === 'note' ? 'notice' : severity;
  return `::${command} file=${path},title=${escapeProperty(code)}::${escapeData(message)}\n`;
}

function pathInCheckout(file: string, { cwd, environment }: ReportContext): string {
  const checkout = environment['GITHUB_WORKSPACE'];
  if (checkout === undefined || checkout === '') return file;
  const inside = relative(checkout, resolve(cwd, file));
  return inside.startsWith('..') || isAbsolute(inside) ? file : inside.replaceAll('\\', '/');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// ---- SARIF ----------------------------------------------------------------------------------------------------------

function sarifReport({ diagnostics, files }: Findings, { version }: ReportContext): string {
  const sorted = sortDiagnostics(diagnostics);
  const codes = [...new Set(sorted.map(({ code }) => code))].sort();
  const rules = [
    ...codes.map(code => ({ id: code, shortDescription: { text: CATALOGUE[code] } })),
    ...new Map(files.map(file => [file.code, fileRule(file)])).values(),
  ];
  const results = [...sorted.map(sarifResult), ...files.map(sarifOfFile)];
  const tool = { driver: { name: 'quern', version, rules } };
  const run = { tool, columnKind: 'utf16CodeUnits', results };
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function fileRule({ code, title }: FileFinding) {
  return { id: code, shortDescription: { text: title } };
}

function sarifOfFile({ file, code, severity, message }: FileFinding) {
  return {
    ruleId: code,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  };
}

function sarifResult({ code, place, message, hint }: Diagnostic) {
  const { source, start, end } = place;
  const from = positionAt(source.text, start);
  const to = positionAt(source.text, end);
  const region = {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
  return {
    ruleId: code,
    level: severityOf(code),
    message: { text: hint === null ? message : `${message}. ${hint}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(source.file) }, region } }],
  };
}

function uriOf(file: string): string {
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
