/** RE2 patterns of callers and of specifications: valid, and with the same meaning in every engine. */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { printable } from '../../core/report/diagnostics.ts';
import { counted } from '../../core/report/words.ts';
import type { PatternUse } from '../../functions/searched.ts';
import { wholePattern } from '../expressions.ts';
import { codePoints } from '../text.ts';
import { mayReadNothing } from './automaton.ts';
import { readLetterCase } from './case.ts';
import { costFault, MOST_COST, programCost, spell, tooCostly } from './cost.ts';
import { programOf } from './program.ts';
import { classNames, isFlags, isOpener, itemsWrittenOut, patternTokens } from './tokens.ts';
import { UNICODE_CLASSES } from './unicode-classes.ts';

/** The largest program that RE2 compiles in its 8 MiB has about 130,000 instructions; our count is an upper estimate. */
const MOST_OF_ENGINES = 100_000;
const TOO_LARGE = 'it is too large';

/** A valid pattern in another language than RE2, with the same meaning for that use; `null` if there is none. */
export type PatternSpelling = (pattern: string, use: PatternUse) => string | null;

/** Why `pattern` cannot be searched for, in words; `null` if it can. Its cost is the author's responsibility. */
export function patternFault(pattern: string): string | null {
  if (itemsWrittenOut(patternTokens(pattern), MOST_OF_ENGINES) > MOST_OF_ENGINES) return TOO_LARGE;
  const read = readPattern(pattern);
  if (typeof read === 'string') return read;
  const isTooLarge = programCost(programOf(read)) > MOST_OF_ENGINES;
  return isTooLarge ? TOO_LARGE : portabilityFault(pattern, read);
}

/** Why `pattern` cannot be matched against a whole text, in words; `null` if it can. */
export function wholePatternFault(pattern: string): string | null {
  const fault = patternFault(pattern);
  if (fault !== null || typeof readPattern(wholePattern(pattern)) !== 'string') return fault;
  return 'a `\\Q` has no `\\E`';
}

/** Whether a valid pattern may find the empty text somewhere. */
export function mayFindNothing(pattern: string): boolean {
  return mayReadNothing(programOf(RE2JS.compile(pattern)));
}

/** The most characters of a caller's pattern, so that reading one never takes long. */
export const MOST_PATTERN_CHARACTERS = 1_000;

/** The message for a caller's pattern that is too costly to search, in words after "must be"; else `null`. */
export function callerPatternFault(pattern: string): string | null {
  if (codePoints(pattern) > MOST_PATTERN_CHARACTERS)
    return `at most ${counted(MOST_PATTERN_CHARACTERS, 'character')} long`;
  if (itemsWrittenOut(patternTokens(pattern), MOST_COST) > MOST_COST) {
    return tooCostly(`more than ${spell(MOST_COST)}`);
  }
  const read = readPattern(pattern);
  if (typeof read === 'string') return invalid(read);
  const fault = portabilityFault(pattern, read);
  return fault === null ? costFault(read) : invalid(fault);
}

function invalid(fault: string): string {
  return `a valid RE2 pattern (${fault})`;
}

/** re2js accepts the same patterns as the engines' RE2, except those that `portabilityFault` reports. */
function readPattern(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return reason(error.error, error.input);
    if (error instanceof RE2JSException) return TOO_LARGE;
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

/** Look-around syntax. re2js reads some of it as a named group. */
const LOOK_AROUND = /^\(\?<?[=!]/;

function reason(error: string, fragment: string | null): string {
  const [lookAround] = LOOK_AROUND.exec(fragment ?? '') ?? [];
  if (lookAround !== undefined) return `RE2 has no look-around such as \`${lookAround}\``;
  const words = REASONS.get(error) ?? 'its syntax is not valid';
  return fragment === null || fragment === '' || fragment.length > FRAGMENT_LENGTH
    ? words
    : `${words} in \`${printable(fragment)}\``;
}

/**
 * Reports syntax that re2js accepts and some engine rejects or reads differently. Each rule was found by running all engines.
 */
function portabilityFault(pattern: string, compiled: RE2JS): string | null {
  const tokens = patternTokens(pattern);
  const unknown = classNames(pattern).find(name => !UNICODE_CLASSES.has(name));
  if (unknown !== undefined) return `\`\\p{${unknown}}\` is not a character class of RE2`;
  // The RE2 of DuckDB and of ZetaSQL is older than this form.
  const named = tokens.find(token => token.startsWith('(?<'));
  if (named !== undefined) return `\`${named}\` is written \`(?P${named.slice(2)}\` in RE2`;
  // Flags elsewhere trigger faults of RE2 (`[a](?i)|[a]` in DuckDB) and of ClickHouse's prefilter (`ab(?m)*`).
  const flags = tokens.find((token, at) => at > 0 && isFlags(token));
  if (flags !== undefined) return `\`${flags}\` is only allowed at the beginning of the pattern`;
  // ClickHouse's prefilter applies a repetition after it to nothing, RE2 to what precedes it.
  if (tokens.some(token => token === '\\Q\\E' || token === '\\Q'))
    return '`\\Q` must quote at least one character';
  // If nothing else is read, RE2 also finds `\B` between the bytes of one character.
  if (tokens.includes('\\B') && mayReadNothing(programOf(compiled))) {
    return 'a pattern with `\\B` must match at least one character';
  }
  return readLetterCase(tokens).fault ?? optionalFault(tokens) ?? likeFault(tokens);
}

/** ClickHouse's prefilter only removes the last byte of an optional character: `café?` would not find `caf`. */
function optionalFault(tokens: readonly string[]): string | null {
  const optional = tokens.find((token, at) => {
    const mayBeNone = /^(?:[?*]|\{0+[,}].*)$/.test(tokens[at + 1] ?? '');
    return mayBeNone && /^[^\p{ASCII}]$/u.test(token);
  });
  return optional === undefined
    ? null
    : `a repeated \`${optional}\` must be in a group, \`(?:${optional})\``;
}

const BEGINS: ReadonlySet<string> = new Set(['^', '\\A']);
const ENDS: ReadonlySet<string> = new Set(['$', '\\z']);

/**
 * DuckDB turns a plain sequence of characters and anchors into LIKE, and then ignores anchors and empty groups in any position:
 * `$a` finds `ba`, and `(?:)b` finds only what begins with b. An alternative or a capturing group prevents that.
 */
function likeFault(tokens: readonly string[]): string | null {
  if (tokens.some(token => token === '|' || token === '(' || token.startsWith('(?P<'))) return null;
  const grouped = tokens.filter(token => !isFlags(token));
  if (grouped.some((token, at) => isOpener(token) && grouped[at + 1] === ')')) {
    return 'a group must not be empty';
  }
  const parts = grouped.filter(token => token !== ')' && !isOpener(token));
  const misplaced = parts.some(
    (part, at) => (BEGINS.has(part) && at > 0) || (ENDS.has(part) && at < parts.length - 1),
  );
  return misplaced
    ? '`^` is only allowed at the beginning of the pattern, and `$` only at its end'
    : null;
}
