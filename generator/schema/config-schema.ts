/** The JSON Schema of `quern.yaml`. Every key is optional. */

import { listed } from '../core/report/words.ts';
import { FORMULAS } from '../core/types/formats.ts';
import {
  DIALECT,
  type JsonSchema,
  mapping,
  namedSchema,
  nullableSchema,
  PARTS,
  part,
  wordsSchema,
} from './parts.ts';
import { size } from './size.ts';

function whole(minimum: number, maximum: number, description: string): JsonSchema {
  return { type: 'integer', minimum, maximum, description };
}
function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}
function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}
function described(description: string, schema: JsonSchema): JsonSchema {
  return { ...schema, description };
}

/** The schema's texts about a client language, without a full stop. */
export interface ConfiguredLanguage {
  readonly name: string;
  readonly description: string;
  readonly setting: {
    readonly key: string;
    readonly description: string;
    readonly named: (project: string) => string;
  };
}

/** The schema's texts about an engine. */
export interface ConfiguredEngine {
  readonly dialect: { readonly name: string; readonly title: string };
  readonly settings: {
    readonly description: string;
    readonly settings: Readonly<
      Record<string, { readonly key: string; readonly schema: JsonSchema }>
    >;
    readonly concurrency: 'cores' | number;
  };
}

function engineSchema({ settings: { description, settings } }: ConfiguredEngine): JsonSchema {
  const keys = Object.values(settings).map(({ key, schema }) => [key, schema]);
  return described(description, mapping(Object.fromEntries(keys)));
}

function clientSchema({ description, setting }: ConfiguredLanguage): JsonSchema {
  const name = wordsSchema(
    `${setting.description}, by default \`${setting.named('shop')}\` for a project \`shop\`.`,
  );
  return nullableSchema(
    described(`${description}; \`null\` for none.`, mapping({ [setting.key]: name })),
  );
}

const OPENAPI = {
  title: wordsSchema('The name of the API, such as `Log endpoints`.'),
  server: wordsSchema(
    'The address of the API, such as `https://logs.example.com`, or a path such as `/logs` on the server of the document.',
  ),
};

const SERVER = {
  framework: {
    type: ['string', 'null'],
    enum: ['hono', 'fastify', 'express', null],
    description: 'The server framework that routes are generated for; `null` for none.',
  },
};

const CACHE = {
  bytes: size(
    'How much memory cached answers may take, such as `256MiB`; the least recently used are dropped first.',
  ),
  warm_entries: whole(
    0,
    1_000_000,
    'How many cached answers are refreshed as long as callers request them.',
  ),
};

const RATE_LIMIT = mapping(
  {
    per_key: {
      type: 'number',
      minimum: 0.001,
      maximum: 1_000_000,
      description: 'Requests per second.',
    },
    burst: whole(1, 1_000_000, 'How many requests may arrive at once, after a pause.'),
  },
  ['per_key', 'burst'],
);

/** The algorithms whose signatures a public key verifies. */
export const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const JWT = mapping(
  {
    issuer: wordsSchema('The issuer of the tokens: their claim `iss`.'),
    audience: wordsSchema('The audience of the tokens: their claim `aud`, or an item of it.'),
    jwks_url: wordsSchema(
      'The address of the keys of the issuer, such as `https://id.example.com/jwks.json`.',
    ),
    public_key: wordsSchema('Instead of `jwks_url`: the only key of the issuer, as PEM text.'),
    algorithms: {
      type: 'array',
      items: { type: 'string', enum: JWT_ALGORITHMS },
      minItems: 1,
      uniqueItems: true,
      description: 'The accepted signature algorithms; by default all of these.',
    },
    typ: wordsSchema(
      'The type that the header of a token must name, such as `at+jwt`; by default any.',
    ),
    claims: namedSchema(
      wordsSchema('The claim that fixes the parameter.'),
      'Parameters that tokens fix, each with the name of its claim: `{ project: project_ref }`.',
    ),
    scope: wordsSchema(
      'The claim that lists the endpoints that a token may run; without it, a token may run all.',
    ),
  },
  ['issuer', 'audience'],
);

