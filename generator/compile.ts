/** The pipeline in a row: texts in, files and diagnostics out. Pure: it reads nothing and writes nothing. */

import { DIALECTS } from '../engines/dialects.ts';
import { compileGoogleSql } from './compile-googlesql.ts';
import { compileView } from './compile-sandbox.ts';
import { type Chooser, chooserKey } from './core/choice.ts';
import { collector, type Diagnostic, sortDiagnostics } from './core/diagnostics.ts';
import {
  answeredSources,
  type Endpoint,
  type OwnEndpoint,
  type Param,
  type PortableEndpoint,
  SANDBOX_SQL,
  sourcesRead,
} from './core/endpoint.ts';
import type { SqlExpr } from './core/expr.ts';
import type { Plan } from './core/relation.ts';
import type { Source } from './core/source.ts';
import type { EndpointSpec, SourcesSpec } from './core/spec.ts';
import type { GeneratedFile, Statement } from './core/statement.ts';
import { statementKey } from './core/statement-key.ts';
import {
  type Compilation,
  type CompiledEndpoint,
  type CompiledEngine,
  type CompiledView,
  NO_CODE,
  type Output,
  type OutputSettings,
  type Templates,
} from './emitters/emitter.ts';
import { EMITTERS } from './emitters/index.ts';
import type { Answers, Question } from './googlesql/question.ts';
import { loadDocument, readText } from './load/load.ts';
import { ownChoices, printOwn, writtenText } from './own/print.ts';
import { planEndpoint } from './plan/plan.ts';
import { chooseDialects, type RuledOut } from './resolve/dialects.ts';
import { resolveProject } from './resolve/resolve.ts';
import type { TextOf } from './resolve/surroundings.ts';
import { savedPlan } from './saved/saved.ts';
import { combinations, foldedChoices, type Known } from './specialize/choices.ts';
import { chosenEndpoint } from './specialize/chosen.ts';
import { readsOf, storedLeaves } from './specialize/reads.ts';
import { specialize } from './specialize/specialize.ts';
import type { AuthorSql } from './sql/author-sql.ts';
import { type Dialect, hasType, spells } from './sql/dialect.ts';
import type { OwnSql } from './sql/own-sql.ts';
import { print } from './sql/print.ts';
import { validateEndpoint, validateSources } from './validate/validate.ts';

export interface InputFile {
  /** As the author would type it; the last part decides what it is: `sources.yaml`, an endpoint, or SQL that endpoints name. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}
export interface CompileOptions {
  /** Names of the dialects to compile for, in the order of their outputs; `null`: those that every data set has a table on. */
  readonly dialects: readonly string[] | null;
  /** The answers of the analyser of GoogleSQL; by default none is known. */
  readonly answers?: Answers;
  /** By name of endpoint, the files of `generated/googlesql/`; empty by default. */
  readonly kept?: ReadonlyMap<string, string>;
}
export interface Compiled {
  readonly compilation: Compilation;
  /** Dialects that data sets ruled out, where none were asked for by name. */
  readonly ruledOut: readonly RuledOut[];
  readonly diagnostics: readonly Diagnostic[];
  /** About texts in GoogleSQL whose translation is not known: their endpoints are left out. */
  readonly questions: readonly Question[];
}

