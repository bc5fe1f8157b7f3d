/** `generated/sql/<engine>/`: the saved query of each endpoint, and the tables that the data sets describe. */
import { DIALECTS } from '../../engines/index.ts';
import { planFile } from '../core/output/content.ts';
import { printSchema } from '../sql/schema.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'sql',
  emit: ({ description: { dialects, endpoints, sources } }) => [
    ...dialects.flatMap(name => {
      const dialect = DIALECTS.get(name);
      if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
      return [planFile(`sql/${name}/schema.sql`, printSchema(sources, dialect))];
    }),
    ...endpoints.flatMap(({ known, saved }) =>
      [...saved].map(([dialect, text]) => planFile(`sql/${dialect}/${known.name}.sql`, text)),
    ),
  ],
} satisfies Emitter;
