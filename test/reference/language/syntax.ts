/** Reads an expression's text by the grammar of `docs/language.md`. Operators become applications of their sign. */

export type Syntax =
  | { readonly kind: 'literal'; readonly value: null | string | bigint | number | boolean }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'param'; readonly name: string }
  /** `.name` of an item. */
  | { readonly kind: 'own'; readonly path: readonly string[] }
  /** A field of an item that a call or a key finds. */
  | { readonly kind: 'member'; readonly of: Syntax; readonly path: readonly string[] }
  | { readonly kind: 'interval'; readonly count: bigint; readonly unit: string }
  /** `interval @n day`. */
  | { readonly kind: 'span'; readonly param: string; readonly unit: string }
  | {
      readonly kind: 'apply';
      readonly fn: string;
      readonly args: readonly Syntax[];
      readonly of?: Modifiers;
    };

/** The parts of a call beside its arguments. */
export interface Modifiers {
  readonly distinct: boolean;
  readonly ignoresNulls: boolean;
  readonly limit: number | null;
  readonly orderBy: readonly { readonly key: Syntax; readonly descending: boolean }[];
  readonly filter: Syntax | null;
  readonly over: Over | null;
}
/** The rows around a row. */
export interface Over {
  readonly partitionBy: readonly Syntax[];
  readonly orderBy: Modifiers['orderBy'];
  readonly frame: {
    readonly unit: string;
    readonly from: number | null;
    readonly to: number | null;
  } | null;
}

/** Reads the whole of `text`. Throws where it is not an expression. */
export function parse(text: string): Syntax {
  const reader: Reader = { text, tokens: tokenize(text), at: 0 };
  const found = readOr(reader);
  if (reader.at < reader.tokens.length) fail(reader);
  return found;
}

// ---- tokens ---------------------------------------------------------------------------------------------------------

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'name' | 'param' | 'sign';
  readonly text: string;
}
interface Reader {
  readonly text: string;
  readonly tokens: readonly Token[];
  at: number;
}