/** Compiles what is sound of `inputs` and reports all that is not, sorted by place. */
export function compile(inputs: readonly InputFile[], options: CompileOptions): Compiled {
  const { diagnostics, report } = collector();
  const known = [...DIALECTS.keys()];
  const sources: SourcesSpec[] = [];
  const specs: EndpointSpec[] = [];
  let sourcesIncomplete = false;
  const files = inputs.filter(({ path }) => isSqlFile(path));
  for (const { path, bytes } of inputs) {
    if (isSqlFile(path)) continue;
    const document = loadDocument(path, bytes, report);
    if (isSources(path)) {
      const spec = document && validateSources(document, report, known);
      if (spec === null) sourcesIncomplete = true;
      else sources.push(spec);
    } else {
      const spec = document && validateEndpoint(document, report);
      if (spec !== null) specs.push(spec);
    }
  }
  const { dialects, ruledOut } =
    options.dialects === null
      ? chooseDialects(
          sources.flatMap(file => file.sources),
          known,
          report,
        )
      : { dialects: options.dialects, ruledOut: [] };
  const { answers = new Map(), kept = new Map() } = options;
  const questions: Question[] = [];
  const project = resolveProject(
    inOrder(sources),
    specs,
    {
      dialects,
      known,
      sourcesIncomplete,
      abilities: {
        canSpell: (dialect, fn) => spells(dialectOf(dialect), fn),
        hasType: (dialect, scalar) => hasType(dialectOf(dialect), scalar),
      },
      authorSql,
      ownSql,
      textOf: textOf(files),
      googleSql: {
        spoken: SPOKEN,
        keptOf: name => kept.get(name) ?? null,
        answerTo: question => {
          const answer = answers.get(question.hash);
          if (answer === undefined) questions.push(question);
          return answer ?? null;
        },
      },
    },
    report,
  );
  const byName = [...project.endpoints].sort((a, b) => (a.name < b.name ? -1 : 1));
  const endpoints = byName.map(endpoint => compileEndpoint(endpoint, dialects));
  const compilation = { project, dialects, endpoints };
  return { compilation, ruledOut, diagnostics: sortDiagnostics(diagnostics), questions };
}

/** By their first data sets, as endpoints are by name: which folders files lie in changes nothing of what follows from them. */
function inOrder(files: readonly SourcesSpec[]): readonly SourcesSpec[] {
  const first = ({ sources: [one] }: SourcesSpec) => one?.name.value ?? '';
  return [...files].sort((a, b) => Number(first(a) > first(b)) - Number(first(a) < first(b)));
}

/** The engines whose own SQL is GoogleSQL. */
const SPOKEN = new Map(
  [...DIALECTS.values()].flatMap(({ name, own }) =>
    own.tableName === undefined ? [] : [[name, own] as const],
  ),
);

function authorSql(engine: string): AuthorSql | null {
  return DIALECTS.get(engine)?.author ?? null;
}

