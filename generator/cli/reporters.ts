/** The forms in which faults are told: to people, to programs, to GitHub, to code scanners. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { Environment } from '../config.ts';
import {
  CATALOGUE,
  type Diagnostic,
  diagnosticToJson,
  positionAt,
  printable,
  renderDiagnostics,
  sortDiagnostics,
} from '../diagnostics.ts';

export const REPORTERS = ['text', 'json', 'github', 'sarif'] as const;
export type ReporterName = (typeof REPORTERS)[number];

export interface ReportContext {
  readonly color: boolean;
  readonly cwd: string;
  readonly environment: Environment;
  readonly version: string;
}
interface Reporter {
  /** A report that a program asked for is a result; it is there when nothing is wrong, too. */
  readonly isResult: boolean;
  readonly render: (diagnostics: readonly Diagnostic[], context: ReportContext) => string;
}

const FORMS: Readonly<Record<ReporterName, Reporter>> = {
  text: { isResult: false, render: textReport },
  json: { isResult: true, render: jsonReport },
  github: { isResult: false, render: githubReport },
  sarif: { isResult: true, render: sarifReport },
};
export function reporter(name: ReporterName): Reporter {
  return FORMS[name];
}

function textReport(diagnostics: readonly Diagnostic[], { color }: ReportContext): string {
  if (diagnostics.length === 0) return '';
  const count = diagnostics.length === 1 ? '1 fault' : `${diagnostics.length} faults`;
  return `${renderDiagnostics(diagnostics.map(withPrintableFile), color)}\n${count}\n`;
}

/** A file's name is a stranger's text, too. */
function withPrintableFile({ place, ...rest }: Diagnostic): Diagnostic {
  const source = { ...place.source, file: printable(place.source.file) };
  return { ...rest, place: { ...place, source } };
}

function jsonReport(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify({ diagnostics: sortDiagnostics(diagnostics).map(diagnosticToJson) }, null, 2)}\n`;
}

// ---- GitHub ---------------------------------------------------------------------------------------------------------

/** Workflow commands, one an annotation. Paths are relative to the checkout, wherever the command was started. */
function githubReport(diagnostics: readonly Diagnostic[], context: ReportContext): string {
  return sortDiagnostics(diagnostics)
    .map(({ code, place, message, hint }) => {
      const { source, start, end } = place;
      const from = positionAt(source.text, start);
      const to = positionAt(source.text, end);
      const properties = {
        file: pathInCheckout(source.file, context),
        line: from.line,
        endLine: to.line,
        // Columns of a range over several lines mean nothing to GitHub.
        ...(from.line === to.line ? { col: from.column, endColumn: to.column } : {}),
        title: code,
      };
      const list = Object.entries(properties).map(
        ([name, value]) => `${name}=${escapeProperty(String(value))}`,
      );
      const told = hint === null ? message : `${message}\n${hint}`;
      return `::error ${list.join(',')}::${escapeData(told)}\n`;
    })
    .join('');
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

function sarifReport(diagnostics: readonly Diagnostic[], { version }: ReportContext): string {
  const sorted = sortDiagnostics(diagnostics);
  const codes = [...new Set(sorted.map(({ code }) => code))].sort();
  const rules = codes.map(code => ({ id: code, shortDescription: { text: CATALOGUE[code] } }));
  const run = {
    tool: { driver: { name: 'quern', version, rules } },
    columnKind: 'utf16CodeUnits',
    results: sorted.map(sarifResult),
  };
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
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
  const uri = source.file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return {
    ruleId: code,
    level: 'error',
    message: { text: hint === null ? message : `${message}. ${hint}` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}
