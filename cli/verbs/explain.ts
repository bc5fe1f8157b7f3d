import { buildCommand, type FlagParametersForType } from '@stricli/core';
import {
  type BoundStatement,
  type Deadline,
  type Engine,
  EngineFailure,
} from '../../engines/engine.ts';
import { DIALECTS, isEngine } from '../../engines/index.ts';
import { dialectOf, readSpecification } from '../../generator/compile-specs.ts';
import {
  answeredSources,
  type Endpoint,
  type PortableEndpoint,
} from '../../generator/core/plan/endpoint.ts';
import { CATALOGUE } from '../../generator/core/report/diagnostics.ts';
import { lower } from '../../generator/lower/lower.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { inSteps } from '../../generator/plan/steps/steps.ts';
import type { RollupVerdict } from '../../generator/specialize/rollups/rollups.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import type { Values } from '../../server/answers/bind.ts';
import { exampleValues, readGivenValues, sampleValues, statementsFor } from '../asked.ts';
import { BRIEFS } from '../briefs.ts';
import { completedNames, paramProposals } from '../completion/project.ts';
import { asFailure, engineOpener, whyUnknown } from '../engines.ts';
import { loweredText, loweredView } from '../explain/lowered-text.ts';
import { outline } from '../explain/outline.ts';
import { planText } from '../explain/plan-text.ts';
import { chosenPlan, expectPlan, type Planned } from '../explain/plans.ts';
import {
  type RollupReading,
  readingsIn,
  readingText,
  rollupVerdicts,
  verdictsWithCopies,
} from '../explain/rollups.ts';
import { endpointView, specView } from '../explain/stages.ts';
import { runnableText } from '../explain/statement-text.ts';
import {
  type GivenParameter,
  GLOBAL_ALIASES,
  GLOBAL_FLAGS,
  type GlobalFlags,
  paramFlag,
} from '../flags.ts';
import { copyDefinitions, keeperOf } from '../project/copies.ts';
import { readPackageFile } from '../project/output/package-files.ts';
import { openWorkspace, readInputs } from '../project/workspace.ts';
import { askedStatement } from '../service/callers.ts';
import { type CompiledAlone, compiledAlone } from '../service/found-endpoint.ts';
import { DATABASE_FLAG, ENGINE_EXAMPLE } from '../service/service-flags.ts';
import { type Session, safeText } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

const STAGES = ['spec', 'endpoint', 'plan', 'lowered', 'sql'] as const;
type Stage = (typeof STAGES)[number];

interface ExplainFlags extends GlobalFlags {
  readonly param?: readonly GivenParameter[];
  readonly engine?: string;
  readonly print?: Stage;
  readonly database?: string;
}

const FLAGS: FlagParametersForType<ExplainFlags, VerbContext> = {
  param: {
    ...paramFlag('A parameter and its value; by default, an example or a sample if it is required'),
    proposeCompletions: paramProposals,
  },
  engine: {
    kind: 'parsed',
    parse: dialectName,
    optional: true,
    placeholder: 'engine',
    proposeCompletions: () => [...DIALECTS.keys()],
    brief: `The engine to print SQL for (${[...DIALECTS.keys()].join(', ')})`,
  },
  print: {
    kind: 'enum',
    values: STAGES,
    optional: true,
    brief: 'The stage of compilation to print (default: sql)',
  },
  database: DATABASE_FLAG,
  ...GLOBAL_FLAGS,
};

function dialectName(input: string): string {
  if (DIALECTS.has(input)) return input;
  throw new Error(`must be one of ${[...DIALECTS.keys()].join(', ')}`);
}

export const explain = buildCommand<ExplainFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.explain,
    customUsage: ['<endpoint> [--param name=value]… [--print stage]', '<code>'],
    fullDescription: [
      'Prints the SQL for the given parameters with its bindings and, if the database can be reached, the plan of',
      'the engine; or an earlier stage of the compilation; or the page of a diagnostic.',
      '',
      'Examples:',
      '  quern explain usage.api-counts --param interval=daily',
      `  quern explain logs.all --engine ${ENGINE_EXAMPLE}`,
      '  quern explain logs.all --print plan',
      `  quern explain logs.all --print lowered --engine ${ENGINE_EXAMPLE}`,
      '  quern explain unknown-column',
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: String,
          placeholder: 'endpoint',
          brief: 'An endpoint, or the code of a diagnostic',
          proposeCompletions: subjects,
        },
      ],
    },
  },
  func: verb(FLAGS, runExplain),
});

