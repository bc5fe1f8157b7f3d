/** How each value is written. */
import type { Case, Told } from '../case.ts';
import { sample } from '../entries.ts';

const all = (id: string) => `/api/endpoints/values.all?id=${id}`;
const digits = (id: string) => `/api/endpoints/values.digits?id=${id}`;
const micros = (iso: string, more = 0n) => BigInt(Date.parse(iso)) * 1_000n + more;

/** An instant, and how it is written: as a text, and counted since 1970 in microseconds and in milliseconds. */
const INSTANTS: readonly (readonly [bigint, string, number, number])[] = [
  [micros('2026-01-15T10:07:00Z'), '2026-01-15T10:07:00Z', 1768471620000000, 1768471620000],
  [micros('2026-01-15T10:07:00.120Z'), '2026-01-15T10:07:00.120Z', 1768471620120000, 1768471620120],
  [
    micros('2026-01-15T10:07:00.120Z', 1n),
    '2026-01-15T10:07:00.120001Z',
    1768471620120001,
    1768471620120,
  ],
  [
    micros('2026-01-15T10:07:00Z', 1n),
    '2026-01-15T10:07:00.000001Z',
    1768471620000001,
    1768471620000,
  ],
  [
    micros('2026-01-15T10:07:00Z', 999_999n),
    '2026-01-15T10:07:00.999999Z',
    1768471620999999,
    1768471620999,
  ],
  [0n, '1970-01-01T00:00:00Z', 0, 0],
  [-1n, '1969-12-31T23:59:59.999999Z', -1, -1],
  [-1_000n, '1969-12-31T23:59:59.999Z', -1000, -1],
  [micros('1900-01-01T00:00:00Z'), '1900-01-01T00:00:00Z', -2208988800000000, -2208988800000],
  [
    micros('2255-06-05T23:47:34.740Z', 991n),
    '2255-06-05T23:47:34.740991Z',
    9007199254740991,
    9007199254740,
  ],
];
const FLOATS = [0, 0.1, -2.5, 1e300, 5e-324, 1.7976931348623157e308, 123456789.125, 1e21];
const TEXTS = [
  '',
  ' ',
  'a"b\\c/d',
  '\t\n\r\u0001\u001f\u007f',
  '\u2028\u2029',
  'é日本😀\u{10ffff}',
  '</script>',
  'null',
  '\ufeffmark',
];
const UNSAFE: Told = {
  problem: { code: 'unsafe_integer', detail: /^`\S+` contains an integer beyond 2\^53-1\.$/ },
};
const FULL = {
  number: 7n,
  ratio: 0.5,
  flag: true,
  day: '2026-01-15',
  text: 'x',
  doc: '{"b":[1,null,"é"],"a":{}}',
  meta: {
    text: 'y',
    number: -1n,
    ratio: 1.25,
    seen: micros('2026-01-15T10:07:00.500Z'),
    day: '2000-02-29',
    inner: { flag: false, text: '' },
  },
};

