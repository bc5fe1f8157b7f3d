/** Parameters as declared, and the values of callers' texts. */
import { RE2JS } from 're2js';
import type { Entry, Located, Plain } from '../../generator/core/spec/located.ts';
import type { ParamSpec } from '../../generator/core/spec/spec.ts';
import type { Scalar, Type } from '../../generator/core/types/scalar.ts';
import { parseDecimal } from './decimal.ts';
import { compare, parseDate, parseTimestamp, type Value } from './values.ts';

/** A request that the service answers with 400. */
export class Refused extends Error {
  readonly param: string;

  constructor(param: string, expected: string) {
    super(`\`${param}\` must be ${expected}`);
    this.param = param;
  }
}

interface ParamType {
  readonly scalar: Scalar;
  /** The value of a text that is not empty; `null` where it has none. */
  readonly read: (text: string) => Value;
}

const TYPES: Readonly<Record<string, ParamType>> = {
  string: { scalar: 'string', read: text => text },
  int64: { scalar: 'int64', read: readInt64 },
  float64: { scalar: 'float64', read: readFloat64 },
  decimal: { scalar: 'decimal', read: readDecimal },
  bool: {
    scalar: 'bool',
    read: text => (/^(true|false)$/.test(text) ? text === 'true' : null),
  },
  timestamp: { scalar: 'timestamp', read: readTimestamp },
  date: { scalar: 'date', read: parseDate },
  duration: { scalar: 'int64', read: readDuration },
  uuid: { scalar: 'string', read: readUuid },
  timezone: { scalar: 'string', read: readZone },
  regex: { scalar: 'string', read: readPattern },
};

/** The value of a text that is not empty; `null` where it has none of the type. */
export function readText(type: string, text: string): Value {
  const found = TYPES[type];
  if (found === undefined) throw new Error(`no type of parameters is named ${type}`);
  return isText(text) ? found.read(text) : null;
}

function readInt64(text: string): Value {
  return /^-?[0-9]+$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text))
    ? BigInt(text)
    : null;
}

function readDecimal(text: string): Value {
  return /^-?[0-9]{1,29}(\.[0-9]{1,9})?$/.test(text) ? parseDecimal(text) : null;
}

/** There is one zero. */
function readFloat64(text: string): Value {
  const value = Number(text) + 0;
  return /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) && Number.isFinite(value)
    ? value
    : null;
}

const FIRST = parseTimestamp('1900-01-01') ?? 0n;
const LAST = parseTimestamp('2299-12-31T23:59:59.999999') ?? 0n;

/** An offset may carry a text beyond the years that are known. */
function readTimestamp(text: string): Value {
  const at = parseTimestamp(text);
  return at === null || at < FIRST || at > LAST ? null : at;
}

const LENGTHS: Readonly<Record<string, bigint>> = {
  S: 1n,
  M: 60n,
  H: 3_600n,
  D: 86_400n,
  W: 604_800n,
};

/** Microseconds of `15m`, or of ISO 8601 without years and months. */
function readDuration(text: string): Value {
  const isShort = /^(\d{1,10}s|\d{1,8}m|\d{1,6}h|\d{1,5}d|\d{1,4}w)$/.test(text);
  const iso =
    /^P(\d{1,4}W|(\d{1,5}D)?(T(\d{1,6}H)?(\d{1,8}M)?(\d{1,10}S)?)?)$/.test(text) &&
    !/[PT]$/.test(text);
  if (!isShort && !iso) return null;
  let seconds = 0n;
  for (const [, count = '', unit = ''] of text.toUpperCase().matchAll(/(\d+)([SMHDW])/g))
    seconds += BigInt(count) * (LENGTHS[unit] ?? 0n);
  return seconds < 1n || seconds > 36_500n * 86_400n ? null : seconds * 1_000_000n;
}

/** A name that Node knows: whether all engines know it too is not judged here. */
function readZone(text: string): Value {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions();
    return timeZone === 'UTC' || timeZone.includes('/') ? text : null;
  } catch {
    return null;
  }
}

