/**
 * BigQuery's rows of the table of stored types. ZetaSQL's evaluator has neither `TIMESTAMP(12)` nor `GEOGRAPHY`.
 */
import { changed, instants, type StoredColumn, same } from '../column.ts';

const NAME = 'bigquery';
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

export const BIGQUERY: readonly StoredColumn[] = [
  instants(
    NAME,
    'DATETIME',
    { digits: 6, lowest: '0001-01-08 00:00:00', highest: '9999-12-24 23:59:59.999999' },
    text => `CAST('${text}' AS DATETIME)`,
  ),
  same(NAME, 'INT64', 'float64', ['0', '-7', '9007199254740992']),
  same(NAME, 'INT64', 'decimal', ['0', '-7', '9223372036854775807']),
  same(NAME, 'BIGNUMERIC', 'decimal', ['12.5', '-99999999999999999999999999999.999999999', '0']),
  same(NAME, 'BIGNUMERIC', 'string', ['12.5', '0.00000000000000000001', '0']),
  {
    ...same(NAME, "STRING COLLATE 'und:ci'", 'string', ['a', 'A', 'b', 'É', 'é']),
    literal: text => `COLLATE('${text}', 'und:ci')`,
  },
  same(NAME, 'TIME', 'string', ['00:00:00', '23:59:59.999999']),
  same(NAME, 'INTERVAL', 'string', ['0-0 1 0:0:0', '1-2 3 4:5:6']),
  {
    ...changed(NAME, 'BYTES', 'string', [
      ['ff00', base64('ff00')],
      ['6162', base64('6162')],
      ['', ''],
    ]),
    literal: hex => `FROM_HEX('${hex}')`,
  },
];
