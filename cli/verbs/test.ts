import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { EMBEDDED_NAMES, type EngineName } from '../../engines/index.ts';
import type { Compiled, InputFile } from '../../generator/compile.ts';
import type { Endpoint } from '../../generator/core/plan/endpoint.ts';
import {
  type Diagnostic,
  diagnosticToJson,
  isError,
} from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import { BRIEFS } from '../briefs.ts';
import { completedNames } from '../completion/project.ts';
import { GLOBAL_ALIASES, REPORT_FLAGS, type ReportFlags, textFlag } from '../flags.ts';
import { compiled, compileWhole } from '../project/compiled.ts';
import { namesFor } from '../project/output/only.ts';
import { documentOf } from '../project/specifications/specifications.ts';
import { openWorkspace, readInputs, type Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { progress } from '../terminal/progress.ts';
import { type Absent, ALL, hasTests, notHere, openEmbedded, testsOn } from '../tests/engines.ts';
import { findTestPlace, withExpectedRows, withoutUnfit, writeFileAgain } from '../tests/files.ts';
import { type AnsweredTest, runTests, type TestOutcome } from '../tests/outcome.ts';
import { changes, explainOutcome, outcomeJson, outcomeLines, titleOf } from '../tests/report.ts';
import { type VerbContext, verb } from '../verb.ts';

interface TestFlags extends ReportFlags {
  readonly engine?: EngineName | typeof ALL;
  readonly only?: string;
  readonly update?: boolean;
}

const FLAGS: FlagParametersForType<TestFlags, VerbContext> = {
  engine: {
    kind: 'enum',
    values: [...EMBEDDED_NAMES, ALL],
    optional: true,
    brief:
      'The engine to run on (default: that of each endpoint); all: each that this machine can run',
  },
  only: {
    ...textFlag('glob', 'Run only the tests of these endpoints'),
    proposeCompletions: completedNames,
  },
  update: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Write the rows of the answers as the expected rows',
  },
  ...REPORT_FLAGS,
};

export const test = buildCommand<TestFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.test,
    fullDescription: [
      'Runs the request of each test on its `given` entries, with its `now` as the clock, and compares the rows.',
      '',
      'Examples:',
      '  quern test',
      "  quern test --only 'usage.*'",
      '  quern test -u',
      '  quern test --engine all',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: { ...GLOBAL_ALIASES, u: 'update' } },
  func: verb(FLAGS, runTestVerb),
});

async function runTestVerb(session: Session, flags: TestFlags): Promise<ExitCode> {
  const { engine: asked, only, update: isUpdate = false } = flags;
  if (isUpdate && asked === ALL) {
    throw new Failure(EXIT.usage, '`-u` writes the rows that one engine answers', {
      hint: `Leave out \`--engine ${ALL}\`.`,
    });
  }
  const workspace = openWorkspace(session);
  const inputs = readInputs(workspace);
  const { compilation, diagnostics: warnings } = isUpdate
    ? await compileToReplace(session, workspace, inputs)
    : await compiled(workspace, inputs, session);
  const { dialects, project } = compilation;
  const endpoints = chosen(project.endpoints, only);
  const planned = testsOn(asked ?? null, { dialects, project: { ...project, endpoints } });
  const outcomes: TestOutcome[] = [];
  const absent: Absent[] = [];
  const line = progress(session);
  const tell = isUpdate ? () => line(counted(outcomes.length, 'test')) : teller(session);
  for (const tested of planned.filter(hasTests)) {
    const engine = await openEmbedded(tested.engine, workspace.root);
    if ('reason' in engine) {
      absent.push(engine);
      continue;
    }
    try {
      for await (const outcome of runTests(tested, engine, session.host.interrupted)) {
        outcomes.push(outcome);
        tell(outcome);
      }
    } finally {
      if (isUpdate) line('');
      await engine.close();
    }
  }
  const [missing] = absent;
  if (missing !== undefined && missing.engine === asked) throw notHere(missing);
  const ran = { inputs, outcomes, warnings, absent };
  return isUpdate ? update(session, ran) : report(session, ran);
}

