/** Functions of texts. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { listOf, type Type } from '../../../core/types/scalar.ts';
import {
  anyNullable,
  literalCount,
  literalText,
  requiredParam,
  strictFunction,
  type Translator,
} from '../../calls.ts';
import { sizeOf } from '../../rows.ts';
import { checkedCall, computedOnce, LARGEST, orFail } from '../failing.ts';
import { initcap } from './initcap.ts';
import { extractAll, extractText, matchPattern, replacedBy } from './patterns.ts';
import { WHITESPACE } from './whitespace.ts';

/** The largest length of a padded text, number of repetitions, and position of a part. */
const MOST_MADE = 10_000n;

function text(of: PlanExpr | undefined): of is PlanExpr {
  return of?.scalar === 'string';
}

/** The first or last `count` code points. */
function end(fn: 'left' | 'right'): Translator {
  return (args, _, type) => {
    const [of, count] = args;
    const length = literalCount(count);
    return text(of) && length !== null && length >= 0n
      ? makeCall(fn, type, args, of.nullable)
      : null;
  };
}

/**
 * Code points from a start, which is counted from the beginning or, if negative, from the end. A start before the first code point means
 * the first.
 */
const part: Translator = ([of, start, length], _, type) => {
  const from = literalCount(start);
  const count = length === undefined ? 0n : literalCount(length);
  if (!text(of) || start === undefined) return null;
  if (from === null || count === null) return partComputed(of, start, length);
  if (count < 0n) return null;
  const size = length === undefined ? [] : [wholeLiteral(count)];
  if (from >= 0n)
    return makeCall(
      'substr',
      type,
      [of, wholeLiteral(from === 0n ? 1n : from), ...size],
      of.nullable,
    );
  const last = makeCall('right', type, [of, wholeLiteral(-from)], of.nullable);
  return size.length === 0 ? last : makeCall('left', type, [last, ...size], of.nullable);
};

/** No text is as long. Engines accept larger numbers in different ranges. */
const LONGEST = 1_000_000_000n;

/** A part of which a position is computed; fails for a negative length. */
function partComputed(
  of: PlanExpr,
  start: PlanExpr,
  length: PlanExpr | undefined,
): PlanExpr | null {
  const sizes = [of, start, ...(length === undefined ? [] : [length])].map(sizeOf);
  if (sizes.some(size => size > LARGEST)) return null;
  const isBefore = makeCall('lt', 'bool', [start, wholeLiteral(0n)], start.nullable);
  const first = within(1n, fromEnd(of, start));
  const from = makeCall('if', 'int64', [isBefore, first, within(1n, start)], first.nullable);
  if (length === undefined) return makeCall('substr', 'string', [of, from]);
  const args = [of, from, within(0n, length)];
  const found = makeCall('substr', 'string', args);
  const count = literalCount(length);
  if (count !== null) return count < 0n ? null : found;
  const isNegative = makeCall('lt', 'bool', [length, wholeLiteral(0n)], length.nullable);
  const value = makeCall('if', 'string', [isNegative, nullLiteral('string'), found], true);
  return orFail(value, [of, start, length]);
}

/** The position from 1 of one that is counted from the end. */
function fromEnd(of: PlanExpr, start: PlanExpr): PlanExpr {
  const size = makeCall('length', 'int64', [of]);
  const nullable = anyNullable([of, start]);
  return makeCall(
    'add',
    'int64',
    [size, makeCall('add', 'int64', [within(-LONGEST, start), wholeLiteral(1n)], start.nullable)],
    nullable,
  );
}

/** The number, at least `least`, and at most the last position of any text. */
function within(least: bigint, of: PlanExpr): PlanExpr {
  const low = makeCall('greatest', 'int64', [of, wholeLiteral(least)], of.nullable);
  return makeCall('least', 'int64', [low, wholeLiteral(LONGEST)], of.nullable);
}

/** Without a set of characters, GoogleSQL trims all Unicode whitespace. */
function trimmed(fn: 'trim' | 'ltrim' | 'rtrim'): Translator {
  return ([of, characters], _, type) => {
    if (!text(of)) return null;
    const set = characters === undefined ? WHITESPACE : literalText(characters);
    const isPlain = characters === undefined || /^[\x20-\x7e]+$/.test(set ?? '');
    return set !== null && isPlain ? makeCall(fn, type, [of, textLiteral(set)], of.nullable) : null;
  };
}