/** The generated tree of a compilation, by path; without settings and templates, no code. */
export function emit(
  compilation: Compilation,
  settings: OutputSettings = NO_CODE,
  templates: Templates = new Map(),
): readonly GeneratedFile[] {
  const output = { compilation, settings, templates };
  const files = EMITTERS.flatMap(emitter => emitter.emit(output));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The last look of the emitters at files that are about to be written. Throws where one is wrong, which is a bug of ours. */
export async function inspect(files: readonly GeneratedFile[], output: Output): Promise<void> {
  for (const emitter of EMITTERS) await emitter.inspect?.(files, output);
}

function ownSql(engine: string): OwnSql | null {
  return DIALECTS.get(engine)?.own ?? null;
}

/** Finds a file by its path from another, which leads to no folder above. */
function textOf(files: readonly InputFile[]): TextOf {
  const byPath = new Map(files.map(file => [file.path.replaceAll('\\', '/'), file]));
  return (from, name, report) => {
    const file = from.file.replaceAll('\\', '/');
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const found = byPath.get(folder + name.value.replace(/^\.\//, ''));
    if (found !== undefined) return readText(found.path, found.bytes, report);
    const message = `There is no file \`${name.value}\` beside the specification`;
    const hint = 'Name a file that ends in `.sql`, beside this one or in a folder below it.';
    report('unknown-file', name.place, message, hint);
    return null;
  };
}

function isSqlFile(path: string): boolean {
  return path.endsWith('.sql');
}

function isSources(path: string): boolean {
  return /(^|[/\\])sources\.ya?ml$/.test(path);
}

/** Both forms of one endpoint for each of its engines. */
export function compileEndpoint(endpoint: Endpoint, dialects: readonly string[]): CompiledEndpoint {
  const own = dialects.filter(name => endpoint.engines.includes(name));
  const engines = enginesOf(endpoint, own);
  if (endpoint.sandbox === null) return { endpoint, engines };
  const views = endpoint.sandbox.map(view => compileView(view, endpoint, own.map(dialectOf)));
  return { endpoint, engines: engines.map(engine => withReads(engine, views)), views };
}

/** Columns that statements of callers may read count as read. */
function withReads(engine: CompiledEngine, views: readonly CompiledView[]): CompiledEngine {
  const reads = new Map(engine.reads);
  for (const view of views) {
    const own = view.engines.find(({ dialect }) => dialect === engine.dialect);
    for (const [source, paths] of own?.reads ?? [])
      reads.set(source, [...new Set([...(reads.get(source) ?? []), ...paths])].sort());
  }
  return { ...engine, reads };
}

function enginesOf(endpoint: Endpoint, dialects: readonly string[]): readonly CompiledEngine[] {
  switch (endpoint.body) {
    case 'own':
      return dialects.map(name => compileOwn(endpoint, dialectOf(name)));
    case 'googlesql':
      return compileGoogleSql(endpoint, dialects.map(dialectOf));
    case 'portable':
      return compilePortable(endpoint, dialects);
    case 'sandbox':
      return dialects.map(unasked);
  }
}

/** Without a statement of the caller there is nothing to run. */
function unasked(dialect: string): CompiledEngine {
  const saved = { sql: [], bind: [] };
  return { dialect, saved, choices: [], reads: new Map(), statements: new Map() };
}

/** The statement for each choice of its texts. */
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

function compilePortable(
  endpoint: PortableEndpoint,
  dialects: readonly string[],
): readonly CompiledEngine[] {
  const plan = planEndpoint(endpoint);
  // a person who saves the query has SQL of their own
  const params = endpoint.sandbox === null ? endpoint.params : withoutSql(endpoint.params);
  const saved = savedPlan(plan, { ...endpoint, params });
  const choices = foldedChoices(endpoint);
  const plans = combinations(endpoint, choices).map(known => ({
    known,
    plan: specialize(planEndpoint(chosenEndpoint(endpoint, known)), known, endpoint),
  }));
  const leaves = new Map(
    answeredSources(endpoint).map(source => {
      const read = storedLeaves(
        plans.map(({ plan }) => plan),
        source,
      );
      return [source, read] as const;
    }),
  );
  return dialects.map(name =>
    compileEngine(endpoint, dialectOf(name), saved, choices, plans, leaves),
  );
}

function withoutSql(params: readonly Param[]): readonly Param[] {
  return params.filter(({ name }) => name !== SANDBOX_SQL);
}

interface Specialized {
  readonly known: Known;
  readonly plan: Plan<SqlExpr>;
}

function compileEngine(
  endpoint: PortableEndpoint,
  dialect: Dialect,
  saved: Plan<SqlExpr>,
  choices: readonly Chooser[],
  plans: readonly Specialized[],
  leaves: ReadonlyMap<Source, ReturnType<typeof storedLeaves>>,
): CompiledEngine {
  const statements = new Map<string, Statement>();
  for (const { known, plan } of plans) {
    const key = statementKey([...known.values()]);
    statements.set(key, print(plan, dialect, statementTitle(endpoint, choices, known)));
  }
  return {
    dialect: dialect.name,
    saved: print(saved, dialect, savedTitle(endpoint, dialect)),
    choices,
    reads: new Map(
      [...leaves].map(([source, read]) => [source.name, readsOf(read, source, dialect.name)]),
    ),
    statements,
  };
}

function savedTitle(endpoint: PortableEndpoint, dialect: Dialect): string {
  const tables = sourcesRead(endpoint).length;
  const needs = tables > 1 ? `; its ${tables} tables must all exist` : '';
  const first = endpoint.pages === null ? '' : '; it answers the first page';
  return `${endpoint.name}, saved query for ${dialect.title}${first}${needs}`;
}

/** Values are shown as JSON in ASCII: a comment ends at the end of its line, whatever an engine takes for one. */
function statementTitle(
  endpoint: PortableEndpoint,
  choices: readonly Chooser[],
  known: Known,
): string {
  const values = choices.map(by => choiceTitle(by, known.get(chooserKey(by)) ?? ''));
  return [endpoint.name, ...values].join(', ');
}

function choiceTitle(by: Chooser, value: string): string {
  if (typeof by === 'string') return `${by} = ${asciiText(value)}`;
  return value === 'yes' ? `with ${by.present}` : `without ${by.present}`;
}

function asciiText(value: string): string {
  if (/^[\w .:+-]+$/.test(value)) return value;
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function dialectOf(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
  return dialect;
}
