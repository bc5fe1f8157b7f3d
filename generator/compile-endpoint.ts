/** Compiles one endpoint to SQL: the saved query and the statements for each of its engines. */
import { compileGoogleSql } from './compile-googlesql.ts';
import { compileView } from './compile-sandbox.ts';
import { dialectOf } from './compile-specs.ts';
import type { Chooser } from './core/expr/choice.ts';
import type { SqlExpr } from './core/expr/expr.ts';
import type { ManifestCopy } from './core/output/manifest.ts';
import type { Statement } from './core/output/statement.ts';
import { statementKey } from './core/output/statement-key.ts';
import {
  answeredSources,
  type Endpoint,
  type OwnEndpoint,
  type PortableEndpoint,
  SANDBOX_SQL,
} from './core/plan/endpoint.ts';
import type { Param } from './core/plan/param.ts';
import type { Plan } from './core/plan/relation.ts';
import type { Source } from './core/spec/source.ts';
import type { CompiledEndpoint, CompiledEngine, CompiledView } from './emitters/emitter.ts';
import { lower, lowering } from './lower/lower.ts';
import type { Lowered } from './lower/lowered.ts';
import { ownChoices, printOwn, writtenText } from './own/print.ts';
import { planEndpoint } from './plan/plan.ts';
import { originsOf } from './prove/origins.ts';
import { savedPlan } from './saved/saved.ts';
import { savedTitle } from './saved/title.ts';
import { choiceTitles } from './specialize/choice-titles.ts';
import { combinations, foldedChoices, type KnownChoices } from './specialize/choices.ts';
import { type JudgedRollups, keepsRollups, specializing } from './specialize/on-engine.ts';
import { planningOnce } from './specialize/planned.ts';
import { listReads, storedLeaves } from './specialize/reads.ts';
import type { Dialect } from './sql/dialect.ts';
import { StatementTooLong } from './sql/length.ts';
import { copyTables } from './sql/print/rollups.ts';
import { print } from './sql/print.ts';

/** The same as `compileEndpoint`; `null` if one of its statements would be too long, the only reason why it cannot be compiled. */
export function compileIfShort(
  endpoint: Endpoint,
  dialects: readonly string[],
): CompiledEndpoint | null {
  try {
    return compileEndpoint(endpoint, dialects);
  } catch (cause) {
    if (cause instanceof StatementTooLong) return null;
    throw cause;
  }
}

/** Compiles both forms of an endpoint, for those of `dialects` that it supports. Throws `StatementTooLong`. */
export function compileEndpoint(endpoint: Endpoint, dialects: readonly string[]): CompiledEndpoint {
  const own = dialects.filter(name => endpoint.engines.includes(name));
  const { engines, origins } = bodyOf(endpoint, own);
  const compiled = { endpoint, engines, ...(origins === undefined ? {} : { origins }) };
  if (endpoint.sandbox === null) return compiled;
  const views = endpoint.sandbox.map(view => compileView(view, endpoint, own.map(dialectOf)));
  return { ...compiled, engines: engines.map(engine => withReads(engine, views)), views };
}

/** Adds the columns of the views, because callers' statements may read them. */
function withReads(engine: CompiledEngine, views: readonly CompiledView[]): CompiledEngine {
  const reads = new Map(engine.reads);
  for (const view of views) {
    const own = view.engines.find(({ dialect }) => dialect === engine.dialect);
    for (const [source, paths] of own?.reads ?? [])
      reads.set(source, [...new Set([...(reads.get(source) ?? []), ...paths])].sort());
  }
  return { ...engine, reads };
}

type CompiledBody = Pick<CompiledEndpoint, 'engines' | 'origins'>;

function bodyOf(endpoint: Endpoint, dialects: readonly string[]): CompiledBody {
  switch (endpoint.body) {
    case 'own':
      return { engines: dialects.map(name => compileOwn(endpoint, dialectOf(name))) };
    case 'googlesql':
      return compileGoogleSql(endpoint, dialects.map(dialectOf));
    case 'portable':
      return compilePortable(endpoint, dialects);
    case 'sandbox':
      return { engines: dialects.map(unasked) };
  }
}

/** An endpoint whose only statement is the caller's: it compiles to no SQL. */
function unasked(dialect: string): CompiledEngine {
  const saved = { sql: [], bind: [] };
  return { dialect, saved, choices: [], reads: new Map(), statements: new Map() };
}

