/** Reads `generated/manifest.json` for the service. */
import { readFile } from 'node:fs/promises';
import { type Catalogue, catalogue, ManifestError, parseManifest } from './manifest.ts';
import { generatedManifest } from './manifest-generated.ts';

/** Reads the file. Rejects with `ManifestError` if it does not exist or has another format. */
export async function loadManifest(path: string): Promise<Catalogue> {
  return readManifest(path).catch((cause: unknown) => {
    if (cause instanceof ManifestError) throw cause;
    throw new ManifestError(`\`${path}\` cannot be read: \`quern generate\` writes it`, { cause });
  });
}

/** Reads the file like `loadManifest`; if it cannot be read, rejects with the error of the system. */
export async function readManifest(path: string): Promise<Catalogue> {
  const generated = await generatedManifest(path);
  return generated ?? catalogue(parseManifest(await readFile(path, 'utf8')));
}
