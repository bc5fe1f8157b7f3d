import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { UNCONSTRAINED } from '../../../generator/params/constraints.ts';
import { PARAM_TYPES } from '../../../generator/params/index.ts';
import { automatonWork, mayReadNothing } from '../../../generator/params/patterns/automaton.ts';
import {
  costFault,
  MOST_COST,
  MOST_WORK,
  programCost,
} from '../../../generator/params/patterns/cost.ts';
import { callerPatternFault, patternFault } from '../../../generator/params/patterns/pattern.ts';
import { ASSERTION, ASSERTS, OP, programOf } from '../../../generator/params/patterns/program.ts';
import { byteRanges } from '../../../generator/params/patterns/ranges.ts';
import { itemsWrittenOut, patternTokens } from '../../../generator/params/patterns/tokens.ts';
import { readParam } from '../../../generator/params/read-param.ts';
import regex from '../../../generator/params/types/regex.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { HOSTILE } from './patterns/corpus.ts';
import { anyPattern } from './patterns/grammar.ts';

const program = (pattern: string) => programOf(RE2JS.compile(pattern));
const cost = (pattern: string) => programCost(program(pattern));
const work = (pattern: string) => automatonWork(program(pattern), MOST_WORK);
const items = (pattern: string) => itemsWrittenOut(patternTokens(pattern), MOST_COST);

describe('what is taken from re2js', () => {
  it('is a program of instructions that are known', () => {
    const { start, instructions, bounds } = program('^(a|[b-d]*)\\b.$');
    const ops = new Set(instructions.map(({ op }) => op));
    const { choice, choiceOfMatch, fail, match, nothing } = OP;
    const reading = [...ops].filter(op => op > nothing);
    expect(instructions[start]).toMatchObject({ op: ASSERTION, arg: ASSERTS.beginText });
    expect(instructions.some(one => one.op === ASSERTION && one.arg === ASSERTS.endText)).toBe(
      true,
    );
    expect(instructions.filter(({ op }) => op === match)).toHaveLength(1);
    expect(instructions[0]?.op).toBe(fail);
    expect(instructions.filter(({ op }) => op === choice)).toHaveLength(2);
    expect(choiceOfMatch).toBe(choice + 1);
    expect(reading.length).toBeGreaterThan(1);
    expect([...bounds()]).toEqual(expect.arrayContaining([10, 11, 97, 98, 101]));
  });

  it('has the characters of every instruction that reads', () => {
    for (const [pattern, yes, no] of [
      ['a', 'a', 'b'],
      ['(?i)k', '\u212a', 'x'],
      ['[a-cx]', 'b', 'd'],
      ['.', 'a', '\n'],
      ['(?s).', '\n', null],
      ['\\pL', 'é', '1'],
    ] as const) {
      const reading = program(pattern).instructions.filter(({ op }) => op > OP.nothing);
      expect(reading).toHaveLength(1);
      expect(reading[0]?.runes.length).toBeGreaterThan(0);
      expect(reading[0]?.matchRune(yes.codePointAt(0) ?? 0)).toBe(true);
      if (no !== null) expect(reading[0]?.matchRune(no.codePointAt(0) ?? 0)).toBe(false);
    }
  });

  it('has counted repetitions written out', () => {
    const reading = program('(?:[ab]c){7}').instructions.filter(({ op }) => op > OP.nothing);
    expect(reading).toHaveLength(14);
  });
});

describe('byte ranges', () => {
  it('are those of UTF-8', () => {
    const ranges = (...runes: readonly number[]) => byteRanges(Int32Array.from(runes));
    expect(ranges(0x61)).toBe(1);
    expect(ranges(0x61, 0x7a)).toBe(1);
    expect(ranges(0xe9)).toBe(2);
    expect(ranges(0x65e5)).toBe(3);
    expect(ranges(0x1f600)).toBe(4);
    expect(ranges(0x80, 0x7ff)).toBe(2);
    expect(ranges(0x7f, 0x80)).toBe(3);
    // e0 a0-bf 80-bf and e1-ef 80-bf 80-bf
    expect(ranges(0x800, 0xffff)).toBe(6);
    expect(ranges(0x61, 0x7a, 0xe0, 0xff)).toBe(3);
    expect(ranges()).toBe(0);
  });

  it('cover exactly what they are made of', () => {
    const point = fc.integer({ min: 0, max: 0x10ffff });
    fc.assert(
      fc.property(point, point, (a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const whole = byteRanges(Int32Array.of(first, last));
        expect(whole).toBeGreaterThan(0);
        // at most a first, a middle and a last part of each length, at each byte
        expect(whole).toBeLessThanOrEqual(1 + 2 * 3 + 3 * 5 + 4 * 7);
        const middle = Math.floor((first + last) / 2);
        if (middle === last) return;
        const halves = Int32Array.of(first, middle, middle + 1, last);
        expect(byteRanges(halves)).toBeGreaterThanOrEqual(whole);
      }),
    );
  });
});

