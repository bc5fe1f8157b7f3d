/** What the service reads back from a manifest is what was compiled: parameters, columns, texts, keys and bindings. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile, emit } from '../../../generator/compile.ts';
import { holdsFor, presentWhere } from '../../../generator/core/expr/condition.ts';
import type { ManifestEngine } from '../../../generator/core/output/manifest.ts';
import type { Statement } from '../../../generator/core/output/statement.ts';
import { wholeText } from '../../../generator/core/output/statement.ts';
import { statementKey } from '../../../generator/core/output/statement-key.ts';
import { CURSOR, PAGE_SIZE } from '../../../generator/core/plan/pages.ts';
import { isRecords, type Value } from '../../../generator/core/types/scalar.ts';
import type { CompiledEndpoint, CompiledEngine } from '../../../generator/emitters/emitter.ts';
import { knownValue } from '../../../generator/params/index.ts';
import { createBinder, readSegmentText } from '../../../server/answers/bind.ts';
import { catalogue, type WholeEndpoint } from '../../../server/answers/manifest/manifest.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';

const folder = new URL('../../../endpoints/', import.meta.url);
const own = readdirSync(folder).map(name => ({
  path: `endpoints/${name}`,
  bytes: readFileSync(new URL(name, folder)),
}));
const compilations = [
  ['endpoints/', compile(own, { dialects: null }).compilation] as const,
  ...loadScenarios()
    .filter(({ compiled }) => compiled.diagnostics.length === 0)
    .map(({ file, compiled }) => [file, compiled.compilation] as const),
];
const NOW = 7n;

test.each(compilations)('%s', (_, compilation) => {
  const { byName } = catalogue(manifestFrom(emit(compilation)));
  for (const made of compilation.endpoints) {
    const served = byName.get(made.endpoint.name);
    if (served === undefined) throw new Error(`${made.endpoint.name} is not in the manifest`);
    expectDefinition(served, made);
    for (const engine of made.engines) expectEngine(served, made, engine);
  }
});

function expectDefinition(served: WholeEndpoint, { endpoint }: CompiledEndpoint): void {
  // the expression of a default that moves is for the saved query alone
  const params = endpoint.params.map(({ moving, ...param }) => ({
    ...param,
    ...(moving === undefined ? {} : { moving: { text: moving.text, constant: moving.constant } }),
  }));
  expect(served.params).toEqual(params);
  if (endpoint.body === 'sandbox') {
    expect(served.columns).toEqual([]);
    return;
  }
  if (endpoint.body === 'own') {
    expect(served.columns).toMatchObject(
      endpoint.columns.map(({ name, type }) => ({ name, type })),
    );
    return;
  }
  if (endpoint.body === 'googlesql') {
    const types = endpoint.columns.map(({ name, expr }) => {
      const isRecord = expr.kind === 'record' || isRecords(expr.scalar);
      return { name, type: isRecord ? 'record' : expr.scalar };
    });
    expect(served.columns).toMatchObject(types);
    return;
  }
  const shown = endpoint.outputs.filter(output => !output.hidden);
  expect(served.columns.map(({ name }) => name)).toEqual(shown.map(({ name }) => name));
  expect(served.columns.filter((_, i) => shown[i]?.role === 'bucket' && _.nullable)).toEqual([]);
}

function expectEngine(served: WholeEndpoint, made: CompiledEndpoint, compiled: CompiledEngine) {
  const engine = served.engines[compiled.dialect];
  if (engine === undefined) throw new Error(`${compiled.dialect} is not in the manifest`);
  const { body, limit, maxRows } = made.endpoint;
  const isCut = body === 'portable' && made.endpoint.limitBy === null && served.pages === undefined;
  expect(engine.saved.sql.map(segment => readSegmentText(engine, segment)).join('')).toBe(
    wholeText(compiled.saved),
  );
  const isPortable = body === 'portable';
  // rows that are skipped by a text are numbered where an engine's OFFSET takes constants alone
  const isPlain = isCut && made.endpoint.offset === null;
  if (isPlain) expect(wholeText(compiled.saved)).toContain(`LIMIT ${limit ?? maxRows}`);
  // the statement depends on the length of the window, which the tests of the service try
  if (served.windows !== undefined) return;
  // an endpoint that only callers bring statements to has no rows of its own
  if (body === 'sandbox') {
    expect(compiled.statements.size).toBe(0);
    return;
  }
  const present = served.params
    .filter(param => param.required || param.default !== null)
    .map(param => param.name);
  for (const known of everyChoice(served, engine)) {
    const printed = compiled.statements.get(statementKey([...known.values()]));
    if (printed === undefined) throw new Error(`no statement for ${[...known.values()]}`);
    const there = engine.choices.flatMap(by => presentOf(by) ?? []);
    for (const given of presences(printed)) {
      const absent = there.filter(name => known.get(name) === 'no');
      // a cursor brings its own values, which the tests of pages try
      if (given.some(name => name === CURSOR || absent.includes(name))) continue;
      const asked = there.filter(name => known.get(name) === 'yes');
      const names = [...present, ...given, ...asked];
      const chosen = [...known]
        .filter(([name]) => !there.includes(name))
        .map(([name, text]) => [name, valueOfText(served, name, text)] as const);
      const values = new Map<string, Value>([
        ...names.map(param => [param, 'x'] as const),
        ...chosen,
        ...(served.pages === undefined ? [] : [[PAGE_SIZE, 5n] as const]),
      ]);
      const bound = createBinder(engine, served)(values, NOW);
      expect(bound.sql).toBe(joined(printed, new Set(values.keys()), known));
      if (!isPortable) continue;
      // one more than may be returned, to know whether rows were cut
      if (isCut) expect(bound.sql).toContain(`LIMIT ${limit ?? maxRows + 1}`);
      const isNumbered = numbersParameters(compiled.dialect);
      const shown = bound.values.map(({ name, position }, i) =>
        isNumbered ? String(position ?? i + 1) : name,
      );
      expect(shown.sort()).toEqual(placeholders(bound.sql, compiled.dialect));
    }
  }
}

function valueOfText({ params }: WholeEndpoint, name: string, text: string): Value {
  const param = params.find(one => one.name === name);
  if (param === undefined) throw new Error(`there is no parameter ${name}`);
  return knownValue(param, text);
}

function everyChoice(served: WholeEndpoint, engine: ManifestEngine) {
  let all: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const by of engine.choices) {
    const present = presentOf(by);
    const name = present ?? String(by);
    const declared = served.params.find(param => param.name === name)?.values ?? [];
    const values = present === null ? declared : ['yes', 'no'];
    all = all.flatMap(known => values.map(value => new Map([...known, [name, value] as const])));
  }
  return all;
}

/** The parameter whose presence chooses; else `null`. */
function presentOf(by: ManifestEngine['choices'][number]): string | null {
  return typeof by === 'string' ? null : by.present;
}

