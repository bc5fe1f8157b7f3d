/** The description of `quern.yaml`. Every key is optional. */
import { type Report, suggestion } from '../core/report/diagnostics.ts';
import { listed } from '../core/report/words.ts';
import type { Entry, Located } from '../core/spec/located.ts';
import { FORMULAS } from '../core/types/formats.ts';
import { type FileShape, fileSchema } from '../shape/emission.ts';
import { shortText } from '../shape/faults/spot.ts';
import type { JsonSchema } from '../shape/json-schema.ts';
import { list } from '../shape/kinds/list.ts';
import { each, needed, object, optional, usually } from '../shape/kinds/object.ts';
import { asScalar, scalar } from '../shape/kinds/scalar.ts';
import { flag, located, number, open, text, whole } from '../shape/kinds/texts.ts';
import { orNull, union } from '../shape/kinds/union.ts';
import { part } from '../shape/parts.ts';
import { as, described, type Of, type Shape } from '../shape/shape.ts';
import { type DescribedSettings, engineShape } from './engine-settings.ts';
import { JWT } from './jwt.ts';
import {
  bytesPerDay,
  clientName,
  type NameRules,
  origin,
  parsed,
  secret,
  server,
  size,
  store,
  timeout,
} from './values.ts';

/** A client language, as far as `quern.yaml` knows it. */
export interface ConfiguredLanguage {
  readonly name: string;
  /** Without a full stop. */
  readonly description: string;
  readonly setting: NameRules & { readonly key: string; readonly description: string };
}

/** An engine, as far as `quern.yaml` knows it. */
export interface ConfiguredEngine {
  readonly dialect: { readonly name: string; readonly title: string };
  readonly settings: DescribedSettings;
}

export type WrittenProject = Of<ReturnType<typeof projectFile>['shape']>;
export type WrittenService = NonNullable<WrittenProject['service']>;

/** The file of a project that may have clients in these languages, and these engines. */
export function projectFile(
  languages: readonly ConfiguredLanguage[],
  engines: readonly ConfiguredEngine[],
) {
  const names = engines.map(({ dialect }) => dialect.name);
  const whole = object({
    endpoints: optional(plainText('The directory of the data sets and endpoints.')),
    output: optional(plainText('The directory that generated files are written to.')),
    dialects: optional(dialectsOf(names)),
    openapi: optional(OPENAPI),
    clients: usually(clientsOf(languages), undefined),
    server: optional(SERVER),
    service: optional(serviceOf(engines)),
    engines: usually(enginesOf(engines), []),
  });
  const shape = as(whole, (of, _node, _key, report) => {
    checkEngine(of.dialects, of.service?.engine ?? null, names, report);
    return of;
  });
  const description = `The configuration of a project. A text may contain an environment variable, as in \`\${NAME}\`.`;
  return { title: 'Configuration', description, shape } satisfies FileShape<unknown>;
}

/** The JSON Schema of the file. */
export function projectSchema(
  languages: readonly ConfiguredLanguage[],
  engines: readonly ConfiguredEngine[],
): JsonSchema {
  const dialects = engines.map(({ dialect }) => dialect.name);
  return fileSchema(projectFile(languages, engines), { dialects, paramTypes: [] });
}

function plainText(description: string): Shape<string> {
  return as(text(description), ({ value }) => value);
}

function plain<T>(shape: Shape<Located<T>>): Shape<T> {
  return as(shape, ({ value }) => value);
}

/** One of several texts. The first one stands for a variable that is not set, which was reported. */
function choice<const T extends string>(
  values: readonly [T, ...T[]],
  description: string,
): Shape<T> {
  return as(scalar(['string'], { enum: values, description }), node => {
    const { value } = located(node);
    return values.find(one => one === value) ?? values[0];
  });
}

function counts(minimum: number, maximum: number, description: string): Shape<number> {
  return plain(whole({ minimum, maximum, description }));
}

// ---- output ---------------------------------------------------------------------------------------------------------

/** A name as the file has it, perhaps with a variable, and its value. */
interface Shown extends Located<string> {
  readonly shown: string;
}

function shownIn(shape: Shape<Located<string>>): Shape<Shown> {
  return as(shape, (of, node) => ({ ...of, shown: `\`${shortText(asScalar(node).text)}\`` }));
}

