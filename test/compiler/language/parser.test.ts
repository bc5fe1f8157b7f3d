import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { CALENDAR_UNITS, STEP_UNITS } from '../../../generator/core/types/scalar.ts';
import { parseExpression } from '../../../generator/language/syntax/parser.ts';
import {
  ARITHMETIC,
  COMPARISONS,
  type OverSyntax,
  type PathPart,
  type SortSyntax,
  type Syntax,
} from '../../../generator/language/syntax/syntax.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { check, expressionText } from './support.ts';

const LIKE =
  'Write `like(text, pattern)`, or use `contains`, `starts_with`, `ends_with` or `matches`.';

function parse(text: string): unknown {
  const { diagnostics, report } = collector();
  const syntax = parseExpression(expressionText(text), report);
  return syntax === null ? diagnostics[0]?.message : bare(syntax);
}

/** A node without its positions. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'start' && key !== 'end');
  return Object.fromEntries(entries.map(([key, part]) => [key, bare(part)]));
}

const SPAN = { start: 0, end: 0 };

// ---- printing, only as far as precedence asks for parentheses -------------------------------------------------------

const LEVELS = ['or', 'and', 'not', 'compare', '+', '*', 'sign', 'primary'] as const;
type Level = (typeof LEVELS)[number];

function levelOf(syntax: Syntax): Level {
  switch (syntax.kind) {
    case 'logic':
      return syntax.op;
    case 'not':
      return 'not';
    case 'comparison':
    case 'is_null':
    case 'between':
    case 'in':
    case 'in_list':
      return 'compare';
    case 'arithmetic':
      return syntax.op === '+' || syntax.op === '-' ? '+' : '*';
    case 'negate':
      return 'sign';
    default:
      return 'primary';
  }
}

function print(syntax: Syntax, at: Level = 'or'): string {
  const loose = LEVELS.indexOf(levelOf(syntax)) < LEVELS.indexOf(at);
  return loose ? `(${printNode(syntax)})` : printNode(syntax);
}

function printNode(syntax: Syntax): string {
  const not = 'negated' in syntax && syntax.negated ? 'not ' : '';
  switch (syntax.kind) {
    case 'null':
      return 'NULL';
    case 'bool':
    case 'int64':
      return String(syntax.value);
    case 'float64':
      return printFloat(syntax.value);
    case 'string':
      return printText(syntax.value);
    case 'interval':
      return `interval ${syntax.count} ${syntax.unit}s`;
    case 'span':
      return `interval ${print(syntax.count)} ${syntax.unit}s`;
    case 'path':
      return syntax.parts.map(({ name }) => `\`${name}\``).join('.');
    case 'param':
      return `@${syntax.name}`;
    case 'call':
      return printCall(syntax);
    case 'extract':
      return `Extract(\`${syntax.part.name}\` FROM ${print(syntax.of)}${syntax.zone === null ? '' : ` AT time Zone ${print(syntax.zone)}`})`;
    case 'negate':
      return `- ${isNumber(syntax.of) ? `(${print(syntax.of)})` : print(syntax.of, 'sign')}`;
    case 'not':
      return `not ${print(syntax.of, 'not')}`;
    case 'logic':
      return syntax.args
        .map(arg => print(arg, syntax.op === 'or' ? 'and' : 'not'))
        .join(` ${syntax.op} `);
    case 'arithmetic': {
      const level = levelOf(syntax);
      return `${print(syntax.left, level)} ${syntax.op} ${print(syntax.right, level === '+' ? '*' : 'sign')}`;
    }
    case 'comparison':
      return `${print(syntax.left, '+')} ${syntax.op} ${print(syntax.right, '+')}`;
    case 'is_null':
      return `${print(syntax.of, '+')} Is ${not}Null`;
    case 'between':
      return `${print(syntax.of, '+')} ${not}BETWEEN ${print(syntax.low, '+')} and ${print(syntax.high, '+')}`;
    case 'in':
      return `${print(syntax.of, '+')} ${not}in (${syntax.items.map(item => print(item)).join(', ')})`;
    case 'case': {
      const { subject, branches, otherwise } = syntax;
      const of = subject === null ? '' : ` (${print(subject)})`;
      const lines = branches.map(({ when, result }) => `WHEN ${print(when)} then ${print(result)}`);
      const last = otherwise === null ? '' : ` else ${print(otherwise)}`;
      return `Case${of} ${lines.join(' ')}${last} END`;
    }
    case 'in_list':
      return `${print(syntax.of, '+')} ${not}in ${printNode(syntax.list)}`;
    case 'item':
      return `${print(syntax.of, 'primary')}[${print(syntax.index)}]`;
    case 'own':
      return namesOf(syntax.parts);
    case 'member':
      return `${print(syntax.of, 'primary')}${namesOf(syntax.parts)}`;
  }
}

function namesOf(parts: readonly { readonly name: string }[]): string {
  return parts.map(({ name }) => `.${name}`).join('');
}

function isNumber(syntax: Syntax): boolean {
  return syntax.kind === 'int64' || syntax.kind === 'float64';
}

function printFloat(value: number): string {
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function printText(value: string): string {
  const escaped = value.replace(
    /[\\'\n\r]/g,
    c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `'${escaped}'`;
}

function printCall({ name, args, modifiers }: Extract<Syntax, { kind: 'call' }>): string {
  const { orderBy, filter, over } = modifiers;
  const where = filter === null ? '' : ` filter (where ${print(filter)})`;
  const window = over === null ? '' : ` over (${printOver(over)})`;
  return `${name.name}(${args.map(arg => print(arg)).join(',')}${printOrder(orderBy)})${where}${window}`;
}

function printOrder(keys: readonly SortSyntax[]): string {
  const printed = keys.map(({ of, descending }) => `${print(of)} ${descending ? 'desc' : 'asc'}`);
  return printed.length === 0 ? '' : ` order by ${printed.join(',')}`;
}

function printOver({ partitionBy, orderBy, frame }: OverSyntax): string {
  const groups = partitionBy.map(of => print(of));
  const partition = groups.length === 0 ? '' : `partition by ${groups.join(',')}`;
  const end = (rows: bigint | null, side: string) =>
    rows === null
      ? `unbounded ${side}`
      : rows === 0n
        ? 'current row'
        : `${rows < 0n ? -rows : rows} ${rows < 0n ? 'preceding' : 'following'}`;
  const rows =
    frame === null
      ? ''
      : ` ${frame.unit} between ${end(frame.from, 'preceding')} and ${end(frame.to, 'following')}`;
  return partition + printOrder(orderBy) + rows;
}

// ---- random syntax --------------------------------------------------------------------------------------------------

const NAMES = ['a', 'b1', '_c', 'and', 'null', 'interval', 'CASE', 'true'];
const part: fc.Arbitrary<PathPart> = fc
  .constantFrom(...NAMES, 'strange name', "o'clock")
  .map(name => ({ name, ...SPAN }));

const { tree } = fc.letrec<{ tree: Syntax }>(tie => {
  const sub = tie('tree');
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const some = fc.array(sub, { minLength: 2, maxLength: 3 });
  const kind = <K extends Syntax['kind']>(name: K) => fc.constant(name);
  const span = { start: fc.constant(0), end: fc.constant(0) };
  const path = fc.record({
    kind: kind('path'),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    ...span,
  });
  const leaf: fc.Arbitrary<Syntax> = fc.oneof(
    fc.record({ kind: kind('null'), ...span }),
    fc.record({ kind: kind('bool'), value: fc.boolean(), ...span }),
    fc.record({
      kind: kind('int64'),
      value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      ...span,
    }),
    fc.record({
      kind: kind('float64'),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
      ...span,
    }),
    fc.record({ kind: kind('string'), value: fc.string({ unit: 'grapheme' }), ...span }),
    path,
    fc.record({ kind: kind('param'), name: fc.constantFrom(...NAMES), ...span }),
    fc.record({
      kind: kind('interval'),
      count: fc.bigInt(0n, 1000n),
      unit: fc.constantFrom(...STEP_UNITS, ...CALENDAR_UNITS),
      ...span,
    }),
  );
  const keys = fc.array(fc.record({ of: sub, descending: fc.boolean() }), { maxLength: 2 });
  const bound = fc.option(fc.bigInt(-9n, 9n));
  const over: fc.Arbitrary<OverSyntax> = fc.record({
    partitionBy: fc.array(sub, { maxLength: 2 }),
    orderBy: keys,
    frame: fc.option(
      fc.record({
        unit: fc.constantFrom('rows' as const, 'range' as const),
        from: bound,
        to: bound,
        ...span,
      }),
    ),
    ...span,
  });
  const inner: fc.Arbitrary<Syntax> = fc.oneof(
    fc.record({ kind: kind('extract'), part, of: sub, zone: fc.option(sub), ...span }),
    fc.record({ kind: kind('negate'), of: sub, ...span }),
    fc.record({ kind: kind('not'), of: sub, ...span }),
    fc.record({
      kind: kind('logic'),
      op: fc.constantFrom('and' as const, 'or' as const),
      args: some,
      ...span,
    }),
    fc.record({
      kind: kind('arithmetic'),
      op: fc.constantFrom(...ARITHMETIC),
      left: sub,
      right: sub,
      ...span,
    }),
    fc.record({
      kind: kind('comparison'),
      op: fc.constantFrom(...COMPARISONS),
      left: sub,
      right: sub,
      ...span,
    }),
    fc.record({ kind: kind('is_null'), of: sub, negated: fc.boolean(), ...span }),
    fc.record({
      kind: kind('between'),
      of: sub,
      low: sub,
      high: sub,
      negated: fc.boolean(),
      ...span,
    }),
    fc.record({ kind: kind('in'), of: sub, items: list, negated: fc.boolean(), ...span }),
    fc.record({ kind: kind('in_list'), of: sub, list: path, negated: fc.boolean(), ...span }),
    fc.record({ kind: kind('item'), of: path, index: sub, ...span }),
    fc.record({
      kind: kind('case'),
      subject: fc.option(sub),
      branches: fc.array(fc.record({ when: sub, result: sub }), { minLength: 1, maxLength: 3 }),
      otherwise: fc.option(sub),
      ...span,
    }),
    fc.record({
      kind: kind('call'),
      name: fc.record({ name: fc.constantFrom('f', 'if', 'count'), ...span }),
      args: fc.array(sub, { maxLength: 3 }),
      modifiers: fc.record({
        ignoreNulls: fc.constant(null),
        distinct: fc.constant(null),
        orderBy: keys,
        limit: fc.constant(null),
        filter: fc.option(sub),
        over: fc.option(over),
      }),
      ...span,
    }),
  );
  return { tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, inner) };
});

/** Text that often gets past the first token. */
const words = fc.constantFrom(
  ...[
    'a',
    'status',
    'path',
    'metadata',
    '@name',
    '@',
    '1',
    '2.5',
    "'x'",
    "'",
    '"',
    '`',
    '(',
    ')',
    ',',
  ],
  ...[
    '.',
    '+',
    '-',
    '*',
    '/',
    '=',
    '<',
    '>=',
    '!',
    'and',
    'or',
    'not',
    'in',
    'is',
    'null',
    'between',
  ],
  ...[
    'if',
    'count',
    'sum',
    'trunc',
    'extract',
    'from',
    'interval',
    'minute',
    'matches',
    'quantile',
    'case',
    'when',
    'then',
    'else',
    'end',
    '\\',
    'r',
    '\n',
    '\ud800',
  ],
);
const noise = fc.oneof(
  unicodeText(),
  fc.string({ unit: 'grapheme' }),
  fc.array(words, { maxLength: 30 }).map(parts => parts.join(' ')),
  fc.array(words, { maxLength: 30 }).map(parts => parts.join('')),
);

