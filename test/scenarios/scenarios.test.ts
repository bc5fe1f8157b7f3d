import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../engines/index.ts';
import { readTree } from '../../generator/compile-specs.ts';
import { type AnyExpr, visitExpr } from '../../generator/core/expr/walk.ts';
import { mapPlan } from '../../generator/core/plan/walk-plan.ts';
import { CATALOGUE, isError, renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import type { Node } from '../../generator/core/spec/document.ts';
import { LIBRARY } from '../../generator/functions/library.ts';
import { AGGREGATES, FUNCTIONS } from '../../generator/functions/names.ts';
import { PARAM_TYPES } from '../../generator/params/index.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import { endpointSchema, sourcesSchema } from '../../generator/shape/files.ts';
import { allPortable } from '../support/projects/portable.ts';
import { rewritten } from './scenario-file.ts';
import { CONFIG, isInput, SCENARIOS } from './scenario-input.ts';
import { DIAGNOSTICS, firstBlocks, outputOf } from './scenario-output.ts';
import { loadScenario, loadScenarios, type Scenario } from './scenarios.ts';

/** `UPDATE=1` writes what comes out into the blocks, for reading before it is committed. */
const isUpdate = process.env['UPDATE'] === '1';

const scenarios = loadScenarios();

describe('what comes of a scenario is what stands in it', () => {
  test.each(scenarios.map(one => [one.file, one] as const))('%s', (file, known) => {
    if (isUpdate) update(known);
    const scenario = isUpdate ? loadScenario(file) : known;
    expect(disorderOf(scenario)).toBe(null);
    for (const { info, text } of scenario.written.blocks.filter(block => !isInput(block))) {
      expect(text, info).toBe(outputOf(info, scenario.compiled));
    }
  });
});

/** Blocks that cannot be right are told by the test, not filled. */
function update(scenario: Scenario): void {
  const { file, written, compiled } = scenario;
  const isNew = written.blocks.every(isInput);
  if (!isNew && disorderOf(scenario) !== null) return;
  const texts = written.blocks.map(block =>
    isInput(block) ? null : outputOf(block.info, compiled),
  );
  const more = (isNew ? firstBlocks(compiled) : []).map(info => ({
    info,
    text: outputOf(info, compiled),
  }));
  writeFileSync(join(SCENARIOS, file), rewritten(written, texts, more));
}

/** What is wrong with the list of blocks, whatever their texts. */
function disorderOf({ written, compiled }: Scenario): string | null {
  const infos = written.blocks.map(({ info }) => info);
  const twice = infos.find((info, i) => infos.indexOf(info) < i);
  if (twice !== undefined) return `the block \`${twice}\` occurs twice`;
  const { diagnostics } = compiled;
  if (diagnostics.length > 0 && !infos.includes(DIAGNOSTICS))
    return `a block \`${DIAGNOSTICS}\` is missing, for:\n${renderDiagnostics(diagnostics)}`;
  return written.blocks.every(isInput) ? 'there is no block of output; UPDATE=1 writes some' : null;
}

/** Compiled by the tests above, if they ran. */
const compiling = () => scenarios.filter(({ compiled }) => !compiled.diagnostics.some(isError));

describe('scenarios as a whole', () => {
  test('no two endpoints share a name or an identifier', () => {
    const endpoints = compiling().flatMap(({ compiled }) => compiled.compilation.endpoints);
    const names = endpoints.map(({ endpoint }) => endpoint.name);
    const ids = endpoints.map(({ endpoint }) => endpoint.id);
    expect(repeated(names)).toEqual([]);
    expect(repeated(ids)).toEqual([]);
  });

  test('an identical title would hide what a scenario shows', () => {
    expect(repeated(scenarios.map(({ title }) => title))).toEqual([]);
  });

  test('every engine has saved and specialised statements', () => {
    const infos = new Set(scenarios.flatMap(({ written }) => written.blocks.map(b => b.info)));
    for (const engine of DIALECTS.keys()) {
      expect(infos).toContain(`sql ${engine} saved`);
      expect(infos).toContain(`sql ${engine} specialised`);
    }
  });
});

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, i) => texts.indexOf(text) < i);
}

