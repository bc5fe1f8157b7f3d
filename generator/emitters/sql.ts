/** `generated/sql/<engine>/`: the saved query of each endpoint, the function that runs it, the tables that the data sets describe, and their rollups. */
import { DIALECTS } from '../../engines/index.ts';
import { planFile } from '../core/output/content.ts';
import { printRollups } from '../sql/print/rollups.ts';
import { printSchema } from '../sql/schema.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'sql',
  emit: ({ description: { dialects, endpoints, sources } }) => [
    ...dialects.flatMap(name => {
      const dialect = DIALECTS.get(name);
      if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
      const rollups = printRollups(sources, dialect);
      return [
        planFile(`sql/${name}/schema.sql`, printSchema(sources, dialect)),
        ...(rollups === null ? [] : [planFile(`sql/${name}/rollups.sql`, rollups)]),
      ];
    }),
    ...endpoints.flatMap(({ sql }) =>
      [...sql].map(([path, text]) => planFile(`sql/${path}`, text)),
    ),
  ],
} satisfies Emitter;