describe('properties', () => {
  test('a printed tree is read back as it was', () => {
    fc.assert(
      fc.property(tree, syntax => {
        const text = print(syntax);
        fc.pre(text.length <= 4_000);
        expect(parse(text)).toEqual(bare(syntax));
      }),
      { numRuns: 500 },
    );
  });

  test('whatever the text: a result or diagnostics, with places inside it', () => {
    fc.assert(
      fc.property(noise, text => {
        const { expr, diagnostics } = check(text);
        expect(expr === null).toBe(diagnostics.length > 0);
        for (const { place, message, hint } of diagnostics) {
          expect(0 <= place.start && place.start <= place.end && place.end <= text.length).toBe(
            true,
          );
          expect(message.length > 0 && hint !== '').toBe(true);
        }
        const faults = diagnostics.filter(d => d.code === 'expression-syntax');
        expect(faults.length === 0 || diagnostics.length === 1).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('places go through the map of the text', () => {
    const { diagnostics, report } = collector();
    const text = expressionText('1 + nothing(');
    parseExpression({ ...text, at: offset => offset + 100 }, report);
    expect(diagnostics[0]?.place).toMatchObject({ start: 112, end: 112 });
  });
});

describe('syntax', () => {
  test.each([
    ['a or b and c', 'a or (b and c)'],
    ['not a = b', 'not (a = b)'],
    ['not a and b', '(not a) and b'],
    ['a + b * c', 'a + (b * c)'],
    ['a - b - c', '(a - b) - c'],
    ['a / b * c', '(a / b) * c'],
    ['- a * b', '(- a) * b'],
    ['a + b = c - d', '(a + b) = (c - d)'],
    ['a between b + 1 and c and d', '(a between (b + 1) and c) and d'],
    ['a <> b', 'a != b'],
    ['A IS NOT NULL', 'A is not null'],
    ['a\n  AND\tb', 'a and b'],
    ['interval 2 HOURS', 'interval 2 hour'],
    ['a.`b`', 'a.b'],
    ['case a + 1 when b then c else d end', 'case (a + 1) when b then c else d end'],
    ['case when a or b then c + 1 end + 2', '(case when (a or b) then (c + 1) end) + 2'],
    ['case + end', '`case` + `end`'],
    ['case in (when, then, else)', '`case` in (`when`, `then`, `else`)'],
    ['case when end then else else then end', 'case when `end` then `else` else `then` end'],
    ['case.when is null', '`case`.`when` is null'],
    ['.5 + 1. + 1e3', '0.5 + 1.0 + 1000.0'],
  ])('%s is %s', (text, same) => {
    expect(parse(text)).toEqual(parse(same));
    expect(typeof parse(text)).toBe('object');
  });

  test.each([
    [String.raw`'a\'b'`, "a'b"],
    [`"it's"`, "it's"],
    [String.raw`'\n\t\r\\\"\x41\u00e9\U0001F600'`, '\n\t\r\\"Aé😀'],
    [String.raw`r'\d+\'x'`, String.raw`\d+\'x`],
    [String.raw`R"\\"`, '\\\\'],
    ["''", ''],
  ])('%s', (text, value) => {
    expect(parse(text)).toEqual({ kind: 'string', value });
  });

  test.each([
    ['', 1, 'Expected an expression, found the end'],
    ['1 2', 3, 'Expected an operator or the end, found `2`'],
    ['(1', 3, 'Expected an operator or `)`, found the end'],
    ['a = )', 5, 'Expected an expression, found `)`'],
    ['a.', 3, 'Expected a name, found the end'],
    ['a not = 1', 7, 'Expected `in` or `between`, found `=`'],
    ['a is 1', 6, 'Expected `null` or `not null`, found `1`'],
    ['a in )', 6, 'Expected an expression, found `)`'],
    ['a[0', 4, 'Expected `]`, found the end'],
    ['a in ()', 7, 'Expected an expression, found `)`'],
    ['a = not b', 5, 'Expected an expression, found `not`'],
    ['f(1, 2', 7, 'Expected `,` or `)`, found the end'],
    ["'abc", 1, "`'` opens a text that is not closed"],
    ["'a\nb'", 1, "`'` opens a text that is not closed"],
    [String.raw`'a\qb'`, 3, '`\\q` is not a valid escape in a text'],
    [String.raw`'\ud800'`, 2, '`\\ud800` is not a valid escape in a text'],
    [String.raw`'\x00'`, 2, '`\\x00` is not a valid escape in a text'],
    ['`a', 1, '``` opens a name that is not closed'],
    ['0x1F', 1, '`0x1F` is not a number'],
    ['1e999', 1, '`1e999` is out of range for `float64`'],
    ['9223372036854775808', 1, '`9223372036854775808` is out of range for `int64`'],
    ['a = +1', 5, 'Expected an expression, found `+`'],
    [
      'interval 5 fortnight',
      12,
      'Expected one of `second`, `minute`, `hour`, `day`, `week`, `month`, `quarter`, `year`, found `fortnight`',
    ],
  ])('%j at %i', (text, column, message) => {
    const { diagnostics } = check(text);
    expect(diagnostics.map(d => [d.code, d.place.start + 1, d.message])).toEqual([
      ['expression-syntax', column, message],
    ]);
  });

  test.each([
    ['a == b', 'Use `=`.'],
    ['a && b', 'Use `and`.'],
    ['a || b', 'Use `concat(…)` for texts and `or` for conditions.'],
    ['a % b', 'Use `mod(x, y)`, or `contains(text, part)` instead of `like`.'],
    ['a ^ 2', 'Use `pow(x, y)`.'],
    ['a & b', 'Use `bit_and(x, y)`.'],
    ['a | b', 'Use `bit_or(x, y)`.'],
    ['a rlike b', 'Use `matches(text, pattern)`.'],
    ['a is not distinct from b', 'Write `x = y or x is null and y is null`.'],
    ['safe.sqrt(a)', 'Write only the name of the function, without a dot.'],
    ['a div b', 'Write `div(x, y)`.'],
    ['a isnull', 'Write `x is null`.'],
    ['1 if a else 2', 'Write `if(condition, x, y)`.'],
    ['if(a, 1 else 2)', 'Write `case when condition then x else y end`.'],
    ['substring(a for 2)', 'Write commas between arguments, as in `substr(path, 1, 2)`.'],
    [
      'substring(a from 2)',
      'Write commas between arguments, as in `substr(path, 1, 2)`; the data set belongs in the `from` clause of the endpoint.',
    ],
    ['!a', 'Use `not`, or `!=`.'],
    ["a like 'b'", LIKE],
    ["a not like 'b'", LIKE],
    ["a starts_with 'b'", 'Write a call: `starts_with(text, …)`.'],
    ["not a matches 'b'", 'Write a call: `matches(text, …)`.'],
    ['a when b then c', 'Write `case when condition then x else y end`.'],
    ['count(*)', 'Use `count()` to count rows.'],
    ['$p', 'Write a parameter as `@name`.'],
    [':p', 'Write a parameter as `@name`.'],
    ['{p}', 'Write a parameter as `@name`.'],
    [
      'cast(a as int64)',
      'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.',
    ],
    [
      'a::text',
      'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.',
    ],
    ['a -- b', 'Put comments into the YAML, after `#` and outside the expression.'],
    ['a is true', 'Write `x = true`, `not x` or `x is null`.'],
    ['a < b < c', 'Put one of the two into parentheses, or join them with `and`.'],
    ['now() - 7 days', 'Write `interval 7 day`.'],
    ['now() - 1 HOUR', 'Write `interval 1 hour`.'],
    ['now() - 2 years', 'Write `interval 2 year`.'],
    ["'it''s'", "Write a quote inside a text as `\\'`, or put the text between the other quotes."],
  ])('%s is answered with what to write', (text, hint) => {
    expect(check(text).diagnostics.map(d => [d.code, d.hint])).toEqual([
      ['expression-syntax', hint],
    ]);
  });
});

describe('limits', () => {
  const chain = (n: number, op: string) => Array.from({ length: n }, () => '1').join(op);
  test.each([
    ['4,001 characters', `'${'x'.repeat(3_999)}'`],
    ['65 levels of parentheses', `${'('.repeat(65)}1${')'.repeat(65)}`],
    ['65 levels of `not`', `${'not '.repeat(65)}ok`],
    ['65 levels of minus', `${'- '.repeat(65)}status`],
    ['a sum of 65', chain(65, '+')],
    ['a list of 1,001', `1 in (${chain(1_001, ',')})`],
    ['1,001 arguments', `coalesce(${chain(1_001, ',')})`],
  ])('%s', (_, text) => {
    expect(check(text).diagnostics.map(d => d.code)).toEqual(['expression-too-large']);
  });

  test.each([
    ['4,000 characters', `'${'x'.repeat(3_998)}'`],
    ['60 levels of parentheses', `${'('.repeat(60)}1${')'.repeat(60)}`],
    ['a sum of 64', chain(64, '+')],
    ['a list of 1,000', `1 in (${chain(1_000, ',')})`],
    ['a condition of 500 parts', Array.from({ length: 500 }, () => 'ok').join(' or ')],
  ])('%s is within them', (_, text) => {
    expect(check(text).diagnostics).toEqual([]);
  });
});

describe('one text of a specification', () => {
  test('is read once, however many views read it', () => {
    const { diagnostics, report } = collector();
    const text = expressionText('status = 200');
    expect(parseExpression(text, report)).toBe(parseExpression(text, report));
    expect(parseExpression(expressionText('status = 200'), report)).not.toBe(
      parseExpression(text, report),
    );
    expect(diagnostics).toEqual([]);
  });

  test('that cannot be read is refused every time', () => {
    const { diagnostics, report } = collector();
    const text = expressionText('status = ');
    expect([parseExpression(text, report), parseExpression(text, report)]).toEqual([null, null]);
    expect(diagnostics).toHaveLength(2);
  });
});
