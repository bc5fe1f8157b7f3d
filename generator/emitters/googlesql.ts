/** `generated/googlesql/`: the translation of each text in GoogleSQL, from which runs without its analyser go on. */
import type { Emitter } from './emitter.ts';

export default {
  name: 'googlesql',
  emit: ({ description: { endpoints } }) =>
    endpoints.flatMap(({ known, kept }) =>
      kept === null ? [] : { path: `googlesql/${known.name}.json`, text: kept },
    ),
} satisfies Emitter;
