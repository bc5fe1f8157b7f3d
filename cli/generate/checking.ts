/** Runs `generate --check`: compares the generated files, and shows how they differ. */
import { type Diagnostic, diagnosticToJson } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import {
  type CheckOptions,
  checkGenerated,
  type Difference,
  type Refusal,
} from '../../generator/write/index.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import type { FileFinding } from '../terminal/findings.ts';
import { showingProgress } from '../terminal/progress.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import { upToDate } from './words.ts';

/** Compares the existing files with the wanted ones, and reports the differences. */
export async function checkFiles(
  session: Session,
  workspace: Workspace,
  files: CheckOptions,
  warnings: readonly Diagnostic[],
): Promise<ExitCode> {
  const directory = workspace.shown(files.directory);
  const result = await showingProgress(session, onProgress => {
    onProgress('comparing files', 0, 1);
    return checkGenerated({ ...files, shown: directory });
  });
  const differences = result.status === 'stale' ? result.differences : [];
  const isJson = session.json || session.reporter === 'json';
  const stale = differences.map(difference => staleFile(directory, difference));
  if (session.reporter !== 'json') session.report(warnings, stale);
  if (result.status === 'refused') return tellRefusals(session, directory, result.refusals);
  if (isJson) {
    const diagnostics = warnings.map(diagnosticToJson);
    session.print(`${JSON.stringify({ differences, diagnostics }, null, 2)}\n`);
  } else if (session.reporter === 'text') {
    for (const difference of differences) session.print(shownPatch(difference, session));
  }
  if (result.status === 'fresh') {
    session.note(upToDate(directory));
    return EXIT.done;
  }
  const exit = tellRefusals(session, directory, result.refusals);
  tellConflicts(session, directory, differences);
  if (differences.length > 0) {
    session.complain(staleness(directory, differences), staleHint(result));
  }
  return exit;
}

/** Names the conflicts, which a long patch would hide. */
function tellConflicts(
  session: Session,
  directory: string,
  differences: readonly Difference[],
): void {
  const lines = differences.flatMap(({ kind, path, line }) =>
    kind === 'conflicted' ? [`\`${directory}/${path}:${line}\` begins a conflict of Git`] : [],
  );
  if (lines.length > 0 && session.reporter === 'text') session.complain(lines.join('\n'), null);
}

const STALE: Readonly<Record<Difference['kind'], string>> = {
  stale: 'is not up to date',
  missing: 'is missing',
  orphaned: 'is no longer generated',
  edited: 'was edited by hand',
  conflicted: 'contains a conflict of Git',
  reformatted: 'was reformatted',
};

function staleFile(directory: string, { kind, path, line }: Difference): FileFinding {
  const file = `${directory}/${path}`;
  const place = line === undefined ? '' : `, at line ${line}`;
  const about = {
    code: 'stale',
    title: 'Generated file is not up to date',
    severity: 'error',
  } as const;
  return { file, ...about, message: `\`${file}\` ${STALE[kind]}${place}` };
}

interface Found {
  readonly differences: readonly Difference[];
  readonly refusals: readonly Refusal[];
}

/** Returns the hint. It never suggests a plain `generate` that would be refused. */
function staleHint({ differences, refusals }: Found): string {
  if (refusals.some(({ kind }) => kind !== 'interrupted'))
    return 'Fix what is reported above, then run `quern generate`.';
  return differences.some(({ kind }) => kind === 'edited')
    ? 'Undo the edit, or run `quern generate --force`.'
    : 'Run `quern generate`.';
}

function staleness(directory: string, differences: readonly Difference[]): string {
  const count = counted(differences.length, 'file');
  const isOne = differences.length === 1;
  const isEdited = differences.some(({ kind }) => kind === 'edited');
  const edited = isEdited ? `, ${isOne ? '' : 'some of them '}edited by hand` : '';
  return `${count} of \`${directory}\` ${isOne ? 'is' : 'are'} not up to date${edited}`;
}

/** How many diff lines are shown for a missing or no longer generated file (its name and length). */
const HEAD = 3;
/** How many lines are shown of any other diff: nobody reads more. */
const LONGEST = 100;

function shownPatch({ kind, patch }: Difference, session: Session): string {
  const lines = patch.replace(/\n$/, '').split('\n');
  const isDull = kind === 'missing' || kind === 'orphaned';
  const shown = lines.slice(0, isDull ? HEAD : LONGEST);
  const more = lines.length - shown.length;
  const left = more === 0 ? [] : [`… and ${counted(more, 'more line')}, which \`--json\` has`];
  return diffLines(session, [...shown, ...left]);
}
