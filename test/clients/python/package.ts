/** The Python package of a compilation: emitted, and written to a folder of its own. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Compiled } from '../../../generator/compile.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import python from '../../../generator/emitters/clients/python/python.ts';
import type { Templates } from '../../../generator/emitters/emitter.ts';
import { clientFiles } from '../../support/client-files.ts';
import { readTemplates } from '../../support/templates.ts';

/** Those of the Python package. */
export const TEMPLATES: Templates = new Map(
  [...readTemplates()].filter(([path]) => path.startsWith('python/')),
);

/** The files of the package `log_endpoints`. */
export function packageOf(compilation: Compiled['compilation']): readonly GeneratedFile[] {
  return clientFiles(python, compilation).map(({ path, text }) => ({
    path: `clients/python/${path}`,
    text,
  }));
}

/** Writes files to a new folder; answers its path. */
export function written(files: readonly GeneratedFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'python-client-'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
