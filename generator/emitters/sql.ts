/** `generated/sql/<engine>/`: the saved query of each endpoint, and the tables that the data sets describe. */
import { DIALECTS } from '../../engines/dialects.ts';
import { schemaText } from '../sql/schema.ts';
import type { Emitter } from './emitter.ts';
import { wholeText } from './manifest.ts';

export default {
  name: 'sql',
  emit: ({ compilation: { dialects, endpoints, project } }) => [
    ...dialects.flatMap(name => {
      const dialect = DIALECTS.get(name);
      if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
      return [{ path: `sql/${name}/schema.sql`, text: schemaText(project.sources, dialect) }];
    }),
    ...endpoints.flatMap(({ endpoint, engines }) =>
      (endpoint.body === 'sandbox' ? [] : engines).map(({ dialect, saved }) => ({
        path: `sql/${dialect}/${endpoint.name}.sql`,
        text: `${wholeText(saved)}\n`,
      })),
    ),
  ],
} satisfies Emitter;
