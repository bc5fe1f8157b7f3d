import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../engines/index.ts';
import { DEFAULT_CONFIG, type Environment, readConfig } from '../../../generator/config/config.ts';
import {
  collector,
  positionAt,
  renderDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES, type LanguageName } from '../../../generator/emitters/clients/index.ts';
import { NO_CODE } from '../../../generator/emitters/emitter.ts';
import { projectSchema } from '../../../generator/settings/project.ts';
import { fences } from '../../pages/docs-markdown.ts';
import { unicodeText } from '../../support/unicode-text.ts';

function read(text: string, environment: Environment = {}) {
  const { diagnostics, report } = collector();
  const config = readConfig('quern.yaml', text, environment, report);
  const found = diagnostics.map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${line}:${column} ${code}`;
  });
  return { config, found, text: renderDiagnostics(diagnostics) };
}

const ENGINE_KEYS = Object.keys(ENGINES).map(name => `engines: { ${name}`);
const LANGUAGES = [...CLIENT_LANGUAGES.keys()];
const CLIENTS = LANGUAGES.map(name => `clients: { ${name}`);
/** What clients may be called, and what not; the least that each language's own tests say. */
const NAMES: Readonly<Record<LanguageName, Record<'taken' | 'refused', readonly string[]>>> = {
  typescript: {
    taken: ['logs', 'log-endpoints', '@acme/logs.v2', 'a'.repeat(214)],
    refused: [
      ...['Logs', '@acme', '@/a', '@a/', 'a/b', '.a', '_a', 'a b', 'a"', 'ä'],
      ...['node_modules', 'a'.repeat(215), 'a\n', '*/', '@a/b/c', '../a'],
    ],
  },
  python: {
    taken: ['logs', 'log_endpoints', 'Logs2', 'match', 'a'],
    refused: ['log-endpoints', 'a.b', '1a', '_a', 'a_', 'class', 'None', 'ä', 'a\n'],
  },
  go: {
    taken: ['example.com', 'example.com/a/b', 'a.b-c.de/X_y~z.w', 'example.com/a/v10'],
    refused: [
      ...['logs', 'Example.com/a', 'example.com/', '/a', 'example.com//a', '-a.com'],
      ...['example.com/a b', 'example.com/.a', 'example.com/a.', 'example.com/v1'],
      ...['example.com/con', 'example.com/x~1', 'example.com/..', 'example.com/a"'],
      ...['https://example.com', 'example.com/a\n', 'example.com/v0.1', 'a.b/ü'],
    ],
  },
};
const LANGUAGE_NAMES = Object.entries(NAMES);

function settingOf(language: string) {
  const found = CLIENT_LANGUAGES.get(language);
  if (found === undefined) throw new Error(`no language ${language}`);
  return found.setting;
}
function written(language: string, name: string): string {
  return `clients: { ${language}: { ${settingOf(language).key}: ${JSON.stringify(name)} } }`;
}

const SCHEMA = projectSchema([...CLIENT_LANGUAGES.values()], Object.values(ENGINES));
/** Every key that the schema has anywhere. */
const KEYS = [...new Set(keysOf(SCHEMA))];

function keysOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: object };
  return [
    ...Object.keys(properties),
    ...Object.values(schema).flatMap(keysOf),
    ...Object.values(properties).flatMap(keysOf),
  ];
}

/** The configurations that a page shows. */
function shownConfigs(file: string): readonly string[] {
  return fences(readFileSync(file, 'utf8'))
    .map(({ text }) => text)
    .filter(text => text.startsWith('# quern.yaml\nendpoints: '));
}

/** A reference to a variable. */
const v = (name: string) => `$\u007b${name}}`;

describe('a configuration', () => {
  it.each(['', '# nothing yet\n', '{}', 'service: {}\nengines: { duckdb: {} }\n'])(
    'without keys holds the defaults: %j',
    text => {
      expect(read(text)).toMatchObject({ config: DEFAULT_CONFIG, found: [] });
    },
  );

  it('holds what is written', () => {
    const { config } = read(
      `
endpoints: specs
output: out
dialects: [clickhouse, duckdb]
openapi: { title: Logs, version: '1.2.0', server: 'https://logs.example.com/v1' }
clients:
  typescript: { package: logs }
  python: null
  go: { module: logs.example.com/go/v2 }
server: { framework: express }
service:
  engine: clickhouse
  keys: /etc/quern/keys.json
  secret: ["${v('S')}", 0123456789abcdef0123456789abcdef]
  timeout: 2 minutes
  drain: 10s
  concurrency: 8
  queue: 0
  max_bytes: 8 MiB
  cache: { bytes: 1GiB, warm_entries: 0 }
  shared: redis://127.0.0.1:6379/1
  rate_limit: { per_key: 0.5, burst: 10 }
  budget: { key: 50GiB/day, total: 1TiB/day }
  public: [metrics]
  cors: [https://App.example.com, 'http://localhost:3000']
  csv: { formula: escape }
  unknown_parameters: ignore
  log_values: true
  direct: false
engines:
  duckdb: { tables: { edge_logs: 'logs/**/*.parquet' }, memory_limit: 256MiB }
  clickhouse: { url: https://db.example.com:8443/, database: logs, username: reader, maximum_bytes: 2GiB, password: "${v('P')}" }
  bigquery:
    project: my-project
    dataset: logs
    location: EU
    maximum_bytes_billed: 10GiB
    api_endpoint: http://127.0.0.1:9050
`,
      { P: '', S: 's'.repeat(32) },
    );
    expect(config).toEqual({
      endpoints: 'specs',
      output: 'out',
      dialects: ['clickhouse', 'duckdb'],
      outputs: {
        openapi: { title: 'Logs', version: '1.2.0', server: 'https://logs.example.com/v1' },
        clients: new Map([
          ['typescript', 'logs'],
          ['go', 'logs.example.com/go/v2'],
        ]),
        framework: 'express',
      },
      service: {
        engine: 'clickhouse',
        keys: '/etc/quern/keys.json',
        secrets: ['s'.repeat(32), '0123456789abcdef0123456789abcdef'],
        jwt: null,
        timeoutMs: 120_000,
        drainMs: 10_000,
        concurrency: 8,
        queue: 0,
        maxBytes: 8_388_608,
        cache: { bytes: 1_073_741_824, warmEntries: 0 },
        shared: 'redis://127.0.0.1:6379/1',
        rateLimit: { perKey: 0.5, burst: 10 },
        budget: { key: 50 * 1024 ** 3, total: 1024 ** 4 },
        public: ['metrics'],
        cors: ['https://app.example.com', 'http://localhost:3000'],
        csv: { formula: 'escape' },
        unknownParameters: 'ignore',
        logValues: true,
        direct: false,
      },
      engines: {
        ...DEFAULT_CONFIG.engines,
        duckdb: {
          database: '.quern/logs.duckdb',
          tables: { edge_logs: 'logs/**/*.parquet' },
          rollups: '.quern/rollups',
          memoryLimit: 268_435_456,
        },
        clickhouse: {
          url: ['https://db.example.com:8443'],
          database: 'logs',
          username: 'reader',
          maximumBytes: 2 * 1024 ** 3,
          password: '',
        },
        bigquery: {
          project: 'my-project',
          dataset: 'logs',
          location: 'EU',
          maximumBytesBilled: 10_737_418_240,
          apiEndpoint: 'http://127.0.0.1:9050',
        },
      },
      unset: new Map(),
    });
  });

  it.each([
    'service: { rate_limit: null, cors: [], cache: {} }',
    'engines: { clickhouse: {}, bigquery: {} }',
    'server: {}',
    `clients: { ${LANGUAGES.map(name => `${name}: {}`).join(', ')} }`,
    'engines: { bigquery: { project: null, maximum_bytes_billed: null, api_endpoint: null } }',
  ])('may say what holds anyway: %j', text => {
    expect(read(text)).toMatchObject({ config: DEFAULT_CONFIG, found: [] });
  });

  it('reads one text as a list of one', () => {
    const one = read('dialects: duckdb\nservice: { public: docs, cors: "*" }');
    const list = read('dialects: [duckdb]\nservice: { public: [docs], cors: ["*"] }');
    expect(one.found).toEqual([]);
    expect(one.config?.service).toEqual(list.config?.service);
  });

  it('calls clients without a name after the project', () => {
    const text = 'clients: { go: null, python: {} }';
    const named = readConfig('quern.yaml', text, {}, () => {}, 'web-shop');
    expect([...(named?.outputs.clients ?? [])]).toEqual([['python', 'web_shop_client']]);
    const none = readConfig('quern.yaml', 'clients: {}', {}, () => {}, 'web-shop');
    expect(none?.outputs.clients.size).toBe(0);
    const empty = readConfig('quern.yaml', '', {}, () => {}, 'web-shop');
    expect(empty?.outputs.clients.get('go')).toBe('example.com/web-shop-client');
  });

  it("is the default as quern.yaml and the operator's page write it, but for the names of clients", () => {
    const pages = [readFileSync('quern.yaml', 'utf8'), ...shownConfigs('docs/service.md')];
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages) {
      const environment = { CLICKHOUSE_PASSWORD: '', POSTGRES_PASSWORD: '' };
      const { openapi, framework } = DEFAULT_CONFIG.outputs;
      const dialects = ['bigquery', 'duckdb', 'clickhouse', 'postgres'];
      const config = { ...DEFAULT_CONFIG, dialects, outputs: { openapi, framework } };
      expect(read(text, environment)).toMatchObject({ config, found: [] });
    }
  });

  it.each([
    ['endpionts: a', '1:1 unknown-key'],
    ['clients: null', '1:10 wrong-type'],
    ['clients: { rust: {} }', '1:12 unknown-key'],
    ['clients: { typescript: logs }', '1:24 wrong-type'],
    ['clients: { go: { package: logs } }', '1:18 unknown-key'],
    ['clients: { python: { package: "" } }', '1:31 invalid-value'],
    ["openapi: { title: '' }", '1:19 invalid-value'],
    ['openapi: { title: 3 }', '1:19 wrong-type'],
    ['openapi: { servers: [/] }', '1:12 unknown-key'],
    ['server: { framework: koa }', '1:22 invalid-value'],
    ['server: { framework: 3 }', '1:22 wrong-type'],
    ['service: { keys: 3 }', '1:18 wrong-type'],
    ['service: []', '1:10 wrong-type'],
    ['- a', '1:1 wrong-type'],
    ['output:', '1:1 wrong-type'],
    ["output: ''", '1:9 invalid-value'],
    ['dialects: []', '1:11 invalid-value'],
    ['dialects: [duckdb, abacus]', '1:20 unknown-engine'],
    ['dialects: [duckdb, duckdb]', '1:20 duplicate-name'],
    ['service: { engine: abacus }', '1:20 invalid-value'],
    ['dialects: [bigquery]\nservice: { engine: duckdb }', '2:20 clause-conflict'],
    ['dialects: [bigqury]\nservice: { engine: bigquery }', '1:12 unknown-engine'],
    ['service: { timeout: 25 }', '1:21 invalid-duration'],
    ['service: { shared: "http://127.0.0.1" }', '1:20 invalid-value'],
    ['service: { shared: "redis://127.0.0.1:6379/one" }', '1:20 invalid-value'],
    ['service: { shared: "redis://:50%off@127.0.0.1" }', '1:20 invalid-value'],
    ['service: { timeout: 2 hours }', '1:21 invalid-duration'],
    ['service: { concurrency: 0 }', '1:25 invalid-value'],
    ['service: { concurrency: 1.5 }', '1:25 wrong-type'],
    ['service: { queue: -1 }', '1:19 invalid-value'],
    ['service: { max_bytes: 3 }', '1:23 invalid-value'],
    ['service: { max_bytes: 3MB }', '1:23 invalid-value'],
    ['service: { max_bytes: 1025TiB }', '1:23 invalid-value'],
    ['service: { cache: null }', '1:19 wrong-type'],
    ['service: { cache: { bytes: 0MiB } }', '1:28 invalid-value'],
    ['service: { cache: { warm_entries: 1000001 } }', '1:35 invalid-value'],
    ['service: { rate_limit: 3 }', '1:24 wrong-type'],
    ['service: { rate_limit: { per_key: 3 } }', '1:12 missing-key'],
    ['service: { budget: { key: 50GiB } }', '1:27 invalid-value'],
    ['service: { budget: { key: 50GB/day } }', '1:27 invalid-value'],
    ['service: { budget: { total: 5 } }', '1:29 invalid-value'],
    ['service: { rate_limit: { per_key: 0, burst: 1 } }', '1:35 invalid-value'],
    ['service: { rate_limit: { per_key: 1, burst: 0 } }', '1:45 invalid-value'],
    ['service: { rate_limit: { per_key: 1, burst: 1.5 } }', '1:45 wrong-type'],
    ['service: { public: [docs, health] }', '1:27 invalid-value'],
    ['service: { public: help }', '1:20 invalid-value'],
    ['service: { cors: "* " }', '1:18 invalid-value'],
    ['service: { cors: ["*", "https://a.example"] }', '1:19 clause-conflict'],
    ['service: { cors: [a.example] }', '1:19 invalid-value'],
    ['service: { cors: ["https://a.example/"] }', '1:19 invalid-value'],
    ['service: { cors: ["https://*.a.example"] }', '1:19 invalid-value'],
    ['service: { cors: ["https://u:p@a.example"] }', '1:19 invalid-value'],
    ['service: { cors: ["https://"] }', '1:19 invalid-value'],
    ['service: { cors: ["ftp://a.example"] }', '1:19 invalid-value'],
    ['service: { cors: ["null"] }', '1:19 invalid-value'],
    ['service: { log_values: 1 }', '1:24 wrong-type'],
    ['service: { direct: node }', '1:20 wrong-type'],
    ['engines: { duckdb: { memory_limit: 2GB } }', '1:36 invalid-value'],
    ['engines: { duckdb: { memory_limit: 0GiB } }', '1:36 invalid-value'],
    ['engines: { duckdb: { database: a, tables: { b: c } } }', '1:35 clause-conflict'],
    ['engines: { duckdb: { tables: {} } }', '1:30 invalid-value'],
    ['engines: { duckdb: { tables: { a-b: c } } }', '1:32 invalid-name'],
    ['engines: { duckdb: { tables: { a: "" } } }', '1:35 invalid-value'],
    ['engines: { abacus: {} }', '1:12 unknown-key'],
    ['engines: { clickhouse: { url: "db:8123" } }', '1:31 invalid-value'],
    ['engines: { clickhouse: { url: "http://u:p@db:8123" } }', '1:31 invalid-value'],
    ['engines: { clickhouse: { url: ["http://db:8123", "db2"] } }', '1:50 invalid-value'],
    ['engines: { clickhouse: { url: [] } }', '1:31 invalid-value'],
    ['engines: { clickhouse: { url: "http://db:8123/logs" } }', '1:31 invalid-value'],
    ['engines: { clickhouse: { url: "http://db:8123?x=1" } }', '1:31 invalid-value'],
    ['engines: { clickhouse: { url: "http://db:99999" } }', '1:31 invalid-value'],
    ['engines: { bigquery: { maximum_bytes_billed: 10GB } }', '1:46 invalid-value'],
    ['engines: { bigquery: { maximum_bytes_billed: 10 } }', '1:46 invalid-value'],
    ['engines: { bigquery: { api_endpoint: x } }', '1:38 invalid-value'],
    [
      'service: { jwt: { issuer: a, audience: b, jwks_url: "https://a.example/k", algorithms: [RS256, RS256] } }',
      '1:96 duplicate-name',
    ],
    ['output: a\noutput: b', '2:1 duplicate-key'],
    ['output: [', '1:9 yaml-syntax'],
  ])('%j is refused', (text, fault) => {
    expect(read(text)).toMatchObject({ config: null, found: [fault] });
  });

  it.each(LANGUAGE_NAMES)('a name of %s may be what its own world takes', (language, { taken }) => {
    for (const name of [settingOf(language).named('shop'), ...taken]) {
      const { config, text } = read(written(language, name));
      expect(text).toBe('');
      expect(config?.outputs.clients.get(language)).toBe(name);
    }
  });

  it.each(LANGUAGE_NAMES)(
    'a name of %s is refused where its own world would',
    (language, { refused }) => {
      for (const name of refused) {
        const { found } = read(written(language, name));
        const column = written(language, '').indexOf('""') + 1;
        expect([name, ...found]).toEqual([name, `1:${column} invalid-name`]);
      }
    },
  );

  it.each([
    ['/', '/'],
    ['/logs', '/logs'],
    ['/logs/', '/logs'],
    ["/a%20b/~c/d.e;f='g'", "/a%20b/~c/d.e;f='g'"],
    ['https://Logs.example.com/', 'https://logs.example.com'],
    ['http://127.0.0.1:8383/a/b', 'http://127.0.0.1:8383/a/b'],
  ])('may say that the API is served at %s', (text, server) => {
    const { config, found } = read(`openapi: { server: ${JSON.stringify(text)} }`);
    expect([config?.outputs.openapi.server, ...found]).toEqual([server]);
  });

  it.each([
    ...[
      'logs',
      '//logs.example.com',
      'ftp://a.example',
      'https://',
      'https://u:p@a.example',
      '/a b',
      '/a?b',
      '/a#b',
    ],
    ...[
      '/{stage}',
      'https://{host}',
      '/a//b',
      '/%',
      '/%zz',
      '/ü',
      'https://a.example:99999',
      '/a\n',
      '\\a',
      'javascript:a',
    ],
  ])('may not say that the API is served at %j', text => {
    expect(read(`openapi: { server: ${JSON.stringify(text)} }`).found).toEqual([
      '1:20 invalid-value',
    ]);
  });

  it('may want no code at all', () => {
    const clients = LANGUAGES.map(name => `${name}: null`).join(', ');
    const text = `clients: { ${clients} }\nserver: { framework: null }`;
    expect(read(text).config?.outputs).toEqual(NO_CODE);
  });

  it('tells all that is wrong at once, with what to do', () => {
    const { text } = read(`service:
  timeout: 2 hours
  max_bytes: 32MB
  cors: [app.example.com, '*']
engines:
  duckdb: { database: logs.duckdb, tables: { edge_logs: '*.parquet' } }
  clickhouse: { url: 127.0.0.1:8123 }
`);
    expect(text.match(/^quern.*|^ {2}hint: .*/gm)).toEqual([
      'quern.yaml:2:12 error[invalid-duration] `timeout` is longer than an hour',
      '  hint: Use a shorter duration.',
      'quern.yaml:3:14 error[invalid-value] `max_bytes` is not a size',
      '  hint: Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.',
      'quern.yaml:4:10 error[invalid-value] An item of `cors` is not an origin',
      '  hint: Write `http://` or `https://`, the host, and the port unless it is the default, without a path; or `*` for all origins.',
      'quern.yaml:4:27 error[clause-conflict] `cors` lists other origins with `*`, which already allows all origins',
      '  hint: Remove the others, or `*`.',
      'quern.yaml:6:36 error[clause-conflict] `duckdb` has `database` and `tables`, which exclude each other',
      '  hint: Remove one of them.',
      'quern.yaml:7:22 error[invalid-value] `url` is not the address of a server',
      '  hint: Write `http://` or `https://`, the host and the port, such as `http://127.0.0.1:8123`.',
    ]);
  });

  it.each([
    [
      'service: { max_bytes: 5000 }',
      'quern.yaml:1:23 error[invalid-value] `5000` is not a size',
      '  hint: Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.',
    ],
    [
      'null',
      'quern.yaml:1:1 error[wrong-type] The file takes a mapping, not `null`',
      '  hint: Write a value, or remove it.',
    ],
  ])('tells what %j lacks', (text, ...told) => {
    expect(read(text).text.match(/^quern.*|^ {2}hint: .*/gm)).toEqual(told);
  });

  it('may leave out the engine of the service, or the engines that are compiled for', () => {
    expect(read('dialects: [clickhouse]').text).toBe('');
    expect(read('service: { engine: clickhouse }').text).toBe('');
    expect(read('dialects: [clickhouse, bigquery]\nservice: { engine: bigquery }').text).toBe('');
  });

  it('suggests what is near', () => {
    expect(read('servise: {}').text).toContain('Use `service`, if that is meant.');
    expect(read('dialects: [duckdbb]').text).toContain('Use `duckdb`, if that is meant.');
  });
});

