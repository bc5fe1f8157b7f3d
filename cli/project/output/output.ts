/** The generated files of a project. */
import { planFiles } from '../../../generator/compile.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import type { OnProgress } from '../../../generator/core/report/progress.ts';
import type { Description } from '../../../generator/emitters/emitter.ts';
import type { RuledOut } from '../../../generator/resolve/dialects.ts';
import { type WriteOptions, type Written, writeGenerated } from '../../../generator/write/index.ts';
import type { Memory } from '../../generate/memory.ts';
import { Failure } from '../../terminal/exit.ts';
import { tellRefusals } from '../../terminal/refusals.ts';
import { assertNothingLost } from '../excluded-engines.ts';
import { matchesGlob } from '../specifications/glob.ts';
import type { Workspace } from '../workspace.ts';
import { manifestIfAny } from './manifest-file.ts';
import { namesFor } from './only.ts';
import { inspectTemplates, readTemplates } from './templates.ts';

export interface FilesOptions {
  /** A glob for names of endpoints. */
  readonly only?: string | undefined;
  readonly onProgress?: OnProgress;
}

/** Returns the files that the output should have. Throws `Failure` if `only` matches no endpoint, or if templates cannot be used. */
export function listOutputFiles(
  workspace: Workspace,
  description: Description,
  { only, onProgress }: FilesOptions = {},
): WriteOptions {
  const { config, pathOf } = workspace;
  const { outputs: settings } = config;
  const output = { description, settings, templates: readTemplates(workspace) };
  const wanted: WriteOptions = {
    directory: pathOf(config.output),
    files: planFiles(output, onProgress),
    inspect: fresh => inspectTemplates(workspace, fresh),
  };
  if (only === undefined) return wanted;
  namesFor(
    only,
    description.endpoints.map(({ known }) => known.name),
  );
  return { ...wanted, only: path => isChosen(path, only) };
}

/** Whether `only` selects a file. Shared files and clients are always selected, because they are built from all endpoints. */
function isChosen(path: string, only: string): boolean {
  const [, name] = /^sql\/[^/]+\/(.+)\.sql$/.exec(path) ?? [];
  return name === undefined || name === 'schema' || matchesGlob(only, name);
}

interface Output {
  readonly description: Description;
  readonly ruledOut: readonly RuledOut[];
  readonly memory: Memory;
  /** Called with the files once they are written. */
  readonly keep: (files: readonly GeneratedFile[]) => void;
}

/** Writes all generated files or none. Rejects with `Failure` if they are refused, or if an engine would be lost. */
export async function writeOutput(
  workspace: Workspace,
  { description, ruledOut, memory, keep }: Output,
): Promise<Written> {
  await assertNothingLost(workspace, ruledOut, manifestIfAny);
  const files = listOutputFiles(workspace, description);
  const result = await writeGenerated({ ...files, ledger: memory });
  if (result.status === 'done') {
    keep(files.files);
    return result;
  }
  const texts: string[] = [];
  const complain = (message: string, hint?: string | null) => {
    texts.push(hint == null ? message : `${message}\n${hint}`);
  };
  const exit = tellRefusals({ complain }, workspace.shown(files.directory), result.refusals);
  throw new Failure(exit, texts.join('\n'));
}
