/** CSV of `quern serve` by `service.csv.formula`. */
import { expect, test } from 'vitest';
import { openService } from './service.ts';

test.each([
  [{}, 'id\r\n=1+1\r\n@x\r\nplain\r\n', 'id,n\r\n=1+1,-200\r\n'],
  [{ csv: {} }, 'id\r\n=1+1\r\n@x\r\nplain\r\n', 'id,n\r\n=1+1,-200\r\n'],
  [{ csv: { formula: 'escape' } }, "id\r\n'=1+1\r\n'@x\r\nplain\r\n", "id,n\r\n'=1+1,-200\r\n"],
])('CSV with the settings %j', async (settings, rows, ofStatement) => {
  const service = await openService(settings);
  const read = async (path: string, accept: string) => {
    const headers = { Accept: accept, 'X-API-KEY': service.tokens.any };
    return (await fetch(`${service.url}${path}`, { headers })).text();
  };
  try {
    const usual = '/api/endpoints/plain?project=formulas';
    expect(await read(usual, 'text/csv')).toBe(rows);
    expect(await read(usual, 'application/json')).toBe(
      '{"result":[{"id":"=1+1"},{"id":"@x"},{"id":"plain"}]}',
    );
    const sql = 'SELECT id, status AS n FROM logs ORDER BY id LIMIT 1';
    const asked = `/api/endpoints/sql?project=formulas&sql=${encodeURIComponent(sql)}`;
    expect(await read(asked, 'text/csv')).toBe(ofStatement);
  } finally {
    await service.stop();
  }
});
