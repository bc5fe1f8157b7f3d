/** Runs `generate` as a whole. */
import type { Groups } from '../../generator/compile-kept.ts';
import { type Diagnostic, diagnosticToJson } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import { type WriteOptions, type Written, writeGenerated } from '../../generator/write/index.ts';
import type { ReportFlags } from '../flags.ts';
import { growthFor, setFlag } from '../optimising.ts';
import { compiledDescription } from '../project/compiled.ts';
import { notedForOutput } from '../project/excluded-engines.ts';
import { manifestAsIs, manifestIfAny } from '../project/output/manifest-file.ts';
import { listOutputFiles } from '../project/output/output.ts';
import { openWorkspace, type Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import { showingProgress } from '../terminal/progress.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import { checkFiles } from './checking.ts';
import { emptyMemory, groundOf, type Memory, withMemory } from './memory.ts';
import { openSpool, type Spool, spilling } from './spool.ts';
import { inputsBefore } from './stamp.ts';
import { nothingToDo } from './words.ts';

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
  const compiled = await notedForOutput(session, workspace, reader, (specifications, options) => {
    setFlag(growthFor(specifications.length, process.versions.v8));
    const groups = groupsOf(workspace, spool);
    return compiledDescription(workspace, specifications, memory, options, groups);
  });
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
  const known = { ledger: isWriting ? memory : null, written: memory.written };
  const written = await writeFiles(session, workspace, { ...files, ...known, force, dryRun });
  if (typeof written === 'number') return written;
  if (session.json) session.print(writtenJson(written, diagnostics));
  else if (dryRun) session.print(planned(written));
  if (isWriting) {
    const { created, changed, unchanged } = written;
    const count = created.length + changed.length + unchanged.length;
    const notes = [...compiled.notes, ...engines];
    // not after warnings, because a stamped run would not repeat them
    const isDone = inputs !== null && diagnostics.length === 0 && flags.only === undefined;
    compiled.keep();
    memory.save(files.files, isDone ? { inputs, files: count, notes } : null);
  }
  return EXIT.done;
}

/** An endpoint of average size needs half a mebibyte while it is compiled. */
const GROUP = 100;

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
  for (const line of [...foundNotes(result), ...goneClients(workspace, result)]) session.note(line);
  session.note(summary(result, files.dryRun === true));
  return result;
}

/** Names the clients of which a run removes files, because the configuration no longer asks for them. */
function goneClients({ config }: Workspace, { removed }: Written): readonly string[] {
  const gone = [...CLIENT_LANGUAGES.values()].filter(
    ({ name }) =>
      !config.outputs.clients.has(name) &&
      removed.some(path => path.startsWith(`clients/${name}/`)),
  );
  return gone.map(({ title }) => `no client for ${title}: \`clients\` does not name one`);
}

/** Notes about replaced files that contained a conflict or another layout. */
function foundNotes({ conflicted, reformatted }: Written): readonly string[] {
  const { length } = conflicted;
  const one = length === 1;
  const both = one ? 'neither side of it was read' : 'neither side of them was read';
  return [
    ...(length === 0
      ? []
      : [`${counted(length, 'file')} had ${one ? 'a conflict' : 'conflicts'} of Git; ${both}`]),
    ...(reformatted.length === 0
      ? []
      : [`${counted(reformatted.length, 'file')} had been reformatted`]),
  ];
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
