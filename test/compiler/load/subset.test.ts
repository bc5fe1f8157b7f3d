import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_NODES, MAX_YAML_DEPTH } from '../../../generator/load/tokens.ts';
import { usually, usuallySome } from '../../support/usually.ts';
import { randomText, repositoryTexts } from './subset/random-texts.ts';
import { compared } from './subset/trees.ts';

const SAME: readonly (readonly [what: string, text: string])[] = [
  ['entries of texts', "a: x y\nb: 'it''s'\nc: \"a\\n\\\"\"\n"],
  ['no line break at the end', 'a: x'],
  ['spaces at ends of lines', 'a: x  \nb:  \n  c:   y \n'],
  ['spaces before a colon', "a : x\n'b' : y\n"],
  ['nested mappings', 'a:\n  b:\n    c: x\n  d: y\ne: z\n'],
  ['a list below its key', 'a:\n  - x\n  - y\nb:\n- x\n- y\nc: z\n'],
  ['lists in lists', 'a:\n  - - x\n    - y\n  -   - z\n'],
  ['mappings in a list', 'a:\n  - b: x\n    c: y\n  -\n    d: z\n'],
  [
    'values of every type',
    'a: 1\nb: -.5\nc: 1e3\nd: 0x1F\ne: 0o17\nf: .inf\ng: .NaN\nh: ~\ni: True\n',
  ],
  [
    'texts that are almost of another type',
    'a: yes\nb: 1_0\nc: 0b1\nd: .\ne: -\u00a01\nf: 12:30\ng: nUll\n',
  ],
  [
    'large and exact numbers',
    'a: 12345678901234567890123\nb: 0.1e-5\nc: -0\nd: +1.\ne: 0xFFFFFFFFFFFFFFFFFF\n',
  ],
  ['keys as written', '007: a\ntrue: b\n0.10: c\nnull: d\n"": e\n'],
  ['empty values', 'a:\nb:\n\nc:\n  d:\n  e:  \nf:\n  -\n  -\n'],
  ['lists in brackets', 'a: [x, "y", \'z\', [], [1, [2]], ]\n'],
  ['mappings in braces', 'a: { b: x, "c":y, d: , e: { f: [g] } }\nh: {}\n'],
  ['brackets over lines', 'a: [\n  x, # c\n  y\n\n  ]\nb: { c: x,\n  d:\n    y }\n'],
  ['brackets in an item', 'a:\n  - { b: c } # d\n  - [e]\n'],
  ['a block of text', 'a: |\n  x\n    y\n\n  # z\nb: |-\n  x\n\n\nc: d\n'],
  [
    'a folded block',
    'a: >\n  x\n  y\n\n  z\n    deep\n\n    deep\n  w\nb: >-  # c\n    x\n\n\n    y',
  ],
  ['a block in an item', 'a:\n  - |\n    x\n  - b: >-\n      y\n    c: z\n'],
  ['a plain text over lines', 'a: x\n  y # c\nb: x\n\n\n  - y\n    "z"\nc:\n  - x\n   y\n'],
  ['comments before, between and after', '# a\n\nb: x # c\n# d\ne:\n  # f\n  g: y\n  # h\n# i\n'],
  [
    'comments that belong to a value',
    'a:\n  b: x\n    # c\n\n     # d\n  # e\n# f\ng:\n - x\n   # y\n',
  ],
  ['comments at the end of a list', 'a:\n  - x\n  # y\nb:\n - c: x\n   # y\n  # z\n'],
  ['characters of expressions', 'a: x = @y\nb: x#y\nc: (x:y)\nd: -x\ne: x[1]{2}\nf: a, b\n'],
  ['other white space and characters', 'a: \u00a0x\u2028\nb: 日本語 🎈\nc: x\u3000y\n'],
  ['a key of 1,024 characters', `${'k'.repeat(1_024)}: x\n`],
  [
    `lists ${MAX_YAML_DEPTH - 1} deep`,
    `a: ${'['.repeat(MAX_YAML_DEPTH - 1)}${']'.repeat(MAX_YAML_DEPTH - 1)}\n`,
  ],
  ['10,000 values', `a:\n${'- b\n'.repeat(MAX_NODES / 2 - 3)}`],
];

