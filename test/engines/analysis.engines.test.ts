import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile, compileEndpoint } from '../../generator/compile.ts';
import type { PortableEndpoint } from '../../generator/core/endpoint.ts';
import type { Output } from '../../generator/core/query.ts';
import { type Scalar, scalarOf } from '../../generator/core/scalar.ts';
import type { Statement } from '../../generator/core/statement.ts';
import type { CompiledEngine } from '../../generator/emitters/emitter.ts';
import { notExecutable } from '../equality/exceptions.ts';
import { tablesOf } from '../equality/tables.ts';
import { loadScenarios } from '../scenarios/scenarios.ts';
import { allPortable } from '../support/portable.ts';
import type { Binding } from './test-engine.ts';
import { openZetaSql, type ZetaSqlEngine } from './zetasql/open-zetasql.ts';

let engine: ZetaSqlEngine;
beforeAll(async () => {
  engine = await openZetaSql();
});
afterAll(() => engine.close());

const folder = new URL('../../endpoints/', import.meta.url);
const inputs = readdirSync(folder).map(name => ({
  path: `endpoints/${name}`,
  bytes: readFileSync(new URL(name, folder)),
}));
const ours = compile(inputs, { dialects: ['bigquery'] }).compilation.project.endpoints;
const theirs = loadScenarios().flatMap(({ compiled }) => compiled.compilation.project.endpoints);
const endpoints = allPortable([...ours, ...theirs])
  .filter(
    endpoint =>
      endpoint.engines.includes('bigquery') && notExecutable(endpoint, 'bigquery') === null,
  )
  .map(endpoint => [endpoint.name, endpoint] as const);

/** What BigQuery calls the type of a column, natively and in wire form. */
const NATIVE: Readonly<Record<Scalar, string>> = {
  string: 'STRING',
  int64: 'INT64',
  float64: 'FLOAT64',
  decimal: 'NUMERIC',
  bool: 'BOOL',
  timestamp: 'TIMESTAMP',
  date: 'DATE',
  json: 'JSON',
};
const WIRE: Readonly<Record<Scalar, string>> = {
  ...NATIVE,
  decimal: 'STRING',
  timestamp: 'INT64',
  date: 'STRING',
  json: 'STRING',
};

describe("BigQuery's analyser accepts every statement, with the columns and types of the manifest", () => {
  test('of many endpoints', () => {
    expect(endpoints.length).toBeGreaterThan(50);
  });

  test.each(endpoints)('%s', async (_, endpoint) => {
    const engines = compileEndpoint(endpoint, ['bigquery']).engines;
    for (const { saved, statements } of engines) {
      await expectColumns(endpoint, saved, allSaved(saved), NATIVE);
      for (const statement of statements.values()) {
        await expectColumns(endpoint, statement, allBound(statement), WIRE);
      }
    }
  });
});

async function expectColumns(
  endpoint: PortableEndpoint,
  { sql }: Statement,
  bindings: readonly Binding[],
  types: Readonly<Record<Scalar, string>>,
): Promise<void> {
  const text = sql.map(piece => (typeof piece === 'string' ? piece : piece.sql)).join('');
  const { columns } = await engine.analyze(text, tablesOf(endpoint, 'bigquery', []), bindings);
  const shown = endpoint.outputs.filter(output => !output.hidden);
  expect(columns).toEqual(
    shown.map(output => ({ name: output.name, type: typeOf(output, types) })),
  );
}

function typeOf({ expr }: Output, types: Readonly<Record<Scalar, string>>): string {
  return expr.kind === 'record' ? 'STRING' : types[scalarOf(expr.scalar)];
}

function allSaved({ bind }: CompiledEngine['saved']): readonly Binding[] {
  return bind.map(({ name }) => ({ name, scalar: 'string', value: null }));
}

/** With every guarded text in. */
function allBound({ bind }: Statement): readonly Binding[] {
  return bind.map(({ name, scalar }) => ({ name, scalar, value: null }));
}
