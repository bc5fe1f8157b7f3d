/** The copies of rollups that quern keeps, for the engine of the service or the one engine that has such copies. */
import { EngineFailure } from '../../engines/engine.ts';
import { ENGINE_NAMES, ENGINES, type EngineName } from '../../engines/index.ts';
import type { Copies } from '../../engines/rollups.ts';
import { dialectOf } from '../../generator/compile-specs.ts';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import type { CopyDefinition } from '../../generator/core/spec/rollup-copy.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { rollupsOn } from '../../generator/sql/print/kept-rollups.ts';
import { copyDefinition } from '../../generator/sql/print/rollups.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import { asFailure, requireVariables, settingsFailure, settingsOf } from '../engines.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { catalogueOf, compiled } from './compiled.ts';
import { listSourceReads } from './open-engine.ts';
import { readInputs, type Workspace } from './workspace.ts';

export interface OpenCopies {
  readonly copies: Copies;
  readonly definitions: readonly CopyDefinition[];
}

/** Opens the copies of a project. Rejects with `Failure` if it has none, or none of a name in `names`. */
export async function openCopies(
  workspace: Workspace,
  names: readonly string[],
  database: string | undefined,
): Promise<OpenCopies> {
  const { compilation } = await compiled(workspace, readInputs(workspace));
  const engine = ENGINE_NAMES.find(
    name => ENGINES[name].rollups !== null && compilation.dialects.includes(name),
  );
  const definitions =
    engine === undefined ? [] : copyDefinitions(compilation.project.sources, engine);
  if (engine === undefined || definitions.length === 0)
    throw new Failure(EXIT.usage, 'No data set has a rollup of which quern keeps a copy', {
      hint: 'Declare `rollups` of a data set in `sources.yaml`. `quern explain` says which engines keep a rollup themselves.',
    });
  const known = definitions.map(({ rollup }) => rollup);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(EXIT.usage, `There is no rollup \`${unknown}\``, {
      hint:
        suggestion(unknown, known) ?? `Use one of ${known.map(one => `\`${one}\``).join(', ')}.`,
    });
  requireVariables(engine, workspace);
  const copies = await keeperOf(engine, workspace, catalogueOf(compilation), database).catch(
    cause => (cause instanceof EngineFailure ? asFailure(cause) : settingsFailure(cause)),
  );
  return { copies, definitions };
}

/** The copies of data sets on an engine. */
export function copyDefinitions(
  sources: readonly Source[],
  engine: string,
): readonly CopyDefinition[] {
  const dialect = dialectOf(engine);
  return sources.flatMap(source =>
    rollupsOn(source, dialect).flatMap(({ rollup, reasons }) =>
      reasons.length > 0 ? [] : (copyDefinition(rollup, source, dialect) ?? []),
    ),
  );
}

/** Opens the copies that an engine of the project reads, of `database` as it was typed or of the configured one. Rejects with `EngineFailure`. */
export async function keeperOf<Name extends EngineName>(
  name: Name,
  workspace: Workspace,
  manifest: Catalogue,
  database?: string,
): Promise<Copies> {
  const load = ENGINES[name].rollups;
  if (load === null) throw new Error(`quern keeps no copies for ${name}`);
  const { default: keeper } = await load();
  const reads = (source: string, engine: string) => listSourceReads(manifest, source, engine);
  const { pathOf, shown } = workspace;
  const setup = { concurrency: 1, sources: manifest.sources, reads, pathOf, shown };
  return keeper.open(settingsOf(name, workspace, database), setup);
}
