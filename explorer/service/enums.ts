/** How the service reads a text for an enum. */
import { secondsOf } from './durations.ts';
import type { ListedParameter } from './listing.ts';

type Enum = Pick<ListedParameter, 'type' | 'values' | 'aliases' | 'otherwise' | 'default'>;

/** The value that a text names: itself, in another form such as `07`, or as an alias. `null` if it names none. */
export function meantValue({ type, values, aliases = {} }: Enum, text: string): string | null {
  const named = Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text;
  const sameFor = SAME[type] ?? String;
  return values?.find(value => sameFor(value) === sameFor(named)) ?? null;
}

/** Equal for all texts of one value, by the type of an enum. */
const SAME: Readonly<Record<string, (text: string) => string | number | null>> = {
  int64: text => (/^-?\d+$/.test(text) ? String(BigInt(text)) : text),
  float64: text => (text.trim() === '' ? text : String(Number(text))),
  duration: text => secondsOf(text) ?? text,
};

/** The default that the service uses in place of a text that names no value; `null` if it refuses such a text. */
export function replacement(param: Enum, text: string): string | null {
  const { values, otherwise, default: usual } = param;
  if (values === null || otherwise === 'reject' || typeof usual !== 'string') return null;
  return text === '' || meantValue(param, text) !== null ? null : usual;
}
