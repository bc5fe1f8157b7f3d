import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, type Environment, readConfig } from '../generator/config.ts';
import { collector, positionAt, renderDiagnostics } from '../generator/diagnostics.ts';

function read(text: string, environment: Environment = {}) {
  const { diagnostics, report } = collector();
  const config = readConfig('quern.yaml', text, environment, report);
  const found = diagnostics.map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${line}:${column} ${code}`;
  });
  return { config, found, text: renderDiagnostics(diagnostics) };
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
    const { config } = read(`
endpoints: specs
output: out
dialects: [clickhouse, duckdb]
service:
  engine: duckdb
  keys: /etc/quern/keys.json
  timeout: 2 minutes
  concurrency: 8
  unknown_parameters: ignore
engines:
  duckdb: { database: logs.duckdb, memory_limit: 256MiB }
`);
    expect(config).toEqual({
      endpoints: 'specs',
      output: 'out',
      dialects: ['clickhouse', 'duckdb'],
      service: {
        engine: 'duckdb',
        keys: '/etc/quern/keys.json',
        timeoutMs: 120_000,
        concurrency: 8,
        unknownParameters: 'ignore',
      },
      engines: { duckdb: { database: 'logs.duckdb', memoryLimit: 268_435_456 } },
    });
  });

  it.each([
    ['endpionts: a', '1:1 unknown-key'],
    ['clients: {}', '1:1 unknown-key'],
    ['service: { keys: 3 }', '1:18 wrong-type'],
    ['service: []', '1:10 wrong-type'],
    ['- a', '1:1 wrong-type'],
    ['output:', '1:1 wrong-type'],
    ["output: ''", '1:9 invalid-value'],
    ['dialects: []', '1:11 invalid-value'],
    ['dialects: [duckdb, postgres]', '1:20 unknown-engine'],
    ['dialects: [duckdb, duckdb]', '1:20 duplicate-name'],
    ['service: { engine: bigquery }', '1:20 invalid-value'],
    ['service: { timeout: 25 }', '1:21 invalid-duration'],
    ['service: { timeout: 2 hours }', '1:21 invalid-duration'],
    ['service: { concurrency: 0 }', '1:25 invalid-value'],
    ['service: { concurrency: 1.5 }', '1:25 wrong-type'],
    ['engines: { duckdb: { memory_limit: 2GB } }', '1:36 invalid-value'],
    ['engines: { duckdb: { memory_limit: 0GiB } }', '1:36 invalid-value'],
    ['output: a\noutput: b', '2:1 duplicate-key'],
    ['output: [', '1:9 yaml-syntax'],
  ])('%j is refused', (text, fault) => {
    expect(read(text)).toMatchObject({ config: null, found: [fault] });
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
  ])('is never quoted: %j', text => {
    const { config, text: told } = read(text, { S: 'hunter2' });
    expect(config).toBeNull();
    expect(told).not.toContain('hunter2');
  });
});

it('any text is a configuration or has a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
      const { config, found } = read(text, { A: 'a' });
      expect(config === null).toBe(found.length > 0);
    }),
  );
});

it('any value at any key is taken or has a fault', () => {
  const key = fc.constantFrom('output', 'dialects', 'service', 'engines', 'keys', 'timeout');
  const value = fc.jsonValue({ maxDepth: 2 }).map(value => JSON.stringify(value));
  const entry = fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`);
  fc.assert(
    fc.property(entry, text => {
      for (const whole of [text, `service: { ${text} }`, `engines: { duckdb: { ${text} } }`]) {
        const { config, found } = read(whole);
        expect(config === null).toBe(found.length > 0);
      }
    }),
  );
});
