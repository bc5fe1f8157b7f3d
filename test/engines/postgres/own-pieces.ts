/** Pieces of random statements of PostgreSQL. */
import {
  EXPRESSIONS,
  line,
  ODD,
  type OwnPieces,
  PLAIN,
} from '../../contracts/dialect/own-pieces.ts';

export const PIECES: OwnPieces = {
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
  spaces: [' ', '\n', '\t', '\r', '\f'],
  expressions: [
    ...EXPRESSIONS.filter(expression => !expression.startsWith('[')),
    ...['x[@p]', 'x[@p:@p]', 'x::int', '@p::varchar', 'ARRAY[@p, 1]'],
    ...[
      '@ x',
      '@(x)',
      'x @> y',
      'x <@ y',
      'x ^@ y',
      'a$b',
      'a$b$c',
      '1e5',
      'j ->> @p',
      '@@ x',
      'x @@ y',
    ],
    ...[
      'f(a => @p)',
      'x ? @p',
      'x #>> y',
      "INTERVAL '1' DAY * @p",
      'x AT TIME ZONE @p',
      'x COLLATE "C"',
    ],
  ],
  odd: [...ODD, "e'", "E'\\'", "U&'", "X'", '<@t', '@>', '=@t', '$ t', ':t', "'\n'"],
};
