/** Texts of any characters. */
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;
const LAST_OF_ASCII = 0x7f;

/** Any character but half a pair. */
const anywhere = fc.nat(LAST - SURROGATES.count).map(index => {
  const { first, count } = SURROGATES;
  return String.fromCodePoint(index < first ? index : index + count);
});

/**
 * In place of the `binary` of fast-check, which first spends a second on a table of all characters. One of eight is from ASCII:
 * among a million others, quotes and digits do not come up.
 */
const character = fc.oneof(
  { weight: 7, arbitrary: anywhere },
  { weight: 1, arbitrary: fc.nat(LAST_OF_ASCII).map(code => String.fromCharCode(code)) },
);

/** Any text that UTF-8 can say. */
export function unicodeText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}
