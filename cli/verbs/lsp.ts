import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import { serveEditor } from '../lsp/server.ts';
import { packageVersion } from '../project/output/package-files.ts';
import type { Session } from '../session.ts';
import type { ExitCode } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface LspFlags extends GlobalFlags {
  readonly stdio?: boolean;
}

const FLAGS: FlagParametersForType<LspFlags> = {
  stdio: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Speak over standard input and output (the default)',
  },
  ...GLOBAL_FLAGS,
};

export const lsp = buildCommand<LspFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.lsp,
    fullDescription: [
      'Speaks the Language Server Protocol over standard input and output until the editor leaves. Editors start it, with',
      'the settings in docs/editors.md.',
      '',
      'Examples:',
      '  quern lsp',
      '  npx quern lsp --stdio',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runLsp),
});

/** The protocol's library ends the process when the protocol requires it. */
function runLsp({ environment }: Session): Promise<ExitCode> {
  serveEditor({
    input: process.stdin,
    output: process.stdout,
    environment,
    version: packageVersion(),
  });
  return new Promise(() => {});
}
