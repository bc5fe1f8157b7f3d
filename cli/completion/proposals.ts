/** The words that may complete the last word of a command line. */
import { type InputCompletion, proposeCompletions } from '@stricli/core';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { PATH } from '../flags.ts';
import { program } from '../program.ts';
import type { Host } from '../terminal/host.ts';
import { behindVerb, HELP } from '../words.ts';

/**
 * Prints a line for each proposal: the whole word and, after a tab, its meaning. `:path` makes the shell propose files. The user is still
 * typing, so any fault, such as an unreadable project, results in an empty answer.
 */
export async function printProposals(argv: readonly string[], host: Host): Promise<void> {
  try {
    const found = await proposals(argv, host);
    host.stdout.write([...new Set(found)].map(line => `${line}\n`).join(''));
  } catch {
    // The command itself reports the fault once it runs.
  }
}

async function proposals(argv: readonly string[], host: Host): Promise<readonly string[]> {
  const before = argv.slice(0, -1);
  const [, flag = '', partial = ''] = /^(--[\w-]+=)?(.*)$/s.exec(argv.at(-1) ?? '') ?? [];
  const words = inVerb([...before, ...(flag === '' ? [] : [flag.slice(0, -1)])]);
  if (words === null) return [];
  const application = await program((_, text) => text, words);
  const found = await proposeCompletions(application, [...words, partial], {
    process: { stdout: host.stdout, stderr: host.stderr },
    host,
    words,
    finish: () => {},
  });
  return asked(found, partial).flatMap(one => lineOf(one, flag));
}

/** The words with the command first; `null` if a flag before the command still lacks its value. */
function inVerb(typed: readonly string[]): readonly string[] | null {
  const words = behindVerb(typed);
  const [first = ''] = words;
  if (first === HELP) return words.slice(1);
  if (!first.startsWith('-')) return words;
  return behindVerb([...typed, 'x'])[0] === 'x' ? [] : null;
}

/** Flags are proposed after a `-`, or if nothing else fits. */
function asked(found: readonly InputCompletion[], partial: string): readonly InputCompletion[] {
  if (partial.startsWith('-')) return found;
  const others = found.filter(({ kind }) => kind !== 'argument:flag');
  if (others.length > 0) return others;
  return found.filter(({ completion }) => !EVERYWHERE.includes(completion));
}

/** Flags that are proposed even if a flag needs a value. */
const EVERYWHERE: readonly string[] = ['--help', '--version'];

/** Words with control characters are left out, because shells would print them. */
function lineOf({ kind, completion, brief }: InputCompletion, flag: string): readonly string[] {
  if (completion.endsWith(PATH)) return [':path'];
  const word = flag + completion;
  if (printable(word) !== word) return [];
  return [kind === 'argument:value' ? word : `${word}\t${brief}`];
}