describe('nothing of the language is without a scenario', () => {
  test('every function of the library', () => {
    const inputs = compiling().flatMap(scenario => scenario.inputs.map(inputText));
    const missing = LIBRARY.filter(({ name }) =>
      inputs.every(text => !new RegExp(`\\b${name}\\(`).test(text)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('every function and aggregate of the core', () => {
    const found = new Set<string>(compiling().flatMap(functionsOf));
    expect([...FUNCTIONS, ...AGGREGATES].filter(name => !found.has(name))).toEqual([]);
  });

  test('every type of parameter', () => {
    const found = new Set(
      compiling().flatMap(({ compiled }) =>
        compiled.compilation.endpoints.flatMap(({ endpoint }) => endpoint.params.map(p => p.type)),
      ),
    );
    expect([...PARAM_TYPES.keys()].filter(name => !found.has(name))).toEqual([]);
  });

  test('every key and every listed value of the schemas', () => {
    const written = new Set(compiling().flatMap(scenario => scenario.inputs.flatMap(wordsOf)));
    const open = { paramTypes: [], dialects: [] };
    const schemas = [endpointSchema(open), sourcesSchema(open)];
    const words = new Set(schemas.flatMap(wordsOfSchema));
    expect([...words].filter(word => !written.has(word))).toEqual([]);
  });

  test('every diagnostic', () => {
    const found = new Set<string>(
      scenarios.flatMap(({ compiled }) => compiled.diagnostics.map(({ code }) => code)),
    );
    const missing = Object.keys(CATALOGUE).filter(code => !found.has(code));
    expect(missing).toEqual(UNSHOWN);
  });
});

/**
 * No scenario can have them: every dialect spells every function and type, no parser of an engine is asked, tests are not run, and
 * templates are not input of a compilation. `check-own.engines.test.ts`, `endpoints.engines.test.ts`, `resolve.test.ts`, `no-decimals.test.ts`, `cli-tests.engines.test.ts`, `rollups.slow.test.ts`, `costs.engines.test.ts` and `templates-user.test.ts` do.
 */
const UNSHOWN = [
  'unsupported-type',
  'unused-rollup',
  'untranslatable-sql',
  'sql-not-known',
  'duplicate-column',
  'undeclared-read',
  'column-mismatch',
  'undeclared-table',
  'not-analysed',
  'table-mismatch',
  'stored-type',
  'absent-column',
  'dotted-path',
  'costlier-statement',
  'failing-test',
  'unknown-template',
  'unknown-hole',
  'invalid-template',
];

type Input = Scenario['inputs'][number];

function inputText({ bytes }: Input): string {
  return typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
}

/** Those of both forms of the query; the saved one decodes parameters with functions of its own. */
function functionsOf({ compiled }: Scenario): readonly string[] {
  const found: string[] = [];
  for (const endpoint of allPortable(compiled.compilation.project.endpoints)) {
    const note = (expr: AnyExpr) =>
      visitExpr(expr, part => {
        if (part.kind === 'call' || part.kind === 'aggregate') found.push(part.fn);
      });
    for (const { expr } of endpoint.outputs) if (expr.kind !== 'record') note(expr);
    mapPlan(savedPlan(planEndpoint(endpoint), endpoint), note);
  }
  return found;
}

/** The keys and the values of an input file. */
function wordsOf({ path, bytes }: Input): readonly string[] {
  if (path === CONFIG) return [];
  const document = readTree({ path, bytes });
  if (document?.sound !== true) throw new Error(`${path} does not load`);
  return wordsOfNode(document.root);
}

function wordsOfNode(node: Node): readonly string[] {
  if (node.kind === 'scalar') return [node.text];
  if (node.kind === 'sequence') return node.items.flatMap(wordsOfNode);
  return node.entries.flatMap(({ name, value }) => [name, ...wordsOfNode(value)]);
}

/** Names under `properties` and texts under `enum`, however deep. */
function wordsOfSchema(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...(key === 'enum' && Array.isArray(value) ? value.map(String) : []),
    ...wordsOfSchema(value),
  ]);
}
