/** Strangers' texts through every type of parameter of own statements, on each engine; and in many places of one statement. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import { createApp } from '../../../server/http/app.ts';
import {
  type Filled,
  filledBigQuery,
  filledClickHouse,
  filledDuckDb,
} from '../../engines/filled-engines.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { usually, usuallySome } from '../../support/usually.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { encoded, isText, TEXTS, UNDECODABLE } from '../injection/corpus.ts';
import { type Ask, asker, together } from '../injection/heard.ts';
import { comparable, THINGS, type Thing, thingsOf } from '../injection/rows.ts';

const TABLES: readonly TestTable[] = [
  {
    name: 'things',
    layout: 'nested',
    columns: {
      id: { type: 'string', required: true },
      text: { type: 'string' },
      whole: { type: 'int64' },
      fraction: { type: 'float64' },
      flag: { type: 'bool' },
      moment: { type: 'timestamp' },
      day: { type: 'date' },
      ident: { type: 'string' },
      choice: { type: 'string' },
    },
    rows: THINGS.map(thing => ({ ...thing })),
  },
];
const SOURCES = `
  things:
    tables: { bigquery: { table: things }, duckdb: { table: things }, clickhouse: { table: things } }
    columns: { id: string, text: string }`;

const optional = (name: string) => `AND (@${name} IS NULL OR ${name} = @${name})`;
const ALL = `
params:
  text: { type: string }
  whole: { type: int64 }
  fraction: { type: float64 }
  flag: { type: bool }
  moment: { type: timestamp }
  day: { type: date }
  ident: { type: uuid }
  pattern: { type: regex }
  choice: { enum: [a, b] }
  piece: { type: string }
  mode: { enum: [all, none], default: all, otherwise: default }
query:
  ENGINE:
    - SELECT id, text FROM things WHERE text <> '@text' ${['text', 'whole', 'fraction', 'flag', 'moment', 'day', 'ident', 'choice'].map(optional).join(' ')}
    - AND (@pattern IS NULL OR text = @pattern) -- @pattern
    - { when: piece, sql: AND @piece = text /* @piece */ }
    - { by: mode, cases: { all: ORDER BY id, none: AND 1 = 0 ORDER BY id } }
columns: { id: { type: string, required: true }, text: string }
`;

/** The text in many places; `LENGTH` counts characters. */
const ECHO = `
params: { text: { type: string, required: true }, n: { type: int64, default: 1 } }
query:
  ENGINE: |
    WITH given AS (SELECT @text AS v, '@text' AS name)
    SELECT @text AS given, LENGTH(@text) AS size, CONCAT('<', @text, '>') AS joined,
      CASE WHEN @text IN ('@text', @text) THEN 'yes' ELSE '@text' END AS among, [@text, '@text'] AS list,
      (SELECT MAX(v) FROM given WHERE v = @text) AS sub, (SELECT MAX(name) FROM given) AS plain
    FROM things AS t JOIN (SELECT 't000' AS k) AS j ON j.k = t.id AND @text = @text
    WHERE t.id = 't000' /* @text */ GROUP BY t.id HAVING MAX(@text) = @text ORDER BY @text, t.id LIMIT @n -- @text
