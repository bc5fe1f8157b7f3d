/**
 * Pieces that random statements of all engines share; the kit of an engine has its own. `@p` stands where a parameter can stand,
 * `@t` where there is no parameter: in strings, names and comments. Each piece is valid by the engine's
 * documentation; what quern makes of it does not count.
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

export const EXPRESSIONS = [
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
export const ODD = [
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
export const PLAIN = [
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
export const line = (open: string, ...ends: readonly string[]): readonly Enclosed[] =>
  ends.map(close => ({ open, close, inside: [...PLAIN, "'", '"', '`', '\\', '/* ', ' /*'] }));

/** Those of engines with escaped strings, tagged strings and nested comments. */
export const ESCAPED: Pick<OwnPieces, 'enclosed' | 'comments' | 'spaces'> = {
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
  spaces: [' ', '\n', '\t', '\r', '\f', '\u00a0', '\u2003', '\u200b', '\u3000', '\ufeff', '\u202f'],
};
