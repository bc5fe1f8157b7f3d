/** Every replacement that a hint recommends compiles. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { LIBRARY, libraryFunction } from '../../../generator/functions/library.ts';
import {
  FOREIGN_FUNCTIONS,
  foreignCallsHint,
  foreignHint,
} from '../../../generator/language/syntax/foreign-functions.ts';
import { COLUMNS, check, field, scope } from './support.ts';

/** The names of hints, as columns. */
const around = scope({
  from: {
    name: 'entries',
    keys: [],
    columns: [
      ...COLUMNS,
      field('x', 'int64'),
      field('y', 'int64'),
      field('a', 'timestamp'),
      field('b', 'timestamp'),
      field('day', 'date'),
      field('number', 'float64'),
      field('text', 'string'),
      field('part', 'string'),
      field('value', 'string'),
      field('rows', 'int64'),
      field('condition', 'bool'),
      field('list', 'list<string>'),
    ],
  },
});

/** The example of each function compiles, and so does a call as its signature says. */
const SIGNATURES = new Set(LIBRARY.flatMap(fn => [fn.name, ...fn.signature.split(' or ')]));
const SIGNS = new Set(['/', '-', '=', '+']);

/** A clause compiles in an endpoint. */
function isClause(span: string): boolean {
  if (!/^[a-z_]+: /.test(span)) return false;
  const { diagnostics } = compile(
    [
      {
        path: 'endpoints/sources.yaml',
        bytes:
          'sources: { posts: { tables: { duckdb: { table: posts } }, columns: { id: string, text: string, list: { list: string } } } }',
      },
      {
        path: 'endpoints/posts.yaml',
        bytes: `endpoint: posts\nid: 00000000-0000-4000-8000-000000000001\nfrom: posts\n${span}\nselect: [id, item_index]\n`,
      },
    ],
    { dialects: ['duckdb'] },
  );
  return diagnostics.length === 0;
}

function compiles(span: string): boolean {
  if (isClause(span)) return true;
  if (SIGNATURES.has(span) || SIGNS.has(span)) return true;
  return check(span, around).diagnostics.length === 0;
}

describe.each(FOREIGN_FUNCTIONS)('%s', name => {
  const hint = foreignHint(name) ?? '';

  test('is no function of the library', () => {
    expect(libraryFunction(name)).toBeNull();
  });

  test('has a hint that compiles', () => {
    const spans = [...hint.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
    expect(spans.length).toBeGreaterThan(0);
    expect(spans.filter(span => !compiles(span))).toEqual([]);
  });

  test('is answered with it', () => {
    const { diagnostics } = check(`${name}(path)`, around);
    expect(diagnostics.map(d => [d.code, d.hint])).toEqual([['unknown-function', hint]]);
  });
});

test('a function of the library is not taken for one that other dialects spell alike', () => {
  const texts = LIBRARY.map(({ name }) => `${name}(x, y)`);
  expect(texts.filter(text => foreignCallsHint(text) !== null)).toEqual([]);
  expect(foreignCallsHint('max(timestampdiff(a, b, day))')).toContain('no `timestampdiff`');
});

test('the check rejects a text that does not compile', () => {
  expect(compiles('substr(text, 2)')).toBe(true);
  expect(compiles('substring(text, 2)')).toBe(false);
  expect(compiles("split_part(text, '')")).toBe(false);
});