/** The default numbers of concurrent statements in words: `16 for BigQuery and ClickHouse, the number of cores for DuckDB`. */
function usualConcurrency(engines: readonly ConfiguredEngine[]): string {
  const counts = [...new Set(engines.map(({ settings }) => settings.concurrency))];
  const groups = counts.map(count => {
    const those = engines.filter(({ settings }) => settings.concurrency === count);
    const said = count === 'cores' ? 'the number of cores' : String(count);
    return `${said} for ${listed(those.map(({ dialect }) => dialect.title))}`;
  });
  return groups.join(', ');
}

const CSV = {
  formula: oneOf(
    FORMULAS,
    'Whether a text that a spreadsheet would run, such as `=1+1`, is kept or gets an apostrophe before it.',
  ),
};

const SERVICE = {
  keys: wordsSchema('The file of the keys that callers may use.'),
  secret: {
    type: ['string', 'array'],
    minLength: 1,
    items: wordsSchema('A secret.'),
    minItems: 1,
    description:
      'The secret that protects cursors of pages, from an environment variable; all replicas need the same one. To replace it, list the new one, then the old one.',
  },
  jwt: described(
    'Tokens of an identity service (JWT), which callers may send instead of keys; `null` for none.',
    nullableSchema(JWT),
  ),
  timeout: part('duration', 'How long one request may take, including its time in the queue.'),
  queue: whole(0, 100_000, 'How many statements may wait in the queue; one more gets a 503.'),
  max_bytes: size('How large one result may be, such as `32MiB`.'),
  cache: described('The cache of answers.', mapping(CACHE)),
  rate_limit: described(
    'How many requests one key may send; `null` for no limit.',
    nullableSchema(RATE_LIMIT),
  ),
  public: {
    type: 'array',
    items: { type: 'string', enum: ['docs', 'metrics'] },
    description:
      'Parts that need no key: `docs` (the OpenAPI document and its page), `metrics`; by default both on a loopback address, otherwise neither.',
  },
  cors: {
    type: 'array',
    items: wordsSchema('An origin such as `https://app.example.com`, or `*` for all.'),
    description:
      'Origins whose pages may call the service, such as `https://app.example.com`, or `*`.',
  },
  csv: described('Answers as CSV.', mapping(CSV)),
  unknown_parameters: oneOf(
    ['reject', 'ignore'],
    'How parameters that an endpoint does not declare are treated.',
  ),
  log_values: flag('Whether the log may contain values of parameters.'),
  direct: flag(
    'Whether usual requests are answered directly from the socket, without `node:http`.',
  ),
};

/** The schema; `dialects` are the allowed ones, or `null` if the schema accepts any text because the reader reports unknown ones better. */
export function configSchema(
  dialects: readonly string[] | null,
  languages: readonly ConfiguredLanguage[],
  engines: readonly ConfiguredEngine[],
): JsonSchema {
  const clients = Object.fromEntries(languages.map(each => [each.name, clientSchema(each)]));
  const dialect = wordsSchema('An engine that SQL is generated for.');
  const { keys, secret, jwt, timeout, ...rest } = SERVICE;
  const service = {
    engine: oneOf(
      engines.map(({ dialect }) => dialect.name),
      'The engine that the service runs statements on.',
    ),
    keys,
    secret,
    jwt,
    timeout,
    concurrency: whole(
      1,
      256,
      `How many statements run at once; by default ${usualConcurrency(engines)}.`,
    ),
    ...rest,
  };
  const settings = engines.map(one => [one.dialect.name, engineSchema(one)]);
  return {
    $schema: DIALECT,
    title: 'Configuration',
    description: `The configuration of a project. A text may contain an environment variable, as in \`\${NAME}\`.`,
    ...mapping({
      endpoints: wordsSchema('The directory of the data sets and endpoints.'),
      output: wordsSchema('The directory that generated files are written to.'),
      dialects: {
        type: 'array',
        items: dialects === null ? dialect : { ...dialect, enum: dialects },
        minItems: 1,
        description:
          'The engines that SQL is generated for; by default those that every data set has a table on.',
      },
      openapi: described('Facts about the API in the OpenAPI document.', mapping(OPENAPI)),
      clients: described('The clients that are generated.', mapping(clients)),
      server: described('The routes that mount the endpoints in another server.', mapping(SERVER)),
      service: described('The service.', mapping(service)),
      engines: described('How to reach the engines.', mapping(Object.fromEntries(settings))),
    }),
    $defs: { duration: PARTS.duration, name: PARTS.name },
  };
}