describe('cost', () => {
  it('is a literal’s length and a little', () => {
    expect(cost('abcdefghijklmnopqrst')).toBe(22);
    expect(cost('a')).toBe(3);
    expect(cost('é')).toBe(4);
    expect(cost('[a-z]')).toBe(3);
    expect(cost('[a-zé]')).toBe(5);
  });

  it('grows with every repetition', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a', 'ab', '[^a]', '\\pL', '.', '(?:a|bc)', '(x)', '(?i)k', '日', 'a*'),
        fc.integer({ min: 1, max: 40 }),
        (atom, count) => {
          const times = (n: number) => `(?:${atom}){${n}}`;
          expect(cost(times(count + 1))).toBeGreaterThan(cost(times(count)));
          expect(cost(`${times(count)}!`)).toBeGreaterThan(cost(times(count)));
          expect(items(times(count + 1))).toBeGreaterThan(items(times(count)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('multiplies nested repetitions', () => {
    const once = cost('[ab]') - 2;
    expect(cost('(?:(?:[ab]){10}){10}')).toBe(2 + 100 * once);
  });
});

describe('items written out', () => {
  it('are counted without compiling', () => {
    expect(items('abc')).toBe(3);
    expect(items('[abc]\\d\\x{41}\\pL.')).toBe(5);
    expect(items('a{3}')).toBe(3);
    expect(items('a{2,}b')).toBe(3);
    expect(items('(ab){10}c')).toBe(21);
    expect(items('((ab){10}c){3}')).toBe(63);
    expect(items('\\pL{5}')).toBe(5);
    expect(items('(?i)(?:a|b){0}')).toBe(0);
    expect(items('\\Qab\\E{3}')).toBe(4);
    expect(items('a{,3}')).toBe(5);
  });

  it('stop soon after the limit, whatever is nested or unbalanced', () => {
    const deep = `${'('.repeat(4_000)}a${'){1000}'.repeat(4_000)}`;
    expect(items(deep)).toBeGreaterThan(MOST_COST);
    expect(items(deep)).toBeLessThanOrEqual(MOST_COST * 1_001);
    expect(items(`a${'{1000}'.repeat(1_000)}`)).toBeLessThanOrEqual(MOST_COST * 1_001);
    expect(items(`a${'{99999999999}'.repeat(9)}`)).toBeLessThanOrEqual(MOST_COST * 1_001);
    expect(items(')'.repeat(9_999))).toBe(0);
    expect(items('('.repeat(9_999))).toBe(0);
  });

  it('are never more than what the program costs, but for what simplifies', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '[^b]', '\\pL', '(?:cd){3}', '.{2,5}', '(e+)', '\\.'), {
          minLength: 1,
          maxLength: 9,
        }),
        parts => {
          expect(items(parts.join(''))).toBeLessThanOrEqual(cost(parts.join('')));
        },
      ),
    );
  });
});