function readUuid(text: string): Value {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

/** What quern refuses beyond that, because it is costly or engines read it differently, is not judged here. */
function readPattern(text: string): Value {
  try {
    RE2JS.compile(text);
    return text;
  } catch {
    return null;
  }
}

export interface Param {
  readonly name: string;
  readonly type: Type;
  /** Whether it is a length of time. */
  readonly isSpan: boolean;
  /** The texts of an enum; `null` for any other. */
  readonly values: readonly string[] | null;
  /** The value of what a caller sends, `null` where it is absent. Throws `Refused` where the service answers 400. */
  readonly accept: (sent: string | readonly string[] | undefined) => Value;
}

/** A declared parameter. */
/** `isLenient`: instants in the forms that clients of another service write. */
export function readParam({ name, value: spec }: Entry<ParamSpec>, isLenient: boolean): Param {
  const { scalar, read } = typeOf(spec, isLenient);
  const one = (sent: string): Value => {
    const value = isText(sent) ? read(sent) : null;
    if (value === null) throw new Refused(name, `of type ${spec.type?.value ?? 'enum'}`);
    if (!isWithin(value, spec, read)) throw new Refused(name, 'within its bounds');
    return value;
  };
  const absent = (): Value => {
    if (spec.required?.value === true) throw new Refused(name, 'given and not empty');
    if (spec.default === null || movingText(spec) !== null) return null;
    const given = spec.default.value;
    return 'text' in given ? read(given.text) : given.map(item => read(item.value.text));
  };
  const values = spec.enum?.value.map(({ value }) => value) ?? null;
  if (spec.list !== null) {
    const accept: Param['accept'] = sent => {
      const items = partsOf(sent, spec).map(one);
      return items.length === 0 ? absent() : counted(items, name, spec);
    };
    return { name, type: `list<${scalar}>`, isSpan: false, values, accept };
  }
  const accept: Param['accept'] = sent => {
    if (sent === undefined || sent === '') return absent();
    if (typeof sent !== 'string') throw new Refused(name, 'a single value');
    const isOther = isText(sent) && read(sent) === null;
    return isOther && spec.otherwise?.value === 'default' ? absent() : one(sent);
  };
  return { name, type: scalar, isSpan: spec.type?.value === 'duration', values, accept };
}

/** The default of an instant or a day that is an expression; else `null`. */
export function movingText({ type, default: given }: ParamSpec): string | null {
  const { value } = given ?? {};
  if (value === undefined || !('text' in value)) return null;
  const moves = type?.value === 'timestamp' || type?.value === 'date';
  return moves && value.text.includes('(') ? value.text : null;
}

/** A whole number from 1 to `most`; `size` where it is absent. */
export function sizeParam(name: string, size: number, most: number): Param {
  const accept: Param['accept'] = sent => {
    if (sent === undefined || sent === '') return BigInt(size);
    const value = typeof sent === 'string' ? readInt64(sent) : null;
    if (typeof value !== 'bigint' || value < 1n || value > BigInt(most))
      throw new Refused(name, `from 1 to ${most}`);
    return value;
  };
  return { name, type: 'int64', isSpan: false, values: null, accept };
}

/** The items that are sent; empty ones are absent. */
function partsOf(sent: string | readonly string[] | undefined, { separator }: ParamSpec) {
  const texts = sent === undefined ? [] : [sent].flat();
  const parts = separator === null ? texts : texts.flatMap(text => text.split(separator.value));
  return parts.filter(text => text !== '');
}

/** A repeated item of a list counts once. */
function counted(items: readonly Value[], name: string, spec: ParamSpec): readonly Value[] {
  const different = items.filter((item, i) => items.findIndex(o => compare(o, item) === 0) === i);
  const most = spec.maxItems?.value ?? 100;
  if (different.length < (spec.minItems?.value ?? 0) || different.length > most)
    throw new Refused(name, 'of as many items as it may have');
  return different;
}

/** Any year, with what PostgreSQL and JavaScript write around it; one that is not known is the nearest instant. */
function readLenient(text: string): Value {
  if (text === '-infinity') return FIRST;
  if (text === 'infinity') return LAST;
  const parts = /^([-+]?)([0-9]{4,6})(-.{5})(?:([tT ])([^ ]*))?$/.exec(text);
  if (parts === null) return null;
  const [, sign = '', digits = '', day = '', between = '', clock = ''] = parts;
  const time = between === '' ? '' : `T${clock.toUpperCase()}`;
  const known = (year: string) =>
    readTimestamp(`${year}${day}${time}${/[-+][0-9]{2}$/.test(time) ? ':00' : ''}`);
  if (sign === '' && /^(19|2[0-2])..$/.test(digits)) return known(digits);
  // whether a month has the day is looked at in years that are known alone
  const isDay = /^-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(day);
  const isTime =
    readTimestamp(`2000-01-15${time}${/[-+][0-9]{2}$/.test(time) ? ':00' : ''}`) !== null;
  if (!isDay || !isTime) return null;
  if (sign === '-') return digits.length === 6 ? FIRST : null;
  if (sign === '+' || digits.length > 4) return null;
  return digits < '1900' ? FIRST : LAST;
}

/** Whole milliseconds since 1970, without digits beyond those of the last year. */
function readMillis(text: string, instant: (text: string) => Value): Value {
  if (!/^(-?[0-9]{1,13}|1[0-9]{13})$/.test(text)) return instant(text);
  const at = BigInt(text) * 1_000n;
  return at < FIRST || at > LAST ? null : at;
}

function typeOf({ type, enum: values, aliases, accept }: ParamSpec, isLenient: boolean): ParamType {
  const instant = isLenient && type?.value === 'timestamp' ? readLenient : readTimestamp;
  const found =
    accept?.value === 'epoch_millis'
      ? { scalar: 'timestamp' as const, read: (text: string) => readMillis(text, instant) }
      : instant === readLenient
        ? { scalar: 'timestamp' as const, read: readLenient }
        : TYPES[type?.value ?? 'string'];
  if (found === undefined) throw new Error(`no type of parameters is named ${type?.value}`);
  if (values === null) return found;
  const known = new Set(values.value.map(({ value }) => found.read(value)));
  const read = (text: string) => {
    const alias = aliases?.value.find(({ name }) => name === text);
    const value = found.read(alias === undefined ? text : alias.value.value);
    return known.has(value) ? value : null;
  };
  return { scalar: found.scalar, read };
}

/** Well-formed Unicode without NUL. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isWithin(value: Value, spec: ParamSpec, read: ParamType['read']): boolean {
  const order = (bound: Located<Plain> | null) =>
    bound === null ? 0 : compare(value, read(bound.value.text));
  const length = typeof value === 'string' ? [...value].length : 0;
  const pattern = spec.pattern === null ? null : RE2JS.compile(spec.pattern.value);
  return (
    (spec.min === null || order(spec.min) >= 0) &&
    (spec.max === null || order(spec.max) <= 0) &&
    length >= (spec.minLength?.value ?? 0) &&
    length <= (spec.maxLength?.value ?? Number.POSITIVE_INFINITY) &&
    (pattern === null || pattern.matches(String(value)))
  );
}
