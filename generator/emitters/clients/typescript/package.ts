/** The package around the modules of endpoints: the runtime as it is, its manifest, and an index of all. */
import type { GeneratedFile } from '../../../ir.ts';
import { fill } from '../../fill.ts';
import { code, fileText } from '../../writer.ts';
import type { Client } from '../client-language.ts';
import { NOTICE } from './endpoint.ts';
import type { Names } from './names.ts';
import { identifier, packageName } from './text.ts';

/** Every template of the package, with the package's name in its holes. */
export function shippedFiles(
  templates: Client['templates'],
  name: string,
): readonly GeneratedFile[] {
  return [...templates].map(([path, text]) => ({
    path,
    text: fill(text, { package: packageName(name) }),
  }));
}

/** What the package exports: the client and every endpoint, the same in JavaScript as in its types. */
export function indexModule(endpoints: readonly Names[]): string {
  return fileText(code`
    ${NOTICE}
    export * from './client.js';
    ${endpoints.map(({ run }) => code`export * from './endpoints/${identifier(run)}.js';`)}
  `);
}
