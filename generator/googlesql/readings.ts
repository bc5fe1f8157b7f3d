/**
 * Dates and instants from texts. Every engine reads the texts of one grammar, for the years 1900 to 2299. Any other text that GoogleSQL may
 * read fails; it never becomes NULL.
 */
import { makeCall } from '../core/expr/calls.ts';
import type { PlanExpr } from '../core/expr/expr.ts';
import { nullLiteral, textLiteral } from '../core/expr/literals.ts';
import { DAY_PATTERN } from '../core/types/days.ts';
import type { Type } from '../core/types/scalar.ts';
import { DAY } from '../params/time/instant.ts';
import { literalText, type Translator } from './calls.ts';
import { computedOnce, LARGEST, orFail, providedFor } from './functions/failing.ts';
import { formatOf, OFFSET } from './functions/times/read-formats.ts';
import { sizeOf } from './rows.ts';

const TIME = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?`;

/** The forms that every engine reads as GoogleSQL does, except for days that a month lacks. */
const WRITTEN: Readonly<Partial<Record<Type, string>>> = {
  date: `^${DAY}$`,
  timestamp: `^${DAY}(?:[T ]${TIME}${OFFSET}?)?$`,
};
/** The same without days that a month lacks: some engine reads 30 February as a day in March. */
const GRAMMARS: typeof WRITTEN = {
  ...WRITTEN,
  date: `^(?:${DAY_PATTERN})$`,
};
/** GoogleSQL reads only texts that begin like this. */
const BEGINNING = '^[0-9]{1,5}-[0-9]{1,2}-[0-9]{1,2}';

/** The date or instant in a text of the grammar; NULL for any other text. */
function readAs(of: PlanExpr, type: Type): PlanExpr | null {
  const grammar = GRAMMARS[type];
  if (grammar === undefined || sizeOf(of) > LARGEST) return null;
  const fn = type === 'date' ? 'date_from_string' : 'timestamp_from_string';
  return makeCall(
    'if',
    type,
    [fits(of, grammar), makeCall(fn, type, [of], true), nullLiteral(type)],
    true,
  );
}

function fits(of: PlanExpr, pattern: string): PlanExpr {
  return makeCall('fits', 'bool', [of, textLiteral(pattern)], of.nullable);
}

/** `CAST`. */
export function castText(of: PlanExpr, type: Type): PlanExpr | null {
  return computedOnce(of, text => {
    const value = readAs(text, type);
    return value === null ? null : orFail(value, [text]);
  });
}

/** `SAFE_CAST`: NULL for texts that GoogleSQL does not read either; fails for other texts that it may read. */
export function readTextSafely(of: PlanExpr, type: Type): PlanExpr | null {
  return computedOnce(of, text => {
    const value = readAs(text, type);
    const written = WRITTEN[type];
    if (value === null || written === undefined) return null;
    const isOther = makeCall('not', 'bool', [fits(text, BEGINNING)], text.nullable);
    return providedFor(text, [fits(text, written), isOther], value);
  });
}

/** Reads texts of one form. */
interface Reader {
  /** The letters of the format beside its tokens. */
  readonly letters: ReadonlySet<string>;
  readonly hasForm: (text: PlanExpr) => PlanExpr;
  /** NULL for a text in another form. */
  readonly read: (text: PlanExpr) => PlanExpr | null;
}

/** Returns `null` unless every engine can read texts by the literal format, as an instant of UTC or without a zone. */
function readerOf([format, , zone, ...more]: readonly PlanExpr[], type: Type): Reader | null {
  const written = literalText(format);
  const isUtc = zone === undefined || literalText(zone) === 'UTC';
  if (written === null || !isUtc || more.length > 0) return null;
  const letters = new Set(written.replace(/%(?:E\*)?./g, ''));
  if (type === 'timestamp' && written === '%s') return { letters, ...EPOCH };
  const isCivil = type === 'datetime';
  const instant = isCivil ? 'timestamp' : type;
  const form = formatOf(written, instant);
  if (form === null || (isCivil && hasOffset(written))) return null;
  const cut = (text: PlanExpr) => (written.includes('%E*S') ? toMicros(text) : text);
  const hasForm = (text: PlanExpr) => fits(cut(text), form.pattern);
  return {
    letters,
    hasForm,
    read: text => {
      const put = form.put.map(({ of, as = piece => piece }) => {
        const parts = [cut(text), textLiteral(form.pattern), textLiteral(of)];
        return as(makeCall('regexp_replace', 'string', parts, text.nullable));
      });
      const [only, ...more] = put;
      if (only === undefined) return null;
      const whole = more.length === 0 ? only : makeCall('concat', 'string', put);
      const found = computedOnce(whole, one => readAs(one, instant));
      if (found === null) return null;
      const value = isCivil ? makeCall('datetime_from_timestamp', type, [found], true) : found;
      return makeCall('if', type, [hasForm(text), value, nullLiteral(type)], true);
    },
  };
}

function hasOffset(format: string): boolean {
  return /%E?z/.test(format);
}

const isEpoch = (text: PlanExpr) => fits(text, '^-?(?:0|[1-9][0-9]{0,9})$');

/** Seconds since 1970, of the years 1653 to 2286. */
const EPOCH: Pick<Reader, 'hasForm' | 'read'> = {
  hasForm: isEpoch,
  read: text => {
    const seconds = makeCall('int64_from_string', 'int64', [text], true);
    const value = makeCall('from_epoch_seconds', 'timestamp', [seconds], true);
    return makeCall('if', 'timestamp', [isEpoch(text), value, nullLiteral('timestamp')], true);
  },
};

/** Reads a text by a literal format. A text in another form fails, even if GoogleSQL would read it. */
const parsed: Translator = (args, _, type) => {
  const [, of] = args;
  const reader = readerOf(args, type);
  if (of?.scalar !== 'string' || reader === null) return null;
  return computedOnce(of, text => {
    const value = reader.read(text);
    return value === null ? null : orFail(value, [text]);
  });
};

/** Letters of texts that are no dates, such as `(not set)`. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `SAFE`: NULL for days that a month lacks, and for texts with letters or brackets that the format lacks. Any other text in another form fails. */
const parsedSafely: Translator = (args, _, type) => {
  const [format, of] = args;
  const reader = readerOf(args, type);
  const written = literalText(format);
  // an instant of seconds or with an offset may be out of range
  const isBounded = written !== null && written !== '%s' && !hasOffset(written);
  if (of?.scalar !== 'string' || reader === null || !isBounded) return null;
  const others = [...LETTERS].filter(letter => !reader.letters.has(letter)).join('');
  return computedOnce(of, text => {
    const value = reader.read(text);
    const isOther = fits(text, `^$|[${others}()]`);
    return value === null ? null : providedFor(text, [reader.hasForm(text), isOther], value);
  });
};

/** Without digits behind the microseconds, which GoogleSQL cuts. */
function toMicros(of: PlanExpr): PlanExpr {
  const more = textLiteral('([.][0-9]{6})[0-9]+');
  return makeCall('regexp_replace', 'string', [of, more, textLiteral('\\1')], of.nullable);
}

export const READINGS: Readonly<Record<string, Translator>> = {
  parse_date: parsed,
  parse_timestamp: parsed,
  parse_datetime: parsed,
};

/** The same below SAFE, which hides no failure of another text. */
export const SAFE_READINGS: Readonly<Record<string, Translator>> = {
  parse_date: parsedSafely,
  parse_timestamp: parsedSafely,
  parse_datetime: parsedSafely,
  date: ([of, ...more], _, type) =>
    of?.scalar === 'string' && more.length === 0 ? readTextSafely(of, type) : null,
};
