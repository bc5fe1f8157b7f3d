import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import go from '../../../generator/emitters/clients/go/go.ts';
import {
  claiming,
  exported,
  methodName,
  nameFile,
  namePackage,
  valueName,
} from '../../../generator/emitters/clients/go/names.ts';
import {
  aligned,
  comment,
  identifier,
  literal,
  moduleName,
  tag,
} from '../../../generator/emitters/clients/go/text.ts';
import { safe } from '../../../generator/emitters/text/writer.ts';
import { PROBLEMS } from '../../../server/http/problem.ts';
import { clientIn } from '../../support/client-files.ts';
import { compiled, EVERYTHING_INPUTS, ownInputs } from '../../support/openapi-fixture.ts';
import { readTemplates } from '../../support/templates.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { clientFiles, endpointText, MODULE } from './support.ts';

const anyText = fc.oneof(
  unicodeText(),
  fc
    .array(
      fc.constantFrom(
        '\\',
        '"',
        "'",
        '`',
        '\n',
        '\r',
        '\u2028',
        '\0',
        '\ufeff',
        '\ud800',
        '#',
        '[a]:',
        'u0041',
        ' ',
        '\n\n    ',
        '\n\n\t',
        '- ',
      ),
    )
    .map(pieces => pieces.join('')),
);
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

