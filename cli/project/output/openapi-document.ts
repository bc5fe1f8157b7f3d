/** Makes the OpenAPI document of a project without generating its files. */
import { planFiles } from '../../../generator/compile.ts';
import type { Description } from '../../../generator/emitters/emitter.ts';
import type { Workspace } from '../workspace.ts';

export function openapiDocument(description: Description, { config }: Workspace): string {
  const settings = { ...config.outputs, clients: new Map<string, string>(), framework: null };
  const files = planFiles({ description, settings, templates: new Map() });
  const document = files.find(({ path }) => path === 'openapi.json');
  if (document === undefined) throw new Error('there is no OpenAPI document');
  return document.text;
}
