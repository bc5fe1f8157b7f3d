/** The JSON Schema of `quern.yaml`. Every key is optional. */
import { DIALECT, type JsonSchema, mapping, named, PARTS, part, words } from './parts.ts';

function whole(minimum: number, maximum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, maximum, description };
}
/** Faults in a size are reported in terms of it. */
export const SIZE_TITLE = 'Size';
export const SIZE_HINT = 'Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.';
/** A whole number and a unit, which the reader checks: a variable may stand for it. */
function size(description: string): JsonSchema {
  return { ...words(description), title: SIZE_TITLE };
}
function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}
function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}
function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema['type'], 'null'] };
}
function described(description: string, schema: JsonSchema): JsonSchema {
  return { ...schema, description };
}

/** What the schema says of a language that clients are generated in; texts are without a full stop. */
export interface ConfiguredLanguage {
  readonly name: string;
  readonly description: string;
  readonly setting: {
    readonly key: string;
    readonly description: string;
    readonly default: string;
  };
}

function clientSchema({ description, setting }: ConfiguredLanguage): JsonSchema {
  const name = words(`${setting.description}, such as \`${setting.default}\`.`);
  return orNull(described(`${description}; \`null\` for none.`, mapping({ [setting.key]: name })));
}

const OPENAPI = {
  title: words('What the API is called, such as `Log endpoints`.'),
  server: words(
    'Where callers find it: an address such as `https://logs.example.com`, or a path such as `/logs` where the document itself is served.',
  ),
};

const SERVER = {
  framework: {
    type: ['string', 'null'],
    enum: ['hono', 'fastify', 'express', null],
    description: 'For which server routes are written; `null` for none.',
  },
};

const CACHE = {
  bytes: size(
    'How much memory answers may take, such as `256MiB`; the least recently used go first.',
  ),
  warm_entries: whole(0, 1_000_000, 'How many answers are refreshed while they are asked for.'),
};

const RATE_LIMIT = mapping(
  {
    per_key: {
      type: 'number',
      minimum: 0.001,
      maximum: 1_000_000,
      description: 'Requests a second.',
    },
    burst: whole(1, 1_000_000, 'Requests at once, after a pause.'),
  },
  ['per_key', 'burst'],
);

const SERVICE = {
  keys: words('The file of the keys that callers may use.'),
  timeout: part('duration', 'How long one request may take, waiting included.'),
  concurrency: whole(
    1,
    256,
    'How many statements run at once; by default the number of cores for DuckDB, 16 for the others.',
  ),
  queue: whole(0, 100_000, 'How many statements may wait for their turn; the next one is a 503.'),
  max_bytes: size('How large one result may be, such as `32MiB`.'),
  cache: described('The answers that are kept.', mapping(CACHE)),
  rate_limit: described('How often one key may ask; `null` for no limit.', orNull(RATE_LIMIT)),
  public: {
    type: 'array',
    items: { type: 'string', enum: ['docs', 'metrics'] },
    description:
      'What is told without a key: `docs` (the OpenAPI document and its page), `metrics`; by default both on a loopback address, else neither.',
  },
  cors: {
    type: 'array',
    items: words('An origin such as `https://app.example.com`, or `*` for all.'),
    description:
      'Origins whose pages may call the service, such as `https://app.example.com`, or `*`.',
  },
  unknown_parameters: oneOf(
    ['reject', 'ignore'],
    'What becomes of parameters that an endpoint does not declare.',
  ),
  log_values: flag('Whether the log may hold values of parameters.'),
};

const DUCKDB = {
  database: words('The database file.'),
  tables: {
    ...named(
      words('A pattern of files.'),
      'In place of a database: files by data set, read where they lie.',
    ),
    minProperties: 1,
  },
  memory_limit: size('How much memory the engine may use for its buffers, such as `2GiB`.'),
};

const CLICKHOUSE = {
  url: words('The address of the server, such as `http://127.0.0.1:8123`.'),
  database: words('The database that the tables are in.'),
  username: words('The user that statements run as.'),
  password: { type: 'string', description: "The user's password, from a variable." },
};

const BIGQUERY = {
  project: orNull(words('The project that jobs run in; by default that of the credentials.')),
  dataset: orNull(words('The data set of tables that are named without one.')),
  location: orNull(words('Where jobs run, such as `EU`.')),
  maximum_bytes_billed: orNull(size('How many bytes one statement may bill, such as `10GiB`.')),
  api_endpoint: orNull(words('The address of the API, where it is not the usual one.')),
};

/** Those that the service can run on. */
const SERVED = ['duckdb', 'clickhouse', 'bigquery'];

/** The schema; `dialects` are those to choose from, `null` for any text, on which the reader has more to say. */
export function configSchema(
  dialects: readonly string[] | null,
  languages: readonly ConfiguredLanguage[],
): JsonSchema {
  const clients = Object.fromEntries(languages.map(each => [each.name, clientSchema(each)]));
  const dialect = words('An engine that SQL is generated for.');
  const engine = oneOf(SERVED, 'The engine that the service runs statements on.');
  const engines = {
    duckdb: described('DuckDB, embedded.', mapping(DUCKDB)),
    clickhouse: described('A ClickHouse server.', mapping(CLICKHOUSE)),
    bigquery: described('BigQuery, with application default credentials.', mapping(BIGQUERY)),
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
      openapi: described('What the OpenAPI document says of the whole.', mapping(OPENAPI)),
      clients: described('The clients that are generated.', mapping(clients)),
      server: described('The routes that mount the endpoints in another server.', mapping(SERVER)),
      service: described('The service.', mapping({ engine, ...SERVICE })),
      engines: described('Where the engines are.', mapping(engines)),
    }),
    $defs: { duration: PARTS.duration, name: PARTS.name },
  };
}
