/** The generated manifest, as the service reads it. */
import { join } from 'node:path';
import { isAbsent } from '../../generator/system/errors.ts';
import {
  type ReadResult,
  readGenerated,
  recoverGenerated,
  seeGenerated,
} from '../../generator/write/index.ts';
import { type Catalogue, ManifestError } from '../../server/answers/manifest.ts';
import { readManifest as readServed } from '../../server/answers/manifest-file.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import type { Workspace } from './workspace.ts';

const MANIFEST = 'manifest.json';
const DOCUMENT = 'openapi.json';

/** The path of the manifest, which need not be there. */
export function manifestPath({ config, pathOf }: Workspace): string {
  return join(pathOf(config.output), MANIFEST);
}

/** The manifest; an exit code after a fault was reported. Rejects with `Failure` where it cannot be served. */
export async function readManifest(
  session: Session,
  { config, pathOf, shown }: Workspace,
): Promise<Catalogue | ExitCode> {
  const directory = pathOf(config.output);
  await recoverGenerated(directory);
  const read = await manifestIn(directory);
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

/** The manifest if it can be read, else `null`: other commands report the reason. */
export async function manifestIfAny(workspace: Workspace): Promise<Catalogue | null> {
  await recoverGenerated(workspace.pathOf(workspace.config.output));
  return manifestAsIs(workspace);
}

/** The same for commands that write nothing: what an interrupted run left is not recovered. */
export async function manifestAsIs({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  const read = await manifestIn(pathOf(config.output));
  return read.status === 'refused' || read.seen instanceof ManifestError ? null : read.seen;
}

/** The manifest of a directory; `null` without one, and what is wrong with one that cannot be served. */
function manifestIn(directory: string) {
  return seeGenerated(directory, tree =>
    readServed(join(tree, MANIFEST)).catch((cause: unknown) => {
      if (cause instanceof ManifestError) return cause;
      if (isAbsent(cause)) return null;
      throw cause;
    }),
  );
}

/** The text of the OpenAPI document; `null` where none was generated. */
export async function readDocument({ config, pathOf }: Workspace): Promise<string | null> {
  const read = await readRecovered(pathOf(config.output), DOCUMENT);
  return read.status === 'read' ? read.text : null;
}

/**
 * Reads a file once an interrupted run has been recovered. Where nothing may be written, as in a container, recovery is refused,
 * and the file is read where the run left it; any other obstacle also prevents reading.
 */
async function readRecovered(directory: string, file: string): Promise<ReadResult> {
  await recoverGenerated(directory);
  return readGenerated(directory, file);
}
