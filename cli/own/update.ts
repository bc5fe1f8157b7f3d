/** `quern check --update`: the columns of own statements, as the engines' own parsers find them, into their files. */
import { compile, type InputFile } from '../../generator/compile.ts';
import { collector, type Report } from '../../generator/core/diagnostics.ts';
import { type Document, entryOf, type MappingNode } from '../../generator/core/document.ts';
import type { OwnEndpoint } from '../../generator/core/endpoint.ts';
import { counted } from '../../generator/core/words.ts';
import { loadDocument } from '../../generator/load/load.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { assertSound } from '../terminal/exit.ts';
import { documentOf, type Rewritten, withoutEntry, writeFileAgain } from '../tests/files.ts';
import { type Looked, lookAt } from './analyse.ts';
import { commonColumns } from './columns.ts';
import { withColumns } from './rewrite.ts';

/**
 * Writes what differs, of every endpoint whose statements all parsers understood alike. Rejects with `Failure` where the
 * specifications have faults other than in their columns.
 */
export async function updateColumns(
  session: Session,
  { config }: Workspace,
  inputs: readonly InputFile[],
): Promise<void> {
  const { compilation, diagnostics } = compile(inputs.map(withoutColumns), config);
  assertSound(diagnostics, 'The specifications have faults', false);
  // `check`, which follows, reports the faults of statements
  const { report } = collector();
  const { looked } = await lookAt(compilation, report);
  const files = compilation.project.endpoints.flatMap(endpoint => {
    if (endpoint.body !== 'own') return [];
    const looks = looked.filter(one => one.endpoint === endpoint);
    return rewritten(endpoint, looks, documentOf(inputs, endpoint.name), report) ?? [];
  });
  for (const file of files) await writeFileAgain(session.cwd, file, 'quern check --update');
  const count = files.length;
  session.note(count === 0 ? 'nothing to write' : `wrote columns into ${counted(count, 'file')}`);
}

function rewritten(
  endpoint: OwnEndpoint,
  looks: readonly Looked[],
  document: Document,
  report: Report,
): Rewritten | null {
  const { source } = document;
  const columns = commonColumns(endpoint, looks, document, report);
  if (columns === null) return null;
  const fits = (name: string, type: string) =>
    looks.every(look =>
      look.columns.every(found =>
        found.some(column => column.name === name && column.readAs.some(one => one === type)),
      ),
    );
  const after = withColumns(source.text, mappingOf(document), columns, fits);
  return after === source.text ? null : { file: source.file, before: source.text, after };
}

/** The specification with one column in place of those that it declares, and without what depends on them. */
function withoutColumns(input: InputFile): InputFile {
  const document = input.path.endsWith('.sql')
    ? null
    : loadDocument(input.path, input.bytes, () => {});
  if (document === null || document.root.kind !== 'mapping') return input;
  const { root, source } = document;
  if (entryOf(root, 'query') === null) return input;
  const entries = root.entries.filter(({ name }) => name === 'columns' || name === 'tests');
  const text = entries.reduce((left, entry) => withoutEntry(left, entry, root.flow), source.text);
  return { path: input.path, bytes: `${text.trimEnd()}\ncolumns: { any: string }\n` };
}

function mappingOf({ root }: Document): MappingNode {
  if (root.kind !== 'mapping') throw new Error('a file that compiled is not a mapping');
  return root;
}
