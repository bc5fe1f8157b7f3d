/** `generated/googlesql/`: the translation of each text in GoogleSQL, from which runs without its analyser go on. */
import { planned } from '../core/content.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'googlesql',
  emit: ({ description: { endpoints } }) =>
    endpoints.flatMap(({ known, kept }) =>
      kept === null ? [] : planned(`googlesql/${known.name}.json`, kept),
    ),
} satisfies Emitter;