export const VALUE_CASES: readonly Case[] = [
  {
    promise: 'keys stand in the order of the specification, each value in the form of its type',
    rows: { samples: [sample('full', FULL)] },
    steps: [
      [
        all('full'),
        {
          text: new RegExp(
            [
              '^\\{"result":\\[\\{"at":"2026-01-15T10:00:00Z","micros":1768471200000000,"millis":1768471200000,"number":7,',
              '"ratio":0\\.5,"flag":true,"day":"2026-01-15","text":"x","doc":\\{.*\\},"meta":\\{"text":"y","number":-1,"ratio":1\\.25,',
              '"seen":"2026-01-15T10:07:00\\.500Z","day":"2000-02-29","inner":\\{"flag":false,"text":""\\}\\}\\}\\]\\}$',
            ].join(''),
          ),
          json: { result: [{ doc: { a: {}, b: [1, null, 'é'] } }] },
        },
      ],
    ],
  },
  {
    promise: 'what is NULL is null, and so is a record all of whose leaves are, at every level',
    rows: {
      samples: [
        sample('empty'),
        sample('hollow', { meta: { inner: {} } }),
        sample('list', { meta: [] }),
        sample('partly', { meta: { inner: { flag: false } } }),
        sample('first', { meta: [{ number: 1n }, { number: 2n, text: 'second' }] }),
      ],
    },
    steps: [
      ...['empty', 'hollow', 'list'].map(
        id =>
          [
            all(id),
            {
              rows: [
                {
                  at: '2026-01-15T10:00:00Z',
                  micros: 1768471200000000,
                  millis: 1768471200000,
                  number: null,
                  ratio: null,
                  flag: null,
                  day: null,
                  text: null,
                  doc: null,
                  meta: null,
                },
              ],
            },
          ] as const,
      ),
      [
        all('partly'),
        {
          column: [
            'meta',
            {
              text: null,
              number: null,
              ratio: null,
              seen: null,
              day: null,
              inner: { flag: false, text: null },
            },
          ],
        },
      ],
      [
        all('first'),
        {
          column: [
            'meta',
            { text: null, number: 1, ratio: null, seen: null, day: null, inner: null },
          ],
        },
      ],
    ],
  },
  {
    promise:
      'an instant is RFC 3339 in UTC, with a fraction of 3 or 6 digits where it is not zero, or counted since 1970',
    rows: {
      samples: INSTANTS.map(([timestamp], index) =>
        sample(`at${index}`, { timestamp, meta: { seen: timestamp } }),
      ),
    },
    steps: INSTANTS.map(([, at, micros, millis], index) => [
      all(`at${index}`),
      { json: { result: [{ at, micros, millis, meta: { seen: at } }] } },
    ]),
  },
  {
    promise: 'a date is its year, month and day',
    rows: {
      samples: ['1900-01-01', '1969-12-31', '2000-02-29', '2261-12-31'].map(day =>
        sample(`day-${day}`, { day, meta: { day } }),
      ),
    },
    steps: ['1900-01-01', '1969-12-31', '2000-02-29', '2261-12-31'].map(day => [
      all(`day-${day}`),
      { json: { result: [{ day, meta: { day } }] } },
    ]),
  },
  {
    promise: 'an int64 is a number up to 2^53-1 and an error beyond it, never a rounded number',
    rows: {
      samples: [
        sample('safe', { number: 9_007_199_254_740_991n }),
        sample('safe-', { number: -9_007_199_254_740_991n }),
        sample('unsafe', { number: 9_007_199_254_740_992n }),
        sample('unsafe-', { number: -9_007_199_254_740_992n }),
        sample('largest', { number: 9_223_372_036_854_775_807n }),
        sample('smallest', { number: -9_223_372_036_854_775_808n }),
        sample('late', { timestamp: 9_007_199_254_740_992n }),
        sample('inside', { meta: { number: 9_007_199_254_740_993n } }),
        sample('inside-safe', {
          meta: { number: 9_007_199_254_740_991n, text: '9007199254740993' },
        }),
      ],
    },
    steps: [
      [all('safe'), { text: /"number":9007199254740991,/ }],
      [all('safe-'), { text: /"number":-9007199254740991,/ }],
      ...['unsafe', 'unsafe-', 'largest', 'smallest', 'inside', 'late'].map(
        id => [all(id), UNSAFE] as const,
      ),
      [all('inside-safe'), { text: /"text":"9007199254740993","number":9007199254740991,/ }],
    ],
  },
  {
    promise: 'an int64 that is written as a text has all its digits',
    steps: [
      [digits('largest'), { column: ['digits', '9223372036854775807'] }],
      [digits('smallest'), { column: ['digits', '-9223372036854775808'] }],
      [digits('safe'), { column: ['digits', '9007199254740991'] }],
      [digits('empty'), { column: ['digits', null] }],
    ],
  },
  {
    promise: 'a float64 is the number, to its last digit; NaN and the infinities are null',
    rows: {
      samples: [
        ...FLOATS.map((ratio, index) => sample(`float${index}`, { ratio })),
        ...[Number.NaN, Infinity, -Infinity].map((ratio, index) =>
          sample(`odd${index}`, { ratio }),
        ),
      ],
    },
    steps: [
      ...FLOATS.map(
        (ratio, index) => [all(`float${index}`), { json: { result: [{ ratio }] } }] as const,
      ),
      ...[0, 1, 2].map(index => [all(`odd${index}`), { column: ['ratio', null] }] as const),
      ...[0, 1, 2].map(index => [digits(`odd${index}`), { column: ['negated', null] }] as const),
    ],
  },
  {
    promise: 'a text is answered as it is stored, character by character',
    rows: {
      samples: TEXTS.map((text, index) =>
        sample(`text${index}`, { text, meta: { text, number: 1n } }),
      ),
    },
    steps: TEXTS.map((text, index) => [
      all(`text${index}`),
      { json: { result: [{ text, meta: { text } }] } },
    ]),
  },
  {
    promise: 'json is answered as the value that is stored',
    rows: {
      samples: ['[]', '"text"', 'true', '1.5', '{"a":{"b":[null]}}'].map((doc, index) =>
        sample(`doc${index}`, { doc }),
      ),
    },
    steps: ['[]', '"text"', 'true', '1.5', '{"a":{"b":[null]}}'].map((doc, index) => [
      all(`doc${index}`),
      { column: ['doc', JSON.parse(doc)] },
    ]),
  },
  {
    promise: 'invalid UTF-8 is replaced',
    bytes: true,
    steps: [[all('utf8'), { column: ['text', 'a\ufffdb'] }]],
  },
];
