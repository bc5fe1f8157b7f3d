/** Compiles the one endpoint that a command line names. Faults of other endpoints, and of data sets that it does not read, do not stop it. */
import { resolveInputs, type UniqueNames } from '../../generator/compile.ts';
import { endpointNames, isSourcesFile, isSqlFile } from '../../generator/compile-specs.ts';
import { type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { findEndpoint } from '../asked.ts';
import {
  assertCompiled,
  catalogueOf,
  compiled,
  compileWhole,
  optionsOf,
} from '../project/compiled.ts';
import { readInputs, type Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import type { FoundEndpoint } from './callers.ts';

export interface CompiledAlone extends FoundEndpoint {
  readonly compilation: Compilation;
}

/** Rejects with `Failure` if there is no such endpoint, which may suggest a name from `others`, or if it has errors. */
export async function compiledAlone(
  session: Session,
  workspace: Workspace,
  reference: string,
  others: readonly string[] = [],
): Promise<CompiledAlone> {
  const inputs = readInputs(workspace);
  const { names, diagnostics } = resolveInputs(inputs, optionsOf(workspace));
  const [spec, ...clashing] = names.filter(one => isNamed(one, reference));
  if (spec === undefined || clashing.length > 0) {
    // its file may be one of those with errors
    const { compilation } = await compiled(workspace, inputs);
    return found(workspace, compilation, reference, others);
  }
  const isNeeded = (path: string) => path === spec.file || isSourcesFile(path) || isSqlFile(path);
  const needed = inputs.filter(({ path }) => isNeeded(path));
  const result = await compileWhole(workspace, needed, { endpoints: endpointNames(inputs) });
  const isThere = result.compilation.endpoints.some(({ endpoint }) => endpoint.name === spec.name);
  const isSound = !result.diagnostics.some(one => isError(one) && fileOf(one) === spec.file);
  if (!isThere || !isSound) assertCompiled(result);
  warnOf(session, diagnostics.filter(isError), spec.name);
  return found(workspace, result.compilation, spec.name, others);
}

function isNamed({ name, id, aliases }: UniqueNames, reference: string): boolean {
  return [name, ...aliases].includes(reference) || id.toLowerCase() === reference.toLowerCase();
}

function found(
  workspace: Workspace,
  compilation: Compilation,
  reference: string,
  others: readonly string[],
): CompiledAlone {
  const manifest = catalogueOf(compilation);
  return { workspace, compilation, manifest, endpoint: findEndpoint(manifest, reference, others) };
}

function warnOf({ note }: Session, errors: readonly Diagnostic[], name: string): void {
  const [first] = errors;
  if (first === undefined) return;
  const what = `${counted(errors.length, 'error')} in other specifications, the first in \`${fileOf(first)}\``;
  note(`warning: ${what}; \`${name}\` does not depend on them`, 'Run `quern check`.');
}

function fileOf({ place }: Diagnostic): string {
  return place.source.file;
}
