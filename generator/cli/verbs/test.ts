import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { InputFile } from '../../compile.ts';
import { diagnosticToJson, suggestion } from '../../diagnostics.ts';
import type { Endpoint } from '../../ir.ts';
import { EXIT, type ExitCode, Failure } from '../exit.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, textFlag } from '../flags.ts';
import { matchesGlob } from '../glob.ts';
import { type Session, safeText } from '../session.ts';
import { documentOf, placeOf, writeExpectations } from '../tests/files.ts';
import { type Outcome, runTests } from '../tests/outcome.ts';
import { faultOf, outcomeJson, outcomeLines } from '../tests/report.ts';
import { type VerbContext, verb } from '../verb.ts';
import { compileProject, openWorkspace, readInputs } from '../workspace.ts';

interface TestFlags extends GlobalFlags {
  readonly only?: string;
  readonly update?: boolean;
}

const FLAGS: FlagParametersForType<TestFlags> = {
  only: textFlag('glob', 'The tests of these endpoints alone'),
  update: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Write the rows that are answered as those that are expected',
  },
  ...GLOBAL_FLAGS,
};

export const test = buildCommand<TestFlags, [], VerbContext>({
  docs: {
    brief: "Run the endpoints' tests on embedded DuckDB",
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
  const { project } = compileProject(workspace, inputs);
  const endpoints = chosen(project.endpoints, flags.only);
  const outcomes = await runTests(endpoints, session.host.interrupted);
  if (flags.update === true) return update(session, inputs, outcomes);
  return report(session, inputs, outcomes);
}

function chosen(endpoints: readonly Endpoint[], only: string | undefined): readonly Endpoint[] {
  if (only === undefined) return endpoints;
  const found = endpoints.filter(({ name }) => matchesGlob(only, name));
  if (found.length > 0) return found;
  const names = endpoints.map(({ name }) => name);
  throw new Failure(EXIT.usage, `\`--only ${only}\` names no endpoint`, {
    hint: suggestion(only, names),
  });
}

// ---- what passes ----------------------------------------------------------------------------------------------------

function report(
  session: Session,
  inputs: readonly InputFile[],
  outcomes: readonly Outcome[],
): ExitCode {
  const diagnostics = outcomes.flatMap(outcome => {
    const document = documentOf(inputs, outcome.endpoint.name);
    return faultOf(outcome, placeOf(document, outcome.test.name)) ?? [];
  });
  if (session.json || session.reporter === 'json') {
    const tests = outcomes.map(outcomeJson);
    const faults = diagnostics.map(diagnosticToJson);
    session.print(`${JSON.stringify({ tests, diagnostics: faults }, null, 2)}\n`);
  } else {
    if (session.reporter === 'text') session.print(printed(session, outcomes));
    session.report(diagnostics);
  }
  session.note(summary(outcomes.length, diagnostics.length));
  return diagnostics.length === 0 ? EXIT.done : EXIT.findings;
}

const STYLES = { '+': 'green', '-': 'red' } as const;

function printed(session: Session, outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(outcomeLines).map(line => {
    const style = STYLES[line.charAt(0) as keyof typeof STYLES];
    const text = safeText(session, line);
    return `${style === undefined ? text : session.paint.stdout(style, text)}\n`;
  });
  return lines.join('');
}

function summary(tests: number, failed: number): string {
  if (tests === 0) return 'there are no tests';
  return `${tests - failed} passed, ${failed} failed`;
}

// ---- what is written ------------------------------------------------------------------------------------------------

async function update(
  session: Session,
  inputs: readonly InputFile[],
  outcomes: readonly Outcome[],
): Promise<ExitCode> {
  const fresh = outcomes.filter(({ status }) => status === 'different' || status === 'unsaid');
  const endpoints = new Set(fresh.map(({ endpoint }) => endpoint.name));
  for (const endpoint of endpoints) {
    const changed = fresh.filter(outcome => outcome.endpoint.name === endpoint);
    const rows = new Map(changed.map(outcome => [outcome.test.name, rowsOf(outcome)]));
    await writeExpectations(session.cwd, documentOf(inputs, endpoint), rows);
  }
  session.note(written(fresh.length, endpoints.size));
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return failed.length === 0 ? EXIT.done : report(session, inputs, failed);
}

function rowsOf(outcome: Outcome) {
  if (outcome.status === 'failed') throw new Error('a test without an answer has no rows');
  return outcome.rows;
}

function written(tests: number, files: number): string {
  if (tests === 0) return 'nothing to write';
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `wrote the rows of ${counted(tests, 'test')} into ${counted(files, 'file')}`;
}
