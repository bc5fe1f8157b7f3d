import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { printable } from '../../../generator/core/report/diagnostics.ts';
import { counted } from '../../../generator/core/report/words.ts';
import { BRIEFS } from '../../briefs.ts';
import { engines } from '../../doctor/engines.ts';
import { exitOf, type Finding, findFailure } from '../../doctor/finding.ts';
import { generated } from '../../doctor/generated.ts';
import { checkKeys, checkSecret, proofs } from '../../doctor/service.ts';
import { versions } from '../../doctor/versions.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../../flags.ts';
import { compiled } from '../../project/compiled.ts';
import { openWorkspace, readInputs, type Workspace } from '../../project/workspace.ts';
import type { Session } from '../../session.ts';
import { type ExitCode, Failure } from '../../terminal/exit.ts';
import { type VerbContext, verb } from '../../verb.ts';

const FLAGS: FlagParametersForType<GlobalFlags> = GLOBAL_FLAGS;

export const doctor = buildCommand<GlobalFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.doctor,
    fullDescription: [
      'Looks at versions and packages, the configuration, the specifications, the generated files, the engines and their tables,',
      'the keys and the secret. Each finding has its remedy. Exit codes: 2 if the configuration cannot be used, 3 if an engine is',
      'missing or does not answer, 1 for any other fault.',
      '',
      'Examples:',
      '  quern doctor',
      '  quern doctor --json',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runDoctor),
});

async function runDoctor(session: Session): Promise<ExitCode> {
  const findings = [...versions(session.cwd), ...(await projectFindings(session))];
  const exit = exitOf(findings);
  if (session.json) {
    const shown = findings.map(({ exit: _, ...finding }) => finding);
    session.print(`${JSON.stringify({ findings: shown }, null, 2)}\n`);
    return exit;
  }
  for (const finding of findings) session.print(lineOf(session, finding));
  const errors = findings.filter(({ state }) => state === 'error').length;
  session.note(errors === 0 ? 'no faults found' : `${counted(errors, 'error')}`);
  return exit;
}

async function projectFindings(session: Session): Promise<readonly Finding[]> {
  let workspace: Workspace;
  try {
    workspace = openWorkspace(session);
  } catch (error) {
    return [findFailure('configuration', error)];
  }
  const service = await checkKeys(workspace);
  try {
    const { compilation } = await compiled(workspace, readInputs(workspace));
    return [
      ...(await generated(workspace, compilation)),
      ...(await engines(workspace, compilation)),
      ...service,
      ...(await proofs(workspace, compilation)),
      ...checkSecret(workspace, compilation),
    ];
  } catch (error) {
    return [specifications(error), ...service];
  }
}

function specifications(error: unknown): Finding {
  const finding = findFailure('endpoints', error);
  const count = error instanceof Failure ? error.diagnostics.length : 0;
  if (count === 0) return finding;
  const fact = `${counted(count, 'error')} in the specifications, the first: ${finding.fact}`;
  return { ...finding, fact, remedy: 'Run `quern check`, which shows them all.' };
}

const WIDTH = 14;
const MARKS = { ok: ['green', 'ok'], note: ['yellow', 'note'], error: ['red', 'error'] } as const;

function lineOf({ paint }: Session, { area, state, fact, remedy }: Finding): string {
  const [style, word] = MARKS[state];
  const indent = ' '.repeat(7);
  const mark = paint.stdout(style, word.padEnd(indent.length));
  const hint =
    remedy === null
      ? ''
      : `${indent}${' '.repeat(WIDTH)}${paint.stdout('cyan', 'remedy:')} ${printable(remedy)}\n`;
  return `${mark}${printable(area).padEnd(WIDTH)}${printable(fact)}\n${hint}`;
}
