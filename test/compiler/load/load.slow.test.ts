import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { MAX_BYTES } from '../../../generator/load/load.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { load } from './support.ts';

describe('hostile texts', () => {
  const fill = (text: string) => text.repeat(Math.floor(MAX_BYTES / text.length));
  it.each(
    [
      '[',
      '{',
      ']',
      '- ',
      '? ',
      '{a: {a: ',
      '[? ',
      '- &a x\n',
      '&a ',
      '- *a\n',
      '!a ',
      '%a\n',
      '---\n',
      '[1,',
      '1,',
      ',',
      '"',
      "'",
      ': ',
      'a: b: c\n',
      '- |\n',
      '- @\n',
      '-\n',
      '`',
      '\t',
      '\\',
      '|',
      '>\n',
      'a: 1\n',
      '- - ? - ',
      '#\n',
      '\n',
      '\r',
      '\u0001a',
      '😀',
      '"\\q',
      '... \n',
      '[{',
      '? [',
    ].map(text => [text]),
  )('256 KiB of %j end soon', text => {
    const { diagnostics } = load(fill(text));
    renderDiagnostics(diagnostics);
  });

  it.each([
    ['a list', `[${'1,'.repeat(MAX_BYTES / 2 - 2)}]`, 'yaml-too-deep'],
    ['commas', `[${','.repeat(MAX_BYTES - 2)}]`, 'yaml-too-deep'],
    ['escapes', `"${'\\q'.repeat(MAX_BYTES / 2 - 1)}"`, 'yaml-syntax'],
    ['zeros', `"${'\\0'.repeat(MAX_BYTES / 2 - 1)}"`, 'control-character'],
  ])('%s of 256 KiB are refused', (_, text, code) => {
    expect(load(text).diagnostics.map(d => d.code)).toEqual([code]);
  });

  it('never throw', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        '1',
        'é',
        '😀',
        ' ',
        '  ',
        '\n',
        '\n  ',
        '\t',
        ': ',
        ':',
        '- ',
        '? ',
        '[',
        ']',
        '{',
        '}',
        ',',
      ],
      ...[
        '"',
        "'",
        '\\',
        '|',
        '>',
        '|-\n',
        '#',
        '&a',
        '*a',
        '!t',
        '%Y',
        '---',
        '...',
        '<<',
        '~',
        '@',
        '\r\n',
      ],
      ...['\u0000', '\ud800', '\uFEFF', '__proto__: ', 'null', '.nan', '0x1', '\\u0000', '\\x4'],
    );
    const texts = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(texts, unicodeText()), text => {
        const { document, diagnostics } = load(text);
        expect(document === null || !document.sound).toBe(diagnostics.length > 0);
        renderDiagnostics(diagnostics);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => void load(bytes)));
  });
});

describe('the bound of a file', () => {
  it('refuses 20,001 values and takes 20,000', () => {
    expect(load('- a\n'.repeat(19_999)).found).toEqual([]);
    expect(load('- a\n'.repeat(20_000)).found).toEqual(['1:1 yaml-too-deep']);
    expect(load('# comment\n'.repeat(25_000)).found).toEqual([]);
  });
});
