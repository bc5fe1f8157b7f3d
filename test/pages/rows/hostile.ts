/** Names, texts and values that attack a page, or its layout. */
import type { AnswerRow, Column } from '../../../explorer/rows/data/row.ts';
import type { Given } from './harness.ts';
import { column } from './samples.ts';

const HTML = '<img src=x onerror="globalThis.pwned = 1"><script>globalThis.pwned = 1</script>';
const BIDI = '\u202egnp.exe \u2066\u2067 user\u200f\u200b admin';
const LONG = 'w'.repeat(5_000);
const COMBINING = `Z${'\u0301'.repeat(300)}`;
const CONTROL = 'a\u0000\u0007\u001b[31m\r\n\tb';

export const TEXTS = [
  HTML,
  BIDI,
  LONG,
  COMBINING,
  CONTROL,
  'javascript:alert(1)',
  '{{constructor}}',
  '',
];

/** Nested as deeply as no person reads. */
function deep(levels: number): unknown {
  let value: unknown = HTML;
  for (let level = 0; level < levels; level++)
    value = level % 2 === 0 ? [value] : { [HTML]: value };
  return value;
}

const NAMES = [HTML, BIDI, LONG, COMBINING, '__proto__', 'constructor', 'toString', ''];

/** Every text under every name; a message makes entries of them, a number bars. */
export function hostileTable(): Given {
  const columns: Column[] = [
    ...NAMES.map(name => column(name, 'string', { unit: HTML, description: HTML })),
    column('data', 'json'),
  ];
  const rows = TEXTS.map(
    (_, at): AnswerRow =>
      Object.fromEntries([
        ...NAMES.map((name, of) => [name, TEXTS[(at + of) % TEXTS.length]]),
        ['data', deep(5_000)],
      ]),
  );
  return { columns, rows };
}

export function hostileLog(): Given {
  const rows = TEXTS.map((message, at): AnswerRow => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
    return {
      id: `${at}${message}`,
      timestamp,
      message,
      level: HTML,
      [HTML]: BIDI,
      data: deep(5_000),
    };
  });
  return {
    columns: [
      column('id', 'string'),
      column('timestamp', 'timestamp'),
      column('message', 'string'),
      column('level', 'string'),
      column(HTML, 'string'),
      column('data', 'json'),
    ],
    rows,
  };
}

export function hostileBars(): Given {
  return {
    columns: [column(HTML, 'string'), column(LONG, 'int64', { unit: BIDI })],
    rows: TEXTS.map((text, at) => ({ [HTML]: text, [LONG]: (at - 2) * 10 ** (at * 3) })),
  };
}

/** Groups with hostile names, and numbers of every size. */
export function hostileChart(): Given {
  const rows = [0, 1, 2].flatMap(day =>
    TEXTS.map((text, at): AnswerRow => {
      return { day: `2026-01-0${day + 1}`, [HTML]: text, [LONG]: (at - 3) * 10 ** (at * 5) };
    }),
  );
  return {
    columns: [
      column('day', 'date'),
      column(HTML, 'string'),
      column(LONG, 'float64', { unit: HTML }),
    ],
    rows,
  };
}

export function hostileFigures(): Given {
  const columns = NAMES.flatMap((name, at) => [
    column(name, 'float64', { unit: TEXTS[at] ?? '' }),
    column(`${name} as text`, 'string'),
  ]);
  const values = NAMES.flatMap((name, at) => [
    [name, 10 ** (at * 40)],
    [`${name} as text`, TEXTS[at]],
  ]);
  return { columns, rows: [Object.fromEntries(values)] };
}

export function manyColumns(count: number): Given {
  const columns = Array.from({ length: count }, (_, at) =>
    column(`column_${at}`, at % 2 === 0 ? 'json' : 'bool'),
  );
  const row: AnswerRow = Object.fromEntries(
    columns.map(({ name }, at) => [name, at % 2 === 0 ? [at] : true]),
  );
  return { columns, rows: Array.from({ length: 200 }, () => ({ ...row })) };
}
