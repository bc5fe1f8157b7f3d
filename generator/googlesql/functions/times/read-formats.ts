/** Formats by which texts are read as dates and instants. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import type { Type } from '../../../core/types/scalar.ts';

/** The offset of a zone. */
export const OFFSET = '(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))';

/** Format tokens: the pattern of the digits that each writes, and the part that each of its groups means. */
const TOKENS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  Y: ['((?:19|2[0-2])[0-9]{2})', ['Y']],
  m: ['(0[1-9]|1[0-2])', ['m']],
  d: ['(0[1-9]|[12][0-9]|3[01])', ['d']],
  H: ['([01][0-9]|2[0-3])', ['H']],
  M: ['([0-5][0-9])', ['M']],
  S: ['([0-5][0-9])', ['S']],
  'E*S': ['([0-5][0-9](?:\\.[0-9]{1,6})?)', ['S']],
  Ez: [`(${OFFSET})`, ['z']],
  z: ['([+-](?:0[0-9]|1[0-3]))([0-5][0-9])', ['z', 'zz']],
};
const SHORT: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
};

const MONTHS =
  'January February March April May June July August September October November December';
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday';

/** The names, or their first three letters, in any case. */
function namesIn(names: string): string {
  const anyCase = (text: string) =>
    text.replace(/[a-z]/gi, letter => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
  return names
    .split(' ')
    .map(name => {
      const rest = name.slice(3) === '' ? '' : `(?:${anyCase(name.slice(3))})?`;
      return `${anyCase(name.slice(0, 3))}${rest}`;
    })
    .join('|');
}

/** The number of a month, as two digits, from its name. */
function monthOf(name: PlanExpr): PlanExpr {
  const { nullable } = name;
  const first = makeCall('left', 'string', [name, wholeLiteral(3n)], nullable);
  const names = textLiteral(MONTHS.toLowerCase().replace(/([a-z]{3})[a-z]* ?/g, '$1'));
  const at = makeCall('strpos', 'int64', [names, makeCall('lower', 'string', [first])], nullable);
  const next = makeCall('add', 'int64', [at, wholeLiteral(2n)], nullable);
  const month = makeCall('whole_divide', 'int64', [next, wholeLiteral(3n)], nullable);
  const text = makeCall('string_from_int64', 'string', [month], nullable);
  return makeCall('lpad', 'string', [text, wholeLiteral(2n), textLiteral('0')], nullable);
}

/** The year of two digits, from 1969 to 2068. */
function yearOf(digits: PlanExpr): PlanExpr {
  const isOld = makeCall(
    'fits',
    'bool',
    [digits, textLiteral('^(?:69|[7-9][0-9])$')],
    digits.nullable,
  );
  const century = makeCall('if', 'string', [isOld, textLiteral('19'), textLiteral('20')], false);
  return makeCall('concat', 'string', [century, digits], digits.nullable);
}

/** Tokens of other parts: the pattern, the part, and its digits from what the pattern finds. */
const COMPUTED: Readonly<Record<string, readonly [string, string, (found: PlanExpr) => PlanExpr]>> =
  {
    y: ['([0-9]{2})', 'Y', yearOf],
    b: [`(${namesIn(MONTHS)})`, 'm', monthOf],
    B: [`(${namesIn(MONTHS)})`, 'm', monthOf],
    h: [`(${namesIn(MONTHS)})`, 'm', monthOf],
  };

/** Tokens that say what the others do. */
const IGNORED: Readonly<Record<string, string>> = {
  a: `(?:${namesIn(DAYS)})`,
  A: `(?:${namesIn(DAYS)})`,
};

interface Format {
  readonly pattern: string;
  /** The parts in the order of the grammar: replacements, and parts that are computed from one. */
  readonly put: readonly { readonly of: string; readonly as?: (found: PlanExpr) => PlanExpr }[];
}

/** Returns `null` if the format has another token, repeats one, or lacks a part of a date. */
export function formatOf(written: string, type: Type): Format | null {
  const format = written.replace(/%([FTRD])/g, (_, letter: string) => SHORT[letter] ?? '');
  const order: string[] = [];
  const computed = new Map<string, (found: PlanExpr) => PlanExpr>();
  let pattern = '';
  for (const [part, letter] of format.matchAll(/%(E\*S|Ez|.?)|[^%]+/gsu)) {
    const token = letter === undefined ? undefined : TOKENS[letter];
    const [computedPattern, of, as] = COMPUTED[letter ?? ''] ?? [];
    const found = token?.[0] ?? computedPattern ?? IGNORED[letter ?? ''];
    if (letter !== undefined && found === undefined) return null;
    order.push(...(token?.[1] ?? (of === undefined ? [] : [of])));
    if (as !== undefined) computed.set(`\\${order.length}`, as);
    pattern += found ?? part.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  }
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(written);
  const isTwice = new Set(order).size < order.length;
  const day = putParts(order, 'Ymd', '-');
  const time = putParts(order, 'HMS', ':');
  if (!isPlain || isTwice || day === null || time === null) return null;
  const [at, minutes] = [order.indexOf('z') + 1, order.indexOf('zz') + 1];
  const offset = minutes > 0 ? `\\${at}:\\${minutes}` : at > 0 ? `\\${at}` : '';
  if (time === '' ? offset !== '' : type === 'date') return null;
  const whole = time === '' ? day : `${day} ${time}${offset}`;
  return { pattern: `^${pattern}$`, put: separated(whole, computed) };
}

/** The replacement in pieces, of which some are computed. */
function separated(whole: string, computed: ReadonlyMap<string, (found: PlanExpr) => PlanExpr>) {
  const isComputed = (piece: string) => computed.has(piece);
  const pieces: { of: string; as?: (found: PlanExpr) => PlanExpr }[] = [];
  for (const piece of whole.split(/(\\\d)/)) {
    const as = computed.get(piece);
    const last = pieces.at(-1);
    if (as !== undefined) pieces.push({ of: piece, as });
    else if (last !== undefined && !isComputed(last.of)) last.of += piece;
    else if (piece !== '') pieces.push({ of: piece });
  }
  return pieces;
}

/** The parts that a format has without those that it may leave out, which are the first of their kind: '' without any, and `null` if a greater one is missing. */
function putParts(order: readonly string[], letters: string, between: string): string | null {
  const places = [...letters].map(letter => order.indexOf(letter) + 1);
  const written = places.filter(place => place > 0).length;
  if (places.slice(0, written).includes(0)) return null;
  if (written === 0) return letters === 'HMS' ? '' : null;
  const first = letters === 'HMS' ? '00' : '01';
  return places.map(place => (place === 0 ? first : `\\${place}`)).join(between);
}
