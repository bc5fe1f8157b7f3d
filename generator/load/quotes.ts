/** Finds quotes that are not closed where their text ends. The YAML library would report the place where it no longer understands the text. */
import { CST, type ErrorCode, type YAMLError } from 'yaml';
import { quotedValue } from '../core/report/whole-text.ts';

export interface WrongQuote {
  readonly start: number;
  /** The end of its line. */
  readonly end: number;
  readonly message: string;
  readonly hint: string;
}

const MISPLACED: ReadonlySet<ErrorCode> = new Set(['MISSING_CHAR', 'UNEXPECTED_TOKEN']);

/** The text in quotes whose end is not where it is meant; `null` if there is none. `errors`: the faults that follow from it. */
export function wrongQuote(
  text: string,
  tokens: readonly CST.Token[],
  errors: readonly YAMLError[],
): WrongQuote | null {
  const quoted = tokens.flatMap(quotedIn);
  const open = quoted.find(
    ({ source }) => source.length === 1 || !source.endsWith(source.charAt(0)),
  );
  if (open !== undefined) return unclosed(text, open);
  const misplaced = errors.find(({ code }) => MISPLACED.has(code));
  if (misplaced === undefined) return null;
  const [at] = misplaced.pos;
  const before = quoted.find(token => isBefore(text, token, at));
  return before === undefined ? null : closedEarly(text, before);
}

/** Depth is at most `MAX_YAML_DEPTH`, so recursion is safe. */
function quotedIn(token: CST.Token): readonly CST.FlowScalar[] {
  if (token.type === 'document') return token.value === undefined ? [] : quotedIn(token.value);
  if (token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar')
    return [token];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) =>
    [key, value].flatMap(part => (part ? quotedIn(part) : [])),
  );
}

/** More space between the two is not searched. */
const MAX_SPACE = 20;

function isBefore(text: string, { offset, source }: CST.FlowScalar, at: number): boolean {
  const end = offset + source.length;
  return end <= at && at - end <= MAX_SPACE && /^[ \t]*$/.test(text.slice(end, at));
}

function unclosed(text: string, { offset: start, source }: CST.FlowScalar): WrongQuote {
  const line = lineFrom(text, start);
  const quote = source.charAt(0);
  const hint = isWhole(line) ? `Write \`${line}${quote}\`.` : `Close it with \`${quote}\`.`;
  const message = 'The quote is not closed on its line';
  return { start, end: start + line.length, message, hint };
}

/** Before any other text, a comma is missing. */
const OPERATOR = /^\s+(?:[=<>!+*/|-]|(?:and|between|in|is|like|not|or)\b)/i;

function closedEarly(text: string, { offset: start, source }: CST.FlowScalar): WrongQuote | null {
  const line = lineFrom(text, start);
  const rest = line.slice(source.length);
  const isApostrophe = /^\w/.test(rest);
  if (source.includes('\n') || !(isApostrophe || OPERATOR.test(rest))) return null;
  const inner = line.slice(1, line.endsWith(source.charAt(0)) ? -1 : undefined);
  const hint = isWhole(line)
    ? `Write \`${quotedValue(isApostrophe ? inner : line)}\`.`
    : 'Put the whole text between quotes of the other kind.';
  const message = `The quote closes at \`${source}\`, and more text follows`;
  return { start, end: start + line.length, message, hint };
}

/** Whether the text is meant up to the end of its line: between braces and brackets, it may end before. */
function isWhole(line: string): boolean {
  return !/[,\]}#]/.test(line);
}

/** The text from `at` to the end of its line, without the space before the end. */
function lineFrom(text: string, at: number): string {
  return (/^[^\n]*/.exec(text.slice(at))?.[0] ?? '').trimEnd();
}
