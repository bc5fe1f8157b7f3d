/** Compares declared tables and columns with those of an engine. */
import type { InputFile } from '../../generator/compile.ts';
import type { Place, Report } from '../../generator/core/report/diagnostics.ts';
import { entryOf } from '../../generator/core/spec/document.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import { createReadiness } from '../../server/observe/health.ts';
import { asFailure, concurrencyOf, engineOpener } from '../engines.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { describedCatalogue } from './compiled.ts';
import { documentOf } from './specifications/specifications.ts';
import type { Workspace } from './workspace.ts';

interface Asked {
  readonly engine: string;
  /** The database file as it was typed; by default the one in the configuration. */
  readonly database: string | undefined;
}

/**
 * Reports, at the names of endpoints, what prevents correct answers on the engine. Returns how many data sets' tables were
 * checked. Rejects with `Failure` if the engine cannot be reached.
 */
export async function compareTables(
  workspace: Workspace,
  inputs: readonly InputFile[],
  description: Description,
  { engine: name, database }: Asked,
  report: Report,
): Promise<number> {
  const manifest = describedCatalogue(description);
  const concurrency = concurrencyOf(name, workspace);
  const open = await engineOpener(name, { workspace, manifest, database, concurrency });
  const engine = await open().catch(asFailure);
  const look = createReadiness(manifest, engine).look();
  const { status, findings, fault } = await look.finally(() => engine.close());
  if (status === 'unavailable' && findings.size === 0)
    throw new Failure(EXIT.environment, `${name} does not answer: ${fault ?? ''}`, {
      hint: 'Say where it is in `quern.yaml`, under `engines`.',
    });
  for (const [endpoint, told] of findings) {
    const place = placeOf(endpoint, inputs);
    for (const one of told) {
      const message = `\`${endpoint}\` cannot run on ${name}: ${one}`;
      const hint = 'Change the data set in `sources.yaml`, or the table.';
      report('table-mismatch', place, message, hint);
    }
  }
  const read = manifest.endpoints.flatMap(({ reads }) => Object.keys(reads[name] ?? {}));
  return new Set(read).size;
}

/** Returns the place of an endpoint's name in its specification. */
function placeOf(endpoint: string, inputs: readonly InputFile[]): Place {
  const { root } = documentOf(inputs, endpoint);
  const name = root.kind === 'mapping' ? entryOf(root, 'endpoint') : null;
  return name?.value.place ?? root.place;
}
