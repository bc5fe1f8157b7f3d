/** The generated manifest, as the service reads it. */
import { join } from 'node:path';
import { INDEX_PATH, OLD_MANIFEST_PATH } from '../../../generator/core/output/manifest-index.ts';
import { isAbsent } from '../../../generator/system/errors.ts';
import { recoverGenerated, seeGenerated } from '../../../generator/write/index.ts';
import { keepFile } from '../../../server/answers/kept-texts.ts';
import type { Catalogue } from '../../../server/answers/manifest/manifest.ts';
import { manifestOf, readManifest } from '../../../server/answers/manifest/manifest-file.ts';
import { ManifestError } from '../../../server/answers/manifest/manifest-text.ts';
import type { Session } from '../../session.ts';
import { EXIT, Failure } from '../../terminal/exit.ts';
import { refusalFailure } from '../../terminal/refusals.ts';
import type { Workspace } from '../workspace.ts';

const DOCUMENT = 'openapi.json';

/** The path of the index of the manifest, which may not exist. */
export function indexPath({ config, pathOf }: Workspace): string {
  return join(pathOf(config.output), INDEX_PATH);
}

/** The endpoints of a manifest, and the text of its file. */
interface ReadManifest {
  readonly manifest: Catalogue;
  readonly text: string;
}

/** Reads the manifest. Rejects with `Failure` if it cannot be served. */
export async function readServedManifest(
  session: Session,
  { config, pathOf, shown }: Workspace,
): Promise<ReadManifest> {
  const directory = pathOf(config.output);
  const read = await manifestIn(directory, seeRecovered);
  if (read.status === 'refused') throw refusalFailure(shown(directory), read.refusals);
  const hint = 'Run `quern generate`.';
  const { path, found } = read.seen;
  const file = `${shown(directory)}/${path}`;
  if (found === null) {
    throw new Failure(EXIT.environment, `\`${file}\` does not exist`, { hint });
  }
  if (found instanceof ManifestError) {
    const message = `\`${file}\`: ${found.message}`;
    throw new Failure(EXIT.environment, message, { hint, cause: found });
  }
  if (path === OLD_MANIFEST_PATH)
    session.note(`\`${file}\` is of format 2, which starts slower`, CONVERT);
  return found;
}

/** Returns the endpoints of a text that another process has read from the file of the manifest. */
export function servedManifestOf(text: string, workspace: Workspace): ReadManifest {
  return { manifest: manifestOf(text, indexPath(workspace)), text };
}

/** Returns the manifest, or `null` if it cannot be read: other commands report the reason. */
export async function manifestIfAny({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return soundOrNull(await manifestIn(pathOf(config.output), seeRecovered));
}

/** Does the same for commands that write nothing: it does not recover an interrupted run. */
export async function manifestAsIs({ config, pathOf }: Workspace): Promise<Catalogue | null> {
  return soundOrNull(await manifestIn(pathOf(config.output), seeGenerated));
}

const CONVERT = `Run \`quern generate\`, which writes \`${INDEX_PATH}\` in its place.`;

function soundOrNull(read: Awaited<ReturnType<typeof manifestIn>>): Catalogue | null {
  if (read.status === 'refused') return null;
  const { found } = read.seen;
  return found === null || found instanceof ManifestError ? null : found.manifest;
}

/** Reads the manifest of a directory. Finds `null` if there is none, or the error if it cannot be served. */
function manifestIn(directory: string, see: typeof seeGenerated) {
  return see(directory, async tree => {
    for (const path of [INDEX_PATH, OLD_MANIFEST_PATH]) {
      const found = manifestAt(join(tree, path), join(directory, path));
      if (found !== null) return { path, found };
    }
    return { path: INDEX_PATH, found: null };
  });
}

function manifestAt(path: string, usual: string): ReadManifest | ManifestError | null {
  try {
    const text = readManifest(path);
    return { manifest: manifestOf(text, path, usual), text };
  } catch (cause) {
    return cause instanceof ManifestError ? cause : nullIfAbsent(cause);
  }
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