describe('work', () => {
  it('is little where one place follows another', () => {
    for (const pattern of [
      'abcdefghijklmnopqrst',
      '^https?://[^/]+/rest/v1/',
      '[0-9a-f]{8}-[0-9a-f]{4}',
      '([a-z]+)*!',
      '(x+x+)+y',
      '^.{200}!',
      '(?m)^b',
    ]) {
      expect([pattern, work(pattern) < MOST_WORK / 4]).toEqual([pattern, true]);
    }
  });

  it('doubles with each place that a subset may or may not hold', () => {
    const works = [3, 4, 5, 6, 7].map(n => work(`[a-m].{${n}}!`));
    works.slice(1).forEach((next, at) => {
      expect(next / (works[at] ?? 1)).toBeGreaterThan(1.7);
    });
  });

  it('is told in both directions where the end is fixed and the beginning is not', () => {
    const backwards = '[\\w-]{15}[a-c][\\w-]*';
    expect(work(`/${backwards}$`)).toBeGreaterThan(MOST_WORK);
    expect(work(`^/${backwards}$`)).toBeLessThan(MOST_WORK);
    expect(work(`^[^/]*/${'[\\w-]'.repeat(3)}[a-c]`)).toBeLessThan(MOST_WORK);
  });

  it('never goes far beyond its limit', () => {
    fc.assert(
      fc.property(anyPattern, fc.integer({ min: 0, max: 3_000 }), (pattern, limit) => {
        if (patternFault(pattern) !== null || cost(pattern) > MOST_COST) return;
        const compiled = program(pattern);
        const most = compiled.instructions.length + compiled.bounds().length + 2;
        const told = automatonWork(compiled, limit);
        // what the last state, or the telling apart of characters, adds at most
        expect(told).toBeLessThanOrEqual(limit + most * compiled.instructions.length);
        if (told > limit) return;
        expect(automatonWork(compiled, limit * 2)).toBe(told);
      }),
      { numRuns: 50 },
    );
  });

  it('knows whether anything is read', () => {
    expect(['a*', '\\B', '(|a)b*', '^$'].map(pattern => mayReadNothing(program(pattern)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['a', '\\Ba', 'a*b', '(|a)b'].some(pattern => mayReadNothing(program(pattern)))).toBe(
      false,
    );
  });
});

describe('a caller’s pattern', () => {
  const refused = (pattern: string) => callerPatternFault(pattern);

  it('is accepted where it is one that callers write', () => {
    for (const pattern of HOSTILE['what callers write'] ?? []) {
      expect([pattern, refused(pattern)]).toEqual([pattern, null]);
    }
  });

  it.each([
    '(\\pL|\\pN|\\pP){300}$',
    '\\pL{1000}',
    '(?i)\\pL{100}',
    'a{1000}b{1000}c{1000}d{1000}e{1000}f{1000}g{1000}',
    '((((a{100}){100}){100}){100})',
    '(.{0,50}){20}',
    '[a-m].{20}!',
    '^.*[a-m].{20}!',
    '^https://.*[a-m].{20}!',
    '(?:^|/)[a-m].{20}!',
    '(?m)^.*[a-m].{20}!',
    '.{20}[a-m].*$',
    '[01]*1[01]{16}2',
    '(a|b)*a(a|b){12}$',
    '/[\\w-]{15}[a-c][\\w-]*$',
    '(a.*|b.*|c.*|d.*|e.*|f.*){3}!',
  ])('is refused: %s', pattern => {
    expect(refused(pattern)).toMatch(/^a simpler pattern: |a repetition exceeds 1000/);
  });

  it('is told why', () => {
    expect(refused('\\pL{1000}')).toMatch(
      /^a simpler pattern: this one costs 2,\d{3},\d{3}, at most 6,000 is accepted$/,
    );
    expect(work('^.{200}!')).toBeGreaterThan(200);
    expect(refused('(?:a{1000}b{1000}){1}'.repeat(4))).toBe(
      'a simpler pattern: this one costs more than 6,000, at most 6,000 is accepted',
    );
    expect(refused('[a-m].{20}!')).toMatch(/^a simpler pattern: a search for this one /);
    expect(refused('a'.repeat(1_001))).toBe('at most 1,000 characters long');
    expect(refused('[a')).toBe('a valid RE2 pattern (a `]` is missing in `[a`)');
    for (const opener of ['(?=', '(?!', '(?<=', '(?<!']) {
      const words = `a valid RE2 pattern (RE2 has no look-around such as \`${opener}\`)`;
      expect(refused(`a${opener}x)${'y'.repeat(50)}`)).toBe(words);
    }
    expect(refused('(?>x)')).toContain('this group syntax is not part of RE2');
    expect(refused('a*\\B')).toBe(
      'a valid RE2 pattern (a pattern with `\\B` must match at least one character)',
    );
  });

  it('is an invalid parameter with those words', () => {
    const none = { min: null, max: null, minLength: null, maxLength: null, pattern: null };
    const param = {
      type: 'regex',
      list: null,
      values: null,
      required: true,
      default: null,
    } as const;
    const read = readParam({ ...param, otherwise: 'reject', constraints: none }, '\\pL{500}');
    expect(read).toMatchObject({ ok: false, code: 'invalid_parameter' });
    expect(PARAM_TYPES.get('regex')).toBe(regex);
  });

  it('is told its length before what it costs', () => {
    const constraints = { min: null, max: null, minLength: 3, maxLength: 128, pattern: null };
    const param = {
      type: 'regex',
      list: null,
      values: null,
      required: true,
      default: null,
    } as const;
    const read = (text: string) => readParam({ ...param, otherwise: 'reject', constraints }, text);
    expect(read('x'.repeat(200))).toHaveProperty('expected', 'at most 128 characters long');
    expect(read('x'.repeat(1_200))).toHaveProperty('expected', 'at most 128 characters long');
    expect(read('[a')).toHaveProperty('expected', 'at least 3 characters long');
    expect(read('x'.repeat(128))).toHaveProperty(
      'expected',
      expect.stringMatching(/^a simpler pattern/),
    );
  });

  it('gets an answer that does not throw, whatever it is', () => {
    const anyText = fc.oneof(
      unicodeText({ maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom(...'()[]{}?*+|^$\\.,-:PQE<>=!imsnpLa0é19'),
        maxLength: 30,
      }),
      anyPattern,
    );
    fc.assert(
      fc.property(anyText, text => {
        const parsed = regex.parse(text, { values: null, constraints: UNCONSTRAINED });
        if (parsed.ok) expect(costFault(RE2JS.compile(text))).toBe(null);
        else expect(parsed.expected).not.toMatch(/undefined|error|invalid/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('an author’s pattern', () => {
  it('may cost more than a caller’s, as long as engines compile it', () => {
    expect(patternFault('[a-m].{20}!')).toBe(null);
    expect(patternFault('(?i)\\pL{10}')).toBe(null);
    expect(patternFault('\\pL{1000}')).toBe('it is too large');
    expect(patternFault('(?:a{1000}){1}'.repeat(101))).toBe('it is too large');
  });
});
