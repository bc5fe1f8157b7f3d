/** Messages about generated files that were not written. */
import { basename, dirname } from 'node:path';
import type { Refusal } from '../../generator/write/index.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from './exit.ts';

interface Told {
  readonly message: string;
  readonly hint: string | null;
}

/** Reports all refusals, and returns their exit code. `directory` is the output as the user would type it. */
export function tellRefusals(
  session: Pick<Session, 'complain'>,
  directory: string,
  refusals: readonly Refusal[],
): ExitCode {
  for (const [hint, messages] of byHint(refusals.map(refusal => inWords(refusal, directory)))) {
    const more = messages.length - MOST_TOLD;
    const told = messages.slice(0, MOST_TOLD);
    session.complain([...told, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'), hint);
  }
  return exitOf(refusals);
}

/** Returns all refusals as one failure, with the first hint. */
export function refusalFailure(directory: string, refusals: readonly Refusal[]): Failure {
  const all = refusals.map(refusal => inWords(refusal, directory));
  const hint = all.find(told => told.hint !== null)?.hint ?? null;
  return new Failure(exitOf(refusals), all.map(({ message }) => message).join('\n'), { hint });
}

function exitOf(refusals: readonly Refusal[]): ExitCode {
  return refusals.some(({ kind }) => OUTSIDE.has(kind)) ? EXIT.environment : EXIT.findings;
}

/** A folder with other contents may have thousands of files. */
const MOST_TOLD = 20;

function byHint(told: readonly Told[]): ReadonlyMap<string | null, readonly string[]> {
  const hints = [...new Set(told.map(({ hint }) => hint))];
  const messages = (of: string | null) => told.flatMap(t => (t.hint === of ? [t.message] : []));
  return new Map(hints.map(hint => [hint, messages(hint)]));
}

const OUTSIDE: ReadonlySet<Refusal['kind']> = new Set(['locked', 'git', 'system']);

function inWords(refusal: Refusal, directory: string): Told {
  switch (refusal.kind) {
    case 'edited':
      return {
        message: `\`${directory}/${refusal.path}\` was edited by hand`,
        hint: 'Undo the edit, or overwrite it with `quern generate --force`.',
      };
    case 'occupied':
      return {
        message: `\`${directory}/${refusal.path}\` was not made by quern, but quern must write a file of that name`,
        hint: 'Move it elsewhere, or overwrite it with `quern generate --force`.',
      };
    case 'foreign':
      return {
        message: `\`${directory}/${refusal.path}\` was not made by quern`,
        hint: `Move it out of \`${directory}\`, or list it in a \`.gitignore\` of the repository; \`quern generate --force\` does not remove it.`,
      };
    case 'link':
      return {
        message: `\`${directory}/${refusal.path}\` is a link, which quern does not make`,
        hint: 'Remove it.',
      };
    case 'not-a-directory':
      return {
        message: `\`${directory}\` is a ${refusal.found}, not a directory`,
        hint: 'Remove it, or name another directory with `output` in `quern.yaml`.',
      };
    case 'interrupted':
      return {
        message: `An earlier run was interrupted before \`${directory}\` was in place`,
        hint: 'Run `quern generate`, which completes it.',
      };
    case 'journal':
      return {
        message: `An earlier run was interrupted and left \`${refusal.file}\`: ${refusal.reason}`,
        hint: 'Look at these files, then continue with `quern generate --force`.',
      };
    case 'locked':
      return {
        message: `Another process${refusal.pid === null ? '' : ` (${refusal.pid})`} writes to \`${directory}\``,
        hint: `Wait until it ends; remove \`${refusal.file}\` if there is no such process.`,
      };
    case 'git':
      return {
        message: `Git cannot list the files that it ignores: ${refusal.reason}`,
        hint: null,
      };
    case 'system':
      return {
        message: `${inTheWay(refusal.file)}: ${refusal.reason} (${refusal.code})`,
        hint: null,
      };
  }
}

/** Users do not know the lockfiles, so if a lock cannot be made, the message names the directory. */
function inTheWay(file: string): string {
  return basename(file).includes('.quern-lock-')
    ? `The directory \`${dirname(file)}\` cannot be written to`
    : `\`${file}\` cannot be written`;
}
