/**
 * Pieces of random statements of each engine. `@p` stands where a parameter can stand, `@t` where nobody may find one: in strings,
 * names and comments. Each piece is valid by the engine's documentation, whatever quern makes of it.
 */

export interface Enclosed {
  readonly open: string;
  readonly close: string;
  /** Pieces of the inside, in any order. */
  readonly inside: readonly string[];
}

export interface OwnPieces {
  /** Strings and quoted names that stand alone as an expression. */
  readonly enclosed: readonly Enclosed[];
  readonly comments: readonly Enclosed[];
  readonly spaces: readonly string[];
  readonly expressions: readonly string[];
  /** They may fall anywhere, and often break the statement. */
  readonly odd: readonly string[];
}

const EXPRESSIONS = [
  '@p',
  '@p',
  '(@p)',
  '- @p',
  '@p + @p - 1',
  'f(@p, x, @p)',
  'x = @p AND y <> @p',
  'x IN (@p, 2)',
  'x BETWEEN @p AND @p',
  'CASE WHEN @p = 1 THEN @p ELSE x END',
  'CAST(@p AS DATE)',
  'x * 1.5 / @p',
  '[@p, 1]',
  '(SELECT @p)',
];
const ODD = [
  ...['@t', '@', '@@', '@t@t', 'a@t', '1@t', '$', '$$', '$a$', "'", '"', '`', '\\', ',', ';', '?'],
  ...[
    '/*',
    '*/',
    '--',
    '#',
    '# ',
    '//',
    '-',
    '/',
    '*',
    '\n',
    ' ',
    '\u00a0',
    'E',
    'r',
    'x',
    '1',
    '_',
  ],
  ...[
    '{',
    '}',
    '{t:Int64}',
    '$t',
    "E'",
    "'''",
    '"""',
    '‘',
    '’',
    '“',
    '”',
    '(',
    ')',
    '[',
    '.',
    ':',
    '\u200b',
  ],
];
/** Of any string, whatever its quotes. */
const PLAIN = [
  '@t',
  ' @t ',
  'a',
  ' ',
  '日',
  '--',
  '/*',
  '*/',
  '#',
  '//',
  '$$',
  '$a$',
  '‘',
  '”',
  '?',
  '{t:T}',
  '$t',
];
const line = (open: string, ...ends: readonly string[]): readonly Enclosed[] =>
  ends.map(close => ({ open, close, inside: [...PLAIN, "'", '"', '`', '\\', '/* ', ' /*'] }));

