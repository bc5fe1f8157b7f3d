/** The endpoints of a project without those of files with errors. */
import { endpointNames, isSourcesFile } from '../../generator/compile-specs.ts';
import { type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import { compileWhole } from '../project/compiled.ts';
import { readInputs, type Workspace } from '../project/workspace.ts';

/** `diagnostics`: those of the project. Resolves to `null` if no endpoint is without errors. */
export async function restOf(
  workspace: Workspace,
  diagnostics: readonly Diagnostic[],
): Promise<Description | null> {
  const inputs = readInputs(workspace);
  const faulty = filesWithErrors(diagnostics);
  const others = inputs.filter(({ path }) => isSourcesFile(path) || !faulty.has(path));
  const result = await compileWhole(workspace, others, { endpoints: endpointNames(inputs) });
  const isSound = [...filesWithErrors(result.diagnostics)].every(isSourcesFile);
  const { compilation } = result;
  return isSound && compilation.endpoints.length > 0 ? descriptionOf(compilation) : null;
}

function filesWithErrors(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(diagnostics.filter(isError).map(({ place }) => place.source.file));
}
