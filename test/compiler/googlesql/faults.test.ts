/** Faults that the analyser finds, in our words. Its own were taken from ZetaSQL 1.13. */
import { describe, expect, it } from 'vitest';
import { explainFault } from '../../../generator/googlesql/question/faults.ts';

const KNOWN: readonly (readonly [string, string, string, string | null])[] = [
  ['Unrecognized name: nope', 'unknown-column', 'There is no column `nope` here', null],
  [
    'Unrecognized name: _TABLE_SUFFIX',
    'unknown-column',
    'There is no column `_TABLE_SUFFIX` here',
    'Declare it in the data set, as in `_TABLE_SUFFIX: string`.',
  ],
  [
    'Unrecognized name: tmestamp; Did you mean timestamp?',
    'unknown-column',
    'There is no column `tmestamp` here',
    'Did you mean `timestamp`?',
  ],
  [
    'Name projct not found inside t; Did you mean project?',
    'unknown-column',
    '`t` has no column `projct`',
    'Did you mean `project`?',
  ],
  [
    'Partitioning by expressions of type FLOAT64 is not allowed',
    'type-mismatch',
    'PARTITION BY does not take a FLOAT64',
    'Write `CAST(x AS INT64)` or a text.',
  ],
  [
    'IGNORE NULLS and RESPECT NULLS are not allowed for analytic function LAG',
    'sql-not-known',
    '`LAG` takes neither IGNORE NULLS nor RESPECT NULLS',
    'Write `LAST_VALUE(x IGNORE NULLS) OVER (ORDER BY … ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`.',
  ],
  [
    'IGNORE NULLS and RESPECT NULLS are not allowed for aggregate function any_value',
    'sql-not-known',
    '`ANY_VALUE` takes neither IGNORE NULLS nor RESPECT NULLS',
    null,
  ],
  [
    'Field name code does not exist in STRUCT<project STRING>',
    'unknown-column',
    'The record has no field `code`',
    null,
  ],
  [
    'Cannot access field code on a value with type ARRAY<STRUCT<code INT64>>',
    'unknown-column',
    'A value of type ARRAY has no field `code`',
    'Read its items: `UNNEST(…) AS name`.',
  ],
  [
    'Table not found: edge_log; Did you mean edge_logs?',
    'unknown-source',
    'There is no data set `edge_log`',
    'Did you mean `edge_logs`?',
  ],
  [
    'Function not found: `team`.rate',
    'unknown-function',
    'There is no function `team.rate`',
    'Declare a function of the project under `functions` in `sources.yaml`.',
  ],
  [
    'No matching signature for operator = for argument types: INT64, STRING. Supported signature: ANY = ANY',
    'type-mismatch',
    '`=` does not take INT64 and STRING',
    null,
  ],
  [
    'No matching signature for aggregate function SUM for argument types: STRING. Supported signatures: SUM(INT64)',
    'type-mismatch',
    '`SUM` does not take STRING',
    null,
  ],
  [
    'SELECT list expression references column id which is neither grouped nor aggregated',
    'not-grouped',
    '`id` is neither grouped nor aggregated',
    'Add it to GROUP BY, or aggregate it.',
  ],
  [
    'Aggregate function COUNT not allowed in WHERE clause',
    'misplaced-aggregate',
    '`COUNT` is not allowed in WHERE',
    null,
  ],
  [
    'GROUP BY ALL is not supported [at 1:1]',
    'sql-not-known',
    'The analyser does not know what `GROUP BY ALL` means beside `*`',
    'List the columns in `SELECT`, or their places: `GROUP BY 1, 2`.',
  ],
  [
    'Column name id is ambiguous',
    'duplicate-name',
    '`id` may be a column of several tables',
    'Put the name of the table before it.',
  ],
  [
    'Statement not supported: DeleteStatement',
    'sql-statement',
    'The text is not a query: write one SELECT, optionally after WITH',
    null,
  ],
  [
    'Syntax error: Unexpected end of statement',
    'sql-statement',
    'The statement is incomplete',
    null,
  ],
  [
    'Syntax error: Unexpected keyword FROM',
    'sql-statement',
    'The query cannot be read: unexpected keyword FROM',
    null,
  ],
  [
    'Syntax error: Expected ")" but got keyword AT',
    'sql-statement',
    'The query cannot be read: expected ")" but got keyword AT',
    '`AT` is a keyword: write a column of that name between backticks.',
  ],
  [
    'Syntax error: Expected end of input but got identifier "ILIKE"',
    'sql-statement',
    'The query cannot be read: expected end of input but got identifier "ILIKE"',
    "Write `LOWER(x) LIKE '%a%'`.",
  ],
  [
    'Syntax error: Expected end of input but got ":"',
    'sql-statement',
    'The query cannot be read: expected end of input but got ":"',
    'Write `CAST(x AS STRING)`.',
  ],
  [
    'Syntax error: Unexpected ":"',
    'sql-statement',
    'The query cannot be read: unexpected ":"',
    'Write `CAST(x AS STRING)`.',
  ],
];

describe('a fault of the analyser', () => {
  it.each(KNOWN)('%s', (message, code, words, hint) => {
    expect(explainFault(message)).toEqual({ code, message: words, hint });
  });

  it('has its words where it has no code of its own, on one line and cut', () => {
    const { code, message } = explainFault(`Something\nelse ${'x'.repeat(1_000)}`);
    expect(code).toBe('sql-not-known');
    expect(
      message.startsWith('The GoogleSQL analyser rejects the statement: something else xxx'),
    ).toBe(true);
    expect(message.length).toBeLessThan(400);
  });
});
