/** The tree of any text, read by the YAML library, or the faults of the text. */
import { Composer, type ErrorCode, type YAMLError } from 'yaml';
import { counting, type Place, type Report, type SourceText } from '../core/report/diagnostics.ts';
import { quoteHint } from '../core/report/whole-text.ts';
import type { Document } from '../core/spec/document.ts';
import { unclosedBrackets } from './brackets.ts';
import { wrongQuote } from './quotes.ts';
import { describeSyntaxFault, isFeature } from './syntax-faults.ts';
import { readTokens, type YamlTokens } from './tokens.ts';
import { buildTree } from './tree.ts';
import { unquotedText } from './unquoted.ts';

/**
 * The tree of the text. Reports every YAML fault, as `unquoted-text` if the meaning of a text is certain; a tree with faults is not `sound`.
 * Returns `null` if the tree cannot be trusted.
 */
export function readWithLibrary(source: SourceText, report: Report): Document | null {
  const faults = counting(report);
  const tokens = readTokens(source, faults.report);
  if (tokens === null) return null;
  const contents = compose(source, tokens, faults.report);
  if (contents === null) return null;
  const root = buildTree(source, contents.value, faults.report);
  return tokens.sound ? { source, root, sound: faults.count() === 0 } : null;
}

/** For editors: as much of the tree of a broken text as can be read. Reports no faults. Returns `null` if nothing can be read. */
export function outlineOf(source: SourceText): Document | null {
  const unheard: Report = () => {};
  const tokens = readTokens(source, unheard);
  if (tokens === null) return null;
  const [first] = composed(source, tokens);
  if (first === undefined) return null;
  return { source, root: buildTree(source, first.contents, unheard), sound: false };
}

function compose(
  source: SourceText,
  tokens: YamlTokens,
  report: Report,
): { readonly value: unknown } | null {
  const [first, second] = composed(source, tokens);
  if (first === undefined) throw new Error('The composer made no document.');
  const quote = wrongQuote(source.text, tokens.tokens, first.errors);
  if (quote !== null) report('yaml-syntax', { source, ...quote }, quote.message, quote.hint);
  const unclosed = quote === null ? reportUnclosed(source, tokens.tokens, report) : [quote.start];
  const rest = withoutEffects(first.errors, unclosed);
  const errors = unclosed.length + reportSyntax(source, rest, first.contents, report);
  if (second !== undefined) {
    const [start] = second.range;
    const message = 'A second document begins here; a specification is one document';
    report('yaml-feature', { source, start, end: start }, message, 'Use one file for each.');
  }
  return errors === 0 && second === undefined ? { value: first.contents } : null;
}

function composed({ text }: SourceText, { tokens }: YamlTokens) {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    merge: false,
    // the library's own search for equal keys is quadratic; the tree finds them while it is built
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return withoutStacks(() => [...composer.compose(tokens, true, text.length)]);
}

/** The library creates an `Error` for each fault. Capturing 130,000 stacks that nobody reads would take a second. */
function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Reports unclosed brackets; of nested ones, only the innermost. */
function reportUnclosed(
  source: SourceText,
  tokens: YamlTokens['tokens'],
  report: Report,
): readonly number[] {
  const unclosed = unclosedBrackets(tokens);
  for (const { start, open, close, around } of unclosed) {
    if (around) continue;
    const hint = `Close it with \`${close}\`; lines between the two are indented.`;
    const place = { source, start, end: start + open.length };
    report('yaml-syntax', place, `The \`${open}\` is not closed`, hint);
  }
  return unclosed.map(({ start }) => start);
}

/** Faults that may only follow from an open bracket or quote. */
const EFFECTS: ReadonlySet<ErrorCode> = new Set([
  'BAD_INDENT',
  'BLOCK_IN_FLOW',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
]);

function withoutEffects(
  errors: readonly YAMLError[],
  unclosed: readonly number[],
): readonly YAMLError[] {
  const first = Math.min(...unclosed);
  return errors.filter(({ code, pos: [at] }) => at <= first || !EFFECTS.has(code));
}

/**
 * Reports one fault per line, and only one misplaced part per file: the library often reports several faults for one mistake, and more for
 * the text after it. Returns the number of faults, reported or not.
 */
function reportSyntax(
  source: SourceText,
  errors: readonly YAMLError[],
  contents: unknown,
  report: Report,
): number {
  const faults = errors.filter(({ code }) => !isFeature(code));
  let lineEnd = -1;
  let unexpected = false;
  for (const error of faults.sort((a, b) => a.pos[0] - b.pos[0])) {
    const place = placeOf(source, error);
    if (place.start <= lineEnd || (unexpected && error.code === 'UNEXPECTED_TOKEN')) continue;
    unexpected ||= error.code === 'UNEXPECTED_TOKEN';
    const newline = source.text.indexOf('\n', place.start);
    lineEnd = newline === -1 ? source.text.length : newline;
    const { message, hint } = describeSyntaxFault(error.code, source.text, place.start);
    const text = unquotedText(source, error, contents);
    if (text === null) report('yaml-syntax', place, message, hint);
    else report('unquoted-text', text, message, quoteHint(source.text.slice(text.start, text.end)));
  }
  return faults.length;
}

function placeOf(source: SourceText, { pos: [from, to] }: YAMLError): Place {
  const start = Math.max(0, Math.min(from, source.text.length));
  return { source, start, end: Math.max(start, Math.min(to, source.text.length)) };
}
