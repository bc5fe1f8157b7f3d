/** Runs `generate` as a whole. */
import type { Groups } from '../../generator/compile-kept.ts';
import { type Diagnostic, diagnosticToJson } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import {
  type CheckOptions,
  checkGenerated,
  type Difference,
  type Refusal,
  recordName,
  type WriteOptions,
  type Written,
  writeGenerated,
} from '../../generator/write/index.ts';
import type { ReportFlags } from '../flags.ts';
import { notedForOutput } from '../project/chosen-engines.ts';
import { compiledDescription } from '../project/compiled.ts';
import { manifestAsIs, manifestIfAny } from '../project/output/manifest-file.ts';
import { listOutputFiles } from '../project/output/output.ts';
import { openWorkspace, type Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { diffLines } from '../terminal/diff-lines.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import type { FileFinding } from '../terminal/findings.ts';
import { showingProgress } from '../terminal/progress.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import { emptyMemory, groundOf, type Memory, withMemory } from './memory.ts';
import { openSpool, type Spool, spilling } from './spool.ts';
import { inputsBefore } from './stamp.ts';
import { nothingToDo, upToDate } from './words.ts';

export interface GenerateFlags extends ReportFlags {
  readonly check?: boolean;
  readonly only?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Compiles the project and writes its generated files, or compares them with the existing ones. */
export async function generateFiles(session: Session, flags: GenerateFlags): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const ground = groundOf(workspace);
  const spool = openSpool();
  const run = (memory: Memory) => generateWith({ memory, spool }, session, workspace, flags);
  try {
    // a check trusts nothing that a run has left
    return await (flags.check === true ? run(emptyMemory(ground)) : withMemory(ground, run));
  } finally {
    spool.close();
  }
}

interface Resources {
  readonly memory: Memory;
  readonly spool: Spool;
}

async function generateWith(
  { memory, spool }: Resources,
  session: Session,
  workspace: Workspace,
  flags: GenerateFlags,
): Promise<ExitCode> {
  const inputs = inputsBefore(groundOf(workspace), session.environment);
  const isWriting = isWritten(flags);
  const reader = isWriting ? manifestIfAny : manifestAsIs;
  const compiled = await notedForOutput(session, workspace, reader, (specifications, options) =>
    compiledDescription(workspace, specifications, memory, options, groupsOf(workspace, spool)),
  );
  const { description, diagnostics } = compiled;
  const engines =
    workspace.config.dialects === null ? [`generated for ${description.dialects.join(', ')}`] : [];
  for (const line of engines) session.note(line);
  const files = await showingProgress(session, onProgress =>
    listOutputFiles(workspace, description, { only: flags.only, onProgress }),
  );
  if (flags.check === true) return checkFiles(session, workspace, files, diagnostics);
  if (diagnostics.length > 0 && !session.json) session.report(diagnostics);
  const { force = false, dryRun = false } = flags;
  const ledger = isWriting ? memory : null;
  const written = await writeFiles(session, workspace, { ...files, force, dryRun, ledger });
  if (typeof written === 'number') return written;
  if (session.json) session.print(writtenJson(written, diagnostics));
  else if (dryRun) session.print(planned(written));
  if (isWriting && flags.only === undefined) {
    const { created, changed, unchanged } = written;
    const count = created.length + changed.length + unchanged.length;
    const notes = [...compiled.notes, ...engines];
    // not after warnings, because a stamped run would not repeat them
    const isDone = inputs !== null && diagnostics.length === 0;
    compiled.keep();
    memory.save(files.files, isDone ? { inputs, files: count, notes } : null);
  }
  return EXIT.done;
}

/** An endpoint of average size needs half a mebibyte while it is compiled. */
const GROUP = 250;

function groupsOf(workspace: Workspace, spool: Spool): Groups {
  const makePieces = (group: Description) => void listOutputFiles(workspace, group);
  return { size: GROUP, makePieces, spill: spilling(spool) };
}

/** Whether the run writes files. A run that does not write compares every byte. */
function isWritten({ check = false, dryRun = false }: GenerateFlags): boolean {
  return !check && !dryRun;
}

function writtenJson(
  { status: _, isInterrupted: __, ...paths }: Written,
  warnings: readonly Diagnostic[],
): string {
  const diagnostics = warnings.map(diagnosticToJson);
  return `${JSON.stringify({ ...paths, diagnostics }, null, 2)}\n`;
}

/** Writes the files and prints a summary, or reports the refusals and returns the exit code. */
export async function writeFiles(
  session: Session,
  workspace: Workspace,
  files: WriteOptions,
): Promise<Written | ExitCode> {
  const result = await showingProgress(session, onProgress => {
    onProgress('writing files', 0, 1);
    return writeGenerated(files);
  });
  if (result.status === 'refused') {
    return tellRefusals(session, workspace.shown(files.directory), result.refusals);
  }
  if (result.isInterrupted) session.note(INTERRUPTED);
  session.note(summary(result, files.dryRun === true));
  return result;
}

const INTERRUPTED = 'would first complete an earlier, interrupted run';

function planned({ created, changed, removed }: Written): string {
  const lines = [
    ...created.map(path => `create ${path}`),
    ...changed.map(path => `change ${path}`),
    ...removed.map(path => `remove ${path}`),
  ];
  return lines.map(line => `${line}\n`).join('');
}

function summary({ created, changed, removed, unchanged }: Written, dryRun: boolean): string {
  const written = created.length + changed.length;
  if (written + removed.length === 0) return nothingToDo(unchanged.length);
  const parts = [
    `${dryRun ? 'would write' : 'wrote'} ${counted(written, 'file')}`,
    ...(removed.length > 0 ? [`${dryRun ? 'remove' : 'removed'} ${removed.length}`] : []),
    ...(unchanged.length > 0 ? [`${unchanged.length} unchanged`] : []),
  ];
  return parts.join(', ');
}

async function checkFiles(
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
  if (differences.length > 0) {
    session.complain(staleness(directory, differences), staleHint(result));
  }
  return exit;
}

const STALE: Readonly<Record<Difference['kind'], string>> = {
  stale: 'is not up to date',
  missing: 'is missing',
  orphaned: 'is no longer generated',
  edited: 'was edited by hand',
};

function staleFile(directory: string, { kind, path }: Difference): FileFinding {
  const file = `${directory}/${path}`;
  const about = {
    code: 'stale',
    title: 'Generated file is not up to date',
    severity: 'error',
  } as const;
  return { file, ...about, message: `\`${file}\` ${STALE[kind]}` };
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

/** How many diff lines are shown for a missing or no longer generated file (its name and length), or for the record. */
const HEAD = 3;
/** How many lines are shown of any other diff: nobody reads more. */
const LONGEST = 100;

function shownPatch({ kind, path, patch }: Difference, session: Session): string {
  const lines = patch.replace(/\n$/, '').split('\n');
  const isDull = kind === 'missing' || kind === 'orphaned' || path === recordName;
  const shown = lines.slice(0, isDull ? HEAD : LONGEST);
  const more = lines.length - shown.length;
  const left = more === 0 ? [] : [`… and ${counted(more, 'more line')}, which \`--json\` has`];
  return diffLines(session, [...shown, ...left]);
}
