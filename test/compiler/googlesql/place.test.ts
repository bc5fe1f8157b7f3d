/** From bytes of UTF-8 to UTF-16 to the YAML block: the place in the file is the one that the analyser means. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import type { ExpressionText } from '../../../generator/core/spec/located.ts';
import { offsetsOf } from '../../../generator/googlesql/functions/texts/bytes.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { placing } from '../../../generator/resolve/googlesql/place.ts';
import { validateEndpoint } from '../../../generator/validate/validate.ts';

const HEAD = 'endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n';
const WORDS = ['SELECT', 'é', '😀x', '名前', 'x_1', '@project', '(a,b)', '`k`', 'ß>=1', "''q''"];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 });
/** Whitespace between two words, line breaks among it. */
const gaps = fc.array(fc.constantFrom(' ', '\n', '\t', '  ', '\n\n', '\n  '), { minLength: 12 });

function joinedBy(parts: readonly string[], between: readonly string[]): string {
  return parts.map((part, i) => (i === 0 ? part : `${between[i - 1]}${part}`)).join('');
}
const indented = (text: string) => text.replaceAll('\n', '\n  ');

/** How a text may stand in a file. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  literal: text => `query: |\n  ${indented(text)}\n`,
  'literal with CRLF': text => `query: |\n  ${indented(text)}\n`.replaceAll('\n', '\r\n'),
  stripped: text => `query: |-\n  ${indented(text)}\n`,
  folded: text => `query: >\n  ${indented(text)}\n`,
  'folded with CRLF': text => `query: >-\n  ${indented(text)}\n`.replaceAll('\n', '\r\n'),
  single: text => `query: '${text.replaceAll("'", "''").replaceAll(/\s+/g, ' ')}'\n`,
  'single over lines': text => `query: '${indented(text.replaceAll("'", "''"))}'\n`,
  double: text => `query: ${JSON.stringify(text)}\n`,
  escaped: text => `query: ${ascii(JSON.stringify(text))}\n`,
};

function ascii(text: string): string {
  return text.replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function textIn(file: string): ExpressionText {
  const { diagnostics, report } = collector();
  const document = loadDocument('endpoints/a.yaml', file, report);
  const spec = document && validateEndpoint(document, report);
  expect(diagnostics).toEqual([]);
  if (spec?.body !== 'googlesql' || spec.text.file !== null) throw new Error('no text');
  return spec.text.text;
}

describe('a place of the analyser', () => {
  it.each(Object.entries(FORMS))('is that of the word, %s', (form, written) => {
    fc.assert(
      fc.property(words, gaps, fc.nat(11), (parts, between, chosen) => {
        const file = HEAD + written(joinedBy(parts, between));
        const text = textIn(file);
        const found = [...text.value.matchAll(/\S+/gu)];
        expect(found.map(([word]) => word)).toEqual(parts);
        const one = found[chosen % found.length];
        const word = one?.[0] ?? '';
        const start = Buffer.byteLength(text.value.slice(0, one?.index));
        const place = placing(text, text.value, []).ofBytes({
          start,
          end: start + Buffer.byteLength(word),
        });
        const shown = file.slice(place.start, place.end);
        const isEscaped = form === 'escaped' || form === 'double';
        const plain = form.startsWith('single') ? shown.replaceAll("''", "'") : shown;
        expect(isEscaped ? JSON.parse(`"${shown}"`) : plain).toBe(word);
      }),
    );
  });

  it('goes to the end of the word where it says a beginning alone', () => {
    const file = `${HEAD}query: |\n  SELECT été,\n`;
    const place = placing(textIn(file), 'SELECT été,\n', []).at(7);
    expect(file.slice(place.start, place.end)).toBe('été');
  });

  it('is the whole text where it says nothing', () => {
    const text = textIn(`${HEAD}query: SELECT x\n`);
    expect(placing(text, text.value, []).ofBytes(null)).toBe(text.place);
    expect(placing(text, text.value, []).at(null)).toBe(text.place);
  });
});

describe('an offset of bytes', () => {
  it('is where its character begins, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const offsetOf = offsetsOf(text);
        let [at, byte] = [0, 0];
        for (const character of text) {
          const length = Buffer.byteLength(character);
          for (let within = 0; within < length; within += 1)
            expect(offsetOf(byte + within)).toBe(at);
          at += character.length;
          byte += length;
        }
        expect(offsetOf(byte)).toBe(text.length);
        expect(offsetOf(byte + 100)).toBe(text.length);
      }),
    );
  });
});
