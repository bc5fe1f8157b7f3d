/** What was generated, as the service reads it. */

import { type ReadResult, readGenerated, recoverGenerated } from '../../generator/write/index.ts';
import {
  type Catalogue,
  catalogue,
  ManifestError,
  parseManifest,
} from '../../server/answers/manifest.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import type { Workspace } from './workspace.ts';

const MANIFEST = 'manifest.json';
const DOCUMENT = 'openapi.json';

/** The manifest; an exit code where what stands in the way was told. Rejects with `Failure` where it cannot be served. */
export async function readManifest(
  session: Session,
  { config, pathOf, shown }: Workspace,
): Promise<Catalogue | ExitCode> {
  const directory = pathOf(config.output);
  const read = await readRecovered(directory, MANIFEST);
  if (read.status === 'refused') return tellRefusals(session, shown(directory), read.refusals);
  const hint = 'Run `quern generate`.';
  const file = `${shown(directory)}/${MANIFEST}`;
  if (read.status === 'missing') {
    throw new Failure(EXIT.environment, `\`${file}\` does not exist`, { hint });
  }
  try {
    return catalogue(parseManifest(read.text));
  } catch (cause) {
    if (!(cause instanceof ManifestError)) throw cause;
    throw new Failure(EXIT.environment, `\`${file}\`: ${cause.message}`, { hint, cause });
  }
}

/** The manifest where there is one that can be read: `null` is for other commands to tell. */
export async function manifestIfAny({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return catalogueIn(await readRecovered(pathOf(config.output), MANIFEST));
}

/** The same for commands that write nothing: what an interrupted run left is not recovered. */
export async function manifestAsIs({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return catalogueIn(await readGenerated(pathOf(config.output), MANIFEST));
}

function catalogueIn(read: ReadResult): Catalogue | null {
  if (read.status !== 'read') return null;
  try {
    return catalogue(parseManifest(read.text));
  } catch (cause) {
    if (cause instanceof ManifestError) return null;
    throw cause;
  }
}

/** The text of the OpenAPI document; `null` where none was generated. */
export async function readDocument({ config, pathOf }: Workspace): Promise<string | null> {
  const read = await readRecovered(pathOf(config.output), DOCUMENT);
  return read.status === 'read' ? read.text : null;
}

/**
 * Reads a file once an interrupted run has been recovered. Where nothing may be written, as in a container, recovery is refused,
 * and the file is read where the run left it; whatever else stands in the way stands in the way of reading too.
 */
async function readRecovered(directory: string, file: string): Promise<ReadResult> {
  await recoverGenerated(directory);
  return readGenerated(directory, file);
}