describe('the environment', () => {
  it('is read wherever a text stands', () => {
    const { config } = read(
      `output: ${v('BASE')}/out-${v('N')}\ndialects: ["${v('D')}"]\nservice: { timeout: "${v('T')}" }\n`,
      { BASE: '/srv', N: '1', D: 'duckdb', T: '3s' },
    );
    expect(config).toMatchObject({
      output: '/srv/out-1',
      dialects: ['duckdb'],
      service: { timeoutMs: 3_000 },
    });
  });

  it('is not read behind a doubled sign', () => {
    expect(read(`output: a/$${v('B')}/$C\n`).config?.output).toBe(`a/${v('B')}/$C`);
  });

  it('is not searched for what it inherits', () => {
    expect(read(`output: ${v('toString')}\n`).found).toEqual(['1:9 config-variable']);
  });

  it('lacks a name, which is named where it stands', () => {
    const { config, text } = read(`output: a/${v('MISSING')}\n`);
    expect(config).toBeNull();
    expect(
      text,
    ).toBe(`quern.yaml:1:11 error[config-variable] The variable \`MISSING\` is not set in the environment
  1 | output: a/\${MISSING}
    |           ^^^^^^^^^^
  hint: Set \`MISSING\`.
`);
  });

  it.each(['output: $\u007b', 'output: $\u007bA', `output: ${v('A-B')}`, `output: ${v('1')}`])(
    '%j names no variable',
    text => {
      expect(read(text, { A: 'a' }).found).toEqual(['1:9 config-variable']);
    },
  );

  it.each([
    `service: { timeout: "${v('S')}" }`,
    `dialects: ["${v('S')}"]`,
    `service: { engine: "${v('S')}" }`,
    `service: { max_bytes: "${v('S')}" }`,
    `service: { cors: ["${v('S')}"] }`,
    `service: { public: ["${v('S')}"] }`,
    `service: { rate_limit: { per_key: "${v('S')}", burst: 1 } }`,
    `engines: { duckdb: { tables: "${v('S')}" } }`,
    `clients: { python: { package: "${v('S')}-" } }`,
    `server: { framework: "${v('S')}" }`,
    `engines: { clickhouse: { url: "http://x/${v('S')}" } }`,
    `engines: { bigquery: { maximum_bytes_billed: "${v('S')}", api_endpoint: "${v('S')}" } }`,
  ])('is never quoted: %j', text => {
    const { config, text: told } = read(text, { S: 'hunter2' });
    expect(config).toBeNull();
    expect(told).not.toContain('hunter2');
  });

  it('is not quoted where an engine is not compiled for', () => {
    const written = `dialects: [bigquery]\nservice: { engine: "${v('E')}" }`;
    const { text, found } = read(written, { E: 'duckdb' });
    expect(found).toEqual(['2:20 clause-conflict']);
    expect(text).toContain(`\`engine\` is \`${v('E')}\`, which`);
    expect(text).not.toContain('duckdb');
  });
});

