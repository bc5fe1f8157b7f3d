/**
 * `generated/googlesql/` and `generated/own/`: the translation of each GoogleSQL text, and the tables that own SQL reads. Runs without
 * the analysers use these files.
 */
import { planFile } from '../core/output/content.ts';
import { keptPath } from '../core/output/kept.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'kept',
  emit: ({ description: { endpoints } }) =>
    endpoints.flatMap(({ known, kept }) =>
      kept === null ? [] : planFile(keptPath(kept.folder, known.name), kept.text),
    ),
} satisfies Emitter;