/** There are many codes, so they are only proposed once a word is begun. */
function subjects(this: VerbContext, partial: string): readonly string[] {
  const codes = partial === '' ? [] : Object.keys(CATALOGUE);
  return [...completedNames.call(this), ...codes];
}

async function runExplain(
  session: Session,
  flags: ExplainFlags,
  subject: string,
): Promise<ExitCode> {
  if (Object.hasOwn(CATALOGUE, subject.toLowerCase())) return explainCode(session, subject);
  const workspace = openWorkspace(session);
  const found = await compiledAlone(session, workspace, subject, Object.keys(CATALOGUE));
  switch (flags.print ?? 'sql') {
    case 'spec':
      return show(session, specView(specOf(found)));
    case 'endpoint':
      return show(session, endpointView(resolved(found)));
    case 'plan':
      return showPlan(session, flags, found);
    case 'lowered':
      return showLowered(session, flags, found);
    case 'sql':
      return showSql(session, flags, found);
  }
}

function explainCode({ print }: Session, code: string): ExitCode {
  const page = readPackageFile(`docs/diagnostics/${code.toLowerCase()}.md`);
  if (page === null) throw new Error(`no page for ${code}`);
  print(page);
  return EXIT.done;
}

function specOf({ workspace, endpoint }: CompiledAlone) {
  for (const input of readInputs(workspace)) {
    if (!input.path.endsWith(`${endpoint.name}.yaml`)) continue;
    const read = readSpecification(input);
    if (read.kind === 'endpoint' && read.spec?.endpoint.value === endpoint.name) return read.spec;
  }
  throw new Error(`no specification of ${endpoint.name}, which was compiled`);
}

function resolved({ compilation, endpoint }: CompiledAlone): Endpoint {
  const found = compilation.project.endpoints.find(({ name }) => name === endpoint.name);
  if (found === undefined) throw new Error(`no endpoint ${endpoint.name}, which was compiled`);
  return found;
}

/** People get indented lines, programs get JSON; integers beyond JSON's precision become text. */
function show(session: Session, value: unknown): ExitCode {
  const text = session.json ? toJson(value) : `${outline(value).join('\n')}\n`;
  session.print(safeText(session, text));
  return EXIT.done;
}

function toJson(value: unknown): string {
  const text = (_: string, item: unknown) => (typeof item === 'bigint' ? String(item) : item);
  return `${JSON.stringify(value, text, 2)}\n`;
}

/** With parameters, the plan of the statement for them; without, the plan of the whole endpoint. */
function showPlan(session: Session, flags: ExplainFlags, found: CompiledAlone): ExitCode {
  const plan = planFor(session, expectPlan(resolved(found), flags.param ?? []), flags, found);
  const text = session.json ? toJson(plan) : `${planText(plan).join('\n')}\n`;
  session.print(safeText(session, text));
  return EXIT.done;
}

function planFor(session: Session, endpoint: Planned, flags: ExplainFlags, found: CompiledAlone) {
  if (endpoint.body === 'googlesql') return inSteps(endpoint.plan);
  if ((flags.param ?? []).length === 0) return planEndpoint(endpoint);
  return chosenFor(session, endpoint, flags, found);
}

/** The plan of the statement for the given parameters, as it is printed for the engine. */
function showLowered(session: Session, flags: ExplainFlags, found: CompiledAlone): ExitCode {
  const endpoint = expectPlan(resolved(found), flags.param ?? []);
  const engine = flags.engine ?? found.workspace.config.service.engine;
  statementsFor(found.endpoint, engine);
  if (endpoint.body === 'googlesql' && endpoint.written[engine] !== undefined) {
    const message = `\`${endpoint.name}\` runs on ${engine} as it is written, without a plan`;
    throw new Failure(EXIT.usage, message, { hint: 'Print another stage: `--print plan`.' });
  }
  const plan =
    endpoint.body === 'googlesql'
      ? specialize(inSteps(endpoint.plan), new Map(), endpoint)
      : chosenFor(session, endpoint, flags, found);
  const lowered = lower(plan, dialectOf(engine));
  const text = session.json ? toJson(loweredView(lowered)) : `${loweredText(lowered).join('\n')}\n`;
  session.print(safeText(session, text));
  return EXIT.done;
}