/** Reports names that are no engines, and those that occur twice. */
function dialectsOf(known: readonly string[]): Shape<readonly Shown[]> {
  const all = list(shownIn(open('dialects', 'An engine that SQL is generated for.')), {
    min: 1,
    description:
      'The engines that SQL is generated for; by default those that every data set has a table on.',
  });
  return as(all, (names, _node, _key, report) => {
    names.forEach(({ value, place, shown }, index) => {
      if (!known.includes(value)) {
        const free = known.filter(one => !names.some(other => other.value === one));
        report('unknown-engine', place, `There is no engine ${shown}`, suggestion(value, free));
      } else if (names.findIndex(other => other.value === value) < index) {
        const message = `The engine ${shown} occurs twice`;
        report('duplicate-name', place, message, 'Remove one of them.');
      }
    });
    return names;
  });
}

const OPENAPI = object(
  {
    title: optional(plainText('The name of the API, such as `Log endpoints`.')),
    version: optional(
      plainText(
        'The version of the API, such as `"1.2.0"`, which its team raises; by default `0.0.0`.',
      ),
    ),
    server: optional(
      parsed(
        'server',
        text(
          'The address of the API, such as `https://logs.example.com`, or a path such as `/logs` on the server of the document.',
        ),
        server,
      ),
    ),
  },
  { description: 'Facts about the API in the OpenAPI document.' },
);

/** The name of a client; `null` if its mapping names none. */
interface WrittenClient {
  readonly name: string | null;
}

/** By language; `null` disables a client. */
function clientsOf(
  languages: readonly ConfiguredLanguage[],
): Shape<readonly Entry<WrittenClient | null>[]> {
  const shapes = new Map(languages.map(one => [one.name, clientOf(one)]));
  const named = each([...shapes.keys()], name => {
    const shape = shapes.get(name);
    if (shape === undefined) throw new Error(`There is no client language ${name}.`);
    return shape;
  });
  return as(
    object(
      { named },
      {
        description:
          'The clients that are generated, and no others; without the key, one of each language.',
      },
    ),
    of => of.named,
  );
}

function clientOf({ description, setting }: ConfiguredLanguage): Shape<WrittenClient | null> {
  const { key, named } = setting;
  const words = `${setting.description}, by default \`${named('shop')}\` for a project \`shop\`.`;
  const name = parsed(key, text(words), clientName(setting));
  const mapping = object(
    { [key]: optional(name) },
    { description: `${description}; \`null\` for none.` },
  );
  return orNull(as(mapping, of => ({ name: Object.values<string | null>(of)[0] ?? null })));
}

const SERVER = object(
  {
    framework: usually(
      orNull(
        choice(
          ['hono', 'fastify', 'express', 'next'],
          'The server framework that routes are generated for; `null` for none.',
        ),
      ),
      undefined,
    ),
  },
  { description: 'The routes that mount the endpoints in another server.' },
);

// ---- the service ----------------------------------------------------------------------------------------------------

const CACHE = object(
  {
    bytes: optional(
      size(
        'bytes',
        'How much memory cached answers may take, such as `256MiB`; the least recently used are dropped first.',
      ),
    ),
    warm_entries: optional(
      counts(
        0,
        1_000_000,
        'How many cached answers are refreshed as long as callers request them.',
      ),
    ),
  },
  { description: 'The cache of answers.' },
);

const RATE_LIMIT = object(
  {
    per_key: needed(
      plain(number({ minimum: 0.001, maximum: 1_000_000, description: 'Requests per second.' })),
    ),
    burst: needed(counts(1, 1_000_000, 'How many requests may arrive at once, after a pause.')),
  },
  { description: 'How many requests one key may send; `null` for no limit.' },
);

const BUDGET = object(
  {
    key: optional(
      bytesPerDay('key', 'How many bytes statements of one key may read, such as `50GiB/day`.'),
    ),
    total: optional(bytesPerDay('total', 'How many bytes all statements together may read.')),
  },
  {
    description:
      'How many bytes the engine may read in a day of UTC; `null` for no limit. For engines that say what they read.',
  },
);

const CSV = object(
  {
    formula: optional(
      choice(
        FORMULAS,
        'Whether a text that a spreadsheet would run, such as `=1+1`, is kept or gets an apostrophe before it.',
      ),
    ),
  },
  { description: 'Answers as CSV.' },
);

const SECRET = union<readonly string[], readonly string[]>(
  'The secret that protects cursors of pages and answers on a shared store, from an environment variable; all replicas need the same one. To replace it, list the new one, then the old one.',
  as(parsed('secret', text('A secret.'), secret), one => [one]),
  list(parsed('secret', text('A secret.'), secret), { min: 1 }),
);

