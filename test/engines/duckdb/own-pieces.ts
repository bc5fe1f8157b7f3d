/** Pieces of random statements of DuckDB. */
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
  spaces: [' ', '\n', '\t', '\r', '\f', '\u00a0', '\u2003', '\u200b', '\u3000', '\ufeff', '\u202f'],
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
};
