/** FORMAT with a literal text of `%d`, `%s`, `%.Nf`, `%t` and `%T`, and their widths. */
import { makeCall, testNull } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import type { Type } from '../../../core/types/scalar.ts';
import { fits, literalText, type Translator } from '../../calls.ts';
import { sizeOf } from '../../rows.ts';
import { TRANSLATED_CASTS } from '../casts.ts';
import { LARGEST, orFail } from '../failing.ts';
import { DIGITS, FIXED, withCommas } from './fixed-texts.ts';

/** The apostrophe, the flag and the width, the digits after the point, and the letter. */
const SPECIFIER =
  /%(?:(?<apart>'?)(?<flag>[0-]?)(?<width>[1-9]\d?)?(?:\.(?<digits>\d))?(?<letter>[dsftT%]))?|[^%]+/gy;

/** One specifier of the text. */
interface Specifier {
  /** Whether commas stand between groups of three digits. */
  readonly isApart: boolean;
  readonly flag: string;
  readonly width: bigint;
  readonly digits: string | undefined;
  readonly letter: string;
}

/** NULL if an argument is NULL, but for one of `%t` or `%T`, which is the text NULL. Returns `null` for any other text, and for arguments of other types. */
export const formatted: Translator = ([format, ...args]) => {
  const written = literalText(format);
  if (written === null) return null;
  const left = [...args];
  const pieces: PlanExpr[] = [];
  const strict: PlanExpr[] = [];
  for (const { 0: part, groups = {} } of written.matchAll(SPECIFIER)) {
    const [of] = left;
    const piece = part.startsWith('%') ? pieceOf(groups, left) : textLiteral(part);
    if (piece === null) return null;
    if (of !== undefined && /^[dsf]$/.test(groups['letter'] ?? '')) strict.push(of);
    pieces.push(piece);
  }
  const [only, ...more] = pieces;
  if (left.length > 0 || only === undefined) return null;
  const text = more.length === 0 ? only : makeCall('concat', 'string', pieces);
  const isFailing = args.some(arg =>
    strict.includes(arg) ? FIXED[arg.scalar] !== undefined : mayBeUnwritten(arg),
  );
  return isFailing ? orFail(text, strict) : text;
};

type Groups = Readonly<Record<string, string | undefined>>;

/** The text of one specifier. Takes its argument from `left`. */
function pieceOf(
  { apart = '', flag = '', width, digits, letter }: Groups,
  left: PlanExpr[],
): PlanExpr | null {
  if (letter === undefined) return null;
  if (letter === '%')
    return `${apart}${flag}${width ?? ''}${digits ?? ''}` === '' ? textLiteral('%') : null;
  const of = left.shift();
  if (of === undefined || sizeOf(of) > LARGEST) return null;
  const isApart = apart !== '';
  const specifier = { isApart, flag, width: BigInt(width ?? 0), digits, letter };
  const text = textOf(of, specifier);
  return text === null ? null : filled(text, specifier);
}

function textOf(of: PlanExpr, specifier: Specifier): PlanExpr | null {
  const { isApart, flag, width, digits, letter } = specifier;
  if (isApart) return apartText(of, specifier);
  if (letter === 'f') {
    if (digits === undefined || flag === '0') return null;
    return FIXED[of.scalar]?.(of, BigInt(digits)) ?? null;
  }
  if (digits !== undefined) return null;
  if (letter === 't' || letter === 'T') return flag === '0' ? null : anyText(of, letter === 'T');
  if (letter === 's') return of.scalar === 'string' && flag !== '0' ? of : null;
  if (of.scalar !== 'int64' || (flag !== '' && width === 0n)) return null;
  return makeCall('string_from_int64', 'string', [of]);
}

/** A number with commas between groups of three digits. */
function apartText(of: PlanExpr, { flag, letter, ...specifier }: Specifier): PlanExpr | null {
  const most = DIGITS[of.scalar];
  if (!/^[df]$/.test(letter) || flag === '0' || most === undefined) return null;
  const text = textOf(of, { ...specifier, flag, letter, isApart: false });
  return text === null ? null : withCommas(text, most);
}

/** The words before the quoted text of a literal. */
const QUOTED: Readonly<Partial<Record<Type, string>>> = {
  string: '',
  decimal: 'NUMERIC ',
  date: 'DATE ',
  timestamp: 'TIMESTAMP ',
  datetime: 'DATETIME ',
};

/** A value as text, or as GoogleSQL's literal. NULL is the text NULL; a text that engines write in different ways is NULL. */
function anyText(of: PlanExpr, isLiteral: boolean): PlanExpr | null {
  const text = textOfAny(of);
  const word = QUOTED[of.scalar];
  if (text === null) return null;
  const written = isLiteral && word !== undefined ? quoted(text, word) : text;
  const isNull = testNull(of);
  return makeCall('if', 'string', [isNull, textLiteral('NULL'), written], mayBeUnwritten(of));
}

function textOfAny(of: PlanExpr): PlanExpr | null {
  if (of.scalar === 'string') return of;
  if (of.scalar !== 'float64')
    return TRANSLATED_CASTS.get(`${of.scalar} string`)?.(of, 'string') ?? null;
  return withPoint(of, makeCall('string_from_float64', 'string', [of], true));
}

/** Whether engines write some values in different ways. */
function mayBeUnwritten({ scalar }: PlanExpr): boolean {
  return scalar === 'float64' || scalar === 'string';
}

/** The text of a float, which has a point; that of a negative zero has its sign, which an angle shows. */
function withPoint(of: PlanExpr, text: PlanExpr): PlanExpr {
  const { nullable } = text;
  const parts = [text, textLiteral('^(-?[0-9]+)$'), textLiteral('\\1.0')];
  const written = makeCall('regexp_replace', 'string', parts, nullable);
  const isZero = makeCall('eq', 'bool', [of, makeLiteral('float64', 0)], of.nullable);
  const angle = makeCall('atan2', 'float64', [of, makeLiteral('float64', -1)], of.nullable);
  const isBelow = makeCall('lt', 'bool', [angle, makeLiteral('float64', 0)], of.nullable);
  const isNegative = makeCall('and', 'bool', [isZero, isBelow], of.nullable);
  return makeCall('if', 'string', [isNegative, textLiteral('-0.0'), written], nullable);
}

function quoted(text: PlanExpr, word: string): PlanExpr {
  const parts = [textLiteral(`${word}"`), text, textLiteral('"')];
  const literal = makeCall('concat', 'string', parts, text.nullable);
  if (word !== '') return literal;
  const isPlain = fits(text, PLAIN);
  return makeCall('if', 'string', [isPlain, literal, nullLiteral('string')], true);
}

/** Texts that a literal contains as they are. */
const PLAIN = '^[^"\\\\[:cntrl:]]*$';

/** The text, filled to a width. A longer text stays as it is. */
function filled(text: PlanExpr, { flag, width, letter }: Specifier): PlanExpr {
  if (width === 0n) return text;
  const length = makeCall('length', 'int64', [text]);
  const isShort = makeCall('lt', 'bool', [length, wholeLiteral(width)], text.nullable);
  const pad = flag === '0' && letter === 'd' ? zeros(text, width) : spaces(text, flag, width);
  return makeCall('if', 'string', [isShort, pad, text], text.nullable);
}

function spaces(text: PlanExpr, flag: string, width: bigint): PlanExpr {
  const fn = flag === '-' ? 'rpad' : 'lpad';
  return makeCall(fn, 'string', [text, wholeLiteral(width), textLiteral(' ')], text.nullable);
}

/** Zeros stand behind the sign. */
function zeros(text: PlanExpr, width: bigint): PlanExpr {
  const { nullable } = text;
  const digits = makeCall('replace', 'string', [text, textLiteral('-'), textLiteral('')], nullable);
  const fill = (to: bigint) =>
    makeCall('lpad', 'string', [digits, wholeLiteral(to), textLiteral('0')], nullable);
  const isNegative = makeCall('starts_with', 'bool', [text, textLiteral('-')], nullable);
  const signed = makeCall('concat', 'string', [textLiteral('-'), fill(width - 1n)], nullable);
  return makeCall('if', 'string', [isNegative, signed, fill(width)], nullable);
}
