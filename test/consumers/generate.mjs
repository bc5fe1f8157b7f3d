/** What other generators make of OpenAPI documents: each argument is a folder with an `openapi.json`, which they write beside. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const PLUGINS = [
  '@hey-api/typescript',
  '@hey-api/client-fetch',
  { name: '@hey-api/sdk', validator: { response: 'zod' } },
  'zod',
];

for (const folder of process.argv.slice(2)) {
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  const types = await openapiTypescript(document, { silent: true });
  await writeFile(join(folder, 'openapi-typescript.ts'), astToString(types));
  await createClient({
    input: document,
    output: { path: join(folder, 'hey-api'), importFileExtension: '.js', tsConfigPath: null },
    plugins: PLUGINS,
    logs: { level: 'warn', file: false },
  });
}
