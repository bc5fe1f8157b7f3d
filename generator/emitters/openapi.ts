/** `generated/openapi.json`: the endpoints as OpenAPI 3.1, for callers, their tools and the service's reference page. */
import type { Emitter } from './emitter.ts';
import { documentText } from './openapi/document.ts';

export default {
  name: 'openapi',
  emit: output => [{ path: 'openapi.json', text: documentText(output) }],
} satisfies Emitter;
