import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordNames, methodNames } from '../../../generator/emitters/clients/python/names.ts';
import python from '../../../generator/emitters/clients/python/python.ts';
import {
  documented,
  identifier,
  literal,
} from '../../../generator/emitters/clients/python/text.ts';
import { NAMES, PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { namesakes } from '../../contracts/client/emission/twins.ts';
import { clientFiles } from '../../support/client-files.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  endpointInput,
  ownInputs,
} from '../../support/openapi-fixture.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { packageOf, TEMPLATES } from './package.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const KEYWORDS = new Set(
  [
    'False None True and as assert async await break class continue def del elif else except finally for from global if',
    'import in is lambda nonlocal not or pass raise return try while with yield',
  ].flatMap(line => line.split(' ')),
);

const own = compiled(ownInputs());
const textAt = (files: ReturnType<typeof packageOf>, end: string) => {
  const found = files.find(({ path }) => path.endsWith(end));
  if (found === undefined) throw new Error(`no ${end}`);
  return found.text;
};

/** The value that Python reads, of the escapes that are written. */
function readBack(body: string): string {
  return body.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([\\"nrt]))/g,
    (_, x = '', u = '', long = '', short = '') => {
      const hex = x + u + long;
      if (hex !== '') return String.fromCodePoint(Number.parseInt(hex, 16));
      return { n: '\n', r: '\r', t: '\t' }[short as string] ?? short;
    },
  );
}

describe('a text in Python', () => {
  const texts = fc.oneof(
    unicodeText(),
    fc.string({ unit: fc.constantFrom(...'\\"\'\n\r\t #x0u{}', '\u2028', '🎈') }),
    fc.constantFrom(...Object.values(PAYLOADS)),
  );

  it('is a literal of ASCII on one line, and reads back as it was', () => {
    fc.assert(
      fc.property(texts, text => {
        const written = String(literal(text));
        expect(written).toMatch(/^"(?:[ !#-[\]-~]|\\[\\"nrtxuU])*"$/);
        expect(readBack(written.slice(1, -1))).toBe(text);
      }),
    );
  });

  it('ends no docstring, whatever stands beside it, and reads back but for line breaks at its end', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [first, second] = [documented(one), documented(other)].map(String);
        const body = `${first}${second}`;
        expect(body).toMatch(/^(?:[^\\"]|\\.|"(?!"))*$/su);
        expect(body).not.toMatch(/(^|[^\\])(\\\\)*"$|[ \t](\n|$)|[\r\u2028\u2029\u0085\f\v\u202e]/);
        expect(readBack(first ?? '')).toBe(one.replace(/\n+$/, ''));
      }),
    );
  });

  it('is a name only where it is one', () => {
    for (const text of ['', '1a', 'a-b', 'a b', 'é', 'class', 'None', 'a\n']) {
      expect(() => identifier(text)).toThrow('identifier');
    }
    expect(['match', 'type', '_', 'print'].map(name => String(identifier(name)))).toEqual([
      ...['match', 'type', '_', 'print'],
    ]);
  });
});

it('a module of types imports what it names', () => {
  const sources = `sources:
  things:
    tables: { duckdb: { table: things }, bigquery: { table: things }, clickhouse: { table: things } }
    columns:
      timestamp: { type: timestamp, required: true }
      share: { type: float64, required: true }
`;
  const select = 'select: { share: share, at: timestamp }';
  const text = `endpoint: a\nid: 70000000-0000-4000-8000-000000000001\nfrom: things\n${select}\n`;
  const inputs = { sources, a: text };
  const files = packageOf(
    compiled(
      Object.entries(inputs).map(([name, bytes]) => ({ path: `endpoints/${name}.yaml`, bytes })),
    ),
  );
  const module = textAt(files, '/endpoints/a.py');
  expect(module).toContain('from typing import Iterable, List, Optional, TypedDict\n');
  expect(module).toContain('    share: Optional[float]\n');
});

describe('names in Python', () => {
  const words = fc.constantFrom(...NAMES, 'max_retries', 'class_', 'self_', 'param__init__');

  it('are keywords of calls: names that differ, mean nothing else, and say what they stand for', () => {
    fc.assert(
      fc.property(fc.uniqueArray(words), params => {
        const names = [...keywordNames(params).values()];
        expect(new Set(names).size).toBe(params.length);
        for (const [index, name] of names.entries()) {
          expect(name).toMatch(NAME);
          expect(KEYWORDS.has(name) || name.startsWith('__')).toBe(false);
          expect(['self', 'timeout', 'max_retries', 'headers']).not.toContain(name);
          expect(name).toContain(params[index]);
        }
      }),
    );
    expect(Object.fromEntries(keywordNames(['class', 'class_', 'a', 'self', '__x']))).toEqual({
      class: 'class__',
      class_: 'class_',
      a: 'a',
      self: 'self_',
      __x: 'param__x',
    });
  });

  it('are names of methods that the client has no other meaning for', () => {
    const names = [...NAMES, 'close', 'with_response', 'with-response', 'str', 'property', 'core'];
    const endpoints = [
      ...new Set(names.map(name => name.toLowerCase().replace(/^[_0-9]+/, '')).filter(Boolean)),
    ].map((name, index) => ({ name, id: `${String(index).padStart(8, '0')}-0000` }));
    const methods = [...methodNames(endpoints).values()];
    expect(new Set(methods.map(name => name.toLowerCase())).size).toBe(endpoints.length);
    for (const name of methods) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(KEYWORDS.has(name)).toBe(false);
      expect(['close', 'with_response', 'str', 'int', 'property']).not.toContain(name);
    }
    expect(methodNames([{ name: 'usage.api-counts', id: '0' }]).get('usage.api-counts')).toBe(
      'usage_api_counts',
    );
  });
});

