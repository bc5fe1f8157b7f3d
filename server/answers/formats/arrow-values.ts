/** Converts values in JSON text to Arrow's representation. */
import type { Encoding } from '../../../generator/core/scalar.ts';

const DAY_MS = 86_400_000;
/** The digits of a decimal after its point. */
const SCALE = 9;
const LENGTH_OF_SECONDS = '2026-01-15T10:07:00'.length;

/** Reads an integer, with or without quotes. */
export function digitsOf(text: string): bigint {
  return BigInt(unquoted(text));
}

/** Returns days since 1970-01-01. */
export function dayOf(text: string): number {
  return Date.parse(`${unquoted(text)}T00:00:00Z`) / DAY_MS;
}

/** Returns microseconds since 1970 UTC. */
export function microsOf(text: string, encode: Encoding): bigint {
  if (encode === 'epoch_millis') return BigInt(text) * 1_000n;
  if (encode !== 'rfc3339' && encode !== 'plain') return digitsOf(text);
  const written = unquoted(text);
  const seconds = Date.parse(`${written.slice(0, LENGTH_OF_SECONDS)}Z`);
  const fraction = written.slice(LENGTH_OF_SECONDS + 1, -1);
  return BigInt(seconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/** Returns the lower and the upper half of a decimal in units of its last digit, in two's complement. */
export function decimalWords(text: string): readonly [bigint, bigint] {
  const [whole = '', fraction = ''] = unquoted(text).split('.');
  const value = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return [BigInt.asUintN(64, value), BigInt.asUintN(64, value >> 64n)];
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}
