/** The values of a form as the typed arguments of a sample. */
import type { Scalar } from '../../generator/core/types/scalar.ts';
import type { Argument } from '../../generator/emitters/facts/calls.ts';
import { meantValue, replacement } from '../service/enums.ts';
import type { Given } from '../service/given.ts';
import type { ListedEndpoint, ListedParameter } from '../service/listing.ts';

/**
 * In the order of declaration, including the values that the key fixes: clients need them if they are required. `null` if a text is not a
 * value of its type, which no client accepts.
 */
export function listArguments(endpoint: ListedEndpoint, given: Given): readonly Argument[] | null {
  const fixed = endpoint.fixed.map(({ value, ...param }) => argumentOf(param, [value].flat()));
  const own = endpoint.parameters.flatMap(param => {
    const texts = given.get(param.name);
    return texts === undefined ? [] : [argumentOf(param, texts)];
  });
  const known = [...fixed, ...own];
  const good = known.filter(argument => argument !== null);
  return good.length === known.length ? good : null;
}

function argumentOf(param: ListedParameter, texts: readonly string[]): Argument | null {
  const values = texts.map(text => writtenValue(param, text));
  const good = values.filter(value => value !== null);
  const [first] = good;
  if (first === undefined || good.length < values.length) return null;
  return { param, text: param.list === undefined ? first : good };
}

/** An enum's value, also for a text that the service replaces by it; clients have no type for other texts. */
function writtenValue(param: ListedParameter, text: string): string | null {
  if (param.values === null) return WRITTEN[param.scalar](text);
  return meantValue(param, text) ?? replacement(param, text);
}

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The one text for a value from which samples are written; `null` if the text is not a value. */
const WRITTEN: Readonly<Record<Scalar, (text: string) => string | null>> = {
  string: text => text,
  int64: whole,
  float64: text =>
    text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : null,
  decimal: text => text,
  bool: text => (text === 'true' || text === 'false' ? text : null),
  timestamp: instant,
  datetime: text => text,
  date: text => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : null),
  json: text => text,
};

/** No language has a type for a number beyond an int64 here. */
function whole(text: string): string | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  const value = BigInt(text);
  return value < LEAST || value > MOST ? null : String(value);
}

/** Keeps digits of microseconds. */
function instant(text: string): string | null {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return null;
  const micros = /\.(\d{4,6})\d*(?:Z|[+-])/i.exec(text)?.[1];
  const iso = at.toISOString().replace('.000Z', 'Z');
  return micros === undefined ? iso : iso.replace(/(\.\d+)?Z$/, `.${micros.padEnd(6, '0')}Z`);
}
