/** Runs `generate --check`: compares the generated files, and shows how they differ. */
import { type Diagnostic, diagnosticToJson } from '../../generator/core/report/diagnostics.ts';
import { counted, listed } from '../../generator/core/report/words.ts';
import {
  type CheckOptions,
  checkGenerated,
  type Difference,
  type Refusal,
} from '../../generator/write/index.ts';
import { ignoreAdvice } from '../init/ignores.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import { showingProgress } from '../terminal/progress.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import type { FileFinding } from '../terminal/reports/findings.ts';
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
    session.print(shownPatches(differences, session));
  }
  if (result.status === 'fresh') {
    session.note(upToDate(directory));
    return EXIT.done;
  }
  const exit = tellRefusals(session, directory, result.refusals);
  tellConflicts(session, directory, differences);
  const [reformatted, others] = parted(differences);
  if (others.length > 0) session.complain(staleness(directory, others), staleHint(result));
  if (reformatted.length > 0)
    session.complain(layoutFault(directory, reformatted), layoutHint(workspace, directory));
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

/** Files of another layout have no diff: it would be long, and say nothing. */
function parted(differences: readonly Difference[]): readonly [Difference[], Difference[]] {
  const isLayout = ({ kind }: Difference) => kind === 'reformatted';
  return [differences.filter(isLayout), differences.filter(one => !isLayout(one))];
}

/** How many files are named. */
const NAMED = 5;

function layoutFault(directory: string, differences: readonly Difference[]): string {
  const names = differences.slice(0, NAMED).map(({ path }) => `\`${directory}/${path}\``);
  const more = differences.length - names.length;
  const all = listed([...names, ...(more === 0 ? [] : [counted(more, 'more file')])]);
  return `${all} ${differences.length === 1 ? 'was' : 'were'} reformatted: the content is right, its layout is not`;
}

function layoutHint({ root }: Workspace, directory: string): string {
  const advice = ignoreAdvice(root, directory).map(one => ` ${one}.`);
  return `Let formatters leave \`${directory}\` alone, and run \`quern generate\`.${advice.join('')}`;
}

/** How many diff lines are shown for a missing or no longer generated file (its name and length). */
const HEAD = 3;
/** How many lines are shown of any other diff, and of all: nobody reads more. */
const LONGEST = 100;
const LONGEST_OF_ALL = 300;

function shownPatches(differences: readonly Difference[], session: Session): string {
  const [, patched] = parted(differences);
  const shown: string[] = [];
  let lines = 0;
  for (const { kind, patch } of patched) {
    const isDull = kind === 'missing' || kind === 'orphaned';
    const all = patch.replace(/\n$/, '').split('\n');
    const some = all.slice(0, isDull ? HEAD : LONGEST);
    lines += some.length;
    if (lines > LONGEST_OF_ALL) break;
    const more = all.length - some.length;
    const left = more === 0 ? [] : [`… and ${counted(more, 'more line')}, which \`--json\` has`];
    shown.push(diffLines(session, [...some, ...left]));
  }
  const more = patched.length - shown.length;
  const left = more === 0 ? [] : [`… and ${counted(more, 'more file')}, which \`--json\` has`];
  return shown.join('') + diffLines(session, left);
}
