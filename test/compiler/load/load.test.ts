import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, Node } from '../../../generator/core/spec/document.ts';
import { MAX_BYTES } from '../../../generator/load/load.ts';
import { load } from './support.ts';

/** A tree as plain data: mappings as lists of pairs, scalars as their values. */
function plain(node: Node): unknown {
  switch (node.kind) {
    case 'mapping':
      return node.entries.map(entry => [entry.name, plain(entry.value)]);
    case 'sequence':
      return node.items.map(plain);
    case 'scalar':
      return node.value;
  }
}

function rootOf(document: Document | null): Node {
  if (document === null) throw new Error('The text was refused.');
  return document.root;
}

function scalarOf(text: string) {
  const root = rootOf(load(text).document);
  const node = root.kind === 'mapping' ? root.entries[0]?.value : root;
  if (node?.kind !== 'scalar') throw new Error('The text holds no scalar.');
  return node;
}

describe('the tree', () => {
  it('reads the specifications of this project', () => {
    for (const file of readdirSync('endpoints')) {
      const { document, found } = load(readFileSync(`endpoints/${file}`));
      expect(found).toEqual([]);
      expect(document?.sound).toBe(true);
    }
  });

  it('reads the core schema of YAML 1.2 and nothing of 1.1', () => {
    const { document } = load(
      'a: yes\nb: off\nc: true\nd: ~\ne: 0x10\nf: 1_000\ng: 2026-01-15\nh:\ni: 12:30:45\n',
    );
    expect(plain(rootOf(document))).toEqual([
      ['a', 'yes'],
      ['b', 'off'],
      ['c', true],
      ['d', null],
      ['e', 16],
      ['f', '1_000'],
      ['g', '2026-01-15'],
      ['h', null],
      ['i', '12:30:45'],
    ]);
  });

  it('takes keys as they are written', () => {
    const { document } = load('5min: 1\n007: 2\ntrue: 3\n\'a b\': 4\n"\\u0041": 5\n0.10: 6\n');
    expect(plain(rootOf(document))).toEqual([
      ['5min', 1],
      ['007', 2],
      ['true', 3],
      ['a b', 4],
      ['A', 5],
      ['0.10', 6],
    ]);
  });

  it('keeps the digits of a number', () => {
    expect(scalarOf('a: 9007199254740993')).toMatchObject({ text: '9007199254740993' });
    expect(scalarOf('a: 1.10')).toMatchObject({ text: '1.10', value: 1.1 });
    expect(scalarOf('a: 0x1F')).toMatchObject({ text: '0x1F', value: 31 });
    expect(scalarOf('a: True')).toMatchObject({ text: 'True', value: true });
  });

  it('places keys, values and collections', () => {
    const text = '# head\na:\n  b: [x, "y"]\n';
    const root = rootOf(load(text).document);
    const a = root.kind === 'mapping' ? root.entries[0] : undefined;
    const b = a?.value.kind === 'mapping' ? a.value.entries[0] : undefined;
    const cut = (place: { start: number; end: number } | undefined) =>
      text.slice(place?.start, place?.end);
    expect(cut(a?.place)).toBe('a');
    expect(cut(b?.place)).toBe('b');
    expect(cut(b?.value.place)).toBe('[x, "y"]');
    const items = b?.value.kind === 'sequence' ? b.value.items : [];
    expect(items.map(item => cut(item.place))).toEqual(['x', '"y"']);
  });

  it('takes a byte order mark, one document start and carriage returns', () => {
    const { document, found } = load(Buffer.from('\uFEFF---\r\na: b\r\n'));
    expect(found).toEqual([]);
    expect(plain(rootOf(document))).toEqual([['a', 'b']]);
    expect(document?.source.text.startsWith('---')).toBe(true);
  });

  it('reads an empty file as nothing', () => {
    for (const text of ['', '\n\n', '# only a comment\n', '---\n']) {
      const { document, found } = load(text);
      expect(found).toEqual([]);
      expect(plain(rootOf(document))).toBe(null);
    }
  });
});

