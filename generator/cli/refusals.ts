/** Why generated files were not written, in words. */
import { basename, dirname } from 'node:path';
import type { Refusal } from '../write/index.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Session } from './session.ts';

interface Told {
  readonly message: string;
  readonly hint: string | null;
}

/** Tells all refusals; the exit code that they make. `directory` is the output as the user would type it. */
export function tellRefusals(
  session: Pick<Session, 'complain'>,
  directory: string,
  refusals: readonly Refusal[],
): ExitCode {
  for (const refusal of refusals) {
    const { message, hint } = inWords(refusal, directory);
    session.complain(message, hint);
  }
  return refusals.some(({ kind }) => OUTSIDE.has(kind)) ? EXIT.environment : EXIT.findings;
}

const OUTSIDE: ReadonlySet<Refusal['kind']> = new Set(['locked', 'git', 'system']);

function inWords(refusal: Refusal, directory: string): Told {
  switch (refusal.kind) {
    case 'edited':
      return {
        message: `\`${directory}/${refusal.path}\` was edited by hand`,
        hint: 'Undo the edit, or write over it with `--force`.',
      };
    case 'foreign':
      return {
        message: `\`${directory}/${refusal.path}\` was not made by quern`,
        hint: 'Move it elsewhere, or let git ignore it.',
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
    case 'record':
      return {
        message: `\`${refusal.file}\` does not say which files are generated: ${refusal.reason}`,
        hint: 'Restore it, or write over what is there with `--force`.',
      };
    case 'journal':
      return {
        message: `An earlier run was interrupted and left \`${refusal.file}\`: ${refusal.reason}`,
        hint: 'Look at what it left, then go on with `--force`.',
      };
    case 'locked':
      return {
        message: `Another process${refusal.pid === null ? '' : ` (${refusal.pid})`} writes to \`${directory}\``,
        hint: `Wait for its end; remove \`${refusal.file}\` if there is no such process.`,
      };
    case 'git':
      return { message: `Git does not tell what it ignores: ${refusal.reason}`, hint: null };
    case 'system':
      return {
        message: `${inTheWay(refusal.file)}: ${refusal.reason} (${refusal.code})`,
        hint: null,
      };
  }
}

/** Nobody knows of the files that hold a lock: where one cannot be made, it is the directory that is closed. */
function inTheWay(file: string): string {
  return basename(file).includes('.quern-lock-')
    ? `The directory \`${dirname(file)}\` cannot be written to`
    : `\`${file}\` cannot be written`;
}
