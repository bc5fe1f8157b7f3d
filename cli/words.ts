/** Reorders the words of a command line before commands are looked up. */
import { GLOBAL_ALIASES, GLOBAL_FLAGS } from './flags.ts';

/**
 * Puts the command first: `quern --json check` becomes `quern check --json`, and `quern help check` becomes `quern
 * check --help`.
 */
export function inOrder(argv: readonly string[]): readonly string[] {
  const words = behindVerb(argv);
  if (words[0] !== HELP) return words;
  const [command = '', ...others] = words.slice(1);
  if (command === '') return ['--help'];
  if (command === HELP || command.startsWith('-')) return [HELP, '--help'];
  return [command, ...others, '--help'];
}

export const HELP = 'help';

/** Flags that every verb has may come before the verb. */
export function behindVerb(argv: readonly string[]): readonly string[] {
  const words = [...argv];
  const flags: string[] = [];
  for (let taken = 1; taken > 0; flags.push(...words.splice(0, taken))) taken = flagWords(words);
  return [...words, ...flags];
}

/** The number of leading words that are a common flag and its value. */
function flagWords([first = '', second]: readonly string[]): number {
  const [, long, short, value] = /^(?:--([a-z]+)|-([a-z]))(=.*)?$/s.exec(first) ?? [];
  const alias = Object.entries(GLOBAL_ALIASES).find(([letter]) => letter === short)?.[1];
  const spec = Object.entries(GLOBAL_FLAGS).find(([name]) => name === (long ?? alias))?.[1];
  if (spec === undefined) return 0;
  return spec.kind === 'boolean' || value !== undefined || second === undefined ? 1 : 2;
}