/** Reports an origin beside \`*\`, which already allows all. */
const CORS = as(
  list(text('An origin such as `https://app.example.com`, or `*` for all.'), {
    description:
      'Origins whose pages may call the service, such as `https://app.example.com`, or `*`.',
  }),
  (origins, _node, _key, report): readonly string[] => {
    const any = origins.find(({ value }) => value === '*');
    if (any !== undefined && origins.length > 1) {
      const message = '`cors` lists other origins with `*`, which already allows all origins';
      report('clause-conflict', any.place, message, 'Remove the others, or `*`.');
    }
    return origins.map(({ value, place }) => origin(value, { name: 'cors', place, report }));
  },
);

function serviceOf(engines: readonly ConfiguredEngine[]) {
  return object(
    {
      engine: optional(
        shownIn(
          as(
            scalar(['string'], {
              enum: engines.map(({ dialect }) => dialect.name),
              description: 'The engine that the service runs statements on.',
            }),
            located,
          ),
        ),
      ),
      keys: optional(plainText('The file of the keys that callers may use.')),
      secret: optional(SECRET),
      jwt: optional(
        described(
          'Tokens of an identity service (JWT), which callers may send instead of keys; `null` for none.',
          orNull(JWT),
        ),
      ),
      timeout: optional(
        parsed(
          'timeout',
          part('duration', 'How long one request may take, including its time in the queue.'),
          timeout,
        ),
      ),
      drain: optional(
        parsed(
          'drain',
          part(
            'refresh',
            'How long the service still takes requests after SIGTERM, while `/readyz` answers 503; by default not at all.',
          ),
          timeout,
        ),
      ),
      concurrency: optional(
        counts(1, 256, `How many statements run at once; by default ${usualConcurrency(engines)}.`),
      ),
      queue: optional(
        counts(0, 100_000, 'How many statements may wait in the queue; one more gets a 503.'),
      ),
      max_bytes: optional(size('max_bytes', 'How large one result may be, such as `32MiB`.')),
      cache: optional(CACHE),
      shared: optional(
        orNull(
          parsed(
            'shared',
            text(
              'A Redis or Valkey server on which replicas share kept answers, rates and budgets, such as `redis://127.0.0.1:6379`; `null` for none.',
            ),
            store,
          ),
        ),
      ),
      rate_limit: optional(orNull(RATE_LIMIT)),
      budget: optional(orNull(BUDGET)),
      public: optional(
        list(choice(['docs', 'metrics'], 'A part that needs no key.'), {
          description:
            'Parts that need no key: `docs` (the OpenAPI document), `metrics`; by default both on a loopback address, otherwise neither.',
        }),
      ),
      cors: optional(CORS),
      csv: optional(CSV),
      unknown_parameters: optional(
        choice(
          ['reject', 'ignore'],
          'How parameters that an endpoint does not declare are treated.',
        ),
      ),
      log_values: optional(flag('Whether the log may contain values of parameters.')),
      direct: optional(
        flag('Whether usual requests are answered directly from the socket, without `node:http`.'),
      ),
    },
    { description: 'The service.' },
  );
}

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

/** Compares only explicit values, so a project that compiles for one engine needs to name that engine only once. */
function checkEngine(
  dialects: readonly Shown[] | null,
  engine: Shown | null,
  known: readonly string[],
  report: Report,
): void {
  if (dialects === null || engine === null) return;
  const names = dialects.map(({ value }) => value);
  if (names.includes(engine.value) || !names.every(name => known.includes(name))) return;
  const { shown } = engine;
  const message = `\`engine\` is ${shown}, which is not among \`dialects\`: no endpoint would be compiled for it`;
  const hint = `Add ${shown} to \`dialects\`, or name one of them.`;
  report('clause-conflict', engine.place, message, hint);
}

// ---- engines --------------------------------------------------------------------------------------------------------

function enginesOf(engines: readonly ConfiguredEngine[]): Shape<readonly Entry<object>[]> {
  const shapes = new Map(
    engines.map(({ dialect: { name }, settings }) => [name, engineShape(name, settings)]),
  );
  const named = each([...shapes.keys()], name => {
    const shape = shapes.get(name);
    if (shape === undefined) throw new Error(`There is no engine ${name}.`);
    return shape;
  });
  return as(object({ named }, { description: 'How to reach the engines.' }), of => of.named);
}
