/** The endpoints of this repository over tables of a log collector: one a data set, with the entry as a document and a BRIN index on its time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeredSources } from '../../../generator/core/plan/endpoint.ts';
import { prepare, resultOf } from '../../equality/execute.ts';
import { type ProjectTest, testsOf, wrongOn } from '../../equality/projects/project-tests.ts';
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
const lastOfEach = new Map(tests.map(one => [one.endpoint.name, one]));

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

  /** The engine, and the plans of the statements that it runs. */
  function explaining(options: '' | '(VERBOSE)') {
    const plans: string[] = [];
    const run: OpenTestEngine['run'] = async (sql, ...rest) => {
      const { rows } = await engine.run(`EXPLAIN ${options} ${sql}`, ...rest);
      plans.push(rows.join('\n'));
      return engine.run(sql, ...rest);
    };
    return { plans, explained: { ...engine, run } };
  }

  test.each(tests.map(one => [`${one.endpoint.name}: ${one.test.name}`, one] as const))(
    '%s',
    async (_, one) => {
      await fill(one);
      expect(await wrongOn({ ...engine, load: () => Promise.resolve() }, one)).toEqual([]);
    },
  );

  test.each([...lastOfEach.values()])(
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
      const { plans, explained } = explaining('');
      await resultOf(prepare(endpoint, 'postgres'), explained, test.params, test.now);
      for (const { name } of answeredSources(endpoint))
        expect(plans.join()).toContain(`Bitmap Index Scan on events_${name}_timestamp_idx`);
    },
  );

  describe('functions.invocation-stats', () => {
    const one = lastOfEach.get('functions.invocation-stats') ?? expect.fail();
    const table = tableOf('function_edge_logs');
    const answered = (on: OpenTestEngine, project: string) =>
      resultOf(prepare(one.endpoint, 'postgres'), on, { project, interval: '1hr' }, one.test.now);
    const insert = (id: string, metadata: string, from: string) =>
      engine.execute(
        `INSERT INTO ${table} SELECT ${id}, jsonb_build_object('metadata', ${metadata}), '', to_timestamp(${one.test.now / 1_000_000n} - 60) FROM ${from}`,
      );

    test('finds a text in the document by its index, and reads each leaf once for a row', async () => {
      await fill(one);
      const metadata = "jsonb_build_object('project_ref', 'p' || n, 'filler', repeat('x', 400))";
      await insert("'n' || n", metadata, 'generate_series(1, 5000) AS n');
      await engine.execute(
        `CREATE INDEX by_project ON ${table} ((body -> 'metadata' ->> 'project_ref'))`,
      );
      await engine.execute(`ANALYZE ${table}`);
      const { plans, explained } = explaining('(VERBOSE)');
      await answered(explained, 'p7');
      expect(plans.join()).toMatch(/Index Scan (using|on) by_project/);
      for (const leaf of ['"status_code"', '"execution_time_ms"'])
        expect(plans.join().split(leaf).length - 1).toBe(1);
    });

    test('takes a value of another type for none', async () => {
      await fill(one);
      const project = '12345678901234567890';
      const counted = [
        '"execution_time_ms": 1.0, "response": {"status_code": 404.0}',
        '"execution_time_ms": 1e2, "response": {"status_code": "404"}',
        '"execution_time_ms": "7", "response": {"status_code": 5e2}',
        '"execution_time_ms": [900], "response": {"status_code": 404.5}',
        '"execution_time_ms": null, "response": {"status_code": 9223372036854775808}',
        '"response": [{"status_code": 500}]',
      ].map(rest => `{"project_ref": "${project}", ${rest}}`);
      const others = [
        project,
        `["${project}"]`,
        `{"a": "${project}"}`,
        'null',
        'true',
        '"other"',
      ].map(
        of => `{"project_ref": ${of}, "execution_time_ms": 0.5, "response": {"status_code": 500}}`,
      );
      const given = [
        ...counted,
        ...others,
        `[{"project_ref": "${project}"}]`,
        '"5"',
        '5',
        'null',
        '{}',
      ];
      const values = given.map((text, i) => `('o${i}', ${literal(text)}::jsonb)`);
      await insert('id', 'metadata', `(VALUES ${values.join(', ')}) AS given(id, metadata)`);
      const { rows } = await answered(engine, project);
      expect(rows.map(row => row.slice(1))).toEqual([[1, 100, 50.5, 100, 100, 6n, 2n]]);
    });
  });
});