/** Texts that only the library reads, or refuses. */
const LIBRARY: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['only a comment', '# a\n'],
  ['one text', 'a\n'],
  ['a list', '- a\n'],
  ['a mapping that is indented', '  a: x\n'],
  ['a tab', 'a:\tx\n'],
  ['carriage returns', 'a: x\r\nb: y\r\n'],
  ['a byte order mark', '\uFEFFa: x\n'],
  ['the start of a document', '---\na: x\n'],
  ['the end of a document', 'a: x\n...\n'],
  ['a key beside the start of a document', '--- a: x\n'],
  ['a key beside the end of a document', 'a: x\n... b: y\n'],
  ['a directive', '%YAML 1.2\n---\na: x\n'],
  ['an anchor', 'a: &b x\n'],
  ['an alias', 'a: *b\n'],
  ['a tag', 'a: !b x\n'],
  ['a merge key', '<<: { a: x }\n'],
  ['an explicit key', '? a\n: x\n'],
  ['a key without a text', ': x\n'],
  ['a list as a key', '[a]: x\n'],
  ['a key twice', 'a: x\na: y\n'],
  ['a key twice in braces', 'a: { b: x, "b": y }\n'],
  ['a forbidden key', '__proto__: x\n'],
  ['a forbidden key in quotes', 'a: { "constructor": x }\n'],
  ['a key of 1,025 characters', `${'k'.repeat(1_025)}: x\n`],
  ['two mappings on a line', 'a: b: c\n'],
  ['a list beside its key', 'a: - x\n'],
  ['a line that is too deep', 'a: |\n   x\n  y\nb:\n  c: x\n   d: y\n'],
  ['a line that is not deep enough', 'a:\n    b: x\n  c: y\n'],
  ['a text that is no value', 'a: "x" y\n'],
  ['a comment without a space', 'a: "x"# y\n'],
  ['a quote that is not closed', 'a: "x\nb: y\n'],
  ['quotes over lines', 'a: "x\n  y"\n'],
  ['rare escapes', 'a: "\\x41"\n'],
  ['an unknown escape', 'a: "\\q"\n'],
  ['a bracket that is not closed', 'a: [x\nb: y\n'],
  ['two commas', 'a: [x,, y]\n'],
  ['no comma', 'a: [x y: z]\n'],
  ['a pair in a list', 'a: [b: x]\n'],
  ['a key alone', 'a: { b, c: x }\n'],
  ['lines in brackets as deep as the key', 'a: [\nx\n]\n'],
  ['a comment on its own line in brackets', 'a: [ [x]\n# c\n ]\n'],
  ['a plain text over lines in brackets', 'a: [x\n  y]\n'],
  ['a block with a number', 'a: |2\n    x\n'],
  ['a block that keeps its end', 'a: |+\n  x\n\n'],
  ['a block that begins with an empty line', 'a: |\n\n  x\n'],
  ['a block with a line of spaces', 'a: |\n  x\n     \n  y\n'],
  ['a block without lines', 'a: |\nb: x\n'],
  ['a comment behind an empty value', 'a: # b\nc: x\n'],
  ['a comment before an empty item', 'a:\n  - x\n  # c\n  -\n'],
  ['a text on its own line, after a comment', 'a:\n# b\n  c\nd: e\n'],
  ['a text that begins with a sign', 'a: @b\n'],
  ['a text that begins with a percent sign', 'a: %b\n'],
  ['33 levels', `a: ${'['.repeat(MAX_YAML_DEPTH)}${']'.repeat(MAX_YAML_DEPTH)}\n`],
  ['too many values', `a:\n${'- b\n'.repeat(MAX_NODES / 2)}`],
];

describe('the reader of the subset', () => {
  it.each(SAME)('reads %s as the YAML library does', (_, text) => {
    expect(compared(text)).toBe('same');
  });

  it.each(LIBRARY)('leaves %s to the YAML library', (_, text) => {
    expect(compared(text)).toBe('library');
  });

  it('reads the specifications of this repository as the YAML library does, and leaves few to it', () => {
    const texts = usuallySome(repositoryTexts(), 4);
    const outcomes = texts.map(compared);
    expect(outcomes.filter(outcome => outcome !== 'same' && outcome !== 'library')).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(200);
    const left = outcomes.filter(outcome => outcome === 'library').length;
    expect(left / outcomes.length).toBeLessThan(0.04);
  });

  it('reads the configuration of this repository', () => {
    expect(compared(readFileSync('quern.yaml', 'utf8'))).toBe('same');
  });

  it('reads random texts as the YAML library does, or leaves them to it', () => {
    const tried = usually(2_000, 4);
    const outcomes = Array.from({ length: tried }, (_, number) => compared(randomText(number)));
    expect(outcomes.filter(outcome => outcome !== 'same' && outcome !== 'library')).toEqual([]);
    expect(outcomes.filter(outcome => outcome === 'same').length).toBeGreaterThan(tried / 4);
  });
});
