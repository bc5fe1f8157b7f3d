/** The format of rows that an `Accept` header asks for (RFC 9110, 12.5.1). */
import { FORMATS, type Format, MEDIA_TYPES } from '../../../generator/core/types/formats.ts';

/** The most remembered headers. Real clients send few different values, but a caller may invent any number. */
const KEPT_HEADERS = 64;
const negotiated = new Map<string, Format | null>();

/**
 * Returns the format with the highest weight; JSON without a header. Among equal weights, a named format goes before one that
 * only a wildcard covers, and then the order of `FORMATS` decides. `null`: the header accepts no format.
 */
export function acceptedFormat(header: string | null): Format | null {
  if (header === null) return 'json';
  const known = negotiated.get(header);
  if (known !== undefined) return known;
  const format = negotiate(header);
  if (negotiated.size < KEPT_HEADERS) negotiated.set(header, format);
  return format;
}

function negotiate(header: string): Format | null {
  if (header.trim() === '') return 'json';
  const weights = weightsOf(header);
  const accepted = FORMATS.map(format => {
    const type = MEDIA_TYPES[format];
    const named = weights.get(type);
    const family = weights.get(`${type.slice(0, type.indexOf('/'))}/*`);
    const weight = named ?? family ?? weights.get('*/*') ?? 0;
    return { format, weight, isNamed: named !== undefined };
  }).filter(({ weight }) => weight > 0);
  const [best] = accepted.sort(
    (one, other) => other.weight - one.weight || Number(other.isNamed) - Number(one.isNamed),
  );
  return best?.format ?? null;
}

/** Returns weights by media range, in lower case. Ignores a range with an invalid weight: not a number from 0 to 1. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map(text => text.trim());
    const given = parameters.find(text => text.startsWith('q='))?.slice(2);
    const weight = given === undefined ? 1 : weightOf(given);
    // Java's own client sends a single `*`
    const name = range === '*' ? '*/*' : range;
    if (weight !== null) weights.set(name, Math.max(weight, weights.get(name) ?? 0));
  }
  return weights;
}

function weightOf(text: string): number | null {
  const weight = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return weight <= 1 ? weight : null;
}
