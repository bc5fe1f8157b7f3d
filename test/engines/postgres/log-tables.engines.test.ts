/** The endpoints of this repository over tables of a log collector: one a data set, with the entry as a document and a BRIN index on its time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeredSources } from '../../../generator/core/plan/endpoint.ts';
import { prepare, resultOf } from '../../equality/execute.ts';
import { type ProjectTest, testsOf, wrongOn } from '../../equality/project-tests.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import type { OpenTestEngine } from '../test-engine.ts';
import { LACKING } from './cluster.ts';
import { openPostgres } from './open-postgres.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

/** The data sets with such tables. */
function withTables(sources: string): string {
  return sources
    .replaceAll(/postgres: \{ table: (\w+) \}$/gm, 'postgres: { table: logs.events_$1 }')
    .replaceAll(
      /^ {6}project: string$/gm,
      `      project: { type: string, postgres: "body ->> 'project'" }`,
    )
    .replaceAll(
      /^ {6}project: \{ type: string, desc/gm,
      `      project: { type: string, postgres: "body ->> 'project'", desc`,
    )
    .replaceAll(/^ {6}metadata:$/gm, `      metadata:\n        postgres: "body -> 'metadata'"`)
    .replaceAll(
      /^ {6}metadata: \{ record/gm,
      `      metadata: { postgres: "body -> 'metadata'", record`,
    );
}

const inputs = ownInputs().map(file => {
  const text = String(file.bytes);
  return { ...file, bytes: file.path.endsWith('/sources.yaml') ? withTables(text) : text };
});
const tests = testsOf(compiled(inputs, ['postgres', 'duckdb']));
const firstOfEach = new Map(tests.map(one => [one.endpoint.name, one]));

const tableOf = (source: string) => `logs.events_${source}`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

describe.skipIf(LACKING !== null)('tables of a log collector', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openPostgres();
    await engine.execute('CREATE SCHEMA logs');
  });
  afterAll(() => engine.close());

  /** Each entry with all that it says in its document. */
  async function fill({ project, test: { given } }: ProjectTest): Promise<void> {
    for (const { name } of project.sources) {
      const table = tableOf(name);
      await engine.execute(`DROP TABLE IF EXISTS ${table}`);
      await engine.execute(
        `CREATE TABLE ${table} (id text PRIMARY KEY, body jsonb, event_message text, timestamp timestamp)`,
      );
      await engine.execute(
        `CREATE INDEX ON ${table} USING brin (timestamp) WITH (pages_per_range = 4)`,
      );
      const entries = given.filter(one => one.source === name).flatMap(one => one.entries);
      if (entries.length === 0) continue;
      const rows = entries.map(entry => `(${literal(entry)}::jsonb)`).join(', ');
      await engine.execute(
        `INSERT INTO ${table} SELECT body ->> 'id', body, body ->> 'event_message', (body ->> 'timestamp')::timestamptz
         FROM (VALUES ${rows}) AS given(body)`,
      );
    }
  }

  test.each(tests.map(one => [`${one.endpoint.name}: ${one.test.name}`, one] as const))(
    '%s',
    async (_, one) => {
      await fill(one);
      expect(await wrongOn({ ...engine, load: () => Promise.resolve() }, one)).toEqual([]);
    },
  );

  test.each([...firstOfEach.values()])(
    '$endpoint.name reads the blocks that the index of the time leaves',
    async one => {
      const { endpoint, project, test } = one;
      await fill(one);
      for (const source of project.sources) {
        const table = tableOf(source.name);
        await engine.execute(
          `INSERT INTO ${table} SELECT 'n' || n, jsonb_build_object('project', 'p' || n % 9, 'metadata', jsonb_build_object('filler', repeat('x', 400))),
           '', timestamp '2025-06-01' + n * interval '1 hour' FROM generate_series(1, 5000) AS n`,
        );
        await engine.execute(`ANALYZE ${table}`);
      }
      const plans: string[] = [];
      const explained: OpenTestEngine['run'] = async (sql, bindings, options) => {
        const { rows } = await engine.run(`EXPLAIN ${sql}`, bindings, options);
        plans.push(rows.join('\n'));
        return engine.run(sql, bindings, options);
      };
      await resultOf(
        prepare(endpoint, 'postgres'),
        { ...engine, run: explained },
        test.params,
        test.now,
      );
      for (const { name } of answeredSources(endpoint))
        expect(plans.join()).toContain(`Bitmap Index Scan on events_${name}_timestamp_idx`);
    },
  );
});
