/**
 * What other generators make of OpenAPI documents: each argument is a folder with an `openapi.json`, which they write beside. With
 * `--zod` before them, the client checks answers.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const [option, ...rest] = process.argv.slice(2);
const checks = option === '--zod';
const plugins = checks
  ? ['@hey-api/client-fetch', { name: '@hey-api/sdk', validator: { response: 'zod' } }, 'zod']
  : ['@hey-api/client-fetch', '@hey-api/sdk'];

for (const folder of checks ? rest : [option, ...rest]) {
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  const types = await openapiTypescript(document, { silent: true });
  await writeFile(join(folder, 'openapi-typescript.ts'), astToString(types));
  await createClient({
    input: document,
    output: { path: join(folder, 'hey-api'), importFileExtension: '.js', tsConfigPath: null },
    plugins: ['@hey-api/typescript', ...plugins],
    logs: { level: 'warn', file: false },
  });
}