describe('a variable that only an engine needs', () => {
  const text = `dialects: [duckdb, oracle]
service: { engine: "${v('E')}", max_bytes: 32MB }
engines:
  clickhouse: { url: "${v('U')}", password: "${v('P')}" }
  duckdb: { memory_limit: "${v('M')}" }
`;

  it('is missed when the engine is opened', () => {
    const { config, found } = read(text.slice(text.indexOf('engines')));
    expect(found).toEqual([]);
    const told = [...(config?.unset ?? [])].map(([engine, diagnostics]) => {
      return [engine, renderDiagnostics(diagnostics).split('\n').at(0), diagnostics.length];
    });
    expect(told).toEqual([
      [
        'clickhouse',
        'quern.yaml:2:23 error[config-variable] The variable `U` is not set in the environment',
        2,
      ],
      [
        'duckdb',
        'quern.yaml:3:28 error[config-variable] The variable `M` is not set in the environment',
        1,
      ],
    ]);
  });

  it('hides no other fault, as others do not', () => {
    expect(read(text).found).toEqual([
      '2:21 config-variable',
      '1:20 unknown-engine',
      '2:39 invalid-value',
    ]);
  });

  it.each([
    [`engines: { duckdb: "${v('X')}" }`, '1:20 wrong-type'],
    [`engines: { duckdb: { tables: "${v('X')}" } }`, '1:30 wrong-type'],
    [`engines: "${v('X')}"`, '1:11 config-variable,1:10 wrong-type'],
    [`service: { cors: "${v('X')}" }`, '1:19 config-variable'],
  ])('stands where a text may stand: %j', (written, faults) => {
    const { config, found } = read(written);
    expect(config).toBeNull();
    expect(found.join()).toBe(faults);
  });

  it('is no missing one where it is set', () => {
    const { config } = read(`engines: { clickhouse: { password: "${v('P')}" } }`, { P: 'x' });
    expect(config).toMatchObject({ engines: { clickhouse: { password: 'x' } }, unset: new Map() });
  });

  it('of a secret is missed by the service alone', () => {
    const { config, found } = read(`service: { secret: "${v('S')}" }`);
    expect(found).toEqual([]);
    expect(config?.service.secrets).toEqual([]);
    expect(config?.unset.get('service.secret')).toHaveLength(1);
    const short = read(`service: { secret: "${v('S')}" }`, { S: 'x' });
    expect(short.found).toEqual(['1:20 invalid-value']);
    expect(short.text).toContain('`secret` is shorter than 32 characters');
  });

  it('shows nothing of the password around it', () => {
    const { config } = read(`engines: { clickhouse: { password: "hunter2${v('B')}" } }`);
    const told = renderDiagnostics(config?.unset.get('clickhouse') ?? []);
    expect(told).toContain('1:44 error[config-variable] The variable `B` is not set');
    expect(told).not.toContain('hunter2');
  });
});

