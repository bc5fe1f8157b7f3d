/** RE2 patterns, of callers and of specifications: valid, and read alike by every engine. */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { printable } from '../diagnostics.ts';
import { whole } from './expressions.ts';
import { UNICODE_CLASSES } from './unicode-classes.ts';

/** Why `pattern` cannot be searched for, in words; `null` where it can. */
export function patternFault(pattern: string): string | null {
  return syntaxFault(pattern) ?? portabilityFault(pattern);
}

/** Why a whole text cannot be matched against `pattern`, in words; `null` where it can. */
export function wholePatternFault(pattern: string): string | null {
  const fault = patternFault(pattern);
  if (fault !== null || syntaxFault(whole(pattern)) === null) return fault;
  return 'a `\\Q` has no `\\E`';
}

/** re2js agrees with the engines' RE2 on what is well-formed, apart from what `portabilityFault` names. */
function syntaxFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return reason(error.error, error.input);
    if (error instanceof RE2JSException) return 'it is too large';
    throw error;
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['invalid character class range', 'there is no such character class or range'],
  ['invalid escape sequence', 'there is no such escape'],
  ['invalid named capture', 'a named group is not well-formed'],
  ['invalid or unsupported Perl syntax', 'this group syntax is not part of RE2'],
  ['invalid nested repetition operator', 'a repetition is repeated'],
  ['invalid repeat count', 'a repetition exceeds 1000 or ends before it begins'],
  ['missing closing ]', 'a `]` is missing'],
  ['missing closing )', 'a `)` is missing'],
  ['missing argument to repetition operator', 'there is nothing to repeat'],
  ['trailing backslash at end of expression', 'it ends in a backslash'],
  ['duplicate capture group name', 'two groups share a name'],
  ['unexpected )', 'a `)` has no `(`'],
  ['expression nests too deeply', 'it is nested too deeply'],
  ['expression too large', 'it is too large'],
]);
const FRAGMENT_LENGTH = 40;

function reason(error: string, fragment: string | null): string {
  const words = REASONS.get(error) ?? 'its syntax is not valid';
  return fragment === null || fragment === '' || fragment.length > FRAGMENT_LENGTH
    ? words
    : `${words} in \`${printable(fragment)}\``;
}

/** A valid pattern's tokens: quoted texts, escapes, classes, openers of groups and flags, single characters. */
const QUOTED = String.raw`\\Q(?:(?!\\E).)*(?:\\E)?`;
const CLASS = String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]`;
const TOKEN = new RegExp(
  String.raw`${QUOTED}|\\[pPx]\{[^}]*\}|\\.|${CLASS}|\(\?P?<[^>]*>|\(\?[\w-]*[:)]|.`,
  'gsu',
);
const CLASS_NAME = new RegExp(String.raw`${QUOTED}|\\[pP]\{\^?([^}]*)\}|\\.`, 'gsu');

/** What re2js accepts and some engine refuses or reads in another way; each rule was found by running all of them. */
function portabilityFault(pattern: string): string | null {
  const tokens = pattern.match(TOKEN) ?? [];
  for (const [, name] of pattern.matchAll(CLASS_NAME)) {
    if (name !== undefined && !UNICODE_CLASSES.has(name)) return `\`\\p{${name}}\` is not known`;
  }
  // DuckDB's RE2, and that of ZetaSQL, are older than this form.
  const named = tokens.find(token => token.startsWith('(?<'));
  if (named !== undefined) return `\`${named}\` is written \`(?P${named.slice(2)}\` in RE2`;
  // Beyond the beginning, flags meet faults of RE2 (`[a](?i)|[a]` in DuckDB) and of ClickHouse's prefilter (`ab(?m)*`).
  const flags = tokens.find((token, at) => at > 0 && isFlags(token));
  if (flags !== undefined) return `\`${flags}\` stands only at its beginning`;
  // ClickHouse's prefilter applies a repetition behind it to nothing, RE2 to what stands before it.
  if (tokens.some(token => token === '\\Q\\E' || token === '\\Q')) return 'a `\\Q` quotes nothing';
  return optionalFault(tokens) ?? likeFault(tokens);
}

/** ClickHouse's prefilter takes only the last byte of an optional character away: `café?` would not find `caf`. */
function optionalFault(tokens: readonly string[]): string | null {
  const optional = tokens.find((token, at) => {
    const next = tokens[at + 1];
    const mayBeNone = next === '?' || next === '*' || (next === '{' && tokens[at + 2] === '0');
    return mayBeNone && /^[^\p{ASCII}]$/u.test(token);
  });
  return optional === undefined
    ? null
    : `a repeated \`${optional}\` stands in a group, \`(?:${optional})\``;
}

const BEGINS: ReadonlySet<string> = new Set(['^', '\\A']);
const ENDS: ReadonlySet<string> = new Set(['$', '\\z']);

/**
 * DuckDB turns a plain sequence of characters and anchors into LIKE, and there skips anchors and empty groups wherever they
 * stand: `$a` finds `ba`, and `(?:)b` finds only what begins with b. An alternative or a capturing group prevents that.
 */
function likeFault(tokens: readonly string[]): string | null {
  if (tokens.some(token => token === '|' || token === '(' || token.startsWith('(?P<'))) return null;
  const grouped = tokens.filter(token => !isFlags(token));
  if (grouped.some((token, at) => isOpener(token) && grouped[at + 1] === ')')) {
    return 'a group is empty';
  }
  const parts = grouped.filter(token => token !== ')' && !isOpener(token));
  const misplaced = parts.some(
    (part, at) => (BEGINS.has(part) && at > 0) || (ENDS.has(part) && at < parts.length - 1),
  );
  return misplaced ? '`^` stands only at its beginning and `$` only at its end' : null;
}

function isFlags(token: string): boolean {
  return /^\(\?[\w-]*\)$/.test(token);
}

function isOpener(token: string): boolean {
  return /^\(\?[\w-]*:$/.test(token);
}