columns: { given: string, size: int64, joined: string, among: string, list: json, sub: string, plain: string }
`;

const echoOf = (text: string) => ({
  given: text,
  size: [...text].length,
  joined: `<${text}>`,
  among: 'yes',
  list: [text, '@text'],
  sub: text,
  plain: '@text',
});

const ENGINES: readonly (readonly [string, string, () => Promise<Filled>])[] = [
  ['duckdb', 'length', () => filledDuckDb(TABLES)],
  ['clickhouse', 'lengthUTF8', () => filledClickHouse(TABLES)],
  ['bigquery', 'CHAR_LENGTH', () => filledBigQuery(TABLES)],
];

/** By parameter: the rows that a text finds; `null` where the text is not a value of the parameter's type. */
const TYPED: Readonly<Record<string, (text: string) => ((thing: Thing) => boolean) | null>> = {
  whole: text => (/^-?\d+$/.test(text) ? ({ whole }) => whole === BigInt(text) : null),
  fraction: text =>
    /^-?\d+(?:e\d+)?$/.test(text) ? ({ fraction }) => fraction === Number(text) : null,
  flag: () => null,
  moment: text =>
    text === '2026-01-15' ? ({ moment }) => moment === BigInt(Date.parse(text)) * 1_000n : null,
  day: text => (text === '2026-01-15' ? ({ day }) => day === text : null),
  ident: () => null,
  choice: () => null,
};

const SOME = usuallySome(TEXTS);
const PLACE = '/api/endpoints/own.all';
const THING = ['id', 'text'];

describe.each(ENGINES)('own statements on %s', (name, length, open) => {
  const sql = new Set<string>();
  let filled: Filled;
  let ask: Ask;
  let close: () => void;
  beforeAll(async () => {
    filled = await open();
    const engine: Engine = {
      ...filled.engine,
      run: (statement, limits) => {
        sql.add(statement.sql);
        return filled.engine.run(statement, limits);
      },
    };
    const spec = (text: string) => text.replace('ENGINE', name).replace('LENGTH', length);
    const manifest = manifestOf(SOURCES, { 'own.all': spec(ALL), 'own.echo': spec(ECHO) }, [name]);
    const limits = { concurrency: 2, queue: 1_000 };
    const app = createApp({ manifest, engine, keys: null, log: () => {}, limits });
    ask = asker(app);
    close = app.close;
  });
  afterAll(async () => {
    close();
    await filled.close();
  });

  const forEach = (work: (text: string) => Promise<void>, texts = TEXTS) =>
    together(texts, 4, work);
  const expectFound = async (
    param: string,
    text: string,
    isMeant: ((thing: Thing) => boolean) | null,
  ) => {
    const heard = await ask(`${PLACE}?${param}=${encoded(text)}`);
    if (isMeant === null) {
      expect([text, heard.status, heard.code]).toEqual([text, 400, 'invalid_parameter']);
    } else {
      const rows = thingsOf(isMeant);
      expect([text, heard.status, comparable(heard.rows, THING)]).toEqual([text, 200, rows]);
    }
  };
  const equal = (text: string) => (isText(text) ? (thing: Thing) => thing.text === text : null);

  test('a text finds the rows that hold it and no other', () =>
    forEach(async text => {
      await expectFound('text', text, equal(text));
    }, SOME));

  test('a text in a piece of its own does too', () =>
    forEach(async text => {
      await expectFound('piece', text, equal(text));
    }, SOME));

  test('a pattern is refused, or a text like others', () =>
    forEach(
      async text => {
        const { status } = await ask(`${PLACE}?pattern=${encoded(text)}`);
        await expectFound('pattern', text, status === 200 ? equal(text) : null);
      },
      TEXTS.filter((_, index) => index % 3 === 0),
    ));

  test.each(Object.entries(TYPED))(
    '%s refuses a text that is no value of its type',
    (param, meaning) => forEach(text => expectFound(param, text, meaning(text)), SOME),
  );

  test('an enum that chooses a piece takes its default', () =>
    forEach(async text => {
      const heard = await ask(`${PLACE}?whole=3&mode=${encoded(text)}`);
      if (!isText(text)) expect(heard.status).toBe(400);
      else expect(comparable(heard.rows, THING)).toEqual(thingsOf(({ whole }) => whole === 3n));
    }, SOME));

  test('a text is what it was wherever it stands', () => forEach(expectEcho));
  const expectEcho = async (text: string) => {
    const heard = await ask(`/api/endpoints/own.echo?text=${encoded(text)}`);
    if (isText(text) && text !== '')
      expect([heard.status, heard.rows]).toEqual([200, [echoOf(text)]]);
    else expect([text, heard.status]).toEqual([text, 400]);
  };

  test('any text is', async () => {
    const anyText = fc.oneof(
      unicodeText({ maxLength: 24 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc
        .array(fc.tuple(fc.constantFrom(...TEXTS), fc.nat(20)), { minLength: 1, maxLength: 3 })
        .map(parts => parts.map(([text, end]) => text.slice(0, end)).join('')),
    );
    await fc.assert(fc.asyncProperty(anyText, expectEcho), { numRuns: usually(150) });
  });

  test('bytes that are no text, and attacks as names, are refused', async () => {
    for (const raw of UNDECODABLE) {
      expect((await ask(`${PLACE}?text=${raw}`)).status).toBe(400);
      expect((await ask(`${PLACE}?piece=x&${raw}=x`)).status).toBe(400);
    }
    await forEach(async text => {
      expect((await ask(`${PLACE}?${encoded(`${text}x`)}=x`)).status).toBe(400);
    });
  });

  test('and the statements were those of plain requests', () => {
    // with and without the piece, the echo
    expect([...sql].length).toBe(3);
    for (const text of sql) expect(text).not.toMatch(/planted|OR 1=1|OR '1'='1/);
  });

  test('and the table holds what it held', async () => {
    const heard = await ask(PLACE);
    expect(comparable(heard.rows, THING)).toEqual(thingsOf(() => true));
  });
});
