/** Pieces of random statements of BigQuery. */
import {
  EXPRESSIONS,
  line,
  ODD,
  type OwnPieces,
  PLAIN,
} from '../../contracts/dialect/own-pieces.ts';

export const PIECES: OwnPieces = {
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
};
