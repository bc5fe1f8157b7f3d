/** The generated manifest, as the service reads it. */
import { join } from 'node:path';
import { isAbsent } from '../../../generator/system/errors.ts';
import { recoverGenerated, seeGenerated } from '../../../generator/write/index.ts';
import { keepFile } from '../../../server/answers/kept-texts.ts';
import { type Catalogue, ManifestError } from '../../../server/answers/manifest.ts';
import { readManifest as readServed } from '../../../server/answers/manifest-file.ts';
import type { Session } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { tellRefusals } from '../../terminal/refusals.ts';
import type { Workspace } from '../workspace.ts';

const MANIFEST = 'manifest.json';
const DOCUMENT = 'openapi.json';

/** The path of the manifest, which may not exist. */
export function manifestPath({ config, pathOf }: Workspace): string {
  return join(pathOf(config.output), MANIFEST);
}

/** Reads the manifest, or reports a fault and returns an exit code. Rejects with `Failure` if the manifest cannot be served. */
export async function readServedManifest(
  session: Session,
  { config, pathOf, shown }: Workspace,
): Promise<Catalogue | ExitCode> {
  const directory = pathOf(config.output);
  const read = await manifestIn(directory, seeRecovered);
  if (read.status === 'refused') return tellRefusals(session, shown(directory), read.refusals);
  const hint = 'Run `quern generate`.';
  const file = `${shown(directory)}/${MANIFEST}`;
  if (read.seen === null) {
    throw new Failure(EXIT.environment, `\`${file}\` does not exist`, { hint });
  }
  if (!(read.seen instanceof ManifestError)) return read.seen;
  const { message } = read.seen;
  throw new Failure(EXIT.environment, `\`${file}\`: ${message}`, { hint, cause: read.seen });
}

/** Returns the manifest, or `null` if it cannot be read: other commands report the reason. */
export async function manifestIfAny({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return soundOrNull(await manifestIn(pathOf(config.output), seeRecovered));
}

/** Does the same for commands that write nothing: it does not recover an interrupted run. */
export async function manifestAsIs({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return soundOrNull(await manifestIn(pathOf(config.output), seeGenerated));
}

function soundOrNull(read: Awaited<ReturnType<typeof manifestIn>>): Catalogue | null {
  return read.status === 'refused' || read.seen instanceof ManifestError ? null : read.seen;
}

/** Reads the manifest of a directory. Returns `null` if there is none, or the error if it cannot be served. */
function manifestIn(directory: string, see: typeof seeGenerated) {
  return see(directory, tree =>
    readServed(join(tree, MANIFEST)).catch((cause: unknown) => {
      if (cause instanceof ManifestError) return cause;
      return nullIfAbsent(cause);
    }),
  );
}

/** Reads the text of the OpenAPI document, which stays compressed in memory; `null` if none was generated. */
export async function readOpenApi({ config, pathOf }: Workspace): Promise<(() => string) | null> {
  const read = await seeRecovered(pathOf(config.output), tree =>
    keepFile(join(tree, DOCUMENT)).catch(nullIfAbsent),
  );
  return read.status === 'refused' ? null : read.seen;
}

/**
 * Reads files after recovering an interrupted run. If nothing can be written, as in a container, recovery is refused, and the
 * files are read as the run left them. Any other obstacle also prevents reading.
 */
const seeRecovered: typeof seeGenerated = async (directory, look) => {
  await recoverGenerated(directory);
  return seeGenerated(directory, look);
};

function nullIfAbsent(cause: unknown): null {
  if (isAbsent(cause)) return null;
  throw cause;
}
