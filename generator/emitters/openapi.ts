/** `generated/openapi.json`: the endpoints as OpenAPI 3.1, for callers, their tools and the service's reference page. */
import type { Emitter } from './emitter.ts';
import { documentOf } from './openapi/document.ts';

export default {
  name: 'openapi',
  emit: output => [
    { path: 'openapi.json', text: `${JSON.stringify(documentOf(output), null, 2)}\n` },
  ],
} satisfies Emitter;
