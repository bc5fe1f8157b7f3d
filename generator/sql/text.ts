/** The escape contract: how names and texts are quoted from what a dialect declares, and how instants are written. */
import type { Dialect, Quoting } from './dialect.ts';

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `text` between the quotes of `quoting`, so that the engine reads back exactly `text`. Throws on NUL: no phase lets it by. */
export function quoted(text: string, quoting: Quoting): string {
  if (text.includes('\0')) throw new Error('NUL cannot be quoted');
  const { quote } = quoting;
  if (quoting.escape === 'double')
    return `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
  const body = text.replace(/[\\`"'\p{Cc}\u2028\u2029]/gu, c => {
    if (c === '\\' || c === quote) return `\\${c}`;
    if (c > '\u007f' || /[`"']/.test(c)) return c;
    return NAMED[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `${quote}${body}${quote}`;
}

/** A name, bare where that is safe in this dialect. */
export function identifier(
  name: string,
  dialect: Pick<Dialect, 'identifier' | 'bare' | 'reserved'>,
): string {
  const bare = dialect.bare.test(name) && !dialect.reserved.has(name.toLowerCase());
  return bare ? name : quoted(name, dialect.identifier);
}

/** Microseconds since 1970 UTC as `YYYY-MM-DD hh:mm:ss.ffffff`. Years 1 to 9999. */
export function instantText(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const date = new Date(Number((micros - fraction) / 1000n));
  const seconds = date.toISOString().slice(0, 19).replace('T', ' ');
  return `${seconds}.${fraction.toString().padStart(6, '0')}`;
}