describe('the package', () => {
  it('goes by its name, and leaves no hole', () => {
    const files = clientFiles(python, own, { name: 'Other1' });
    const text = files.map(each => `${each.path}\n${each.text}`).join('\n');
    expect(text).not.toMatch(/log_endpoints|\{\{/);
    // every docstring has the usual quotes
    expect(text).not.toMatch(/^ *""'/m);
    expect(textAt(files, 'pyproject.toml')).toContain('name = "Other1"');
    expect(files.map(({ path }) => path)).toContain('src/Other1/py.typed');
  });

  it('shows calls with their arguments, which readers of types take', () => {
    const readme = textAt(packageOf(own), 'README.md');
    const calls = [
      ...readme.matchAll(/( *)[\w= ]*client\.(?:\w+\.)?functions_invocation_stats\(\n( *)/g),
    ];
    expect(calls).toHaveLength(4);
    for (const [, outer, inner] of calls) expect(inner).toBe(`${outer}    `);
    expect(readme).not.toContain('**params');
  });

  it('ships every template, and nothing beside it', () => {
    const shipped = packageOf(own).map(({ path }) => path.replace(/^clients\/python\//, ''));
    const expected = [...TEMPLATES.keys()].map(path =>
      path.replace(/^python\/(?!README|pyproject)/, 'src/log_endpoints/').replace('python/', ''),
    );
    expect(shipped).toEqual(expect.arrayContaining(expected));
    expect(new Set(shipped).size).toBe(shipped.length);
    expect(shipped.filter(path => !expected.includes(path)).sort()).toEqual([
      '.gitignore',
      'src/log_endpoints/_async_client.py',
      'src/log_endpoints/_client.py',
      'src/log_endpoints/_examples.py',
      'src/log_endpoints/endpoints/__init__.py',
      'src/log_endpoints/endpoints/functions_invocation_stats.py',
      'src/log_endpoints/endpoints/logs_all.py',
      'src/log_endpoints/endpoints/usage_api_counts.py',
      'src/log_endpoints/endpoints/usage_statuses.py',
    ]);
  });

  it('has each declared parameter and column, with its words', () => {
    const files = packageOf(own);
    expect(textAt(files, 'endpoints/functions_invocation_stats.py')).toContain(
      [
        '    min_execution_time: Optional[float]',
        '    """Shortest execution time.',
        '',
        '    Unit: ms',
        '    """',
      ].join('\n'),
    );
    const method = textAt(files, '/_client.py');
    expect(method).toContain(
      '\n\n        At most 1,000 rows. They may be up to 900 seconds old.\n\n',
    );
    expect(method).toContain('\n\n        At most 100 rows.\n\n');
    expect(method).toContain(
      [
        '        project: str,',
        '        function_id: Optional[str] = None,',
        '        interval: Optional[_endpoints.functions_invocation_stats.Interval] = None,',
        '        timeout: Optional[float] = None,',
      ].join('\n'),
    );
    expect(method).toContain(
      [
        '            interval: Span and bucket: 5 minutes by second, 15 minutes or 1 hour by minute, 1 day by hour, 7 days by day.',
        '                One of: `5min`, `15min`, `1hr`, `1day`, `7day`',
        '                Default: 1day',
        '                Any other value means the default.',
        '                Example: 1hr',
      ].join('\n'),
    );
  });

  it('spells every scalar and encoding', () => {
    const files = packageOf(compiled(EVERYTHING_INPUTS));
    const row = (path: string, name: string) =>
      new RegExp(`class ${name}\\(TypedDict\\):\n(?: .*\n|\n(?! *\n))*`).exec(
        textAt(files, path),
      )?.[0];
    const types = (path: string, name: string) =>
      row(path, name)
        ?.match(/^ {4}(?!Unit)\w+: [\w[\]]+$/gm)
        ?.map(line => line.trim());
    expect(types('every_encode.py', 'ParsedRow')).toEqual([
      ...['at: datetime', 'micros: int', 'millis: int', 'digits: Optional[str]'],
    ]);
    expect(types('every_thing1.py', 'Row')).toEqual([
      ...['id: str', 'timestamp: str', 'whole: int', 'maybe_whole: Optional[int]'],
      ...['fraction: Optional[float]', 'flag: Optional[bool]', 'day: str', 'anything: Any'],
      ...['toString: Optional[str]', 'record: Optional[RowRecord]'],
    ]);
  });

  it('finds instants and days wherever they stand in a row, as texts', () => {
    const files = packageOf(compiled(EVERYTHING_INPUTS));
    const paths = (path: string) =>
      textAt(files, path).match(/(?<=^ {4})(?:timestamps|dates) = .*$/gm);
    expect(paths('every_thing1.py')).toEqual([
      'timestamps = (("timestamp",), ("record", "inner", "at"))',
      'dates = (("day",), ("record", "inner", "on"))',
    ]);
    expect(paths('every_encode.py')).toEqual(['timestamps = (("at",),)', 'dates = ()']);
  });

  it('parses a record of days alone, and leaves one without any as it is', () => {
    const table = '{ bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t } }';
    const columns = '{ days: { record: { on: date } }, texts: { record: { on: string } } }';
    const bytes = `sources: { t: { tables: ${table}, columns: ${columns} } }`;
    const { path, bytes: one } = endpointInput('one', '50000000-0000-4000-8000-000000000000');
    const text = String(one).replace('things', 't').replace('[id]', '[days, texts]');
    const files = packageOf(
      compiled([
        { path: 'sources.yaml', bytes },
        { path, bytes: text },
      ]),
    );
    expect(textAt(files, '/one.py')).toContain(
      'class ParsedRowDays(TypedDict):\n    on: Optional[date]',
    );
    expect(textAt(files, '/one.py')).toContain('    texts: Optional[RowTexts]\n\n\ndef parse_rows');
  });

  it('writes a key that a class cannot have by a call', () => {
    const files = packageOf(namesakes('class'));
    expect(textAt(files, 'endpoints/run_class.py')).toContain(
      'Row = TypedDict(\n    "Row",\n    {\n        "class": str,\n        "record": Optional[RowRecord],\n    },\n)',
    );
    expect(textAt(files, '/_client.py')).toContain(
      '            {\n                "class": class_,',
    );
  });

  it('writes a name that is no word by a call, and makes the type of a record of its letters', () => {
    const { path, bytes } = endpointInput('one', '50000000-0000-4000-8000-000000000000');
    const select = "{ 'Größe & Job': id, '1st Record': record }";
    const files = packageOf(
      compiled([
        ...EVERYTHING_INPUTS.slice(0, 1),
        { path, bytes: String(bytes).replace('[id]', select) },
      ]),
    );
    const text = textAt(files, '/one.py');
    expect(text).toContain('        "Gr\\xf6\\xdfe & Job": str,');
    expect(text).toContain('        "1st Record": Optional[Row1stRecord],');
  });

  const typesOf = (key: string) => {
    const files = packageOf(namesakes(key));
    return files.find(({ path }) => /\/endpoints\/(?!__init__)/.test(path))?.text ?? '';
  };

  it.each([
    ...['None', '__init__', '__x', 'str', 'date', 'Optional', 'Row', 'ParsedRow', 'RowRecord'],
  ])('says the key %s by a call, for within a class it would mean something else', key => {
    const text = typesOf(key);
    expect(text.match(/^class \w+/gm)).toBe(null);
    expect(text.match(new RegExp(`(?<=^ {8}"${key}": ).*(?=,$)`, 'gm'))).toEqual([
      ...['Optional[float]', 'Optional[str]', 'str'],
    ]);
  });

  it.each(['type', '_x', 'rows', 'match', 'rowing'])('says the key %s in a class', key => {
    const text = typesOf(key);
    expect(text).not.toContain('= TypedDict(');
    expect(text.match(new RegExp(`(?<=^ {4}${key}: ).*$`, 'gm'))).toEqual([
      ...['Optional[float]', 'Optional[str]', 'str'],
    ]);
  });

  it.each([
    ...['Literal', 'Optional', 'TypedDict', 'row', 'Row', 'row_record', 'parsed_row', '_', 'none'],
  ])(
    'binds no name of a module twice where a parameter, a column and a field are called %s',
    key => {
      const text = typesOf(key);
      const imported = [...text.matchAll(/^from \S+ import (.*)$/gm)].flatMap(([, names = '']) =>
        names.split(', '),
      );
      const defined = [...text.matchAll(/^(?:class |def |(?=\w+ = ))(\w+)/gm)].map(
        ([, one]) => one,
      );
      const bound = [...imported, ...defined];
      expect(defined.length).toBe(4);
      expect(bound.filter((name, index) => bound.indexOf(name) !== index)).toEqual([]);
      expect(bound.filter(name => KEYWORDS.has(name ?? ''))).toEqual([]);
    },
  );

  it('can be without endpoints', () => {
    const none = { ...own, endpoints: [] };
    expect(textAt(packageOf(none), '/_client.py')).not.toContain('endpoints');
    const types = textAt(packageOf(none), '/endpoints/__init__.py');
    expect(types).not.toContain('import');
  });

  it('is the same whatever the order of the files', () => {
    const inputs = [
      ...EVERYTHING_INPUTS,
      endpointInput('zz.last', `${'5'.repeat(8)}-0000-4000-8000-000000000000`),
    ];
    expect(packageOf(compiled([...inputs].reverse()))).toEqual(packageOf(compiled(inputs)));
  });
});
