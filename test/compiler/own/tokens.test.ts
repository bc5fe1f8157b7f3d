/** The tokens of each engine's statements, with every oddity that was seen. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { type OwnToken, sentText, splitTokens } from '../../../generator/own/tokens.ts';
import type { OwnSql } from '../../../generator/sql/author/own-sql.ts';
import { KITS } from '../../engines/index.ts';
import { usually } from '../../support/usually.ts';

function ownOf(name: string): OwnSql {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
  return dialect.own;
}

const textsOf = (name: string, text: string, kind: OwnToken['kind']) =>
  splitTokens(text, ownOf(name))
    .filter(token => token.kind === kind)
    .map(({ start, end }) => text.slice(start, end));

/** The statement and which of its `@…` are parameters. */
type Case = readonly [text: string, parameters: string];

const EVERY_ENGINE: readonly Case[] = [
  ['select @p', '@p'],
  ['select @p,@q_1 , @_r', '@p @q_1 @_r'],
  ['select @P.x + @p[1] + (@p)::x', '@P @p @p'],
  ['select @@p, @@@p', ''],
  ['select @1, @ , @', ''],
  ['select @naïve', '@naïve'],
  ["select '@p', '', @q, '@r'", '@q'],
  ["select 'a' -- @p '\n, @q", '@q'],
  ["select 1 /* @p ' */, @q, '*/'", '@q'],
  ['select 1 /*/ @p */, @q', '@q'],
  ['select 1 /***/, @q', '@q'],
  ['select 1 /* -- */, @q', '@q'],
  ['select 1 -- /*\n, @q', '@q'],
  ['select 1 -- @p', ''],
  ['select 5 / @p - @q', '@p @q'],
  ["select '@p", ''],
  ['select 1 /* @p', ''],
  ['', ''],
];

const cases = [...KITS].flatMap(([name, { lexis: own }]) =>
  [...EVERY_ENGINE, ...own].map(([text, parameters]) => [name, text, parameters] as const),
);

describe('parameters', () => {
  test('of every engine are tried', () => {
    for (const { lexis } of KITS.values()) expect(lexis.length).toBeGreaterThan(3);
  });

  test.each(cases)('%s: %j has %j', (name, text, parameters) => {
    expect(textsOf(name, text, 'parameter').join(' ')).toBe(parameters);
  });

  test.each([
    ['duckdb', 'a>@p, a <@p, -@p, a =@p, a||@p', 'yes yes yes yes yes'],
    ['duckdb', 'a> @p, (@p), a/**/@p, [@p], a.@p, a:@p,@p;@p', 'no no no no no no no no'],
    ['duckdb', "'<'@p, a>--\n@p", 'no no'],
    ['clickhouse', 'a>@p, -@p', 'no no'],
    ['bigquery', 'a>@p, -@p', 'no no'],
    ['bigquery', 'OR@p, a_@p, 1@p, é@p, 𝒳@p, @p@q', 'yes yes yes yes yes no yes'],
    ['clickhouse', 'OR@p, a_@p, 1@p, é@p, 𝒳@p, @p@q', 'yes yes yes yes yes no yes'],
    ['duckdb', 'OR@p, a_@p, 1@p, é@p, 𝒳@p, @p@q', 'yes yes yes yes yes no yes'],
  ])('%s: in %j, a word or an operator stands before: %s', (name, text, answers) => {
    const parameters = splitTokens(text, ownOf(name)).filter(({ kind }) => kind === 'parameter');
    expect(parameters.map(one => (one.isAttached ? 'yes' : 'no')).join(' ')).toBe(answers);
  });
});

describe('placeholders of the engine’s own', () => {
  test.each([
    [
      'bigquery',
      'select ?, @@p.q, @ p, @/*c*/p, @`p q`, @ -- c\n`p`, @',
      '?|@@p|@ p|@/*c*/p|@`p q`|@ -- c\n`p`',
    ],
    ['bigquery', 'select @{a=1} 1, @ {a=1}, @5', ''],
    [
      'clickhouse',
      'select {p:T}, { p : Array(T) }, {/*}*/p#! }\n:T}',
      '{p:T}|{ p : Array(T) }|{/*}*/p#! }\n:T}',
    ],
    ['clickhouse', "select {'a':1}, {@p:1}, {}, ?, $p, $1, :p, '{p:T}'", ''],
    ['clickhouse', 'select {p:T', '{p:T'],
    ['duckdb', 'select $1, $p, ?, ?1, $ p, $"p", $日', '$1|$p|?|?|$|$|$日'],
    ['duckdb', "select a$p, :p, #1, '$p', {p:1}, $$ $p $$", ''],
  ])('%s: in %j', (name, text, shown) => {
    expect(textsOf(name, text, 'foreign').join('|')).toBe(shown);
  });
});

test.each([
  ['bigquery', "'''a''", 'string'],
  ['bigquery', '`a\\`', 'name'],
  ['clickhouse', '‘a’’‘b', 'string'],
  ['clickhouse', '“a"', 'name'],
  ['clickhouse', '/* /* */', 'comment'],
  ['duckdb', "E'\\'", 'string'],
  ['duckdb', '"a""', 'name'],
  ['duckdb', '$a$ $A$', 'string'],
])('%s: %j is not closed', (name, text, kind) => {
  expect(splitTokens(text, ownOf(name)).at(-1)).toMatchObject({
    kind,
    isClosed: false,
    end: text.length,
  });
});

test('whitespace becomes ASCII, place for place, but not in strings, names and comments', () => {
  const odd = '\u00a0\u2003\u200b\u3000\ufeff\u2028\u0085';
  const kept = `'${odd}', "${odd}" /*${odd}*/--${odd}\r\n\v\f\t`;
  const text = `@p${odd}${kept}${odd}é${odd}`;
  const plain = ' '.repeat(odd.length);
  expect(sentText(text, splitTokens(text, ownOf('duckdb')))).toBe(
    `@p${plain}${kept}${plain}é${plain}`,
  );
});

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'\'"`$@{}:?#/*-−\\ \n\r\u00a0\ufeff‘’“”aEer1_é𝒳.'.split('')),
    fc.constantFrom(
      "'''",
      '/*',
      '*/',
      '--',
      '@p',
      '$t$',
      "E'",
      '@@',
      '{p:T}',
      '# ',
      '//',
      '\ud83d',
    ),
  ),
  maxLength: 40,
});

/** Pieces of a long text. */
const COUNT = usually(40_000);

describe.each([...DIALECTS.values()].map(({ name, own }) => [name, own] as const))(
  '%s',
  (_, own) => {
    test('tokens follow one another and cover the text', () => {
      fc.assert(
        fc.property(texts, text => {
          const tokens = splitTokens(text, own);
          expect(tokens.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
          let at = 0;
          for (const token of tokens) {
            expect(token.start).toBe(at);
            expect(token.end).toBeGreaterThan(at);
            at = token.end;
          }
          expect(tokens.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true);
        }),
        { numRuns: usually(1_000, 5) },
      );
    });

    test.each(['@', '/*', "'\\", '$a0$ ', '{a', '{ /**/', '@ /**/', "E'a'\n"])(
      'work grows with the text: %j again and again',
      piece => {
        const pieces = Array.from({ length: COUNT }, (_, i) => piece.replace('0', String(i)));
        const text = pieces.join('');
        const before = process.cpuUsage();
        splitTokens(text, own);
        const { user, system } = process.cpuUsage(before);
        // linear work takes less than a tenth of it, quadratic work many times as much, whatever the count
        expect((user + system) / 1_000).toBeLessThan(5_000 * (COUNT / 40_000) ** 2);
      },
    );
  },
);