describe('offsets of a value', () => {
  // Each text holds the value `x = 'é' = "y"` in another style, folded where the style folds.
  it.each([
    ['plain', `a: x = 'é' = "y"`],
    ['single', `a: 'x = ''é'' = "y"'`],
    ['double', `a: "x = '\\u00e9' = \\"y\\""`],
    ['plain on two lines', `a: x = 'é'\n    = "y"`],
    ['single on two lines', `a: 'x = ''é''\n\n    = "y"'`],
    ['double with a joined line', `a: "x \\\n   = '\\xe9' = \\"y\\""`],
    ['folded', `a: >-\n  x = 'é'\n  = "y"`],
    ['literal', `a: |-\n  x = 'é' =\n   "y"\n`],
  ])('leads back into %s text', (_, text) => {
    const { text: value, at } = scalarOf(text);
    for (const char of ['x', 'y', '=']) expect(text[at(value.indexOf(char))]).toBe(char);
    expect(text[at(value.lastIndexOf('='))]).toBe('=');
    expect(['é', '\\']).toContain(text[at(value.indexOf('é'))]);
  });

  it('is exact at both ends', () => {
    expect(scalarOf('a: abc').at(3)).toBe(6);
    expect(scalarOf("a: 'abc'").at(0)).toBe(4);
    expect(scalarOf("a: 'abc'").at(3)).toBe(7);
    expect(scalarOf("a: 'abc'").at(99)).toBe(7);
  });

  it('never goes back and stays within the scalar', () => {
    const inner = fc.stringMatching(/^[a-z ='"\\\n\t\u00e9:#-]*$/);
    fc.assert(
      fc.property(inner, fc.constantFrom("'", '"', '|', '>', ''), (text, style) => {
        const lines = text.split('\n').join('\n  ');
        const quoted = { "'": lines.replaceAll("'", "''"), '"': JSON.stringify(text).slice(1, -1) };
        const body = quoted[style as "'" | '"'] ?? lines;
        const whole =
          '\'"'.includes(style) && style !== '' ? style + body + style : `${style}\n  ${body}`;
        const { document } = load(`a: ${whole}\n`);
        const root = document?.root;
        const node = root?.kind === 'mapping' ? root.entries[0]?.value : undefined;
        if (node?.kind !== 'scalar') return;
        const all = [...node.text, ''].map((_, index) => node.at(index));
        expect(all).toEqual([...all].sort((a, b) => a - b));
        expect(all.every(at => at >= node.place.start && at <= node.place.end)).toBe(true);
      }),
    );
  });
});

describe('diagnostics', () => {
  it.each([
    ['file-unreadable', Uint8Array.of(0x61, 0x3a, 0x0a, 0x62, 0xff), '2:2'],
    ['file-unreadable', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xc3), '1:2'],
    ['control-character', 'a: b\nc: \u0000d', '2:4'],
    ['control-character', 'a: \u0085', '1:4'],
    ['control-character', 'a: \ud800', '1:4'],
    ['control-character', 'a: "bc\\u0000"', '1:7'],
    ['control-character', 'a: "\\r"', '1:5'],
    ['control-character', '"\\x1b": 1', '1:2'],
    ['control-character', 'a: "\\ud800"', '1:5'],
    ['yaml-feature', 'a: &x 1', '1:4'],
    ['yaml-feature', 'a: *x', '1:4'],
    ['yaml-feature', 'a: !!str 1', '1:4'],
    ['yaml-feature', '%YAML 1.2\n---\na: 1', '1:1'],
    ['yaml-feature', 'a: 1\n---\nb: 2', '2:1'],
    ['yaml-feature', 'a:\n  <<: {b: 1}', '2:3'],
    ['yaml-feature', '[a]: 1', '1:1'],
    ['duplicate-key', 'a: 1\nb: 2\na: 3', '3:1'],
    ['duplicate-key', 'a: {1: x, "1": y}', '1:11'],
    ['forbidden-key', 'a:\n  __proto__: 1', '2:3'],
    ['forbidden-key', '{constructor: 1}', '1:2'],
    ['forbidden-key', 'prototype: 1', '1:1'],
    ['yaml-syntax', ': 1', '1:1'],
    ['yaml-syntax', 'a: "b', '1:4'],
    ['yaml-syntax', 'a: [b', '1:4'],
    ['yaml-syntax', 'a: [b\nc: [d]\n', '1:4'],
    ['yaml-syntax', 'a: {b: c\nd: e\n', '1:4'],
    ['yaml-syntax', 'a: [b, [c, d]\ne: f\n', '1:4'],
    ['yaml-syntax', 'a: [b, [c\ne: f\n', '1:8'],
    ['yaml-syntax', 'a:\n  - { b: c, d: [e }\n  - f\n', '2:16'],
    ['yaml-syntax', 'a: [b\n  c: [d]\ne: f\n', '1:4'],
    ['yaml-syntax', 'a: [\nb\n]\n', '1:4'],
    ['yaml-syntax', '[a, b\n', '1:1'],
    ['yaml-syntax', 'a: @b', '1:4'],
    ['yaml-syntax', 'a: b: c', '1:4'],
    ['yaml-syntax', 'a:\n\tb: 1', '2:1'],
    ['yaml-syntax', 'a:\n  b: 1\n c: 2', '3:1'],
    ['yaml-syntax', 'a: "\\q"', '1:5'],
    ['yaml-syntax', 'a: {b: 1}}', '1:10'],
  ])('%s in %j', (code, text, position) => {
    expect(load(text).found).toEqual([`${position} ${code}`]);
  });

  it('refuses more than 256 KiB and takes exactly as much', () => {
    expect(load('a'.repeat(MAX_BYTES)).found).toEqual([]);
    expect(load('é'.repeat(MAX_BYTES / 2 + 1)).found).toEqual(['1:1 file-too-large']);
  });

  it('refuses a depth of 33 and takes 32', () => {
    expect(load(`${'['.repeat(32)}${']'.repeat(32)}`).found).toEqual([]);
    expect(load(`${'['.repeat(33)}${']'.repeat(33)}`).found).toEqual(['1:33 yaml-too-deep']);
  });

  it('reports all faults of a file at once', () => {
    const { document, found } = load('a: 1\na: 2\nb: {__proto__: 1}\nc: "\\0"\n');
    expect(found).toEqual(['2:1 duplicate-key', '3:5 forbidden-key', '4:5 control-character']);
    expect(document?.sound).toBe(false);
  });

  it('reports each bracket that is not closed, and what is wrong beside', () => {
    const { found } = load('a: [b\nc: {d: e\nf: @g\nh: [i]\n');
    expect(found).toEqual(['1:4 yaml-syntax', '2:4 yaml-syntax', '3:4 yaml-syntax']);
  });

  it('reports features beside syntax', () => {
    expect(load('a: &x 1\nb: *x\nc: @d\n').found).toEqual([
      '1:4 yaml-feature',
      '2:4 yaml-feature',
      '3:4 yaml-syntax',
    ]);
  });

  it('says nothing in the words of the library', () => {
    const { diagnostics } = load('a: {b: [c\nd: "\\q"\n  e: @\n');
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const { message } of diagnostics) {
      expect(message).not.toMatch(/flow|implicit|token|indicator|scalar|collection/i);
    }
  });
});
