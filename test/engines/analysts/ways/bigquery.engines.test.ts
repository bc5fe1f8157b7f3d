/** Ways to name a table on BigQuery, in a project with a scope, as its analyser reads them. */
import { describe, expect, test } from 'vitest';
import { BIGQUERY_WAYS, TABLE } from './bigquery.ts';
import { faultsOf, isRefused, NEEDS_CONDITION, unlike } from './ways.ts';

const { declared, undeclared, silent } = BIGQUERY_WAYS;
const proof = `SELECT 1 AS one FROM ${TABLE} WHERE project = @project`;

describe('on BigQuery', () => {
  test('the corpus has 150 ways', () => {
    expect(new Set([...declared, ...undeclared]).size).toBeGreaterThanOrEqual(150);
  });

  test('a way through the table of a data set needs the condition of its scope', async () => {
    const found = await faultsOf(declared, 'bigquery', TABLE, proof);
    expect(unlike(declared, found, one => JSON.stringify(one) === NEEDS_CONDITION)).toEqual([]);
  });

  test('every other way is refused, whatever conditions stand beside it', async () => {
    const ways = [...undeclared, ...silent];
    const found = await faultsOf(ways, 'bigquery', TABLE, proof);
    expect(unlike(ways, found, isRefused)).toEqual([]);
  });
});
