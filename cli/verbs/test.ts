import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { Compiled, InputFile } from '../../generator/compile.ts';
import { type Diagnostic, diagnosticToJson, isError } from '../../generator/core/diagnostics.ts';
import type { Endpoint } from '../../generator/core/endpoint.ts';
import { counted } from '../../generator/core/words.ts';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, REPORT_FLAGS, type ReportFlags, textFlag } from '../flags.ts';
import { namesFor } from '../project/only.ts';
import {
  compiled,
  compileWhole,
  openWorkspace,
  readInputs,
  type Workspace,
} from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import { documentOf, placeOf, rewritten, withoutUnfit, writeFileAgain } from '../tests/files.ts';
import { type Answered, type Outcome, runTests } from '../tests/outcome.ts';
import { changes, faultOf, outcomeJson, outcomeLines } from '../tests/report.ts';
import { type VerbContext, verb } from '../verb.ts';

interface TestFlags extends ReportFlags {
  readonly only?: string;
  readonly update?: boolean;
}

const FLAGS: FlagParametersForType<TestFlags> = {
  only: textFlag('glob', 'Run only the tests of these endpoints'),
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
      'Answers the request of each test over the entries that it gives, with the clock that it names, and compares the rows.',
      '',
      'Examples:',
      '  quern test',
      "  quern test --only 'usage.*'",
      '  quern test -u',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: { ...GLOBAL_ALIASES, u: 'update' } },
  func: verb(FLAGS, runTestVerb),
});

async function runTestVerb(session: Session, flags: TestFlags): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const inputs = readInputs(workspace);
  const isUpdate = flags.update === true;
  const { compilation, diagnostics: warnings } = isUpdate
    ? await compileToReplace(session, workspace, inputs)
    : await compiled(workspace, inputs, session.isStrict);
  const endpoints = chosen(compilation.project.endpoints, flags.only);
  const tell = isUpdate ? () => {} : teller(session);
  const outcomes: Outcome[] = [];
  for await (const outcome of runTests(
    endpoints,
    compilation.project.sources,
    session.host.interrupted,
  )) {
    outcomes.push(outcome);
    tell(outcome);
  }
  const ran = { inputs, outcomes, warnings };
  return isUpdate ? update(session, ran) : report(session, ran);
}

/** Rows that are expected and do not fit stand in nobody's way when they are replaced. */
async function compileToReplace(
  { isStrict }: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<Compiled> {
  const result = await compileWhole(workspace, inputs);
  const faults = result.diagnostics.filter(isError);
  if (faults.length === 0 && !isStrict) return result;
  return compiled(workspace, withoutUnfit(inputs, faults), isStrict);
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

/** Prints each test as it is done, for people. */
function teller(session: Session): (outcome: Outcome) => void {
  const isForPeople = !session.json && ['text', 'github'].includes(session.reporter);
  return outcome => {
    if (!isForPeople || (session.quiet && outcome.status === 'passed')) return;
    session.print(diffLines(session, outcomeLines(outcome)));
  };
}

interface Ran {
  readonly inputs: readonly InputFile[];
  readonly outcomes: readonly Outcome[];
  /** Of the compilation. */
  readonly warnings: readonly Diagnostic[];
}

function report(session: Session, { inputs, outcomes, warnings }: Ran): ExitCode {
  const failed = outcomes.filter(({ status }) => status !== 'passed');
  const faults = byEndpoint(failed).flatMap(([endpoint, own]) => {
    const document = documentOf(inputs, endpoint);
    return own.flatMap(outcome => faultOf(outcome, placeOf(document, outcome.test.name)) ?? []);
  });
  const diagnostics = [...warnings, ...faults];
  if (session.json || session.reporter === 'json') {
    const tests = outcomes.map(outcomeJson);
    const told = diagnostics.map(diagnosticToJson);
    session.print(`${JSON.stringify({ tests, diagnostics: told }, null, 2)}\n`);
  } else {
    session.report(diagnostics);
  }
  session.note(summary(outcomes.length, failed.length));
  return failed.length === 0 ? EXIT.done : EXIT.findings;
}

function byEndpoint<T extends Outcome>(outcomes: readonly T[]) {
  const names = new Set(outcomes.map(({ endpoint }) => endpoint));
  return [...names].map(name => {
    return [name, outcomes.filter(({ endpoint }) => endpoint === name)] as const;
  });
}

function summary(tests: number, failed: number): string {
  if (tests === 0) return 'there are no tests';
  return `${tests - failed} passed, ${failed} failed`;
}

// ---- what is written ------------------------------------------------------------------------------------------------

async function update(session: Session, ran: Ran): Promise<ExitCode> {
  const { inputs, outcomes, warnings } = ran;
  const fresh = outcomes.filter(isFresh);
  const files = byEndpoint(fresh).map(([endpoint, own]) => {
    const rows = new Map(own.map(({ test: { name }, rows }) => [name, rows]));
    return rewritten(documentOf(inputs, endpoint), rows);
  });
  for (const file of files) await writeFileAgain(session.cwd, file, 'quern test -u');
  if (!session.quiet && !session.json) for (const one of fresh) tellWritten(session, one);
  session.note(written(fresh.length, files.length));
  // What was written is what its test answers.
  const left = outcomes.map(outcome =>
    isFresh(outcome) ? { ...outcome, status: 'passed' as const } : outcome,
  );
  const isDone = left.every(({ status }) => status === 'passed');
  if (!isDone || session.json) return report(session, { ...ran, outcomes: left });
  if (warnings.length > 0) session.report(warnings);
  return EXIT.done;
}

/** Whether it answered rows that its file does not hold yet. */
function isFresh(outcome: Outcome): outcome is Answered {
  return outcome.status === 'different' || outcome.status === 'unsaid';
}

function tellWritten(session: Session, outcome: Outcome): void {
  const { endpoint, test } = outcome;
  session.print(diffLines(session, [`written  ${endpoint}: ${test.name}`, ...changes(outcome)]));
}

function written(tests: number, files: number): string {
  if (tests === 0) return 'nothing to write';
  return `wrote the rows of ${counted(tests, 'test')} into ${counted(files, 'file')}`;
}
