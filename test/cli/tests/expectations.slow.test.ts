/** Rows that are written into a specification are read again as they were, and the rest of the file stays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withExpectations } from '../../../cli/tests/expectations.ts';
import type { Json } from '../../../generator/core/plan/endpoint.ts';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { entryOf, type MappingNode, type Node } from '../../../generator/core/spec/document.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { readJson } from '../../../generator/resolve/tests/cells.ts';

/** Texts that mean something to YAML, among any others that a specification can hold. */
const text = fc.oneof(
  fc.constantFrom(
    ...['', '~', 'null', 'true', '12', '0x1F', '1e3', '.inf', '2026-01-15', '<<', '---', '...'],
    ...[
      '# no',
      'a: b',
      'a #b',
      '- x',
      '? x',
      '{',
      '}',
      '[',
      ']',
      ',',
      '*a',
      '&b',
      '!t',
      '%',
      '@',
      '`',
    ],
    ...[
      "it's",
      '"',
      '\\',
      'two\nlines',
      '\n',
      'a\n\n b\n',
      ' edge ',
      'a  b',
      '\t',
      '\u2028',
      'é🎈',
      '\uFEFF',
    ],
    ...['x'.repeat(300), 'x y '.repeat(90), `${'word '.repeat(40)}\n# ${'word '.repeat(40)}`],
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }).filter(each => !/[^\P{Cc}\t\n]/u.test(each)),
);
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(each => each + 0),
);
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
const { json } = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(name, text.filter(isKey)), tie('json'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
}));
const rows = fc.array(fc.dictionary(name, json, { maxKeys: 6, noNullPrototype: true }), {
  maxLength: 4,
});

/** Names that no specification may use. */
function isKey(key: string): boolean {
  return !['__proto__', 'constructor', 'prototype'].includes(key);
}

const layouts = fc.constantFrom(
  (before: string) => `tests:\n  one:\n    now: 2026-01-15\n    given: []\n${before}`,
  (before: string) =>
    `tests:\n      one:\n          given: [] # none\n${before.replaceAll('    ', '          ')}          now: 2026-01-15 # now\n`,
  (before: string) =>
    `tests: { one: { given: []${before === '' ? '' : ', expect: [ { a: b } ]'} } } # all\n`,
);
const befores = fc.constantFrom(
  '',
  '    expect: []\n',
  '    expect:\n    - { a: b }\n',
  '    expect: [ { a: b,\n      c: 1 },\n     { a: d }\n     ]\n',
  '    expect: # rows\n\n    -\n      a:\n      # in\n      b: |\n        text\n\n',
);
const comments = fc.constantFrom('', '# about what follows\n', '\n  # indented\n\n');

test('for rows of any kind, in files of any form', () => {
  const property = fc.property(
    rows,
    layouts,
    befores,
    comments,
    (values, layout, before, comment) => {
      const [head, tail] = [`# first\nendpoint: x\n`, `${comment}limit: 5 # last\n`];
      const file = `${head}${layout(before)}${tail}`;
      const after = withExpectations(file, rootOf(file), new Map([['one', values]]));
      const [old, fresh] = [rootOf(file), rootOf(after)];
      expect(readJson(at(fresh, 'tests', 'one', 'expect'))).toEqual(
        JSON.parse(JSON.stringify(values)),
      );
      expect(withoutExpect(fresh)).toEqual(withoutExpect(old));
      expect(after.startsWith(head)).toBe(true);
      expect(after.endsWith(tail)).toBe(true);
      expect(withExpectations(after, fresh, new Map([['one', values]]))).toBe(after);
    },
  );
  fc.assert(property, { numRuns: 200 });
});

function rootOf(file: string): MappingNode {
  const { diagnostics, report } = collector();
  const document = loadDocument('endpoints/x.yaml', file, report);
  expect(diagnostics, file).toEqual([]);
  if (document?.root.kind !== 'mapping') throw new Error('no mapping');
  return document.root;
}

function at(root: Node, ...names: readonly string[]): Node {
  return names.reduce((node, step) => {
    const found = node.kind === 'mapping' ? entryOf(node, step)?.value : undefined;
    if (found === undefined) throw new Error(`no ${step}`);
    return found;
  }, root);
}

function withoutExpect(root: MappingNode): unknown {
  const data = structuredClone(readJson(root)) as { tests: { one: { expect?: unknown } } };
  delete data.tests.one.expect;
  return data;
}