/** Faults of expected rows do not matter if the rows are about to be replaced. */
async function compileToReplace(
  { isStrict }: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<Compiled> {
  const result = await compileWhole(workspace, inputs);
  const faults = result.diagnostics.filter(isError);
  if (faults.length === 0 && !isStrict) return result;
  return compiled(workspace, withoutUnfit(inputs, faults), { isStrict });
}

function chosen(endpoints: readonly Endpoint[], only: string | undefined): readonly Endpoint[] {
  if (only === undefined) return endpoints;
  const names = namesFor(
    only,
    endpoints.map(({ name }) => name),
  );
  return endpoints.filter(({ name }) => names.includes(name));
}

// ---- what passes ----------------------------------------------------------------------------------------------------

/** Prints each test when it is done, for people. */
function teller(session: Session): (outcome: TestOutcome) => void {
  const isForPeople = !session.json && ['text', 'github'].includes(session.reporter);
  return outcome => {
    if (!isForPeople || (session.quiet && outcome.status === 'passed')) return;
    session.print(diffLines(session, outcomeLines(outcome)));
  };
}

interface Ran {
  readonly inputs: readonly InputFile[];
  readonly outcomes: readonly TestOutcome[];
  /** The warnings of the compilation. */
  readonly warnings: readonly Diagnostic[];
  /** The engines that tests need, but that cannot run here. */
  readonly absent: readonly Absent[];
}

function report(session: Session, { inputs, outcomes, warnings, absent }: Ran): ExitCode {
  const failed = outcomes.filter(({ status }) => status !== 'passed');
  const faults = byEndpoint(failed).flatMap(([endpoint, own]) => {
    const document = documentOf(inputs, endpoint);
    return own.flatMap(
      outcome => explainOutcome(outcome, findTestPlace(document, outcome.test.name)) ?? [],
    );
  });
  const diagnostics = [...warnings, ...faults];
  if (session.json || session.reporter === 'json') {
    const tests = outcomes.map(outcomeJson);
    const told = diagnostics.map(diagnosticToJson);
    const notRun = absent.length === 0 ? {} : { notRun: absent };
    session.print(`${JSON.stringify({ tests, ...notRun, diagnostics: told }, null, 2)}\n`);
  } else {
    session.report(diagnostics);
  }
  session.note(summary(outcomes, failed));
  const isFailure = session.isStrict && absent.length > 0;
  for (const one of absent) {
    const { message, hint } = notHere(one);
    if (session.isStrict) session.complain(message, hint);
    else session.note(`warning: ${message}`, hint);
  }
  if (failed.length > 0) return EXIT.findings;
  return isFailure ? EXIT.environment : EXIT.done;
}

function byEndpoint<T extends TestOutcome>(outcomes: readonly T[]) {
  const names = new Set(outcomes.map(({ endpoint }) => endpoint));
  return [...names].map(name => {
    return [name, outcomes.filter(({ endpoint }) => endpoint === name)] as const;
  });
}

/** The counts for each engine, if there are several. */
function summary(outcomes: readonly TestOutcome[], failed: readonly TestOutcome[]): string {
  if (outcomes.length === 0) return 'there are no tests';
  const engines = [...new Set(outcomes.map(({ engine }) => engine))];
  const lines = engines.map(name => {
    const on = (all: readonly TestOutcome[]) => all.filter(({ engine }) => engine === name).length;
    const title = engines.length === 1 ? '' : `${name}: `;
    return `${title}${on(outcomes) - on(failed)} passed, ${on(failed)} failed`;
  });
  return lines.join('\n');
}

// ---- what is written ------------------------------------------------------------------------------------------------

async function update(session: Session, ran: Ran): Promise<ExitCode> {
  const { inputs, outcomes, warnings } = ran;
  const fresh = outcomes.filter(isFresh);
  const files = byEndpoint(fresh).map(([endpoint, own]) => {
    const rows = new Map(own.map(({ test: { name }, rows }) => [name, rows]));
    return withExpectedRows(documentOf(inputs, endpoint), rows);
  });
  for (const file of files) await writeFileAgain(session.cwd, file, 'quern test -u');
  if (!session.quiet && !session.json) for (const one of fresh) tellWritten(session, one);
  session.note(written(fresh.length, files.length));
  // the expected rows are now those of the answers
  const left = outcomes.map(outcome =>
    isFresh(outcome) ? { ...outcome, status: 'passed' as const } : outcome,
  );
  const isDone = left.every(({ status }) => status === 'passed');
  if (!isDone || session.json) return report(session, { ...ran, outcomes: left });
  if (warnings.length > 0) session.report(warnings);
  return EXIT.done;
}

/** Whether it returned rows that its file does not contain yet. */
function isFresh(outcome: TestOutcome): outcome is AnsweredTest {
  return outcome.status === 'different' || outcome.status === 'unsaid';
}

function tellWritten(session: Session, outcome: TestOutcome): void {
  session.print(diffLines(session, [`written  ${titleOf(outcome)}`, ...changes(outcome)]));
}

function written(tests: number, files: number): string {
  if (tests === 0) return 'nothing to write';
  return `wrote the rows of ${counted(tests, 'test')} into ${counted(files, 'file')}`;
}
