/** `quern run` and `quern explain` of one endpoint, beside specifications with errors. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, project, removeFolders, SOURCES } from '../cli-fixture.ts';

afterAll(removeFolders);

const OTHER = `endpoint: other
id: 0b9a3c1e-2f4d-4c6a-8f1b-7d2e5a6c9b03
summary: The sizes.
from: edge_logs
select: [id, size]
order_by: [id]
limit: 10
`;

describe('one endpoint', () => {
  let one: Project;
  beforeAll(async () => {
    one = project();
    const instance = await DuckDBInstance.create(join(one.folder, 'logs.duckdb'));
    const connection = await instance.connect();
    await connection.run(
      `CREATE TABLE edge_logs (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT);
       INSERT INTO edge_logs VALUES ('a', TIMESTAMP '2026-01-15 10:00:00', 'abc', 7)`,
    );
    connection.closeSync();
    instance.closeSync();
  });
  const words = ['logs', '--database', 'logs.duckdb', '--param', 'project=abc'];
  const run = () => one.quern(['run', ...words]);
  const fix = () => {
    one.put('endpoints/sources.yaml', SOURCES);
    one.put('endpoints/other.yaml', OTHER);
  };

  it.each([
    ['names a column that is not there', OTHER.replace('[id, size]', '[id, sise]')],
    ['has a key that is not there', OTHER.replace('order_by', 'sort_by')],
    ['is no YAML', `${OTHER}  - [\n`],
    ['has the text of another analyser', OTHER.replace(/from: (?:.|\n)*/, 'query: SELEC 1\n')],
  ])('runs and is explained while another %s', async (_, text) => {
    one.put('endpoints/other.yaml', text);
    const ran = await run();
    const explained = await one.quern(['explain', ...words]);
    const checked = await one.quern(['check']);
    fix();
    expect(JSON.parse(ran.stdout)).toEqual([
      { id: 'a', timestamp: '2026-01-15T10:00:00Z', project: 'abc', size: 7 },
    ]);
    const warning =
      /^warning: \d+ errors? in other specifications, the first in `endpoints\/other\.yaml`; `logs` does not depend on them\n {2}hint: Run `quern check`\.\n/;
    expect([ran.exit, explained.exit, checked.exit]).toEqual([0, 0, 1]);
    expect(ran.stderr).toMatch(warning);
    expect(explained.stderr).toMatch(warning);
    expect(explained.stdout).toContain('FROM edge_logs');
  });

  it('runs while a data set that it does not read has an error, and not while its own has', async () => {
    const second = `  unread:
    tables: { duckdb: { table: unread } }
    columns:
      id: int64
    measures: { twice: sum(idd) }
`;
    one.put('endpoints/sources.yaml', `${SOURCES}${second}`);
    const ran = await run();
    one.put('endpoints/sources.yaml', SOURCES.replace('size: int64', 'size: int46'));
    const own = await run();
    fix();
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('the first in `endpoints/sources.yaml`'),
    });
    expect(own).toMatchObject({ exit: 1, stdout: '' });
    expect(own.stderr).toMatch(/^endpoints\/sources\.yaml:\d+:\d+ error/);
  });

  it('shows its own errors, and all where its name is nowhere', async () => {
    one.put('endpoints/other.yaml', OTHER.replace('[id, size]', '[id, sise]'));
    const own = await one.quern(['run', 'other', '--database', 'logs.duckdb']);
    const unknown = await one.quern(['run', 'othe', '--database', 'logs.duckdb']);
    fix();
    expect(own).toMatchObject({ exit: 1, stderr: expect.stringContaining('unknown-column') });
    expect(own.stderr).not.toContain('warning');
    expect(unknown).toMatchObject({ exit: 1, stderr: expect.stringContaining('unknown-column') });
    expect(await one.quern(['run', 'othe'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('There is no endpoint `othe`'),
    });
  });
});
