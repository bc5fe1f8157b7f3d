import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { suggestion } from '../../generator/core/report/diagnostics.ts';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import { readPackageFile } from '../project/output/package-files.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

/** Shells with a script in `templates/completion/`. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const FLAGS: FlagParametersForType<GlobalFlags> = GLOBAL_FLAGS;

export const completion = buildCommand<GlobalFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.completion,
    fullDescription: [
      'Prints a script for Bash, Zsh or fish. With it, the Tab key completes commands, flags and their values, endpoints of the',
      'project and their parameters. The guide for authors says where the script belongs.',
      '',
      'Examples:',
      ...SHELLS.map(shell => `  quern completion ${shell}`),
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
          placeholder: 'shell',
          brief: 'One of `bash`, `zsh` and `fish`',
          proposeCompletions: () => SHELLS,
        },
      ],
    },
  },
  func: verb(FLAGS, runCompletion),
});

async function runCompletion({ print }: Session, _: GlobalFlags, asked: string): Promise<ExitCode> {
  const shell = SHELLS.find(name => name === asked);
  if (shell === undefined) {
    const hint = suggestion(asked, SHELLS) ?? `Use one of ${SHELLS.join(', ')}.`;
    throw new Failure(EXIT.usage, `There is no script for the shell \`${asked}\``, { hint });
  }
  const script = readPackageFile(`templates/completion/quern.${shell}`);
  if (script === null) throw new Error(`no script for ${shell}`);
  print(script);
  return EXIT.done;
}
