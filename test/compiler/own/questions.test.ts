/** Questions to the parsers of engines. Where there is none, no command starts an engine. */
import { describe, expect, test } from 'vitest';
import { type CompileOptions, compile, emit } from '../../../generator/compile.ts';
import { ownAnswers } from '../../support/projects/own-answers.ts';

const SOURCES = `sources:
  events:
    scope: [project]
    tables: { duckdb: { table: events }, clickhouse: { table: events } }
    columns: { id: string, project: string }
`;
const HEAD = `endpoint: one
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a77
params: { project: { type: string, required: true }, since: { type: string } }
`;
const OWN = `${HEAD}query:
  duckdb:
    - SELECT id FROM events WHERE project = @project
    - { when: since, sql: AND id > @since }
  clickhouse: SELECT id FROM events WHERE project = @project AND id > @since
columns: { id: string }
`;
const PORTABLE = `${HEAD}from: events\nwhere: [project = @project, { when: since, filter: id > @since }]\nselect: [id]\n`;

function compiled(endpoint: string, sources = SOURCES, options: Partial<CompileOptions> = {}) {
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: sources },
    { path: 'endpoints/one.yaml', bytes: endpoint },
  ];
  return compile(inputs, { dialects: ['duckdb', 'clickhouse'], ...options });
}

describe('a question', () => {
  test.each([
    ['the language', PORTABLE, SOURCES],
    ['own SQL without a scope', OWN, SOURCES.replace('    scope: [project]\n', '')],
    ['own SQL that declares `unscoped`', `${OWN}unscoped: true\n`, SOURCES],
  ])('is not raised by %s', (_, endpoint, sources) => {
    const { questions, diagnostics, compilation } = compiled(endpoint, sources);
    expect([questions, diagnostics]).toEqual([[], []]);
    expect(compilation.endpoints).toHaveLength(1);
  });

  test('is raised for each engine, about every text that requests may produce', () => {
    const { questions, compilation } = compiled(OWN);
    const own = questions.flatMap(question => (question.kind === 'own' ? [question] : []));
    expect(own.map(({ engine, texts }) => [engine, texts.length])).toEqual([
      ['duckdb', 2],
      ['clickhouse', 1],
    ]);
    expect(compilation.endpoints).toEqual([]);
  });

  test('is not raised again while the generated file answers it', () => {
    const made = compiled(OWN, SOURCES, { answers: ownAnswers(compiled(OWN)) });
    expect(made.questions).toEqual([]);
    const file = emit(made.compilation).find(({ path }) => path === 'own/one.json');
    const kept = new Map([['own/one.json', file?.text ?? '']]);
    expect(compiled(OWN, SOURCES, { kept }).questions).toEqual([]);
    const unrelated = `${SOURCES}  others: { tables: { duckdb: { table: others }, clickhouse: { table: others } }, columns: { a: string } }\n`;
    expect(compiled(OWN, unrelated, { kept }).questions).toEqual([]);
    const changed = OWN.replace('AND id > @since }', 'AND id >= @since }');
    const asked = compiled(changed, SOURCES, { kept }).questions;
    expect(asked.map(question => question.kind === 'own' && question.engine)).toEqual(['duckdb']);
  });
});