/** Parameters that are given: those that are always bound, and no guard, all guards, each guard alone. */
function presences({ sql, bind }: Statement): readonly (readonly string[])[] {
  const guards = [
    ...new Set(sql.flatMap(piece => (typeof piece === 'string' ? [] : presentWhere(piece.when)))),
  ];
  const always = bind.filter(({ from, when }) => from === 'param' && when === undefined);
  const sets = [[], guards, ...guards.map(guard => [guard])];
  const needed = always.map(({ name }) => name).filter(name => !guards.includes(name));
  return sets.map(set => [...needed, ...set]);
}

function joined(
  { sql }: Statement,
  given: ReadonlySet<string>,
  known: ReadonlyMap<string, string>,
): string {
  const asked = {
    has: (name: string) => given.has(name),
    textOf: (name: string) => known.get(name) ?? 'x',
  };
  return sql
    .map(piece =>
      typeof piece === 'string' ? piece : holdsFor(piece.when, asked) ? piece.sql : '',
    )
    .join('');
}

/** A parameter as the dialect writes it, with the characters before and behind its name. */
/** A placeholder for the parameter `x`, the first one. */
function placeholderText(name: string): string {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
  return dialect.placeholder('x', 'string', 'value', 1).text;
}

function numbersParameters(dialect: string): boolean {
  return placeholderText(dialect).startsWith('$1');
}

function placeholderOf(dialect: string): RegExp {
  if (numbersParameters(dialect)) return /\$(\d+)/g;
  const text = placeholderText(dialect);
  const [, before = '', after = ''] = /(.)x(.?)/.exec(text) ?? [];
  return new RegExp(`\\${before}(\\w+)${after}`, 'g');
}

/** What a text names outside of its comment, its quoted texts and names. */
function placeholders(sql: string, dialect: string): readonly string[] {
  const bare = sql
    .replace(/^--.*\n/, '')
    .replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs, '');
  const found = bare.matchAll(placeholderOf(dialect));
  return [...new Set([...found].map(([, param = '']) => param))].sort();
}

test('the hash of an endpoint tells its definitions apart', () => {
  const sources = `sources: { logs: { tables: { duckdb: { table: logs } }, columns: { id: string, n: int64 } } }`;
  const head = 'endpoint: a.b\nid: 00000000-0000-4000-8000-00000000a007\nfrom: logs\n';
  const hashOf = (rest: string) => {
    const files = [
      { path: 'endpoints/sources.yaml', bytes: sources },
      { path: 'endpoints/a.b.yaml', bytes: head + rest },
    ];
    const { compilation, diagnostics } = compile(files, { dialects: ['duckdb'] });
    expect(diagnostics).toEqual([]);
    return manifestFrom(emit(compilation)).endpoints[0]?.hash;
  };
  const definitions = [
    'select: [id]',
    'select: [n]',
    'select: [id]\nlimit: 5',
    'select: [id]\nmax_rows: 5',
    'select: [id]\nwhere: [n = 1]',
    'select: [id]\nwhere: [n = 2]',
    'select: [id]\nsummary: Other words.',
    'select: [id]\norder_by: [id]',
    'select: [id]\nwhere: [n = @p]\nparams: { p: { type: int64, required: true } }',
  ];
  expect(new Set(definitions.map(hashOf)).size).toBe(definitions.length);
  expect(hashOf('select: [id]')).toBe(hashOf('select: [id]'));
});
