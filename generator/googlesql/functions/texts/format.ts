/** FORMAT with a literal text of `%d`, `%s` and `%.Nf`, and their widths. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import { literalText, type Translator } from '../../calls.ts';
import { sizeOf } from '../../rows.ts';
import { LARGEST, orFail } from '../failing.ts';

/** The flag and the width, the digits after the point, and the letter. */
const SPECIFIER =
  /%(?:(?<flag>[0-]?)(?<width>[1-9]\d?)?(?:\.(?<digits>\d))?(?<letter>[dsf%]))?|[^%]+/gy;

/** One specifier of the text. */
interface Specifier {
  readonly flag: string;
  readonly width: bigint;
  readonly digits: string | undefined;
  readonly letter: string;
}

/** NULL if an argument is NULL. Returns `null` for any other text, and for arguments of other types. */
export const formatted: Translator = ([format, ...args]) => {
  const written = literalText(format);
  if (written === null) return null;
  const left = [...args];
  const pieces: PlanExpr[] = [];
  for (const { 0: part, groups = {} } of written.matchAll(SPECIFIER)) {
    const piece = part.startsWith('%') ? pieceOf(groups, left) : textLiteral(part);
    if (piece === null) return null;
    pieces.push(piece);
  }
  const [only, ...more] = pieces;
  if (left.length > 0 || only === undefined) return null;
  const text = more.length === 0 ? only : makeCall('concat', 'string', pieces);
  return args.some(({ scalar }) => scalar === 'float64') ? orFail(text, args) : text;
};

type Groups = Readonly<Record<string, string | undefined>>;

/** The text of one specifier. Takes its argument from `left`. */
function pieceOf({ flag = '', width, digits, letter }: Groups, left: PlanExpr[]): PlanExpr | null {
  if (letter === undefined) return null;
  if (letter === '%')
    return `${flag}${width ?? ''}${digits ?? ''}` === '' ? textLiteral('%') : null;
  const of = left.shift();
  if (of === undefined || sizeOf(of) > LARGEST) return null;
  const specifier = { flag, width: BigInt(width ?? 0), digits, letter };
  const text = textOf(of, specifier);
  return text === null ? null : filled(text, specifier);
}

function textOf(of: PlanExpr, { flag, width, digits, letter }: Specifier): PlanExpr | null {
  if (letter === 'f') {
    if (of.scalar !== 'float64' || digits === undefined || flag !== '') return null;
    return fixed(of, BigInt(digits));
  }
  if (digits !== undefined) return null;
  if (letter === 's') return of.scalar === 'string' && flag !== '0' ? of : null;
  if (of.scalar !== 'int64' || (flag !== '' && width === 0n)) return null;
  return makeCall('string_from_int64', 'string', [of]);
}

/** Some engine writes other digits from here on. */
const TOO_LARGE: PlanExpr = makeLiteral('float64', 1e15);

/** The digits of a float; NULL for a large one and for one that is not finite. */
function fixed(of: PlanExpr, digits: bigint): PlanExpr {
  // GoogleSQL writes a negative zero without its sign
  const unsigned = makeCall('float_key', 'float64', [of]);
  const text = makeCall('fixed_text', 'string', [unsigned, wholeLiteral(digits)], of.nullable);
  const size = makeCall('abs', 'float64', [of]);
  const isWritten = makeCall('lt', 'bool', [size, TOO_LARGE], of.nullable);
  return makeCall('if', 'string', [isWritten, text, nullLiteral('string')], true);
}

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
