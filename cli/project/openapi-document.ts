/** The OpenAPI document of a compilation that nothing generated. */
import { emit } from '../../generator/compile.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import type { Workspace } from './workspace.ts';

export function openapiDocument(compilation: Compilation, { config }: Workspace): string {
  const settings = { ...config.outputs, clients: new Map<string, string>(), framework: null };
  const document = emit(compilation, settings).find(({ path }) => path === 'openapi.json');
  if (document === undefined) throw new Error('there is no OpenAPI document');
  return document.text;
}