describe('a password', () => {
  it.each([
    'engines: { clickhouse: { url: 3, password: hunter2 } }',
    "engines: { clickhouse: { url: 3, password: 'hunter2, hunter2' } }",
    'engines: { clickhouse: { password: { hunter2: 1 } } }',
    'engines: { clickhouse: { password: [hunter2] } }',
    'engines: { clickhouse: { passwd: hunter2 } }',
    'engines: { clickhouse: { "password": "hunter2" } }\n output: a',
    'engines:\n  clickhouse:\n    password: @hunter2\n',
    'engines:\n  clickhouse:\n    password: "hunter2\n',
    'engines:\n  clickhouse:\n    password: hunter2: x\n',
    'engines:\n  clickhouse:\n    password: hunter2\n    password: hunter2\n',
    `engines: { clickhouse: { password: "${v('A-B')}hunter2" } }`,
  ])('is not shown where there is a fault: %j', text => {
    const { config, text: told } = read(text, { A: 'a' });
    expect(config).toBeNull();
    expect(told).not.toContain('hunter2');
  });

  it.each([
    'service: { secret: hunter2hunter2 }',
    'service: { secret: { hunter2: 1 } }',
    'service: { secret: [hunter2, 3] }',
    'service:\n  secret:\n    - hunter2\n    - hunter2\n  nothing: 1\n',
    `service: { secret: ["${v('A-B')}hunter2"] }`,
  ])('and a secret are not shown where there is a fault: %j', text => {
    const { config, text: told } = read(text);
    expect(config).toBeNull();
    expect(told).not.toContain('hunter2');
  });

  it('of digits alone is not shown with the fault that it is no text', () => {
    const { found, text } = read('engines: { clickhouse: { password: 271828 } }');
    expect(found).toEqual(['1:36 wrong-type']);
    expect(text).not.toContain('271828');
  });

  it('is not shown however the file is broken', () => {
    const whole =
      'engines:\n  clickhouse: { url: http://127.0.0.1, password: hunter2 }\noutput: x\n';
    const junk = fc.constantFrom(
      '"',
      "'",
      '{',
      '}',
      '[',
      ': ',
      ',',
      '\n',
      '&a ',
      '*a ',
      '!x ',
      '- ',
      '@',
      '#',
      '|',
      '${',
    );
    fc.assert(
      fc.property(fc.nat({ max: whole.indexOf('password') }), junk, (at, sign) => {
        const { text } = read(whole.slice(0, at) + sign + whole.slice(at));
        expect(text).not.toContain('hunter2');
      }),
    );
  });

  it('that is a variable leaves its line readable', () => {
    const line = `engines: { clickhouse: { password: "${v('P')}", url: 3 } }`;
    expect(read(line, { P: 'p' }).text).toContain(line);
  });
});

