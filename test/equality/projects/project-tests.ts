/** The tests that a project's endpoints have, on every engine and in both forms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areSameRows, inExpectedOrder } from '../../../cli/tests/same-rows.ts';
import type { Cell } from '../../../engines/engine.ts';
import { type Compiled, compile } from '../../../generator/compile.ts';
import type { ManifestColumn } from '../../../generator/core/output/manifest.ts';
import type {
  EndpointTest,
  PortableEndpoint,
  Project,
} from '../../../generator/core/plan/endpoint.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import type { TestEngine } from '../../engines/test-engine.ts';
import { rowsOf } from '../../support/entries.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { pageOf, prepare, type Rows, resultOf, runSaved, runSpecialized } from '../execute.ts';
import { tablesOfSources } from '../tables.ts';

export interface ProjectTest {
  readonly project: Project;
  readonly endpoint: PortableEndpoint;
  readonly columns: readonly ManifestColumn[];
  readonly test: EndpointTest;
}

/** The project in a folder, compiled for the engines; throws where it has a fault. */
export function compiledFolder(folder: string, dialects: readonly string[]) {
  const inputs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => ({ path: join(folder, file), bytes: readFileSync(join(folder, file)) }));
  const { compilation, diagnostics } = compile(inputs, { dialects });
  if (diagnostics.length > 0) throw new Error(renderDiagnostics(diagnostics));
  return compilation;
}

export function testsOf(compilation: Compiled['compilation']): readonly ProjectTest[] {
  const { project } = compilation;
  const manifest = manifestOf(compilation);
  return allPortable(project.endpoints).flatMap(endpoint => {
    const found = manifest.endpoints.find(({ name }) => name === endpoint.name);
    const { columns = [] } = found ?? {};
    return endpoint.tests.map(test => ({ project, endpoint, columns, test }));
  });
}

/** The answers of an engine that are not as they should be, by the form of the query. */
export async function wrongOn(engine: TestEngine, one: ProjectTest): Promise<readonly string[]> {
  const { project, endpoint, columns, test } = one;
  await engine.load(tablesOfSources(project, engine.name, givenTo(one)));
  const prepared = prepare(endpoint, engine.name);
  const result = await resultOf(prepared, engine, test.params, test.now);
  const { rows } = pageOf(endpoint, result, test.params);
  const answered = JSON.parse(rowsWriter(columns)(rows as readonly (readonly Cell[])[]));
  const expected = test.expect ?? [];
  const compared = test.unordered ? inExpectedOrder(columns, expected, answered) : answered;
  const isRight = areSameRows(columns, expected, compared);
  const plain = await runSpecialized(prepared, engine, test.params, test.now);
  const saved = await runSaved(prepared, engine, test.params, test.now);
  const inOrder = (rows: Rows) => (test.unordered ? rows.toSorted(byText) : rows);
  const areAlike = (some: Rows, others: Rows) => isAlike(inOrder(some), inOrder(others));
  return [
    ...(isRight ? [] : [`specialised: ${JSON.stringify(answered)}`]),
    ...(areAlike(plain, saved) ? [] : [`saved: ${shown(saved)}`]),
  ];
}

function byText(one: Rows[number], other: Rows[number]): number {
  return String(one) < String(other) ? -1 : 1;
}

function givenTo({ project, test }: ProjectTest): Parameters<typeof tablesOfSources>[2] {
  const held = project.sources.map(source => {
    const given = test.given.filter(({ source: name }) => name === source.name);
    const entries = given.flatMap(one => one.entries);
    return [source.name, rowsOf(entries, source.columns)] as const;
  });
  return Object.fromEntries(held) as Parameters<typeof tablesOfSources>[2];
}

function isAlike(some: Rows, others: Rows): boolean {
  return (
    some.length === others.length &&
    some.every((row, i) => row.every((cell, k) => isNear(cell, others[i]?.[k])))
  );
}

/** The last digits of a float sum depend on the order of its terms, and a decimal may have zeros at the end. */
function isNear(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
  return plainText(a) === plainText(b);
}

function plainText(cell: unknown): string {
  if (typeof cell !== 'string') return shown(cell);
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell;
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
}