const TOKEN = new RegExp(
  [
    /(?<text>[rR]?(?:'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"))/,
    /(?<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/,
    /(?<word>[A-Za-z_][A-Za-z0-9_]*)/,
    /`(?<name>[^`\r\n]+)`/,
    /@(?<param>[A-Za-z_][A-Za-z0-9_]*)/,
    /(?<sign><=|>=|<>|!=|[-+*/=<>(),.[\]])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = text.search(/[^ \t\r\n]|$/);
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [entry] = Object.entries(TOKEN.exec(text)?.groups ?? {}).filter(
      ([, part]) => part !== undefined,
    );
    if (entry === undefined) throw new Error(`${text}: no token at ${at}`);
    tokens.push({ kind: entry[0] as Token['kind'], text: entry[1] });
    at = TOKEN.lastIndex;
    at += text.slice(at).search(/[^ \t\r\n]|$/);
  }
  return tokens;
}

function fail({ text, at, tokens }: Reader): never {
  throw new Error(`${text}: unexpected ${tokens[at]?.text ?? 'end'}`);
}

function take(reader: Reader): Token {
  const token = reader.tokens[reader.at] ?? fail(reader);
  reader.at += 1;
  return token;
}

/** Takes the next token where it is one of the signs or keywords, and gives it in lower case. */
function accept(reader: Reader, ...texts: readonly string[]): string | null {
  const token = reader.tokens[reader.at];
  const text = token?.kind === 'sign' || token?.kind === 'word' ? token.text.toLowerCase() : '';
  if (!texts.includes(text)) return null;
  reader.at += 1;
  return text;
}

function expect(reader: Reader, text: string): void {
  if (accept(reader, text) === null) fail(reader);
}

// ---- operators, the weakest first -----------------------------------------------------------------------------------

type Read = (reader: Reader) => Syntax;

function apply(fn: string, ...args: readonly Syntax[]): Syntax {
  return { kind: 'apply', fn, args };
}

/** Operators of one strength, from left to right. */
function chain(operators: readonly string[], next: Read): Read {
  return reader => {
    let left = next(reader);
    for (;;) {
      const operator = accept(reader, ...operators);
      if (operator === null) return left;
      left = apply(operator, left, next(reader));
    }
  };
}

const readSum: Read = chain(
  ['+', '-'],
  chain(['*', '/'], reader => readSigned(reader)),
);
const readOr: Read = chain(
  ['or'],
  chain(['and'], reader => readNot(reader)),
);

function readNot(reader: Reader): Syntax {
  return accept(reader, 'not') === null ? readComparison(reader) : apply('not', readNot(reader));
}

function readComparison(reader: Reader): Syntax {
  const left = readSum(reader);
  const operator = accept(reader, '=', '!=', '<>', '<=', '>=', '<', '>');
  if (operator !== null) return apply(operator === '<>' ? '!=' : operator, left, readSum(reader));
  if (accept(reader, 'is') !== null) {
    const negated = accept(reader, 'not') !== null;
    expect(reader, 'null');
    return unless(negated, apply('is null', left));
  }
  const negated = accept(reader, 'not') !== null;
  if (accept(reader, 'in') !== null) {
    const isWritten = accept(reader, '(') !== null;
    if (!isWritten) return unless(negated, apply('in list', left, readItems(reader)));
    return unless(negated, apply('in', left, ...readList(reader)));
  }
  if (accept(reader, 'between') !== null) {
    const low = readSum(reader);
    expect(reader, 'and');
    return unless(negated, apply('between', left, low, readSum(reader)));
  }
  return negated ? fail(reader) : left;
}

function unless(negated: boolean, condition: Syntax): Syntax {
  return negated ? apply('not', condition) : condition;
}

function readSigned(reader: Reader): Syntax {
  return accept(reader, '-') === null ? readItems(reader) : apply('negate', readSigned(reader));
}

/** An operand, and items of it. */
function readItems(reader: Reader): Syntax {
  let of = readOperand(reader);
  for (;;) {
    if (accept(reader, '[') !== null) {
      of = apply('item', of, readOr(reader));
      expect(reader, ']');
    } else if (of.kind === 'apply' && isNext(reader, '.')) {
      of = { kind: 'member', of, path: readFields(reader) };
    } else return of;
  }
}

function readFields(reader: Reader): readonly string[] {
  const path: string[] = [];
  while (accept(reader, '.') !== null) {
    const { kind, text } = take(reader);
    if (kind !== 'word' && kind !== 'name') fail(reader);
    path.push(text);
  }
  return path;
}

// ---- operands -------------------------------------------------------------------------------------------------------

const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

function readOperand(reader: Reader): Syntax {
  const token = take(reader);
  switch (token.kind) {
    case 'number':
      return { kind: 'literal', value: numberOf(token.text) };
    case 'text':
      return { kind: 'literal', value: textOf(token.text) };
    case 'param':
      return { kind: 'param', name: token.text };
    case 'name':
      return readPath(reader, token.text);
    case 'word':
      return readWord(reader, token.text);
    case 'sign': {
      if (token.text === '.') {
        reader.at -= 1;
        return { kind: 'own', path: readFields(reader) };
      }
      if (token.text !== '(') return fail(reader);
      const inner = readOr(reader);
      expect(reader, ')');
      return inner;
    }
  }
}

function readWord(reader: Reader, word: string): Syntax {
  const value = WORDS.get(word.toLowerCase());
  if (value !== undefined) return { kind: 'literal', value };
  const next = reader.tokens[reader.at];
  if (word.toLowerCase() === 'case') return readCase(reader);
  if (word.toLowerCase() === 'interval' && next?.kind === 'number') return readInterval(reader);
  if (word.toLowerCase() === 'interval' && next?.kind === 'param') return readSpan(reader);
  return readPath(reader, word);
}

/** As `if` inside of `if`, a subject compared with the value of each branch. No column of a test is named like it. */
function readCase(reader: Reader): Syntax {
  const subject = accept(reader, 'when') === null ? readOr(reader) : null;
  if (subject !== null) expect(reader, 'when');
  return readBranches(reader, subject);
}

function readBranches(reader: Reader, subject: Syntax | null): Syntax {
  const value = readOr(reader);
  expect(reader, 'then');
  const then = readOr(reader);
  const condition = subject === null ? value : apply('=', subject, value);
  const next = accept(reader, 'when', 'else', 'end');
  if (next === 'when') return apply('if', condition, then, readBranches(reader, subject));
  if (next === null) return fail(reader);
  const otherwise: Syntax = next === 'else' ? readOr(reader) : { kind: 'literal', value: null };
  if (next === 'else') expect(reader, 'end');
  return apply('if', condition, then, otherwise);
}

/** A path of names, or a call where a parenthesis follows. */
function readPath(reader: Reader, first: string): Syntax {
  if (accept(reader, '(') !== null) {
    if (first.toLowerCase() === 'extract') return readExtract(reader);
    return readCall(reader, first.toLowerCase());
  }
  return { kind: 'path', path: [first, ...readFields(reader)] };
}

function readCall(reader: Reader, fn: string): Syntax {
  const distinct = accept(reader, 'distinct') !== null;
  const args: Syntax[] = [];
  while (
    !isNext(reader, ')', 'ignore', 'order', 'limit') &&
    (args.length === 0 || accept(reader, ','))
  )
    args.push(readOr(reader));
  const ignoresNulls = accept(reader, 'ignore') !== null;
  if (ignoresNulls) expect(reader, 'nulls');
  const orderBy = readOrder(reader);
  const limit = accept(reader, 'limit') === null ? null : Number(take(reader).text);
  expect(reader, ')');
  const filter = readFilter(reader);
  return {
    kind: 'apply',
    fn,
    args,
    of: { distinct, ignoresNulls, orderBy, limit, filter, over: readOver(reader) },
  };
}

function isNext(reader: Reader, ...texts: readonly string[]): boolean {
  const found = accept(reader, ...texts);
  if (found !== null) reader.at -= 1;
  return found !== null;
}

function readOrder(reader: Reader): Modifiers['orderBy'] {
  if (accept(reader, 'order') === null) return [];
  expect(reader, 'by');
  const keys: { readonly key: Syntax; readonly descending: boolean }[] = [];
  do {
    const key = readOr(reader);
    keys.push({ key, descending: accept(reader, 'asc', 'desc') === 'desc' });
  } while (accept(reader, ',') !== null);
  return keys;
}

function readFilter(reader: Reader): Syntax | null {
  if (reader.tokens[reader.at + 1]?.text !== '(' || accept(reader, 'filter') === null) return null;
  for (const text of ['(', 'where']) expect(reader, text);
  const condition = readOr(reader);
  expect(reader, ')');
  return condition;
}

function readOver(reader: Reader): Over | null {
  if (reader.tokens[reader.at + 1]?.text !== '(' || accept(reader, 'over') === null) return null;
  expect(reader, '(');
  const partitionBy: Syntax[] = [];
  if (accept(reader, 'partition') !== null) {
    expect(reader, 'by');
    do partitionBy.push(readOr(reader));
    while (accept(reader, ',') !== null);
  }
  const orderBy = readOrder(reader);
  const unit = accept(reader, 'rows', 'range');
  const frame = unit === null ? null : readFrame(reader, unit);
  expect(reader, ')');
  return { partitionBy, orderBy, frame };
}

function readFrame(reader: Reader, unit: string): Over['frame'] {
  expect(reader, 'between');
  const from = readEnd(reader);
  expect(reader, 'and');
  return { unit, from, to: readEnd(reader) };
}

function readEnd(reader: Reader): number | null {
  if (accept(reader, 'current') !== null) {
    expect(reader, 'row');
    return 0;
  }
  const count = accept(reader, 'unbounded') === null ? Number(take(reader).text) : null;
  const back = accept(reader, 'preceding', 'following') === 'preceding';
  return count === null ? null : back ? -count : count;
}

/** At least one expression, up to the closing parenthesis. */
function readList(reader: Reader): readonly Syntax[] {
  const items = [readOr(reader)];
  while (accept(reader, ',') !== null) items.push(readOr(reader));
  expect(reader, ')');
  return items;
}

const SECOND = 1_000_000n;
/** Microseconds of each unit of time. */
export const UNITS: Readonly<Record<string, bigint>> = {
  second: SECOND,
  minute: 60n * SECOND,
  hour: 3_600n * SECOND,
  day: 86_400n * SECOND,
  week: 604_800n * SECOND,
};

/** Months of each unit of the calendar. */
export const MONTHS: Readonly<Record<string, bigint>> = { month: 1n, quarter: 3n, year: 12n };

function readSpan(reader: Reader): Syntax {
  const param = take(reader).text.replace(/^@/, '');
  const unit = take(reader).text.toLowerCase().replace(/s$/, '');
  return unit in UNITS ? { kind: 'span', param, unit } : fail(reader);
}

function readInterval(reader: Reader): Syntax {
  const count = BigInt(take(reader).text);
  const unit = take(reader).text.toLowerCase().replace(/s$/, '');
  const isKnown = unit in UNITS || unit in MONTHS;
  return isKnown ? { kind: 'interval', count, unit } : fail(reader);
}

/** `part from x at time zone z`, behind the parenthesis. */
function readExtract(reader: Reader): Syntax {
  const part: Syntax = { kind: 'literal', value: take(reader).text.toLowerCase() };
  expect(reader, 'from');
  const of = readOr(reader);
  const zones: Syntax[] = [];
  if (accept(reader, 'at') !== null) {
    expect(reader, 'time');
    expect(reader, 'zone');
    zones.push(readOr(reader));
  }
  expect(reader, ')');
  return apply('extract', part, of, ...zones);
}

function numberOf(text: string): bigint | number {
  return /^[0-9]+$/.test(text) ? BigInt(text) : Number(text);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function textOf(literal: string): string {
  const inside = literal.slice(literal.search(/['"]/) + 1, -1);
  if (/^r/i.test(literal)) return inside;
  return inside.replace(
    /\\(?:[xX](?<x>[0-9a-fA-F]{2})|u(?<u>[0-9a-fA-F]{4})|U(?<U>[0-9a-fA-F]{8})|(?<one>.))/g,
    (_, x?: string, u?: string, long?: string, one = '') => {
      const code = x ?? u ?? long;
      return code === undefined
        ? (ESCAPES[one] ?? one)
        : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}
