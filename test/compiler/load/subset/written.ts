/** Random texts written with structure: mappings and lists of values in every form, with comments and empty lines between. */
import type { Chance } from '../../../equality/random/chance.ts';

export interface Writer {
  readonly by: Chance;
  /** A name that no other key has. */
  readonly fresh: () => string;
}

const NOTHING = 40;
const spaces = (count: number) => ' '.repeat(count);

export function document(write: Writer): string {
  const { by } = write;
  const text = lines(write, 0) + mapping(write, 0, 1 + by.whole(4));
  return by.percent(20) ? text.trimEnd() : text;
}

function mapping(write: Writer, indent: number, deep: number): string {
  const entry = () =>
    `${spaces(indent)}${key(write)}:${value(write, indent, deep, false)}${lines(write, indent)}`;
  return repeated(write, entry);
}

function list(write: Writer, indent: number, deep: number): string {
  const item = () => `${spaces(indent)}-${value(write, indent, deep, true)}${lines(write, indent)}`;
  return repeated(write, item);
}

function repeated({ by }: Writer, make: () => string): string {
  return Array.from({ length: 1 + by.whole(3) }, make).join('');
}

function key({ by, fresh }: Writer): string {
  const name = fresh();
  return (
    by.one([name, name, `'${name}'`, `"${name}"`, `a ${name}`, `-${name}`]) + by.one(['', '', ' '])
  );
}

// ---- between values -------------------------------------------------------------------------------------------------

/** The end of a line, after a value. */
function tail({ by }: Writer): string {
  return by.one(['', '', '', ' ', '  ', ' # c', '  # c']);
}

/** Comments and empty lines. */
function lines({ by }: Writer, indent: number): string {
  if (by.percent(NOTHING)) return '';
  const comment = () => `${spaces(by.one([indent, by.whole(8), by.whole(8)]))}# c\n`;
  const line = () => by.one([comment, comment, () => '\n', () => `${spaces(by.whole(6))}\n`])();
  return Array.from({ length: 1 + by.whole(3) }, line).join('');
}

// ---- values ---------------------------------------------------------------------------------------------------------

function value(write: Writer, indent: number, deep: number, isItem: boolean): string {
  const { by } = write;
  const end = `${tail(write)}\n`;
  const inner = indent + by.one([1, 2, 2, 2, 4]);
  const below = `${end}${lines(write, inner)}`;
  const gap = spaces(1 + by.whole(2));
  const nested = [
    () => below + mapping(write, inner, deep - 1),
    () => below + mapping(write, inner, deep - 1),
    () => below + list(write, isItem || by.percent(60) ? inner : indent, deep - 1),
    () => (isItem ? beside(write, gap, indent, deep) : below + list(write, inner, deep - 1)),
  ];
  const single = [
    () => gap + brackets(write, 2, indent) + end,
    () => gap + block(write, indent),
    () => end,
    () => gap + plain(write, indent) + end,
    () => `\n${spaces(inner)}${scalar(write)}${end}`,
    () => gap + scalar(write) + end,
  ];
  return by.one(deep > 0 ? [...nested, ...single] : single)();
}

/** A mapping or list that begins behind a dash. */
function beside(write: Writer, gap: string, indent: number, deep: number): string {
  const column = indent + 1 + gap.length;
  const text = write.by.one([mapping, list])(write, column, deep - 1);
  return gap + text.slice(column);
}

const PLAIN = ['a', 'abc def', 'a - b', 'a:b', 'a#b', '-x', 'é', 'a\u00a0b', 'a\u2028b', '🎈'];
const SPECIAL = ['1', '-1', '1.5', '~', 'null', 'true', 'False', '.nan', '-.INF', '0x1F', '0o7'];
const NUMBERS = [
  '+.5',
  '1e3',
  '1.',
  '-0',
  '12345678901234567890123',
  '0.1e-5',
  '1_0',
  '0b1',
  '1:2',
];
const QUOTED = [
  "''",
  "'a'",
  "'it''s'",
  "': '",
  "'# x'",
  "'['",
  '""',
  '"a"',
  '"\\n"',
  '"\\""',
  '"é"',
];
const ESCAPED = ['"\\\\"', '"a: b"', '"# x"', '"\\t\\/"'];
const RARE = [
  '"\\u00e9"',
  '"\\x07"',
  '"\\e"',
  '"\\q"',
  "'a\n b'",
  '@a',
  'a: b',
  '&a b',
  '!a',
  '*a',
];

function scalar({ by }: Writer): string {
  return by.one(by.percent(1) ? RARE : by.one([PLAIN, SPECIAL, NUMBERS, QUOTED, ESCAPED]));
}

function brackets(write: Writer, deep: number, indent: number): string {
  const { by } = write;
  const inside = () => spaces(indent + 1 + by.whole(3));
  const line = () => by.one([`\n${inside()}`, ` # c\n${inside()}`, `\n\n${inside()}`, '\n# c\n ']);
  const gap = () => (by.percent(8) ? line() : by.one(['', ' ', ' ', '  ']));
  const one = () =>
    deep > 0 && by.percent(30) ? brackets(write, deep - 1, indent) : scalar(write);
  const item = () => `${gap()}${one()}${gap()}`;
  const colon = () => by.one([':', ': ', ': ', ': ', ' : ', `:${gap()}`]);
  const entry = () => `${gap()}${key(write)}${colon()}${by.percent(80) ? one() : ''}${gap()}`;
  const isList = by.percent(50);
  const all = Array.from({ length: by.whole(4) }, isList ? item : entry);
  const inner = `${all.join(',')}${by.one(['', '', ','])}${gap()}`;
  return isList ? `[${inner}]` : `{${inner}}`;
}

function block({ by }: Writer, indent: number): string {
  const pad = spaces(indent + 1 + by.whole(3));
  const header = by.percent(95) ? by.one(['|', '|-', '>', '>-']) : by.one(['|+', '>2']);
  const line = () =>
    by.percent(4)
      ? spaces(by.whole(pad.length + 2))
      : by.one([`${pad}t`, `${pad}  deep`, `${pad}a b`, '', `${pad}# no`, `${pad}- x`, `${pad}x `]);
  const text = Array.from({ length: 1 + by.whole(5) }, line).join('\n');
  return `${header}${by.one(['', '', ' ', ' # c'])}\n${by.percent(4) ? '\n' : ''}${text}\n`;
}

/** A plain text over lines. */
function plain({ by }: Writer, indent: number): string {
  const part = () => {
    const line = by.percent(90)
      ? by.one(['more', '- x', 'and so', '"q"', '[a', '1'])
      : by.one(['# c', 'k: v', 'x # c']);
    return `${by.one(['\n', '\n', '\n\n', '\n\n\n', '\n \n'])}${spaces(indent + (by.percent(90) ? 1 : 0) + by.whole(3))}${line}`;
  };
  const more = Array.from({ length: by.whole(4) }, part);
  return `${by.one(['a', 'a b', 'word', '1'])}${more.join('')}`;
}