/** Prints one statement for each combination of choices in the author's SQL. */
function compileOwn(endpoint: OwnEndpoint, { name, own }: Dialect): CompiledEngine {
  const statement = endpoint.statements[name];
  if (statement === undefined) throw new Error(`${endpoint.name} has no text for ${name}`);
  const choices = ownChoices(statement);
  const statements = combinations(endpoint, choices).map(known => {
    const { sql, bind } = printOwn(statement, own, known);
    return [statementKey([...known.values()]), { sql, bind }] as const;
  });
  return {
    dialect: name,
    saved: { sql: [writtenText(statement, endpoint)], bind: [] },
    choices,
    reads: new Map(statement.sources.map(source => [source, []])),
    statements: new Map(statements),
  };
}

function compilePortable(endpoint: PortableEndpoint, dialects: readonly string[]): CompiledBody {
  const plan = planEndpoint(endpoint);
  // a saved query has no parameter for SQL, because its users write their own
  const params = endpoint.sandbox === null ? endpoint.params : withoutSql(endpoint.params);
  const saved = savedPlan(plan, { ...endpoint, params });
  const choices = foldedChoices(endpoint);
  const planFor = planningOnce(endpoint, plan, planEndpoint);
  const keeping = new Set(dialects.filter(name => keepsRollups(endpoint, dialectOf(name))));
  const plans = combinations(endpoint, choices).map(known => {
    const whole = planFor(known);
    const { entries, on } = specializing(whole, known, endpoint);
    const lowered = lowering(entries);
    const loweredOn: Specialized['lowered'] = (dialect, judged) => {
      const own = keeping.has(dialect.name) ? on(dialect, judged) : entries;
      return own === entries ? lowered(dialect) : lower(own, dialect);
    };
    return { known, plan: entries, lowered: loweredOn };
  });
  const leaves = new Map(
    answeredSources(endpoint).map(source => {
      const read = storedLeaves(
        plans.map(({ plan }) => plan),
        source,
      );
      return [source, read] as const;
    }),
  );
  const [loweredSaved, title] = [lowering(saved), savedTitle(endpoint)];
  const savedOn = (dialect: Dialect) => print(loweredSaved(dialect), dialect, title(dialect));
  const engines = dialects.map(name =>
    compileEngine(endpoint, dialectOf(name), savedOn, choices, plans, leaves),
  );
  const shown = endpoint.outputs.filter(({ hidden }) => !hidden).map(({ name }) => name);
  return { engines, origins: originsOf(plan, shown) };
}

function withoutSql(params: readonly Param[]): readonly Param[] {
  return params.filter(({ name }) => name !== SANDBOX_SQL);
}

interface Specialized {
  readonly known: KnownChoices;
  readonly plan: Plan<SqlExpr>;
  readonly lowered: (dialect: Dialect, judged?: (rollups: JudgedRollups) => void) => Lowered;
}

function compileEngine(
  endpoint: PortableEndpoint,
  dialect: Dialect,
  savedOn: (dialect: Dialect) => Statement,
  choices: readonly Chooser[],
  plans: readonly Specialized[],
  leaves: ReadonlyMap<Source, ReturnType<typeof storedLeaves>>,
): CompiledEngine {
  const statements = new Map<string, Statement>();
  const copies = new Map<string, ManifestCopy>();
  const judged = ({ copies: read }: JudgedRollups) => {
    for (const one of read)
      for (const [name, table] of copyTables(one, dialect)) copies.set(name, table);
  };
  for (const { known, lowered } of plans) {
    const key = statementKey([...known.values()]);
    const title = statementTitle(endpoint, choices, known);
    statements.set(key, print(lowered(dialect, judged), dialect, title));
  }
  return {
    dialect: dialect.name,
    saved: savedOn(dialect),
    choices,
    reads: new Map(
      [...leaves].map(([source, read]) => [source.name, listReads(read, source, dialect.name)]),
    ),
    ...(copies.size === 0 ? {} : { copies }),
    statements,
  };
}

function statementTitle(
  endpoint: PortableEndpoint,
  choices: readonly Chooser[],
  known: KnownChoices,
): string {
  return [endpoint.name, ...choiceTitles(choices, known)].join(', ');
}
