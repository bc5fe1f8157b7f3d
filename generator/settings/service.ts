/** The service in `quern.yaml`. */
import { listed } from '../core/report/words.ts';
import { FORMULAS } from '../core/types/formats.ts';
import { oneOrMany } from '../shape/kinds/list.ts';
import { needed, object, optional } from '../shape/kinds/object.ts';
import { scalar } from '../shape/kinds/scalar.ts';
import { flag, located, number, text, whole } from '../shape/kinds/texts.ts';
import { orNull } from '../shape/kinds/union.ts';
import { part } from '../shape/parts.ts';
import { as, described, type Shape } from '../shape/shape.ts';
import { asShown, bare, bareChoice, bareText } from './bare.ts';
import type { ConfiguredEngine } from './engine-settings.ts';
import { JWT } from './jwt.ts';
import { bytesPerDay, origin, parsed, secret, size, store, timeout } from './values.ts';

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
      bare(number({ minimum: 0.001, maximum: 1_000_000, description: 'Requests per second.' })),
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
      bareChoice(
        FORMULAS,
        'Whether a text that a spreadsheet would run, such as `=1+1`, is kept or gets an apostrophe before it.',
      ),
    ),
  },
  { description: 'Answers as CSV.' },
);

const SECRET = described(
  'The secret that protects cursors of pages and answers on a shared store, from an environment variable; all replicas need the same one. To replace it, list the new one, then the old one.',
  oneOrMany(parsed('secret', text('A secret.'), secret), { min: 1 }),
);

/** Reports an origin beside \`*\`, which already allows all. */
const CORS = as(
  oneOrMany(text('An origin such as `https://app.example.com`, or `*` for all.'), {
    divisible: true,
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

export function serviceOf(engines: readonly ConfiguredEngine[]) {
  return object(
    {
      engine: optional(
        asShown(
          as(
            scalar(['string'], {
              enum: engines.map(({ dialect }) => dialect.name),
              description: 'The engine that the service runs statements on.',
            }),
            located,
          ),
        ),
      ),
      keys: optional(bareText('The file of the keys that callers may use.')),
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
        oneOrMany(bareChoice(['docs', 'metrics'], 'A part that needs no key.'), {
          divisible: true,
          description:
            'Parts that need no key: `docs` (the OpenAPI document), `metrics`; by default both on a loopback address, otherwise neither.',
        }),
      ),
      cors: optional(CORS),
      csv: optional(CSV),
      unknown_parameters: optional(
        bareChoice(
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

function counts(minimum: number, maximum: number, description: string): Shape<number> {
  return bare(whole({ minimum, maximum, description }));
}