export const OWN_PIECES: Readonly<Record<string, OwnPieces>> = {
  bigquery: {
    enclosed: [
      ...['', 'b', 'B'].flatMap(prefix => [
        {
          open: `${prefix}'`,
          close: "'",
          inside: [...PLAIN, '"', '`', "\\'", '\\\\', '\\n', '\\"'],
        },
        { open: `${prefix}"`, close: '"', inside: [...PLAIN, "'", "''", '`', '\\"', '\\\\'] },
        {
          open: `${prefix}'''`,
          close: "'''",
          inside: [...PLAIN, "'a", "''a", '"', '\n', "\\'", '\\\\'],
        },
        { open: `${prefix}"""`, close: '"""', inside: [...PLAIN, '"a', '""a', "'''", '\n', '\\"'] },
      ]),
      ...['r', 'R', 'rb', 'Br'].flatMap(prefix => [
        { open: `${prefix}'`, close: "'", inside: [...PLAIN, '"', "\\'", '\\\\', '\\d'] },
        {
          open: `${prefix}"""`,
          close: '"""',
          inside: [...PLAIN, '"a', '\\"', '\\\\', '\\""a', '\n'],
        },
      ]),
      { open: '`a', close: '`', inside: [...PLAIN, "'", '"', '\\`', '\\\\'] },
    ],
    comments: [
      ...line('--', '\n', '\r', '\r\n'),
      ...line('#', '\n', '\r'),
      {
        open: '/*',
        close: '*/',
        inside: ['@t', "'", '"', '`', '--', '#', '/* ', '\n', '* ', ' / ', ' '],
      },
    ],
    spaces: [' ', '\n', '\t', '\r', '\v', '\f', '\u00a0', '\u2003', '\u3000'],
    expressions: [
      ...EXPRESSIONS,
      ...[
        'x=@p',
        'x>@p',
        'x<@p',
        '-@p',
        '~@p',
        'x[@p]',
        '@p.y',
        '@p[0]',
        '@select',
        'x||@p',
        'INTERVAL @p DAY',
      ],
      ...['IF(@p,@p,@p)', 'STRUCT(@p AS a)', 'DATE_TRUNC(x, DAY)', '1e5', '0x1F'],
    ],
    odd: [...ODD, '@{a=@t}', '@ t', '@`t`', '@@t', '@/**/t'],
  },
  clickhouse: {
    enclosed: [
      { open: "'", close: "'", inside: [...PLAIN, '"', '`', "''", "\\'", '\\\\', '\n', '\\n'] },
      { open: '"a', close: '"', inside: [...PLAIN, "'", '`', '""', '\\"', '\\\\', '\n'] },
      { open: '`a', close: '`', inside: [...PLAIN, "'", '"', '``', '\\`', '\\\\', '\n'] },
      {
        open: '‘',
        close: '’',
        inside: ['@t', 'a', "'", '"', '\\', '“', '‘', '--', '/*', '$$', '\n'],
      },
      {
        open: '“a',
        close: '”',
        inside: ['@t', 'a', "'", '"', '\\', '“', '‘', '’', '--', '/*', '\n'],
      },
      {
        open: '$$',
        close: '$$',
        inside: ['@t', ' ', "'", '"', '\\', '--', '/*', '$a', '\n', '{t:T}'],
      },
      { open: '$a$', close: '$a$', inside: ['@t', ' ', "'", '$$', '$A$', '$b$', '\\', '/*', '\n'] },
      { open: '$1_b$', close: '$1_b$', inside: ['@t', ' ', "'", '$$', '$1$', '--'] },
      { open: "x'", close: "'", inside: ['41', 'aF'] },
      { open: "B'", close: "'", inside: ['0', '1'] },
    ],
    comments: [
      ...['--', '//', '# ', '#!'].flatMap(open => line(open, '\n', '\r\n')),
      { open: '-- ', close: '\n', inside: ['@t', '\r', '\u2028'] },
      {
        open: '/*',
        close: '*/',
        inside: ['@t', "'", '"', '--', '// ', '# ', '/*@t*/', '/*/**/*/', '\n', ' '],
      },
    ],
    spaces: [
      ' ',
      '\n',
      '\t',
      '\r',
      '\v',
      '\f',
      '\u0085',
      '\u00a0',
      '\u200b',
      '\u2003',
      '\u2028',
      '\u3000',
      '\ufeff',
    ],
    expressions: [
      ...EXPRESSIONS,
      ...[
        'x=@p',
        'x>@p',
        'x<=@p',
        '-@p',
        'x[@p]',
        '@p[1]',
        'x||@p',
        'INTERVAL @p DAY',
        'x%@p',
        '@p::String',
      ],
      ...[
        'x ? @p : @p',
        'arrayMap(y -> y+@p, x)',
        'quantile(@p)(x)',
        '@@max_threads',
        'a$b',
        '$c',
        '1_000',
        '0x1F',
      ],
      ...['t.1', "DATE '2026-01-01'", "map('a', @p)", '1 − @p'],
    ],
    odd: [...ODD, '{ t : T }', '{/*}*/t:T}', '@@t', '−', '—', "x'", '#!'],
  },
  duckdb: {
    enclosed: [
      { open: "'", close: "'", inside: [...PLAIN, '"', "''", '\\', '\n'] },
      { open: '"a', close: '"', inside: [...PLAIN, "'", '""', '\\', '\n'] },
      ...["E'", "e'"].map(open => {
        return { open, close: "'", inside: [...PLAIN, '"', "''", "\\'", '\\\\', '\\n', '\n'] };
      }),
      { open: "E'a' -- @t '\n  '", close: "'", inside: [...PLAIN, "\\'", "''", '\\\\'] },
      { open: "E'\\'@t'\n\r --\n --'\n'", close: "'", inside: ['@t', "\\'", "'\n'", "'\n\n  '"] },
      { open: "'a\\'\n'", close: "'", inside: ['@t', "''", '\\', ' '] },
      { open: "x'", close: "'", inside: ['41'] },
      {
        open: '$$',
        close: '$$',
        inside: ['@t', ' ', "'", '"', '\\', '--', '/*', '$a', '\n', '日'],
      },
      { open: '$a$', close: '$a$', inside: ['@t', ' ', "'", '$$', '$A$', '$b$', '\\', '/*', '\n'] },
      { open: '$日_1$', close: '$日_1$', inside: ['@t', ' ', "'", '$$', '$1$', '--'] },
    ],
    comments: [
      ...line('--', '\n', '\r', '\r\n'),
      {
        open: '/*',
        close: '*/',
        inside: ['@t', "'", '"', '--', '$$', '/*@t*/', '/*/**/*/', '\n', ' '],
      },
    ],
    spaces: [
      ' ',
      '\n',
      '\t',
      '\r',
      '\f',
      '\u00a0',
      '\u2003',
      '\u200b',
      '\u3000',
      '\ufeff',
      '\u202f',
    ],
    expressions: [
      ...EXPRESSIONS,
      ...[
        'x[@p]',
        '@p[1]',
        'x[@p:@p]',
        'x::int',
        '@p::varchar',
        "{'a': @p}",
        'MAP {@p: @p}',
        'INTERVAL @p DAY',
      ],
      ...[
        '@ x',
        '@(x)',
        'x @> y',
        'x <@ y',
        'x ^@ y',
        'a$b',
        'a$b$c',
        '#1',
        '1_000',
        '0x1F',
        '1e5',
        'list_filter(x, y -> y > @p)',
      ],
      ...['f(a := @p)', 'j ->> @p', '@@ x', '[y + @p for y in x]'],
    ],
    odd: [...ODD, "e'", "E'\\'", "U&'", "X'", '<@t', '@>', '=@t', '\ufeff', '$ t', ':t', "'\n'"],
  },
};
