/** Pieces of random statements of PostgreSQL. */
import { ESCAPED, EXPRESSIONS, ODD, type OwnPieces } from '../../contracts/dialect/own-pieces.ts';

export const PIECES: OwnPieces = {
  ...ESCAPED,
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