/** Pads to a literal length with a literal text. */
function padded(fn: 'lpad' | 'rpad'): Translator {
  return ([of, length, pad = textLiteral(' ')], _, type) => {
    const count = literalCount(length);
    const isMade = count !== null && count >= 0n && count <= MOST_MADE;
    if (!text(of) || !isMade || !literalText(pad)) return null;
    return makeCall(fn, type, [of, wholeLiteral(count), pad], of.nullable);
  };
}

const repeated: Translator = ([of, times], _, type) => {
  const count = literalCount(times);
  if (!text(of) || count === null || count < 0n || count > MOST_MADE) return null;
  return makeCall('repeat', type, [of, wholeLiteral(count)], of.nullable);
};

const replaced: Translator = (args, _, type) => {
  const [of, found] = args;
  return text(of) && literalText(found) ? makeCall('replace', type, args) : null;
};

/** Some engine maps letters one to one, and fails if a letter has several in the other case. */
function cased(fn: 'checked_lower' | 'checked_upper'): Translator {
  return (args, _, type) => (text(args[0]) ? checkedCall(fn, args, type) : null);
}

/** The parts of a text, between separators that a literal names. */
export const splitText: Translator = ([of, between = textLiteral(',')]) =>
  text(of) && literalText(between)
    ? makeCall('list_split', listOf('string'), [of, between], of.nullable)
    : null;

/** All parts of a text that a literal pattern finds. */
export const matches: Translator = ([of, written]) => {
  const regexp = literalText(written);
  return text(of) && regexp !== null ? extractAll(of, regexp) : null;
};

/** An item of SPLIT at a position from 0. Beyond the last item it is NULL if `isSafe`, and fails otherwise. */
export function splitItem(
  [of, between = textLiteral(',')]: readonly PlanExpr[],
  index: bigint,
  isSafe: boolean,
): PlanExpr | null {
  if (!text(of) || !literalText(between) || index < 0n || index > MOST_MADE) return null;
  const item = makeCall('split_part', 'string', [of, between, wholeLiteral(index + 1n)], true);
  return isSafe ? item : orFail(item, [of]);
}

/** LIKE with a pattern: `%` matches any text, `_` any code point, and a backslash escapes the next character. */
const like: Translator = ([of, pattern]) => {
  const written = literalText(pattern);
  if (!text(of) || pattern === undefined) return null;
  if (written === null) return likeComputed(of, pattern);
  if (written.includes('\0')) return null;
  const parts = written.match(/\\.|[^\\]/gsu) ?? [];
  if (parts.join('') !== written) return null;
  const [isOpen, isClosed] = [parts[0] === '%', parts.length > 1 && parts.at(-1) === '%'];
  const inner = parts.slice(isOpen ? 1 : 0, isClosed ? -1 : undefined);
  if (inner.length === 0)
    return isOpen || isClosed
      ? never(of)
      : makeCall('eq', 'bool', [of, textLiteral('')], of.nullable);
  if (inner.some(one => one === '%' || one === '_')) return likePattern(of, parts);
  const found = textLiteral(
    inner.map(one => (one.length > 1 && one.startsWith('\\') ? one.slice(1) : one)).join(''),
  );
  const fn = isOpen ? (isClosed ? 'contains' : 'ends_with') : isClosed ? 'starts_with' : 'eq';
  return makeCall(fn, 'bool', [of, found], of.nullable);
};

/** A computed pattern; fails if it contains a backslash, because some engine reads those in its own way. */
function likeComputed(of: PlanExpr, pattern: PlanExpr): PlanExpr | null {
  if (!text(pattern) || sizeOf(pattern) > LARGEST) return null;
  const isOther = makeCall('contains', 'bool', [pattern, textLiteral('\\')], pattern.nullable);
  const found = makeCall('like', 'bool', [of, pattern], of.nullable || pattern.nullable);
  return orFail(makeCall('if', 'bool', [isOther, nullLiteral('bool'), found], true), [of, pattern]);
}

