/** The copies of rollups that quern keeps: whether statements read them. */
import { EngineFailure } from '../../engines/engine.ts';
import type { EngineName } from '../../engines/index.ts';
import { type CopyState, isRead } from '../../engines/rollups.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import { copyDefinitions, keeperOf } from '../project/copies.ts';
import type { Workspace } from '../project/workspace.ts';
import { type Finding, note, ok } from './finding.ts';

/** Empty for engines that keep their own rollups. */
export async function copyFindings(
  name: EngineName,
  workspace: Workspace,
  manifest: Catalogue,
  sources: readonly Source[],
): Promise<readonly Finding[]> {
  const definitions = copyDefinitions(sources, name);
  if (definitions.length === 0) return [];
  try {
    const copies = await keeperOf(name, workspace, manifest);
    const states = await copies.status(definitions).finally(() => copies.close());
    return states.map(state => findingOf(name, state));
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    const remedy = 'Remove the newest file of the folder, and run `quern rollup refresh`.';
    return [note(name, `the copies of rollups cannot be read: ${error.message}`, remedy)];
  }
}

const REMEDY = 'Run `quern rollup refresh`, and again every few minutes.';

function findingOf(name: EngineName, state: CopyState): Finding {
  const { source, rollup, until, counted, found } = state;
  const of = `the rollup \`${rollup}\` of \`${source}\``;
  if (isRead(state)) return ok(name, `it reads ${of}`);
  const why = until === null ? 'it is not filled' : `it counts ${counted} entries of ${found}`;
  return note(name, `it reads the entries in place of ${of}: ${why}`, REMEDY);
}
