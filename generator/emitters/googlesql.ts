/** `generated/googlesql/`: the translation of each GoogleSQL text. Runs without the analyser use these files. */
import { planned } from '../core/content.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'googlesql',
  emit: ({ description: { endpoints } }) =>
    endpoints.flatMap(({ known, kept }) =>
      kept === null ? [] : planned(`googlesql/${known.name}.json`, kept),
    ),
} satisfies Emitter;
