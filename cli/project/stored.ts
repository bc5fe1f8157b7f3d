/** `quern check --tables --update`: writes the stored types of columns into `sources.yaml`. */
import type { InputFile } from '../../generator/compile.ts';
import { isSourcesFile, readTree } from '../../generator/compile-specs.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { sourceOf } from '../../generator/emitters/manifest.ts';
import type { SourceReads } from '../../server/answers/manifest/manifest.ts';
import type { Session } from '../session.ts';
import { type Rewritten, writeFileAgain } from '../tests/files.ts';
import { compiled } from './compiled.ts';
import { plainLeaves } from './drift.ts';
import { type SourceLine, withStoredLines } from './specifications/stored-lines.ts';
import { lookAtTables } from './tables.ts';
import type { Workspace } from './workspace.ts';

interface Asked {
  readonly engine: string;
  readonly database: string | undefined;
}

/** Writes `stored` for each column of the data sets. Rejects with `Failure` as the comparison does. */
export async function updateStored(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  asked: Asked,
): Promise<void> {
  const { compilation } = await compiled(workspace, inputs);
  const all = allColumns(compilation.project.sources, asked.engine);
  const { columns } = await lookAtTables(workspace, all, asked);
  const lines = columns.flatMap(({ source, add }) => (add === null ? [] : [{ ...add, source }]));
  const files = inputs
    .filter(({ path }) => isSourcesFile(path))
    .flatMap(input => rewritten(input, lines) ?? []);
  for (const file of files)
    await writeFileAgain(session.cwd, file, 'quern check --tables --update');
  session.note(
    files.length === 0
      ? 'nothing to write'
      : `wrote ${counted(lines.length, 'stored type')} into ${counted(files.length, 'file')}`,
  );
}

/** The data sets as if one endpoint read all their columns on the engine. */
function allColumns(sources: readonly Source[], engine: string): SourceReads {
  const there = sources.filter(({ tables }) => tables[engine] !== undefined);
  const read = there.map(({ name, columns }) => [name, plainLeaves(columns, engine)] as const);
  return {
    sources: Object.fromEntries(there.map(source => [source.name, sourceOf(source, [engine])])),
    endpoints: [{ name: 'all', reads: { [engine]: Object.fromEntries(read) }, sandbox: false }],
  };
}

/** `null` if the file does not change. */
function rewritten(input: InputFile, lines: readonly SourceLine[]): Rewritten | null {
  const document = readTree(input);
  if (document === null) return null;
  const before = document.source.text;
  const after = withStoredLines(document, lines);
  return after === before ? null : { file: input.path, before, after };
}
