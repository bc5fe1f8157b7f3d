import { readdirSync, readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { code, fileText, joinCode, safe } from '../../../generator/emitters/text/writer.ts';
import { unicodeText } from '../../support/unicode-text.ts';

const show = (content: ReturnType<typeof code>) => String(content);

describe('a template of generated text', () => {
  it('takes off the indentation that all lines share', () => {
    expect(
      show(code`
        a {
          b
        }
      `),
    ).toBe('a {\n  b\n}');
  });

  it('keeps the indentation of the line that a part begins in', () => {
    const inner = code`
      x
        y
    `;
    expect(
      show(code`
        a {
          ${inner}
          = ${inner}
        }
      `),
    ).toBe('a {\n  x\n    y\n  = x\n    y\n}');
  });

  it('puts a list on lines, and an empty one on none', () => {
    const list = [safe('b'), safe('c')];
    const block = (parts: typeof list) =>
      show(code`
        a
          ${parts}
        d
      `);
    expect(block(list)).toBe('a\n  b\n  c\nd');
    expect(block([])).toBe('a\nd');
  });

  it('changes no character of a part that has one line', () => {
    fc.assert(
      fc.property(unicodeText(), text => {
        fc.pre(!text.includes('\n'));
        expect(show(code`<${safe(text)}>`)).toBe(`<${text}>`);
      }),
    );
  });

  it('leaves empty lines empty', () => {
    const inner = safe('a\n\nb');
    expect(
      show(code`
        {
          ${inner}
        }
      `),
    ).toBe('{\n  a\n\n  b\n}');
  });

  it('unescapes what a template must escape', () => {
    expect(show(code`\`\${x}\\n`)).toBe(['`$', '{x}\\n'].join(''));
  });

  it('joins, and ends a file with one newline', () => {
    expect(fileText(joinCode([safe('a'), safe('b')], ', '))).toBe('a, b\n');
  });
});

test('a stranger’s text becomes code in the helpers of a language alone', () => {
  const folder = path(import.meta.dirname, '../../../generator');
  const users = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('emitters/text/writer.ts'))
    .filter(name =>
      /\bsafe\b[^;]*from '[./]*(?:text\/)?writer\.ts'|new Code\(/.test(
        readFileSync(path(folder, name), 'utf8'),
      ),
    );
  expect(
    users.filter(
      name => !/^emitters\/(openapi\/texts|javascript|clients\/[a-z]+)\/text\.ts$/.test(name),
    ),
  ).toEqual([]);
});
