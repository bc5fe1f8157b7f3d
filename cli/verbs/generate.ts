import { resolve } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, REPORT_FLAGS, textFlag } from '../flags.ts';
import type { GenerateFlags } from '../generate/generating.ts';
import { stampedOutcome } from '../generate/stamp.ts';
import { nothingToDo } from '../generate/words.ts';
import { CONFIG_FILE } from '../project/config-file.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

const FLAGS: FlagParametersForType<GenerateFlags, VerbContext> = {
  check: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Print what is stale as a diff and write nothing',
  },
  only: {
    ...textFlag('glob', 'Write only the files of these endpoints, and the shared ones'),
    // loaded on demand, because it loads most of quern
    async proposeCompletions(this: VerbContext) {
      const { completedNames } = await import('../completion/project.ts');
      return completedNames.call(this);
    },
  },
  dryRun: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Print what would be written and write nothing',
  },
  force: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Overwrite files that were edited by hand',
  },
  ...REPORT_FLAGS,
};

export const generate = buildCommand<GenerateFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.generate,
    fullDescription: [
      'Compiles every endpoint and writes their files to the output directory: all of them or, when',
      'anything is wrong, none. A file that was edited by hand is overwritten only with --force.',
      '',
      'Examples:',
      '  quern generate',
      "  quern generate --only 'usage.*'",
      '  quern generate --check',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runGenerate),
});

async function runGenerate(session: Session, flags: GenerateFlags): Promise<ExitCode> {
  const { cwd, configFile, environment } = session;
  const stamped = isPlain(session, flags)
    ? stampedOutcome(resolve(cwd, configFile ?? CONFIG_FILE), environment)
    : null;
  if (stamped === null) {
    const { generateFiles } = await import('../generate/generating.ts');
    return generateFiles(session, flags);
  }
  for (const line of stamped.notes) session.note(line);
  session.note(nothingToDo(stamped.files));
  return EXIT.done;
}

/** Whether the run prints only a note if everything is in order. */
function isPlain(
  { json, reporter }: Session,
  { only, check = false, dryRun = false, force = false }: GenerateFlags,
): boolean {
  const isBare = only === undefined && !check && !dryRun && !force;
  return isBare && !json && reporter === 'text';
}
