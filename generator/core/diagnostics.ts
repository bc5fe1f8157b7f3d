/**
 * What quern says to an author: a code, a place, a fact and a hint, as plain data.
 *
 * Phases collect diagnostics and never throw for an author's mistake. Adding a code is one line in `CATALOGUE`, a page in
 * `docs/diagnostics/` and a scenario.
 */
import { styleText } from 'node:util';

/** Every code with the title of its page. A code is never reused for another meaning. */
export const CATALOGUE = {
  // load: the text as YAML
  'file-too-large': 'A specification file is larger than 256 KiB',
  'file-unreadable': 'A specification or template cannot be read as UTF-8 text',
  'control-character': 'The text holds a control character or a lone surrogate',
  'yaml-syntax': 'The file is not well-formed YAML',
  'yaml-feature': 'A feature of YAML that specifications do not use',
  'yaml-too-deep': 'The file is nested deeper than 32 levels or holds more than 20,000 nodes',
  'duplicate-key': 'A key occurs twice in one mapping',
  'forbidden-key': 'A key that specifications may not use',
  // validate: the shape
  'unknown-key': 'A key that is unknown in its place',
  'missing-key': 'A required key is missing',
  'wrong-type': 'A value of the wrong kind',
  'invalid-value': 'A value that its key does not accept',
  'invalid-name': 'A name that does not fit the rules for names',
  'invalid-duration': 'A text that is not a duration',
  'invalid-step': 'A text that is not a step of time',
  // resolve: names
  'duplicate-name': 'Two things share a name',
  'reserved-name': 'A name that quern reserves',
  'duplicate-id': 'Two endpoints share an identifier',
  'unknown-source': 'A data set that is not declared',
  'unknown-column': 'A column or field that the data set does not have',
  'unknown-parameter': 'A parameter that the endpoint does not declare',
  'unknown-function': 'A function that the portable library does not have',
  'unknown-enum-value': 'A comparison with a text that the enum does not have',
  'unknown-output': 'An output column that the endpoint does not have',
  'unknown-engine': 'An engine that quern has no dialect for',
  'unused-parameter': 'A parameter that nothing uses',
  'missing-table': 'A data set has no table on an enabled engine',
  'sql-text': 'Engine SQL in a data set that cannot stand inside a statement',
  // resolve: parameters
  'parameter-conflict': 'Options of a parameter that contradict each other',
  'invalid-default': 'A default or example that its own parameter does not accept',
  'invalid-pattern': 'A pattern that is not valid RE2',
  'maybe-absent': 'A parameter that may be absent is used as if it were present',
  'never-absent': 'A guard on a parameter that is always present',
  // resolve: expressions
  'expression-syntax': 'An expression with a syntax error',
  'expression-too-large': 'An expression that is too long or nested too deep',
  'type-mismatch': 'Operands or arguments of incompatible types',
  'wrong-arguments': 'A function called with wrong arguments',
  'misplaced-aggregate': 'An aggregate where rows are not grouped',
  'not-grouped': 'A column that is neither grouped nor aggregated',
  'misplaced-record': 'A record where a single value is needed',
  'cyclic-output': 'Columns that refer to each other in a circle',
  'unsupported-function': 'A function that an enabled engine does not support',
  // resolve: clauses
  'choice-mismatch': 'A table by enum value that does not match the enum',
  'too-many-buckets': 'A window with more buckets than `max_rows` allows',
  'clause-conflict': 'Clauses that contradict each other',
  // resolve: tests
  'invalid-test': 'A test that does not fit its endpoint',
  // test: rows
  'failing-test': 'A test whose answer differs from the expected rows',
  // config: `quern.yaml`
  'config-variable': 'An environment variable that the configuration reads is not set',
  // templates: files in place of ours
  'unknown-template': 'A file in `templates/` that replaces no template',
  'unknown-hole': 'A template has an unknown hole',
  'invalid-template': 'A template that does not parse',
} as const satisfies Readonly<Record<string, string>>;
export type DiagnosticCode = keyof typeof CATALOGUE;

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
  /** What to do about it; begins with a verb. `null` where the fact says it all. */
  readonly hint: string | null;
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

/** A report that also tells how often it was used. */
export function counting(report: Report): {
  readonly report: Report;
  readonly count: () => number;
} {
  let count = 0;
  const counted: Report = (...fault) => {
    count += 1;
    report(...fault);
  };
  return { report: counted, count: () => count };
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

/** Orders by file, then place, then code, so that a report is the same whatever the order of work. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.place.source.file, b.place.source.file) ||
      a.place.start - b.place.start ||
      a.place.end - b.place.end ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
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
    file: source.file,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    message: diagnostic.message,
    hint: diagnostic.hint,
  };
}

/** At most this many diagnostics are printed in one report. */
export const MAX_PRINTED = 100;

/** The whole report as text, sorted, with code frames; then how many more there are. `color` is off by default. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], color = false): string {
  const sorted = sortDiagnostics(diagnostics);
  const shown = sorted.slice(0, MAX_PRINTED).map(d => renderDiagnostic(d, color));
  const more = sorted.length - shown.length;
  if (more > 0) shown.push(`… and ${more} more.\n`);
  return shown.join('\n');
}

/** One diagnostic: place and code, the fact, the frame, the hint. */
export function renderDiagnostic(diagnostic: Diagnostic, color = false): string {
  const { source, start } = diagnostic.place;
  const { line, column } = positionAt(source.text, start);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const head = `${paint('bold', `${source.file}:${line}:${column}`)} ${paint('red', `error[${diagnostic.code}]`)} ${printable(diagnostic.message)}`;
  const hint =
    diagnostic.hint === null ? [] : [`  ${paint('cyan', 'hint:')} ${printable(diagnostic.hint)}`];
  return `${[head, ...frame(diagnostic.place, paint), ...hint].join('\n')}\n`;
}

const FRAME_WIDTH = 100;

function frame(
  place: Place,
  paint: (style: 'dim' | 'red', text: string) => string,
): readonly string[] {
  const { text } = place.source;
  if (text.length === 0) return [];
  const { line, column } = positionAt(text, place.start);
  const lineStart = place.start - (column - 1);
  const newline = text.indexOf('\n', lineStart);
  const whole = text.slice(lineStart, newline === -1 ? text.length : newline).replace(/\r$/, '');
  const from = Math.max(0, Math.min(column - 1 - FRAME_WIDTH / 2, whole.length - FRAME_WIDTH));
  const shown = printable(whole.slice(from, from + FRAME_WIDTH));
  const length = Math.max(1, Math.min(place.end, lineStart + whole.length) - place.start);
  const marks = '^'.repeat(Math.min(length, Math.max(1, FRAME_WIDTH - (column - 1 - from))));
  const gutter = String(line);
  const pad = ' '.repeat(gutter.length);
  return [
    `${paint('dim', `  ${gutter} |`)} ${shown}`,
    `${paint('dim', `  ${pad} |`)} ${' '.repeat(column - 1 - from)}${paint('red', marks)}`,
  ];
}

/** Text of a stranger for a terminal: control, bidirectional and zero-width characters made visible, one unit each. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, c => (c === '\t' ? ' ' : '\uFFFD'));
}

export { nearest, suggestion } from './suggestion.ts';
