/** `quern check --tables --update`: writes the stored types of columns into `sources.yaml`. */
import type { InputFile } from '../../generator/compile.ts';
import { isSourcesFile } from '../../generator/compile-specs.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { loadDocument } from '../../generator/load/load.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import type { Session } from '../session.ts';
import { type Rewritten, writeFileAgain } from '../tests/files.ts';
import { catalogueOf, compiled } from './compiled.ts';
import { plainLeaves } from './drift.ts';
import { type SourceLine, withStoredLines } from './specifications/stored-lines.ts';
import { lookAtTables } from './tables.ts';
import type { Workspace } from './workspace.ts';

interface Asked {
  readonly engine: string;
  readonly database: string | undefined;
}

/** Writes `stored` for each column of the data sets that endpoints read. Rejects with `Failure` as the comparison does. */
export async function updateStored(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  asked: Asked,
): Promise<void> {
  const { compilation } = await compiled(workspace, inputs);
  const manifest = withAllColumns(
    catalogueOf(compilation),
    compilation.project.sources,
    asked.engine,
  );
  const { columns } = await lookAtTables(workspace, manifest, asked);
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

/** The endpoints as if each read all columns of its data sets. */
function withAllColumns<Endpoint extends Catalogue['endpoints'][number]>(
  manifest: Catalogue<Endpoint>,
  sources: readonly Source[],
  engine: string,
): Catalogue<Endpoint> {
  const leaves = new Map(sources.map(({ name, columns }) => [name, plainLeaves(columns, engine)]));
  const widened = (reads: Catalogue['endpoints'][number]['reads'][string]) =>
    Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [name, leaves.get(name) ?? read]),
    );
  const endpoints = manifest.endpoints.map(endpoint => {
    const reads = endpoint.reads[engine];
    return reads === undefined
      ? endpoint
      : { ...endpoint, reads: { ...endpoint.reads, [engine]: widened(reads) } };
  });
  return { ...manifest, endpoints };
}

/** `null` if the file does not change. */
function rewritten({ path, bytes }: InputFile, lines: readonly SourceLine[]): Rewritten | null {
  const document = loadDocument(path, bytes, () => {});
  if (document === null) return null;
  const before = document.source.text;
  const after = withStoredLines(document, lines);
  return after === before ? null : { file: path, before, after };
}