/** The settings of a part of the schema that are no mappings, by their keys. */
function settingsIn(schema: unknown, above: readonly string[]): readonly (readonly string[])[] {
  const { properties, type } = Object(schema);
  if (properties !== undefined)
    return Object.keys(properties).flatMap(key => settingsIn(properties[key], [...above, key]));
  return [type].flat().includes('object') ? [] : [above];
}

/** The variables of settings that have a flag. */
const OF_FLAGS: Readonly<Record<string, string>> = {
  QUERN_SERVICE_ENGINE: 'QUERN_ENGINE',
  QUERN_SERVICE_KEYS: 'QUERN_KEYS',
};

describe('a variable of a setting', () => {
  it.each(Object.entries(OF_FLAGS))('is one: %s is refused, use %s', (long, name) => {
    const { config, text } = read('', { [long]: 'duckdb' });
    expect(config).toBe(null);
    expect(text).toContain(`\`${long}\` is not the variable of`);
    expect(text).toContain(`Use \`${name}\`.`);
  });

  const { properties } = Object(SCHEMA);
  const settings = ['service', 'engines'].flatMap(part => settingsIn(properties[part], [part]));
  /** Each setting takes one of them: alone, or as a list. */
  const values = [
    ...['clickhouse', 'docs', 'escape', 'ignore', 'ES256', 'RS256'],
    ...[7, true, false, '7s', '7MiB', '7GiB/day', 'redis://127.0.0.1:7', 'https://a.example'],
    ...['x'.repeat(40), '7777', 'verify'],
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ];
  const file = ([key = '', ...rest]: readonly string[], value: unknown): object => ({
    [key]: rest.length === 0 ? value : file(rest, value),
  });
  /** Settings that others need beside them. */
  const beside: Environment = {
    QUERN_SERVICE_JWT_ISSUER: 'https://a.example',
    QUERN_SERVICE_JWT_AUDIENCE: 'a',
    QUERN_SERVICE_JWT_JWKS_URL: 'https://a.example/keys',
    QUERN_SERVICE_RATE_LIMIT_PER_KEY: '1',
    QUERN_SERVICE_RATE_LIMIT_BURST: '1',
  };
  const base = (name: string): Environment => {
    if (name !== 'service.jwt.public_key') return beside;
    const { QUERN_SERVICE_JWT_JWKS_URL: _, ...others } = beside;
    return others;
  };

  it.each(settings.map(path => [path.join('.'), path] as const))(
    '`%s` does what the file does',
    (name, path) => {
      const long = `QUERN_${path.join('_').toUpperCase()}`;
      const variable = OF_FLAGS[long] ?? long;
      const taken = values.flatMap(value =>
        [value, [value]].flatMap(written => {
          const { [variable]: _, ...others }: Environment = base(name);
          const { config } = read(JSON.stringify(file(path, written)), others);
          return config === null ? [] : [{ value, config }];
        }),
      );
      const { config: without } = read('', base(name));
      expect(taken.filter(({ config }) => !isDeepStrictEqual(config, without))).not.toEqual([]);
      for (const { value, config } of taken)
        expect(read('', { ...base(name), [variable]: String(value) }).config).toEqual(config);
    },
  );
});

it('any text is a configuration or has a fault', () => {
  fc.assert(
    fc.property(unicodeText({ maxLength: 60 }), text => {
      const { config, found } = read(text, { A: 'a' });
      expect(config === null).toBe(found.length > 0);
    }),
  );
});

it('any value at any key is taken or has a fault', () => {
  const key = fc.constantFrom(...KEYS);
  const value = fc.jsonValue({ maxDepth: 2 }).map(value => JSON.stringify(value));
  const entry = fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`);
  fc.assert(
    fc.property(entry, text => {
      const service = ['service', 'service: { cache', 'service: { rate_limit'];
      const places = ['', 'clients', 'server', ...service, ...ENGINE_KEYS, ...CLIENTS];
      for (const place of places) {
        const depth = place === '' ? 0 : place.split('{').length;
        const { config, found } = read(
          `${place}${depth > 0 ? ': { ' : ''}${text}${' }'.repeat(depth)}`,
        );
        expect(config === null).toBe(found.length > 0);
      }
    }),
  );
});
