/** The generated manifest, as the service reads it. */
import { join } from 'node:path';
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

/** The manifest if it can be read, else `null`: other commands report the reason. */
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
 * and the file is read where the run left it; any other obstacle also prevents reading.
 */
async function readRecovered(directory: string, file: string): Promise<ReadResult> {
  await recoverGenerated(directory);
  return readGenerated(directory, file);
}
