import { buildCommand } from '@stricli/core';
import { BRIEFS } from '../briefs.ts';
import type { VerbContext } from '../verb.ts';

/** Only its own help: `words.ts` turns `quern help check` into `quern check --help` before commands are looked up. */
export const help = buildCommand<Record<string, never>, string[], VerbContext>({
  docs: {
    brief: BRIEFS.help,
    fullDescription: [
      'Prints the help of a command, like `quern <command> --help`; without a command, the list of commands.',
      '',
      'Examples:',
      '  quern help',
      '  quern help generate',
      '  quern help keys create',
    ].join('\n'),
  },
  parameters: {
    flags: {},
    positional: {
      kind: 'array',
      parameter: { parse: String, placeholder: 'command', brief: 'The command' },
    },
  },
  func: () => {
    throw new Error('`help` was not read as a flag');
  },
});
