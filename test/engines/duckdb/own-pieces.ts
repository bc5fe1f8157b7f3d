/** Pieces of random statements of DuckDB. */
import { ESCAPED, EXPRESSIONS, ODD, type OwnPieces } from '../../contracts/dialect/own-pieces.ts';

export const PIECES: OwnPieces = {
  ...ESCAPED,
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