/** True, or NULL if `of` is NULL. */
function never(of: PlanExpr): PlanExpr {
  return makeCall('starts_with', 'bool', [of, textLiteral('')], of.nullable);
}

function likePattern(of: PlanExpr, parts: readonly string[]): PlanExpr | null {
  const pattern = parts.map(one => {
    if (one === '%') return '(?:.|\\n)*';
    if (one === '_') return '(?:.|\\n)';
    const letter = one.length > 1 && one.startsWith('\\') ? one.slice(1) : one;
    return letter.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  });
  return matchPattern(of, `^${pattern.join('')}$`);
}

/** LIKE with several patterns: any or all must match. */
function likeEach(fn: 'or' | 'and'): Translator {
  return ([of, ...patterns], ...call) => {
    if (of === undefined || sizeOf(of) > LARGEST) return null;
    const tests = patterns.flatMap(one => like([of, one], ...call) ?? []);
    const [only] = tests;
    if (only === undefined || tests.length < patterns.length) return null;
    return tests.length === 1 ? only : makeCall(fn, 'bool', tests);
  };
}

const digest =
  (fn: 'md5_hex' | 'sha1_hex' | 'sha256_hex'): Translator =>
  args =>
    text(args[0]) ? makeCall(fn, 'string', args) : null;

const pattern: Translator = ([of, written], _, __, params) => {
  const regexp = literalText(written);
  if (text(of) && written !== undefined && requiredParam(written, params)?.of === 'pattern')
    return makeCall('matches', 'bool', [of, written], of.nullable);
  return text(of) && regexp !== null ? matchPattern(of, regexp) : null;
};

/** A later text that a pattern finds, from a literal position on; a pattern that asks what is before it is refused there. */
function extractLater(
  of: PlanExpr,
  regexp: string,
  [position, occurrence = wholeLiteral(1n)]: readonly PlanExpr[],
): PlanExpr | null {
  const [from, count] = [literalCount(position), literalCount(occurrence)];
  const isKnown = from !== null && count !== null && from > 0n && count > 0n;
  if (!isKnown || from > MOST_MADE || count > MOST_MADE) return null;
  if (from > 1n && /[\^\\]/.test(regexp.replace(/\[\^|\\[.dDsSwW]/g, ''))) return null;
  const rest = from === 1n ? of : makeCall('substr', 'string', [of, wholeLiteral(from)]);
  const found = extractAll(rest, regexp);
  return found === null
    ? null
    : makeCall('list_item', 'string', [found, wholeLiteral(count - 1n)], true);
}

const extract: Translator = ([of, written, ...more]) => {
  const regexp = literalText(written);
  if (!text(of) || regexp === null) return null;
  if (more.length > 0) return extractLater(of, regexp, more);
  return computedOnce(of, one => {
    const [found, value] = [matchPattern(one, regexp), extractText(one, regexp)];
    if (found === null || value === null) return null;
    return makeCall('if', 'string', [found, value, nullLiteral('string')], true);
  });
};

const replacePattern: Translator = ([of, written, by]) => {
  const [regexp, put] = [literalText(written), literalText(by)];
  return text(of) && regexp !== null && put !== null ? replacedBy(of, regexp, put) : null;
};

const TEXT: readonly Type[] = ['string'];

export const TEXT_TRANSLATORS: Readonly<Record<string, Translator>> = {
  concat: strictFunction('concat', TEXT),
  $concat_op: strictFunction('concat', TEXT),
  length: strictFunction('length', TEXT),
  char_length: strictFunction('length', TEXT),
  character_length: strictFunction('length', TEXT),
  lower: cased('checked_lower'),
  upper: cased('checked_upper'),
  initcap,
  left: end('left'),
  right: end('right'),
  replace: replaced,
  repeat: repeated,
  substr: part,
  substring: part,
  trim: trimmed('trim'),
  ltrim: trimmed('ltrim'),
  rtrim: trimmed('rtrim'),
  lpad: padded('lpad'),
  rpad: padded('rpad'),
  $like: like,
  $like_any: likeEach('or'),
  $like_all: likeEach('and'),
  regexp_contains: pattern,
  regexp_extract: extract,
  regexp_replace: replacePattern,
  md5: digest('md5_hex'),
  sha1: digest('sha1_hex'),
  sha256: digest('sha256_hex'),
};
