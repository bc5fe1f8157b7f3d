import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { compileEndpoint } from '../../../generator/compile-endpoint.ts';
import { holdsFor, type RequestTexts } from '../../../generator/core/expr/condition.ts';
import type { Segment, Statement } from '../../../generator/core/output/statement.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import type { OutputColumn } from '../../../generator/core/plan/query.ts';
import {
  type ItemField,
  isRecords,
  itemFieldsOf,
  itemOf,
  type Scalar,
  scalarOf,
  type Type,
} from '../../../generator/core/types/scalar.ts';
import type { CompiledEngine } from '../../../generator/emitters/emitter.ts';
import { notExecutable } from '../../equality/exceptions.ts';
import { tablesOf } from '../../equality/tables.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { allPortable } from '../../support/projects/portable.ts';
import type { Binding } from '../test-engine.ts';
import { openZetaSql, type ZetaSqlEngine } from '../zetasql/open-zetasql.ts';

let engine: ZetaSqlEngine;
beforeAll(async () => {
  engine = await openZetaSql();
});
afterAll(() => engine.close());

const folder = new URL('../../../endpoints/', import.meta.url);
const inputs = readdirSync(folder).map(name => ({
  path: `endpoints/${name}`,
  bytes: readFileSync(new URL(name, folder)),
}));
const ours = compile(inputs, { dialects: ['bigquery'] }).compilation.project.endpoints;
const theirs = loadScenarios().flatMap(({ resolved }) => resolved.project.endpoints);
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
  datetime: 'DATETIME',
  date: 'DATE',
  json: 'JSON',
};
const WIRE: Readonly<Record<Scalar, string>> = {
  ...NATIVE,
  decimal: 'STRING',
  timestamp: 'INT64',
  datetime: 'INT64',
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
      await expectColumns(endpoint, saved, allSaved(saved), nativeType);
      for (const statement of statements.values()) {
        await expectColumns(endpoint, statement, allBound(statement), wireType);
      }
    }
  });
});

async function expectColumns(
  endpoint: PortableEndpoint,
  { sql }: Statement,
  bindings: readonly Binding[],
  nameOf: (type: Type) => string,
): Promise<void> {
  const isThere = (piece: Segment) => typeof piece === 'string' || holdsFor(piece.when, ALL);
  const pieces = sql.filter(isThere).map(piece => (typeof piece === 'string' ? piece : piece.sql));
  const text = pieces.join('');
  const { columns } = await engine.analyze(text, tablesOf(endpoint, 'bigquery', []), bindings);
  const shown = endpoint.outputs.filter(output => !output.hidden);
  // behind them stand the sort keys of pages that are not shown
  const keys = columns.slice(shown.length).map(({ name }) => name);
  const hidden = endpoint.outputs.filter(output => output.hidden).map(({ name }) => name);
  expect(endpoint.pages === null ? keys : keys.filter(name => !hidden.includes(name))).toEqual([]);
  expect(columns.slice(0, shown.length)).toEqual(
    shown.map(output => ({ name: output.name, type: typeOf(output, nameOf) })),
  );
}

function typeOf({ expr }: OutputColumn, nameOf: (type: Type) => string): string {
  return expr.kind === 'record' ? 'STRING' : nameOf(expr.scalar);
}

function nativeType(type: Type): string {
  const fields = itemFieldsOf(type);
  if (fields !== null) return `ARRAY<${structType(fields)}>`;
  const item = itemOf(type);
  return item === null ? NATIVE[scalarOf(type)] : `ARRAY<${NATIVE[item]}>`;
}

function structType(fields: readonly ItemField[]): string {
  const parts = fields.map(({ name, type }) => {
    const part = typeof type === 'string' ? nativeType(type) : structType(type);
    return `${name} ${part}`;
  });
  return `STRUCT<${parts.join(', ')}>`;
}

/** A list is JSON text. */
function wireType(type: Type): string {
  return itemOf(type) === null && !isRecords(type) ? WIRE[scalarOf(type)] : 'STRING';
}

function allSaved({ bind }: CompiledEngine['saved']): readonly Binding[] {
  return bind.map(({ name }) => ({ name, scalar: 'string', value: null }));
}

/** A request with every parameter. */
const ALL: RequestTexts = { has: () => true, textOf: () => '' };

function allBound({ bind }: Statement): readonly Binding[] {
  return bind.map(({ name, scalar, list }) => ({ name, scalar, value: list === true ? [] : null }));
}