describe('a text in Go', () => {
  const ESCAPE = /\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|([\\"]))/g;
  const read = (quoted: string) =>
    quoted
      .slice(1, -1)
      .replace(ESCAPE, (_, short = '', long = '', mark = '') =>
        mark === '' ? String.fromCodePoint(Number.parseInt(short || long, 16)) : mark,
      );

  it('is one literal that is read back as it was', () => {
    fc.assert(
      fc.property(anyText, text => {
        const quoted = String(literal(text));
        expect(quoted).toMatch(/^"([^"\\\n\r\0\ufeff]|\\.)*"$/u);
        expect(quoted).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
        expect(read(quoted)).toBe(wellFormed(text));
      }),
    );
  });

  it('is a literal that is read by people where it can be', () => {
    expect(String(literal('a "b" \\ é日🎈'))).toBe('"a \\"b\\" \\\\ é日🎈"');
    expect(String(literal('\n\u2028\ufeff\u00a0\u{e0001}'))).toBe(
      '"\\u000a\\u2028\\ufeff\\u00a0\\U000e0001"',
    );
  });

  it('is the tag of a field', () => {
    expect(String(tag('a_b'))).toBe('`json:"a_b"`');
    expect(String(tag('a`"'))).toBe('"json:\\"a`\\\\\\"\\""');
  });

  it('is no name but a checked one', () => {
    expect(() => identifier('a')).toThrow();
    expect(() => identifier('A b')).toThrow();
    expect(() => moduleName('a"b')).toThrow();
  });
});

describe('a comment in Go', () => {
  const lines = (...paragraphs: readonly (string | null)[]) => comment(...paragraphs).map(String);

  it('has paragraphs, and a point at the end of each', () => {
    expect(lines('Ab', null, 'Cd.\nef\n\n\n g', '', ' ')).toEqual([
      '// Ab.',
      '//',
      '// Cd.',
      '// ef.',
      '//',
      '// g.',
    ]);
    expect(lines(null, '', '\n')).toEqual([]);
  });

  it('begins no directive, heading or link', () => {
    expect(
      lines('# a\n#b\n[a]: https://b.example\n+build x\n\\x\n[A] b\ngo:build x\nline a:1.'),
    ).toEqual([
      '// \\# a',
      '// #b',
      '// \\[a]: https://b.example',
      '// \\+build x',
      '// \\\\x',
      '// [A] b',
      '// go:build x',
      '// line a:1.',
    ]);
  });

  it('keeps the indentation of code, and the blank lines in it', () => {
    const table = 'Table:\n\n\n    a\tb\n      indented\n\n\n    c\nafter it\n    is text';
    expect(lines(table)).toEqual([
      '// Table:',
      '//',
      '//\ta\tb',
      '//\t  indented',
      '//',
      '//',
      '//\tc',
      '//',
      '// after it',
      '// is text.',
    ]);
    expect(lines('\t- a\n\t- b', '\n\t  +build \u202e\n\t\t\\d')).toEqual([
      '//\t\\- a',
      '//\t- b',
      '//',
      '//\t  \\+build \\u202e',
      '//\t\t\\\\d',
    ]);
  });

  it('shows what is not seen, and keeps pairs of quotes apart', () => {
    expect(lines("a\u202e\u0000\ttab '' ```.")).toEqual(["// a\\u202e\\u0000 tab '\\' `\\`\\`."]);
    expect(lines('as text: \\u202e \\\\u202e \\d.')).toEqual([
      '// as text: \\\\u202e \\\\\\\\u202e \\d.',
    ]);
  });

  /** What the writer put in, taken out again. In code `gofmt` leaves quotes alone, and so does the writer. */
  const ESCAPE = /(\\+)(?:u([0-9a-f]{4})|U([0-9a-f]{8}))/g;
  const PAIR = /([`'])(\\*)\\(?=\1)/g;
  const read = (line: string) => {
    const bare = line.replace(/^[ \t]+/, '').replace(/^\\/, '');
    const unpaired = line.startsWith('\t') ? bare : bare.replace(PAIR, '$1$2');
    return unpaired.replace(ESCAPE, (found: string, slashes: string, short = '', long = '') => {
      const kept = '\\'.repeat(Math.floor(slashes.length / 2));
      if (slashes.length % 2 === 0) return kept + found.slice(slashes.length);
      return kept + String.fromCodePoint(Number.parseInt(short || long, 16));
    });
  };

  it('holds whatever is written, and nothing is lost but space', () => {
    fc.assert(
      fc.property(anyText, text => {
        const printed = lines(text);
        expect(
          printed.filter(
            line =>
              !/^\/\/( [^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]([^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\S)?)?$/u.test(
                line,
              ) && !/^\/\/\t([^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\t)*[^\s\p{Cc}\p{Cf}]$/u.test(line),
          ),
        ).toEqual([]);
        const back = printed.map(line => read(line.slice(2))).join('');
        const whole = wellFormed(text).replace(/\t/g, ' ');
        const bare = (words: string) => words.replace(/[\s.]/g, '');
        expect(bare(back)).toBe(bare(whole));
      }),
    );
  });
});

describe('names in Go', () => {
  it.each([
    ['project', 'Project'],
    ['function_id', 'FunctionID'],
    ['isEUCountry', 'IsEUCountry'],
    ['httpProtocol', 'HTTPProtocol'],
    ['tls_client_auth', 'TLSClientAuth'],
    ['utf8_url', 'UTF8URL'],
    ['ids', 'Ids'],
    ['__init__', 'Init'],
    ['_1', 'X1'],
    ['_', 'X'],
    ['func', 'Func'],
  ])('%s is %s', (name, expected) => expect(exported(name)).toBe(expected));

  it.each([
    ['hourly', 'Hourly'],
    ['5min', '5Min'],
    ['FREE', 'FREE'],
    ['a b-c', 'ABC'],
    ['*', 'Value3'],
    ['日本', 'Value3'],
  ])('the value %s is %s', (value, expected) => expect(valueName(value, 2)).toBe(expected));

  it('of long values are short', () => {
    expect(valueName('x'.repeat(3_000), 0)).toBe(`X${'x'.repeat(39)}`);
  });

  it('are identifiers of capitals first, whatever the specification says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]*$/), name => {
        expect(exported(name)).toMatch(/^[A-Z][A-Za-z0-9]*$/);
      }),
    );
    fc.assert(
      fc.property(anyText, fc.nat(), (value, index) => {
        expect(valueName(value, index)).toMatch(/^[A-Za-z0-9]+$/);
      }),
    );
  });

  it('are given once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('A', 'A_2', 'A_2_2', 'A_3', 'B')), wanted => {
        const claim = claiming(['B']);
        const given = wanted.map(claim);
        expect(new Set([...given, 'B']).size).toBe(wanted.length + 1);
      }),
    );
    const claim = claiming();
    expect(['A', 'A', 'B', 'A'].map(claim)).toEqual(['A', 'A_2', 'B', 'A_3']);
  });

  it('of methods mean nothing to others', () => {
    expect(methodName('usageApiCounts')).toBe('UsageAPICounts');
    expect(methodName('marshalJson')).toBe('MarshalJSON_');
    expect(methodName('string')).toBe('String_');
  });

  it('of files say nothing of systems or tests', () => {
    expect(nameFile('usageApiCounts')).toBe('usage_api_counts_endpoint.go');
    expect(nameFile('xLinuxAmd64')).toBe('x_linux_amd64_endpoint.go');
    expect(nameFile('xTest')).toBe('x_test_endpoint.go');
  });

  it.each([
    ['example.com/log-endpoints', 'logendpoints'],
    ['example.com/Logs/v2', 'logs'],
    ['example.com/go', 'goclient'],
    ['example.com/string', 'stringclient'],
    ['example.com/3', 'client'],
    ['example.com/3d-logs', 'dlogsclient'],
    ['example.com', 'examplecom'],
    ['example.com/internal', 'internal'],
    ['example.com/_', 'client'],
    ['example.com/main', 'mainclient'],
  ])('the package of %s is %s', (module, expected) => expect(namePackage(module)).toBe(expected));
});

describe('columns in Go', () => {
  const cell = fc.stringMatching(/^[A-Za-z*.]{1,12}$/);
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain(width =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
    );

  it('begin below each other, one space after the longest before', () => {
    fc.assert(
      fc.property(table, cells => {
        const printed = aligned(cells.map(line => line.map(safe))).map(String);
        const starts = printed.map(line => [...line.matchAll(/\S+/g)].map(({ index }) => index));
        expect(printed.map(line => line.split(/ +/))).toEqual(cells);
        for (const start of starts) expect(start).toEqual(starts[0]);
        const gaps = printed.map(line => [...line.matchAll(/ +/g)].map(([gap]) => gap.length));
        const least = (gaps[0] ?? []).map((_, i) => Math.min(...gaps.map(line => line[i] ?? 0)));
        expect(least.every(gap => gap === 1)).toBe(true);
      }),
    );
  });
});

const SOURCES = `
sources:
  things:
    tables: { bigquery: { table: things }, duckdb: { table: things }, clickhouse: { table: things } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true, description: When it was. }
      whole: int64
      fraction: { type: float64, required: true, unit: ms }
      record:
        description: What else there is.
        record:
          class: { type: string, description: Its kind, unit: none }
          inner: { record: { at: timestamp, on: date, isOn: bool, tags: json } }
`;
const ALL_OF_IT = `endpoint: all.of-it
id: 70000000-0000-4000-8000-000000000001
summary: What there is.
description: "More of it,\\nand more\\n\\n  Even more."
from: things
params:
  count: { type: int64, min: 1, max: 9007199254740993, required: true, description: How many }
  least: { type: int64, default: 7 }
  share: { type: float64, required: true }
  is_on: { type: bool, example: false }
  after: { type: timestamp, deprecated: true }
  day: { type: date, min: '2000-01-01' }
  kindOf: { enum: [a b, '*'], default: '*', otherwise: default, description: Which. }
  name: { type: string, min_length: 2, max_length: 9, pattern: '[a-z"]+', example: 'ab' }
where:
  - whole = @count and whole > @least and id != @kindOf and fraction > @share
  - { when: after, filter: timestamp > @after }
  - { when: day, filter: record.inner.on = @day }
  - { when: is_on, filter: record.inner.isOn = @is_on }
  - { when: name, filter: id = @name }
select:
  id: id
  at: timestamp
  at_micros: { value: timestamp, encode: epoch_micros }
  whole: whole
  digits: { value: whole, encode: string }
  fraction: fraction
  record: record
limit: 5
cache: { ttl: 60s }
`;

describe('the files of the client', () => {
  it('show a call that prints rows as JSON, for their fields are pointers', () => {
    const readme = clientFiles(compiled(ownInputs())).find(({ path }) => path === 'README.md');
    expect(readme?.text).toContain('json.NewEncoder(os.Stdout).Encode(response.Rows)');
    expect(readme?.text).not.toContain('%+v');
  });

  const compilation = compiled(ownInputs());

  it('are the runtime with its holes filled, and one for each endpoint', () => {
    const files = clientFiles(compilation, 'example.com/acme/logs/v3');
    const shipped = [
      'README.md',
      'client.go',
      'doc.go',
      'errors.go',
      'formats.go',
      'go.mod',
      'mock/examples.go',
      'mock/mock.go',
      'options.go',
      'pages.go',
    ];
    const printed = [
      'functions_invocation_stats',
      'logs_all',
      'usage_api_counts',
      'usage_statuses',
    ];
    expect(files.map(({ path }) => path).sort()).toEqual(
      [
        ...[...shipped, 'response.go', 'retry.go', 'rows.go', 'values.go'],
        ...printed.map(name => `${name}_endpoint.go`),
      ].sort(),
    );
    const HEAD = /^\/\/ Code generated .* DO NOT EDIT\.\n\n(\/\/.*\n)*package (logs|mock)\n/;
    for (const { path, text } of files) {
      if (path === 'go.mod') expect(text).toBe('module example.com/acme/logs/v3\n\ngo 1.19\n');
      // the marker of a file about several endpoints comes when it is written
      if (path.endsWith('.go') && path !== 'mock/examples.go') expect(text).toMatch(HEAD);
      expect(text).not.toMatch(/\{\{\w+\}\}/);
    }
  });

  it('tell of every option', () => {
    const template = (name: string) => readTemplates().get(`go/${name}`) ?? '';
    const options = [...template('options.go').matchAll(/^func (With\w+)/gm)].map(
      ([, name]) => name,
    );
    const told = [...template('README.md').matchAll(/^\| `(With\w+)`/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(3);
    expect(told).toEqual(options);
  });

  it('do not depend on the order of what is compiled', () => {
    const files = (inputs: typeof EVERYTHING_INPUTS) => clientFiles(compiled(inputs));
    expect(files([...EVERYTHING_INPUTS].reverse())).toEqual(files(EVERYTHING_INPUTS));
  });

  it('know every code of the service that a caller can be told', () => {
    const errors = readFileSync(
      new URL('../../../templates/go/errors.go', import.meta.url),
      'utf8',
    );
    const codes = [...errors.matchAll(/ Code = "(\w+)"$/gm)].map(([, code]) => code);
    expect(codes).toEqual(Object.keys(PROBLEMS).filter(code => code !== 'cancelled'));
  });

  it('leave the names of the runtime to it', () => {
    const [sources] = EVERYTHING_INPUTS;
    if (sources === undefined) throw new Error('there are sources');
    const text = `endpoint: cache
id: 70000000-0000-4000-8000-000000000000
from: things
params: { state: { enum: [hit, miss] } }
where: [{ when: state, filter: id = @state }]
select: [id]
`;
    const printed = endpointText(
      compiled([sources, { path: 'endpoints/cache.yaml', bytes: text }]),
    );
    expect(printed).toContain('type Cache_State string');
    expect(printed).toContain('Cache_StateHit  Cache_State = "hit"');
  });

  it('show values as the fields take them, and instants with the fraction that they have', () => {
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/all.of-it.yaml', bytes: ALL_OF_IT },
    ];
    const client = clientIn(go, compiled(inputs), { name: MODULE });
    const [endpoint] = client.endpoints;
    const shown = (name: string, text: string) => {
      const param = endpoint?.params.find(param => param.name === name);
      if (endpoint === undefined || param === undefined) throw new Error(`${name} is there`);
      return String(go.sampler(client)(endpoint, [{ param, text }]));
    };
    const at = 'After: time.Date(2026, 1, 8, 9, 7, 0';
    expect(shown('after', '2026-01-08T09:07:00Z')).toContain(`${at}, 0, time.UTC),`);
    expect(shown('after', '2026-01-08T09:07:00.250Z')).toContain(`${at}, 250000000, time.UTC),`);
    expect(shown('after', '2026-01-08T09:07:00.000001Z')).toContain(`${at}, 1000, time.UTC),`);
    expect(shown('count', '7')).toContain('Count: 7,');
    expect(shown('least', '7')).toContain('Least: logendpoints.Ptr[int64](7),');
  });

  it('say all that is declared', () => {
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/all.of-it.yaml', bytes: ALL_OF_IT },
    ];
    const golden = new URL('fixtures/golden/all_of_it_endpoint.go', import.meta.url);
    expect(endpointText(compiled(inputs))).toBe(readFileSync(golden, 'utf8'));
  });
});
