/** What every engine is put through: each attack in each place of a request that takes a text. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unicodeText } from '../../support/unicode-text.ts';
import { encoded, isText, TEXTS, UNDECODABLE } from './corpus.ts';
import type { Ask, Heard } from './heard.ts';
import { asker, escaped, expectPlainLog, together, UUID } from './heard.ts';
import type { Thing } from './rows.ts';
import { comparable, logsOf, statsOf, thingsOf, usageOf } from './rows.ts';
import type { Opened } from './service.ts';
import { appOver, MANIFEST, open, storedOn } from './service.ts';

export interface SuiteOptions {
  /** One attack of so many meets `logs.all`, whose statement takes one of the engines long. */
  readonly logsEvery?: number;
  /** One attack of so many is tried in each place, in others another one; as a text that is compared or answered, all are. */
  readonly every?: number;
  /** How many random texts are tried in each place. */
  readonly runs: number;
}

const AT_ONCE = 8;
const EDGE = ['id', 'event_message', 'url'];
const USAGE = ['timestamp', 'total_rest_requests'];
const STATS = ['timestamp', 'min_execution_time', 'max_execution_time', 'count', 'error_count'];
const THING = ['id', 'text'];

const LOGS = '/api/endpoints/logs.all';
const COUNTS = '/api/endpoints/usage.api-counts';
const FUNCTIONS = '/api/endpoints/functions.invocation-stats';
const ALL = '/api/endpoints/things.all';
const ECHO = '/api/endpoints/things.echo';

/** A required text: empty is absent, and what is not text is refused. */
const refusal = (text: string) => {
  if (text === '') return 'missing_parameter';
  return isText(text) ? null : 'invalid_parameter';
};

