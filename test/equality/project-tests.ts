/** The tests that a project's endpoints have, on every engine and in both forms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSame } from '../../cli/tests/same-rows.ts';
import type { Cell } from '../../engines/engine.ts';
import { type Compiled, compile } from '../../generator/compile.ts';
import { renderDiagnostics } from '../../generator/core/diagnostics.ts';
import type { EndpointTest, PortableEndpoint, Project } from '../../generator/core/endpoint.ts';
import type { ManifestColumn } from '../../generator/core/manifest.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../server/answers/decode.ts';
import type { TestEngine } from '../engines/test-engine.ts';
import { rowsOf } from '../support/entries.ts';
import { allPortable } from '../support/portable.ts';
import { prepare, resultOf, runSaved } from './execute.ts';
import { tablesOfSources } from './tables.ts';

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

/** The answers of an engine that are not the expected rows, by the form of the query. */
export async function wrongOn(engine: TestEngine, one: ProjectTest): Promise<readonly string[]> {
  const { project, endpoint, columns, test } = one;
  await engine.load(tablesOfSources(project, engine.name, givenTo(one)));
  const prepared = prepare(endpoint, engine.name);
  const write = rowsWriter(columns);
  const { rows } = await resultOf(prepared, engine, test.params, test.now);
  const saved = await runSaved(prepared, engine, test.params, test.now);
  const answers = { specialised: rows, saved: saved.slice(0, endpoint.maxRows) };
  return Object.entries(answers).flatMap(([form, found]) => {
    const answered = JSON.parse(write(found as readonly (readonly Cell[])[]));
    const isRight = isSame(columns, test.expect ?? [], answered);
    return isRight ? [] : [`${form}: ${JSON.stringify(answered)}`];
  });
}

function givenTo({ project, test }: ProjectTest): Parameters<typeof tablesOfSources>[2] {
  const held = project.sources.map(source => {
    const given = test.given.filter(({ source: name }) => name === source.name);
    const entries = given.flatMap(one => one.entries);
    return [source.name, rowsOf(entries, source.columns)] as const;
  });
  return Object.fromEntries(held) as Parameters<typeof tablesOfSources>[2];
}
