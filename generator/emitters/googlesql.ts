/** `generated/googlesql/`: the translation of each text in GoogleSQL, from which runs without its analyser go on. */
import type { Emitter } from './emitter.ts';

export default {
  name: 'googlesql',
  emit: ({ compilation: { endpoints } }) =>
    endpoints.flatMap(({ endpoint }) =>
      endpoint.body === 'googlesql'
        ? { path: `googlesql/${endpoint.name}.json`, text: endpoint.kept }
        : [],
    ),
} satisfies Emitter;
