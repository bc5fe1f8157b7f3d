/**
 * Messages to an author: a code, a place, a fact and a hint, as plain data.
 *
 * Phases collect diagnostics and never throw for an author's mistake. The codes are in `codes.ts`.
 */
import { styleText } from 'node:util';
import { type DiagnosticCode, WARNINGS } from './codes.ts';

/** The text of one file, as read. */
export interface SourceText {
  /** Path as the author would type it. */
  readonly file: string;
  readonly text: string;
}
/** A range of one text, in UTF-16 offsets; `end` is exclusive. */
export interface Place {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly place: Place;
  /** The fact, with names in backticks. */
  readonly message: string;
  /** The remedy; begins with a verb. `null` if the fact is enough. */
  readonly hint: string | null;
}
export type Severity = 'error' | 'warning';

export function severityOf(code: DiagnosticCode): Severity {
  return WARNINGS.has(code) ? 'warning' : 'error';
}

export function isError({ code }: Diagnostic): boolean {
  return severityOf(code) === 'error';
}

/** Collects one diagnostic. */
export type Report = (
  code: DiagnosticCode,
  place: Place,
  message: string,
  hint?: string | null,
) => void;

/** A list and the function that adds to it. */
export function collector(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, place, message, hint = null) => {
    diagnostics.push({ code, place, message, hint });
  };
  return { diagnostics, report };
}

/** A report that also counts its errors. */
export function counting(report: Report): {
  readonly report: Report;
  readonly count: () => number;
} {
  let count = 0;
  const counted: Report = (code, ...fault) => {
    if (severityOf(code) === 'error') count += 1;
    report(code, ...fault);
  };
  return { report: counted, count: () => count };
}

/** A report that leaves out a fault that it has reported before: many texts of a statement share one. */
export function reportingOnce(report: Report): Report {
  const told = new Set<string>();
  return (code, place, message, hint) => {
    const saying = `${code} ${place.source.file} ${place.start} ${message}`;
    if (!told.has(saying)) report(code, place, message, hint);
    told.add(saying);
  };
}

/** 1-based line and column (in UTF-16 units, as editors count) of an offset. */
export function positionAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Orders by file, then place, then code, so that a report does not depend on the order of work. Faults that may follow from others come last. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.place.source.file, b.place.source.file) ||
      Number(mayFollow(a)) - Number(mayFollow(b)) ||
      a.place.start - b.place.start ||
      a.place.end - b.place.end ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

/** Whether another fault of the file may have removed the only use. */
function mayFollow({ code }: Diagnostic): boolean {
  return code === 'unused-parameter' || code === 'unused-step';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A diagnostic as JSON for `--json` and editors: 1-based positions, the end exclusive. */
export function diagnosticToJson(diagnostic: Diagnostic): Readonly<Record<string, unknown>> {
  const { source, start, end } = diagnostic.place;
  const from = positionAt(source.text, start);
  const to = positionAt(source.text, end);
  return {
    code: diagnostic.code,
    severity: severityOf(diagnostic.code),
    file: source.file,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    message: diagnostic.message,
    hint: diagnostic.hint,
  };
}

/** The most diagnostics that one report prints. */
export const MAX_PRINTED = 100;

/**
 * The whole report as text, sorted, with code frames, then the number of diagnostics that are not shown. Warnings are dropped before
 * errors. `color` is off by default.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], color = false): string {
  const sorted = sortDiagnostics(diagnostics);
  const errorsFirst = [...sorted.filter(isError), ...sorted.filter(one => !isError(one))];
  const printed = sortDiagnostics(errorsFirst.slice(0, MAX_PRINTED));
  const shown = printed.map(one => renderDiagnostic(one, color));
  const more = sorted.length - shown.length;
  if (more > 0) shown.push(`… and ${more} more.\n`);
  return shown.join('\n');
}

/** One diagnostic: place and code, the fact, the frame, the hint. */
function renderDiagnostic(diagnostic: Diagnostic, color = false): string {
  const { source, start } = diagnostic.place;
  const { line, column } = positionAt(source.text, start);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const severity = severityOf(diagnostic.code);
  const kind = paint(COLORS[severity], `${severity}[${diagnostic.code}]`);
  const head = `${paint('bold', `${source.file}:${line}:${column}`)} ${kind} ${printable(diagnostic.message)}`;
  const hint =
    diagnostic.hint === null ? [] : [`  ${paint('cyan', 'hint:')} ${printable(diagnostic.hint)}`];
  return `${[head, ...frame(diagnostic.place, COLORS[severity], paint), ...hint].join('\n')}\n`;
}

const COLORS = { error: 'red', warning: 'yellow' } as const satisfies Record<Severity, string>;
type Color = (typeof COLORS)[Severity];

const FRAME_WIDTH = 100;

function frame(
  place: Place,
  color: Color,
  paint: (style: 'dim' | Color, text: string) => string,
): readonly string[] {
  const { text } = place.source;
  if (text.length === 0) return [];
  const { line, column } = positionAt(text, place.start);
  const lineStart = place.start - (column - 1);
  const newline = text.indexOf('\n', lineStart);
  const whole = text.slice(lineStart, newline === -1 ? text.length : newline).replace(/\r$/, '');
  const from = Math.max(0, Math.min(column - 1 - FRAME_WIDTH / 2, whole.length - FRAME_WIDTH));
  const shown = printable(cutLine(whole, from));
  const length = Math.max(1, Math.min(place.end, lineStart + whole.length) - place.start);
  const marks = '^'.repeat(Math.min(length, Math.max(1, FRAME_WIDTH - (column - 1 - from))));
  const gutter = String(line);
  const pad = ' '.repeat(gutter.length);
  return [
    `${paint('dim', `  ${gutter} |`)} ${shown}`,
    `${paint('dim', `  ${pad} |`)} ${' '.repeat(column - 1 - from)}${paint(color, marks)}`,
  ];
}

/** The part of a line from an index on, with an ellipsis in place of its first and its last character where more is cut. */
function cutLine(line: string, from: number): string {
  const end = from + FRAME_WIDTH;
  const before = from === 0 ? '' : '…';
  const after = end < line.length ? '…' : '';
  return before + line.slice(from + before.length, end - after.length) + after;
}

/** Untrusted text for a terminal: replaces each control, bidirectional and zero-width code unit with one visible character. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, c => (c === '\t' ? ' ' : '\uFFFD'));
}

export { CATALOGUE, type DiagnosticCode } from './codes.ts';
export { nearest, suggestion } from './suggestion.ts';
