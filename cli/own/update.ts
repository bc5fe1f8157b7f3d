/** `quern check --update`: writes the columns of own SQL, as the engines' parsers find them, into the specifications. */
import type { Compiled, InputFile } from '../../generator/compile.ts';
import { readTree } from '../../generator/compile-specs.ts';
import type { OwnEndpoint } from '../../generator/core/plan/endpoint.ts';
import {
  collector,
  type Diagnostic,
  isError,
  type Place,
  type Report,
} from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import { type Document, entryOf } from '../../generator/core/spec/document.ts';
import { compileWhole } from '../project/compiled.ts';
import { mappingOf } from '../project/specifications/edits.ts';
import { documentOf } from '../project/specifications/specifications.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { assertSound } from '../terminal/exit.ts';
import { type Rewritten, withoutEntry, writeFileAgain } from '../tests/files.ts';
import { analyseStatements, type Looked, type Looks, type Unlooked } from './analyse.ts';
import { commonColumns, type FoundColumn } from './columns.ts';
import { withColumns } from './rewrite.ts';

/**
 * Writes changed columns for every endpoint whose statements have the same columns in all parsers. Rejects with `Failure` if the
 * specifications have other faults. Also rejects, after writing everything else, if it finds no columns for an endpoint that declares none.
 * For an endpoint with columns, the following `check` reports the faults.
 */
export async function updateColumns(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<void> {
  const { compilation, diagnostics } = await withoutAllColumns(workspace, inputs);
  assertSound(diagnostics, 'The specifications have errors', false);
  const looks = await analyseStatements(compilation, workspace.root);
  const own = compilation.project.endpoints.filter(endpoint => endpoint.body === 'own');
  const found = own.map(endpoint => foundIn(endpoint, looks, documentOf(inputs, endpoint.name)));
  const files = found.flatMap(({ file }) => file ?? []);
  for (const file of files) await writeFileAgain(session.cwd, file, 'quern check --update');
  const count = files.length;
  session.note(count === 0 ? 'nothing to write' : `wrote columns into ${counted(count, 'file')}`);
  const faults = found.flatMap(({ faults }) => faults);
  assertSound(faults, 'The columns of some endpoints are unknown');
}

/** The text of a new specification, with columns if its query is own SQL. `faults`: why they are unknown. */
export async function withFoundColumns(
  workspace: Workspace,
  inputs: readonly InputFile[],
  name: string,
): Promise<{ readonly text: string; readonly faults: readonly Diagnostic[] }> {
  const document = documentOf(inputs, name);
  const { text } = document.source;
  const { compilation, diagnostics } = await withoutAllColumns(workspace, inputs);
  if (diagnostics.some(isError)) return { text, faults: diagnostics };
  const endpoint = compilation.project.endpoints.find(one => one.name === name);
  if (endpoint?.body !== 'own') return { text, faults: [] };
  const project = { ...compilation.project, endpoints: [endpoint] };
  const looks = await analyseStatements({ ...compilation, project }, workspace.root);
  const { file, faults } = foundIn(endpoint, looks, document);
  return { text: file?.after ?? text, faults };
}

interface Found {
  /** `null` if the file does not change. */
  readonly file: Rewritten | null;
  /** Why nothing is written for an endpoint without columns. */
  readonly faults: readonly Diagnostic[];
}

function foundIn(endpoint: OwnEndpoint, { looked, unlooked }: Looks, document: Document): Found {
  const root = mappingOf(document);
  const query = entryOf(root, 'query');
  if (query === null) throw new Error('a file of own statements has `query`');
  const looks = looked.filter(one => one.endpoint === endpoint);
  const { diagnostics, report } = collector();
  const columns = commonColumns(endpoint, looks, query.place, report);
  if (columns !== null) return { file: rewritten(looks, columns, document), faults: [] };
  const declared = entryOf(root, 'columns')?.value;
  if (declared?.kind === 'mapping' && declared.entries.length > 0)
    return { file: null, faults: [] };
  const said = looks.flatMap(look => look.diagnostics);
  if (![...said, ...diagnostics].some(isError)) {
    const missing = unlooked.filter(({ endpoints }) => endpoints.includes(endpoint));
    reportUnknown(missing, said.length > 0, query.place, report);
  }
  return { file: null, faults: [...said, ...diagnostics] };
}

/** Reports that no parser finds the columns; `isWarned`: a parser says why. */
function reportUnknown(
  unlooked: readonly Unlooked[],
  isWarned: boolean,
  place: Place,
  report: Report,
): void {
  const message = 'The columns of the rows are not declared, and no parser can find them';
  const packages = unlooked.flatMap(one => one.packages).join(' ');
  const parser = `or install the parser with \`npm install --save-dev ${packages}\``;
  const declare = isWarned ? 'Correct what the warning below says, or declare' : 'Declare';
  const hint = `${declare} a name and a type for each under \`columns\`${packages === '' ? '' : `, ${parser}`}.`;
  report('missing-columns', place, message, hint);
}

function rewritten(
  looks: readonly Looked[],
  columns: readonly FoundColumn[],
  document: Document,
): Rewritten | null {
  const { source } = document;
  const fits = (name: string, type: string) =>
    looks.every(look =>
      look.columns.every(found =>
        found.some(column => column.name === name && column.readAs.some(one => one === type)),
      ),
    );
  const after = withColumns(source.text, mappingOf(document), columns, fits);
  return after === source.text ? null : { file: source.file, before: source.text, after };
}

/**
 * The project without the columns of own statements. A GoogleSQL text with a translation has the translation's columns: there, the
 * placeholder column is unknown, and the specification stays unchanged.
 */
async function withoutAllColumns(
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<Compiled> {
  const bare = await compileWhole(workspace, inputs.map(withoutColumns));
  const unknown = bare.diagnostics.filter(({ code }) => code === 'unknown-output');
  const translated = new Set(unknown.map(({ place }) => place.source.file));
  if (translated.size === 0) return bare;
  const changed = inputs.map(input => (translated.has(input.path) ? input : withoutColumns(input)));
  return compileWhole(workspace, changed);
}

/** The specification with one placeholder column instead of its declared columns, and without the parts that depend on them. */
function withoutColumns(input: InputFile): InputFile {
  const document = input.path.endsWith('.sql') ? null : readTree(input);
  if (document === null || document.root.kind !== 'mapping') return input;
  const { root, source } = document;
  const query = entryOf(root, 'query')?.value;
  const isOne = query?.kind !== 'mapping' || entryOf(query, 'file') !== null;
  // a single text is own SQL of BigQuery only if `engines` says so
  if (query === undefined || (isOne && entryOf(root, 'engines') === null)) return input;
  const entries = root.entries.filter(({ name }) => name === 'columns' || name === 'tests');
  const text = entries.reduce((left, entry) => withoutEntry(left, entry, root.flow), source.text);
  return { path: input.path, bytes: `${text.trimEnd()}\ncolumns: { any: string }\n` };
}
