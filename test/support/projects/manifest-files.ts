/** The manifest of generated files, read and checked as `quern diff` does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import { INDEX_PATH, MANIFEST_FOLDER } from '../../../generator/core/output/manifest-index.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { parseDefinition, parseIndex } from '../../../server/answers/manifest/manifest-text.ts';

/** The manifest in files of a compilation. */
export function manifestFrom(files: readonly GeneratedFile[]): Manifest {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return manifestBy(path => texts.get(path) ?? '');
}

/** The manifest in a folder such as `generated`. */
export function generatedManifest(folder: string): Manifest {
  return manifestBy(path => readFileSync(join(folder, path), 'utf8'));
}

function manifestBy(read: (path: string) => string): Manifest {
  const { sources, endpoints } = parseIndex(read(INDEX_PATH));
  return {
    sources,
    endpoints: endpoints.map(entry =>
      parseDefinition(entry, Buffer.from(read(`${MANIFEST_FOLDER}/${entry.file}`))),
    ),
  };
}
