/** The SQL that reads lists, maps and records in files is of the syntax that later releases of DuckDB keep. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { textReading } from '../../../../engines/duckdb/files/records/records.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';

const optional = { name: 'a', nullable: true } as const;
const FIELDS: readonly (readonly [ManifestField, string, unknown])[] = [
  [{ ...optional, type: 'list<int64>' }, '[1, null]', null],
  [{ ...optional, type: 'list<int64>' }, '[1, 2]', '[1,2]'],
  [{ ...optional, type: 'map<int64>' }, '{"x": 1}', '{"x":1}'],
  [
    { ...optional, type: 'record', list: true, fields: [{ ...optional, type: 'int64' }] },
    '[{"a": 1}, {}]',
    '[{"a":1},{"a":null}]',
  ],
];

test.each(FIELDS)('%j of %s', async (field, text, wanted) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET lambda_syntax = 'DISABLE_SINGLE_ARROW'");
  const { sql } = textReading(field, 'raw');
  const read = await connection.runAndReadAll(
    `SELECT to_json(${sql})::VARCHAR FROM (SELECT '${text}' AS raw)`,
  );
  expect(read.getRows()).toEqual([[wanted]]);
});