function chosenFor(
  session: Session,
  endpoint: PortableEndpoint,
  flags: ExplainFlags,
  found: CompiledAlone,
) {
  const values = valuesFor(session, flags, found);
  const engine = flags.engine ?? found.workspace.config.service.engine;
  return chosenPlan(endpoint, found.endpoint, values, session.host.clock(), dialectOf(engine));
}

/** The given values; of required parameters that were not given, their examples, or values of their types. */
function valuesFor(
  session: Session,
  flags: ExplainFlags,
  { workspace, endpoint }: CompiledAlone,
): Values {
  const given = flags.param ?? [];
  const examples = exampleValues(endpoint, given);
  const samples = sampleValues(endpoint, [...given, ...examples]);
  noteValues(session, 'not given, taken from the examples', examples);
  noteValues(session, 'not given and without an `example`, made up', samples);
  const { unknownParameters } = workspace.config.service;
  return readGivenValues(endpoint, [...given, ...examples, ...samples], unknownParameters);
}

function noteValues(session: Session, what: string, values: readonly GivenParameter[]): void {
  const list = values.map(({ name, value }) => `${name}=${value}`).join(', ');
  if (values.length > 0) session.note(`${what}: ${list}`);
}

// ---- SQL ------------------------------------------------------------------------------------------------------------

async function showSql(
  session: Session,
  flags: ExplainFlags,
  found: CompiledAlone,
): Promise<ExitCode> {
  const engine = flags.engine ?? found.workspace.config.service.engine;
  const values = valuesFor(session, flags, found);
  const { statement } = await askedStatement(session, found, engine, values);
  const endpoint = resolved(found);
  const dialect = dialectOf(engine);
  const now = session.host.clock();
  const verdicts = rollupVerdicts(endpoint, found.endpoint, values, now, dialect);
  const plan = await enginePlan(session, engine, flags, found, statement);
  const rollups =
    endpoint.body === 'portable'
      ? readingsIn(
          plan,
          await withCopies(verdicts, flags, found, endpoint, engine),
          endpoint,
          dialect,
        )
      : verdicts;
  if (session.json) {
    const { sql, values: bindings } = statement;
    const shown = {
      endpoint: found.endpoint.name,
      ...{ engine, sql, bindings, plan },
      ...(rollups.length === 0 ? {} : { rollups }),
    };
    session.print(safeText(session, toJson(shown)));
  } else
    session.print(
      safeText(
        session,
        runnableText(
          statement,
          plan,
          rollups.map(one => readingText(one, dialect)),
        ),
      ),
    );
  return EXIT.done;
}

/** The verdicts, and whether the engine reads the copies that quern keeps; left out if these cannot be read. */
async function withCopies(
  verdicts: readonly RollupVerdict[],
  { database }: ExplainFlags,
  { workspace, manifest }: CompiledAlone,
  endpoint: PortableEndpoint,
  engine: string,
): Promise<readonly RollupReading[]> {
  const definitions = copyDefinitions(answeredSources(endpoint), engine);
  if (definitions.length === 0 || !isEngine(engine)) return verdicts;
  try {
    const copies = await keeperOf(engine, workspace, manifest, database);
    const states = await copies.status(definitions).finally(() => copies.close());
    return verdictsWithCopies(states, verdicts);
  } catch (error) {
    // `quern doctor` and `quern rollup status` say why
    if (error instanceof EngineFailure) return verdicts;
    throw error;
  }
}

/** `null`, after a note with the reason, if the engine is unavailable. */
async function enginePlan(
  session: Session,
  name: string,
  { database }: ExplainFlags,
  { workspace, manifest }: CompiledAlone,
  statement: BoundStatement,
): Promise<string | null> {
  const unknown = whyUnknown(name, workspace);
  if (unknown !== null) {
    session.note(`the plan of ${name} is left out: ${unknown}`);
    return null;
  }
  const { timeoutMs } = workspace.config.service;
  const deadline = { timeoutMs, signal: session.host.interrupted };
  const open = await engineOpener(name, { workspace, manifest, database, concurrency: 1 });
  try {
    return await explained(open, statement, deadline).catch(asFailure);
  } catch (error) {
    // A database that the user named must exist.
    if (!(error instanceof Failure) || database !== undefined) throw error;
    session.note(`the plan of ${name} is left out: ${error.message}`);
    return null;
  }
}

async function explained(
  open: () => Promise<Engine>,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<string> {
  const engine = await open();
  try {
    return await engine.explain(statement, deadline);
  } finally {
    await engine.close();
  }
}
