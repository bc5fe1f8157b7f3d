/** The endpoints of a project without those of files with errors. */
import type { Store } from '../../generator/compile-kept.ts';
import { endpointNames, isSourcesFile } from '../../generator/compile-specs.ts';
import { type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import { describeWhole } from '../project/compiled.ts';
import { readInputs, type Workspace } from '../project/workspace.ts';

/** `diagnostics`: those of the project; `store`: its endpoints without errors. Resolves to `null` if there are none. */
export async function restOf(
  workspace: Workspace,
  diagnostics: readonly Diagnostic[],
  store: Store,
): Promise<Description | null> {
  const inputs = readInputs(workspace);
  const faulty = filesWithErrors(diagnostics);
  const others = inputs.filter(({ path }) => isSourcesFile(path) || !faulty.has(path));
  const endpoints = endpointNames(inputs);
  const result = await describeWhole(workspace, others, store, { endpoints });
  const isSound = [...filesWithErrors(result.diagnostics)].every(isSourcesFile);
  return isSound && result.description.endpoints.length > 0 ? result.description : null;
}

function filesWithErrors(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(diagnostics.filter(isError).map(({ place }) => place.source.file));
}
