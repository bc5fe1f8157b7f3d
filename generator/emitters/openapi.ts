/** `generated/openapi.json`: the endpoints as OpenAPI 3.1, for callers, their tools and the service's reference page. */
import { planFile } from '../core/output/content.ts';
import type { Emitter } from './emitter.ts';
import { documentParts } from './openapi/document.ts';

export default {
  name: 'openapi',
  emit: output => [planFile('openapi.json', ...documentParts(output))],
} satisfies Emitter;