export function injectionSuite(
  name: string,
  { logsEvery = 1, every = 1, runs }: SuiteOptions,
): void {
  let opened: Opened;
  let before: string;
  let ask: Ask;
  let asked = 0;
  let log: () => Promise<string>;
  let ignoring: Ask;
  let benign: ReadonlySet<string>;

  beforeAll(async () => {
    opened = await open(name);
    before = await opened.fingerprint();
    opened.sql.clear();
    benign = await statementsOfPlainRequests(opened);
    const first = appOver(opened.engine, null);
    const second = appOver(opened.engine, null, { unknownParameters: 'ignore' });
    const counted =
      (asks: Ask): Ask =>
      (path, headers) => {
        asked += 1;
        return asks(path, headers);
      };
    ask = counted(asker(first.app));
    ignoring = counted(asker(second.app));
    log = async () => (await first.log()) + (await second.log());
  });
  afterAll(() => opened.close());

  const forEach = (
    texts: readonly string[],
    work: (text: string, index: number) => Promise<void>,
  ) => together(texts, AT_ONCE, work);
  const sampled = TEXTS.filter((_, index) => index % logsEvery === 0);
  const some = (place: number) => TEXTS.filter((_, index) => (index + place) % every === 0);
  const expectRows = (heard: Heard, members: readonly string[], rows: readonly object[]) => {
    expect([heard.status, comparable(heard.rows, members)]).toEqual([200, storedOn(name, rows)]);
  };
  /** A text is answered with these rows; what is none is refused with the parameter's name. */
  const expectFound = async (
    place: string,
    param: string,
    text: string,
    members: readonly string[],
    rows: () => readonly object[],
  ) => {
    const heard = await ask(`${place}${param}=${encoded(text)}`);
    const code = refusal(text);
    if (code === null) return expectRows(heard, members, rows());
    expectRefused(heard, code, param);
  };

  describe('a text finds the rows that hold it and no other', () => {
    test('logs.all by project', async () => {
      await forEach(sampled, text =>
        expectFound(`${LOGS}?`, 'project', text, EDGE, () => logsOf(text)),
      );
    });
    test('functions.invocation-stats by project and by function', async () => {
      await forEach(some(1), async text => {
        await expectFound(`${FUNCTIONS}?interval=1hr&`, 'project', text, STATS, () =>
          statsOf(({ project }) => project === text, 'minute'),
        );
        await expectFound(
          `${FUNCTIONS}?interval=1hr&project=home&`,
          'function_id',
          text,
          STATS,
          () => statsOf(({ project, fn }) => project === 'home' && fn === text, 'minute'),
        );
      });
    });
    test('things.all by text', async () => {
      await forEach(TEXTS, text =>
        expectFound(`${ALL}?`, 'text', text, THING, () => thingsOf(thing => thing.text === text)),
      );
    });
    test('rows by lists of texts', async () => {
      const given = some(2).filter(text => text !== '');
      await forEach(given, async (text, index) => {
        const other = given[(index + 7) % given.length] ?? 'home';
        const isSound = isText(other);
        const place = isSound ? `${ALL}?texts=${encoded(other)}&` : `${ALL}?`;
        await expectFound(place, 'texts', text, THING, () =>
          thingsOf(thing => thing.text === text || (isSound && thing.text === other)),
        );
        await expectFound(`${ALL}?parts=-nobody-&`, 'parts', text, THING, () =>
          thingsOf(thing => thing.text?.includes(text) === true),
        );
      });
    });
    test('rows by filters', async () => {
      const finds: Readonly<Record<string, (own: string, text: string) => boolean>> = {
        ne: (own, text) => own !== text,
        contains: (own, text) => own.includes(text),
        not_contains: (own, text) => !own.includes(text),
        starts_with: (own, text) => own.startsWith(text),
        ends_with: (own, text) => own.endsWith(text),
      };
      const given = some(3).filter(text => text !== '');
      await forEach(given, async (text, index) => {
        const operators = Object.entries(finds);
        const [operator, holds] = operators[index % operators.length] ?? ['', () => false];
        const rows = () => thingsOf(({ text: own }) => own !== null && holds(own, text));
        const heard = await ask(`${ALL}?word[${operator}]=${encoded(text)}`);
        if (isText(text)) expectRows(heard, THING, rows());
        // a byte that breaks UTF-8 ends the reading
        else {
          const name = text.isWellFormed() ? `word__${operator}` : `word[${operator}]`;
          expectRefused(heard, 'invalid_parameter', name);
        }
      });
    });
    test('things.echo gives it back', async () => {
      await forEach(TEXTS, text =>
        expectFound(`${ECHO}?`, 'text', text, ['given', 'size'], () => [
          { given: text, size: [...text].length },
        ]),
      );
    });
  });

  describe('a pattern', () => {
    const judge = async (
      place: string,
      param: string,
      pattern: string,
      rows: (found: (text: string) => boolean) => readonly object[],
      members: readonly string[],
    ) => {
      const heard = await ask(`${place}${param}=${encoded(pattern)}`);
      if (heard.status === 400) return expectRefused(heard, 'invalid_parameter', param);
      // It throws on what is not a pattern: nothing else may have been accepted.
      const compiled = RE2JS.compile(pattern);
      expectRows(
        heard,
        members,
        rows(text => compiled.matcher(storedOn(name, text)).find()),
      );
    };
    test('that is an attack is refused or finds what RE2 finds', async () => {
      await forEach(some(4), async text => {
        await judge(`${COUNTS}?interval=minutely&`, 'project', text, usageOf, USAGE);
        await judge(
          `${ALL}?`,
          'pattern',
          text,
          found => thingsOf(thing => found(thing.text)),
          THING,
        );
      });
    });
    test('of an attack escaped finds the texts that contain it', async () => {
      await forEach(some(5), async text => {
        const pattern = escaped(text);
        const heard = await ask(`${COUNTS}?interval=minutely&project=${encoded(pattern)}`);
        // A letter again and again makes many partial matches at once: such a search may cost too much.
        const isDear = /(.)\1{63}/u.test(text) && heard.status === 400;
        if (isText(text) && [...pattern].length <= 128 && !isDear) {
          return expectRows(
            heard,
            USAGE,
            usageOf(url => url.includes(text)),
          );
        }
        expectRefused(heard, 'invalid_parameter', 'project');
      });
    });
  });

  describe('where no attack is a value', () => {
    const TYPED: Readonly<Record<string, (text: string) => ((thing: Thing) => boolean) | null>> = {
      whole: text => (/^-?\d+$/.test(text) ? ({ whole }) => whole === BigInt(text) : null),
      fraction: text =>
        /^-?\d+(?:e\d+)?$/.test(text) ? ({ fraction }) => fraction === Number(text) : null,
      wholes: text => (/^-?\d+$/.test(text) ? ({ whole }) => whole === BigInt(text) : null),
      flag: () => null,
      moment: text =>
        /^\d{4}-\d\d-\d\d$/.test(text)
          ? ({ moment }) => moment === BigInt(Date.parse(text)) * 1_000n
          : null,
      day: text => (/^\d{4}-\d\d-\d\d$/.test(text) ? ({ day }) => day === text : null),
      ident: () => null,
      choice: () => null,
    };
    test.each(Object.entries(TYPED))('%s refuses it', async (param, meaning) => {
      await forEach(some(param.length), async text => {
        const heard = await ask(`${ALL}?${param}=${encoded(text)}`);
        const isMeant = meaning(text);
        if (isMeant === null) expectRefused(heard, 'invalid_parameter', param);
        else expectRows(heard, THING, thingsOf(isMeant));
      });
    });
    test.each([
      [`${LOGS}?project=home&`, 'iso_timestamp_start'],
      [`${LOGS}?project=home&`, 'iso_timestamp_end'],
      [`${COUNTS}?project=home&`, 'interval'],
    ])('%s%s refuses it', async (place, param) => {
      await forEach(some(param.length), async text => {
        // One of them is a date, and a legal one.
        if (param !== 'interval' && text === '2026-01-15') return;
        const heard = await ask(`${place}${param}=${encoded(text)}`);
        expectRefused(heard, 'invalid_parameter', param);
      });
    });
    test('an enum with a default takes the default', async () => {
      const hours = statsOf(({ project }) => project === 'home', 'hour');
      await forEach(some(6), async text => {
        await expectFound(`${FUNCTIONS}?project=home&`, 'interval', text, STATS, () => hours);
        await expectFound(`${ALL}?text=home&`, 'mode', text, THING, () => []);
      });
      await forEach(sampled, text =>
        expectFound(`${LOGS}?project=home&`, 'project_tier', text, EDGE, () => logsOf('home')),
      );
    });
    test('bytes that are no text are refused in every parameter', async () => {
      for (const { name: endpoint, params } of MANIFEST.endpoints) {
        for (const { name: param } of params) {
          await forEach(UNDECODABLE, async raw => {
            const heard = await ask(`/api/endpoints/${endpoint}?${param}=${raw}`);
            expect(heard.status).toBe(400);
            expect(heard.body).toContain(`"name":"${param}"`);
          });
        }
      }
    });
  });

  test('an attack as the name of a parameter is unknown, or ignored', async () => {
    await forEach([...some(7), ''], async text => {
      const query = `?text=home&${encoded(text)}=home`;
      const heard = await ask(`${ALL}${query}`);
      if (!isText(text) && !text.includes('\0')) expect(heard.code).toBe('invalid_parameter');
      else expect([text, heard.code]).toEqual([text, 'unknown_parameter']);
      expect(heard.status).toBe(400);
      if (isText(text)) expectRows(await ignoring(`${ALL}${query}`), THING, []);
    });
    await forEach(UNDECODABLE, async raw => {
      const heard = await ask(`${ALL}?text=home&${raw}=home`);
      expect(heard).toMatchObject({ status: 400, code: 'invalid_parameter' });
    });
  });

  test('an attack as an operator of a filter is refused, also where names are ignored', async () => {
    const given = some(8).filter(text => text.isWellFormed());
    await forEach(given, async (text, index) => {
      const name = index % 2 === 0 ? `word[${text}]` : `word__${text}`;
      for (const each of [ask, ignoring]) {
        const heard = await each(`${ALL}?${encoded(name)}=home`);
        expect([name, heard.status]).toEqual([name, 400]);
      }
    });
  });

  test('an attack in place of an endpoint is none', async () => {
    const places = ['/api/endpoints/', '/api/endpoints/query/', '/api/endpoints/logs.all', '/'];
    let nothing = 0;
    const given = [...some(9).map(encoded), ...UNDECODABLE];
    await forEach(given, async raw => {
      for (const place of places) {
        const heard = await ask(`${place}${raw}?project=home`);
        // A dot or two lead to another place before anybody is asked.
        if (heard.status === 404) {
          nothing += 1;
          expect(unhinted(heard.body)).toBe(NOTHING);
        } else expect([raw, heard.status]).toEqual([expect.stringMatching(/^(?:%2e)+$/i), 200]);
      }
    });
    expect(nothing).toBeGreaterThan(given.length * 3);
  });

  test('an attack in a header changes no answer and is in none', async () => {
    const names = [
      'X-Request-Id',
      'X-API-KEY',
      'Authorization',
      'Accept-Encoding',
      'If-None-Match',
      'Origin',
      'traceparent',
      'Content-Type',
      'X-Forwarded-For',
    ];
    const query = `${ALL}?text=${encoded("' OR 1=1 --")}`;
    const rows = thingsOf(({ text }) => text === "' OR 1=1 --");
    // As Node hands over the bytes of a header; what ends a header is sent over a socket elsewhere.
    const values = some(10)
      .filter(text => !/[\0\r\n]/.test(text))
      .map(text => Buffer.from(text).toString('latin1'));
    await forEach(values, async (value, index) => {
      const header = names[index % names.length] ?? '';
      const others = index % 3 === 0 ? names : [header, 'X-Request-Id'];
      for (const one of new Set(others)) {
        const heard = await ask(query, { [one]: value });
        const id = heard.headers['x-request-id'];
        if (one === 'X-Request-Id' && /^[\w.-]{1,64}$/.test(value.trim()))
          expect(id).toBe(value.trim());
        else expect(id).toMatch(UUID);
        expect(heard.headers['content-encoding']).toBe(undefined);
        expectRows(heard, THING, rows);
      }
    });
  });

  const anyText = fc.oneof(
    unicodeText({ maxLength: 24 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    // code units, so halves of characters too
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map(units => String.fromCharCode(...units)),
    // ends of attacks that were cut and joined
    fc
      .array(fc.tuple(fc.constantFrom(...TEXTS), fc.nat(20)), { minLength: 1, maxLength: 3 })
      .map(parts => parts.map(([text, length]) => text.slice(0, length)).join('')),
  );

  test('any text as a value', async () => {
    const property = fc.asyncProperty(anyText, async text => {
      await expectFound(`${ECHO}?`, 'text', text, ['given', 'size'], () => [
        { given: text, size: [...text].length },
      ]);
      await expectFound(`${FUNCTIONS}?interval=1hr&`, 'project', text, STATS, () =>
        statsOf(({ project }) => project === text, 'minute'),
      );
    });
    await fc.assert(property, { numRuns: runs });
  });

  test('any text as a name, in the path and in headers', async () => {
    const property = fc.asyncProperty(anyText, async text => {
      const named = await ask(`${ECHO}?text=x&${encoded(text)}=y`);
      expect(named).toMatchObject({ status: 400, code: expect.stringMatching(FAULTS) });
      const placed = await ask(`/api/endpoints/${encoded(`x${text}`)}`);
      expect([placed.status, unhinted(placed.body)]).toEqual([404, NOTHING]);
      const value = Buffer.from(text.replace(/[\0\r\n]/g, '')).toString('latin1');
      const sent = await ask(`${ECHO}?text=x`, { 'X-Request-Id': value, Origin: value });
      expectRows(sent, ['given'], [{ given: 'x' }]);
    });
    await fc.assert(property, { numRuns: runs });
  });

  describe('after all that', () => {
    test('no statement was run but those of plain requests', () => {
      expect([...opened.sql].filter(sql => !benign.has(sql))).toEqual([]);
      expect(benign.size).toBeGreaterThan(10);
    });
    test('the tables are what they were, and nothing is beside them', async () => {
      expect(await opened.fingerprint()).toBe(before);
    });
    test('the log has one plain line for each request', async () => {
      expect(asked).toBeGreaterThan((TEXTS.length * 15) / every);
      expectPlainLog(await log(), asked, []);
    });
  });
}

/** `text` itself would be repeated; bytes other than text cannot be read. */
const FAULTS = /^(?:unknown|repeated|invalid)_parameter$/;

/** A 404 without its hint, which repeats no text of the caller. */
function unhinted(body: string): string {
  return body.replaceAll(
    / (?:Use `[\w.-]+`, if that is meant|Endpoints are below `\/api\/endpoints`)\./g,
    '',
  );
}

const NOTHING = JSON.stringify({
  type: 'about:blank',
  title: 'Unknown endpoint',
  status: 404,
  detail: 'There is no such endpoint.',
  code: 'unknown_endpoint',
  error: { code: 'unknown_endpoint', message: 'There is no such endpoint.' },
});

function expectRefused({ status, code, body }: Heard, expected: string, param: string): void {
  expect([status, code]).toEqual([400, expected]);
  const { parameters } = JSON.parse(body) as { parameters: readonly { readonly name: string }[] };
  expect(parameters.map(({ name }) => name)).toEqual([param]);
}

/** What the engine is given for requests without any attack: every choice, and each guarded condition that is asked for. */
async function statementsOfPlainRequests({ engine, sql }: Opened): Promise<ReadonlySet<string>> {
  const ask = asker(appOver(engine, null).app);
  const requests = [
    `${LOGS}?project=home`,
    `${LOGS}?project=home&iso_timestamp_start=2026-01-15`,
    `${LOGS}?project=home&iso_timestamp_end=2026-01-15`,
    `${COUNTS}?project=home&interval=minutely`,
    ...['1hr', '1day'].flatMap(interval => [
      `${FUNCTIONS}?project=home&interval=${interval}`,
      `${FUNCTIONS}?project=home&interval=${interval}&function_id=fn`,
    ]),
    `${ECHO}?text=home`,
    ALL,
    ...[
      'text=home',
      'pattern=home',
      'whole=1',
      'texts=home',
      'parts=home',
      'wholes=1',
      'word__ne=home',
      'word__contains=home',
      'word__not_contains=home',
      'word__starts_with=home',
      'word__ends_with=home',
      'fraction=1',
      'moment=2026-01-15',
      'day=2026-01-15',
    ].map(query => `${ALL}?${query}`),
    `${ALL}?text=home&mode=none`,
  ];
  for (const request of requests) expect((await ask(request)).status).toBe(200);
  return new Set(sql);
}
