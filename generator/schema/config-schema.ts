/** The JSON Schema of `quern.yaml`. Every key is optional. */
import { DIALECT, type JsonSchema, mapping, PARTS, part, words } from './parts.ts';

const SERVICE = {
  keys: words('The file of the keys that callers may use.'),
  timeout: part('duration', 'How long one request may take.'),
  concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 256,
    description: 'How many statements run at once.',
  },
  unknown_parameters: {
    type: 'string',
    enum: ['reject', 'ignore'],
    description: 'What becomes of parameters that an endpoint does not declare.',
  },
} as const;

const DUCKDB = {
  database: words('The database file.'),
  memory_limit: words('How much memory the engine may use for its buffers, such as `2GiB`.'),
} as const;

/** Those that the service can run on. */
const SERVED = ['duckdb'];

/** The schema; `dialects` are those to choose from, `null` for any text, on which the reader has more to say. */
export function configSchema(dialects: readonly string[] | null): JsonSchema {
  const dialect = words('An engine that SQL is generated for.');
  const engine = {
    type: 'string',
    enum: SERVED,
    description: 'The engine that the service runs statements on.',
  };
  return {
    $schema: DIALECT,
    title: 'Configuration',
    description: `The configuration of a project. A text may hold \`\${NAME}\` of the environment.`,
    ...mapping({
      endpoints: words('The directory of the data sets and endpoints.'),
      output: words('The directory that generated files are written to.'),
      dialects: {
        type: 'array',
        items: dialects === null ? dialect : { ...dialect, enum: dialects },
        minItems: 1,
        description: 'The engines that SQL is generated for.',
      },
      service: { ...mapping({ engine, ...SERVICE }), description: 'The service.' },
      engines: {
        ...mapping({ duckdb: { ...mapping(DUCKDB), description: 'DuckDB, embedded.' } }),
        description: 'Where the engines are.',
      },
    }),
    $defs: { duration: PARTS.duration },
  };
}
