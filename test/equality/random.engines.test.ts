/** Random endpoints: the compiled statements give the rows of the reference. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import { LIBRARY } from '../../generator/functions/library.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import type { TestEngine } from '../engines/test-engine.ts';
import { onEveryEngine } from '../support/projects/every-engine.ts';
import { allPortable } from '../support/projects/portable.ts';
import { referenceOf } from '../support/projects/specs.ts';
import { amount, isPart } from '../support/usually.ts';
import { canBeJudged } from './compare.ts';
import { holdsFor } from './hold.ts';
import { anyEndpoint, SOURCES } from './one-source/specs.ts';
import { ableEngines } from './random/able.ts';
import { type Coverage, coverageOf, relationsCoverage, relationsIn } from './random/coverage.ts';
import { judge as judgeRelations, numbersFrom } from './random/judge.ts';
import { endpointText } from './random/specs.ts';

/** In milliseconds: a busy machine takes minutes. */
const PATIENCE = 1_200_000;
/** The same endpoints in every run, unless other ones are asked for. */
const SEED = Number(process.env['QUERN_SEED'] ?? 20260115);
/** Endpoints over several relations: so many, of the numbers from the first on, besides those with a rare part. */
const RELATIONS = Number(
  process.env['QUERN_SPECS'] ?? amount({ part: 120, usual: 160, all: 2_000 }),
);
/** Among so many numbers is every part of the language. */
const ENOUGH = 600;
const FIRST = Number(process.env['QUERN_FIRST'] ?? 1);
/** Endpoints over one relation, besides those with a rare part. */
const ALONE = amount({ part: 60, usual: 100, all: 300 });
const ON_ALL = amount({ usual: 16, all: 40 });
/** Warnings that leave the rows of a judged endpoint as they are: ties in the order of a limit, and dates that mean their midnight. */
const ALLOWED: ReadonlySet<string> = new Set(['ambiguous-order', 'compared-midnight']);
const TOO_LARGE: ReadonlySet<string> = new Set([
  'expression-too-large',
  'statement-too-long',
  'long-saved-query',
]);
/** Endpoints behind those numbers that engines refused, found by `npm run test:random`. */
const ONCE_WRONG = [
  9_818, 17_090, 22_328, 23_505, 27_581, 30_409, 100_112, 105_580, 120_905, 137_828, 141_905,
  146_725, 187_787, 191_351, 199_334,
];
/** One set of rows, and requests in both forms. */
const SIZE = { runs: 1, rows: 40 };

interface Outcome {
  readonly texts: readonly string[];
  /** Of the endpoints, those for which some request found rows. */
  readonly answered: number;
}

/** With tables on every engine. */
const { inputs: LENT } = onEveryEngine([{ path: 'endpoints/sources.yaml', bytes: SOURCES }]);

/**
 * Judges `most` endpoints by so many requests, and of those that follow the ones that the coverage needs. Throws where one is refused by the compiler
 * but for its size, or answers other rows than it should.
 */
async function judge(
  engines: readonly TestEngine[],
  most: number,
  requests: number,
  coverage: Coverage,
): Promise<Outcome> {
  const dialects = engines.map(({ name }) => name);
  const texts: string[] = [];
  let answered = 0;
  for (const text of fc.sample(anyEndpoint, { seed: SEED, numRuns: Math.max(most, 300) * 3 })) {
    if (texts.length >= most && !coverage.isNeeded(text)) continue;
    const inputs = [...LENT, { path: 'endpoints/random.yaml', bytes: text }];
    const onAll = compile(inputs, { dialects });
    const able = ableEngines(dialects, onAll.diagnostics);
    const { compilation, diagnostics } =
      able === null ? onAll : compile(inputs, { dialects: able });
    if (diagnostics.some(({ code }) => TOO_LARGE.has(code))) continue;
    const faults = diagnostics.filter(({ code }) => !ALLOWED.has(code));
    expect([text, faults.map(({ message }) => message)]).toEqual([text, []]);
    const [endpoint] = allPortable(compilation.project.endpoints);
    const reference = referenceOf(inputs, 'random');
    if (endpoint === undefined || !canBeJudged(reference)) throw new Error(`not judged: ${text}`);
    texts.push(text);
    coverage.add(text);
    try {
      answered += Math.sign(
        await holdsFor(engines, { endpoint, reference }, { ...SIZE, requests }),
      );
    } catch (error) {
      throw new Error(`of the endpoint\n${text}`, { cause: error });
    }
  }
  return { texts, answered };
}

const CLAUSES = [
  ...[
    'params:',
    'where:',
    'having:',
    'buckets:',
    'group_by:',
    'retention:',
    'order_by:',
    'limit:',
    "limit: '@most'",
    'max_rows:',
  ],
  ...[
    'window: aligned',
    'window: sliding',
    'gaps: omit',
    'gaps: zero',
    'gaps: empty',
    'gaps: previous',
    "from: '@began'",
    "step: '@unit'",
    "step: '@every'",
    'steps: {',
    'zone: ',
    'by: span',
    'by: tier',
    'by: pick',
    'by: wide',
    'by: { present: extra }',
    'limit: { by:',
    'order_by: [{ by:',
    "@pick = 'left'",
    'when:',
    'absent:',
    'mode: wild',
    'enum: [-3',
    'off: false',
    'when: [low, high]',
    'any: [one, two]',
    'any: [{',
  ],
  ...[
    'hidden: true',
    ' desc',
    'otherwise: default',
    'required: true',
    'type: string',
    'type: int64',
  ],
  ...['type: float64', 'type: bool', 'type: timestamp', 'type: date', 'type: uuid', 'type: regex'],
];
const OPERATORS = [
  ...[
    ' or ',
    ' and ',
    'not ',
    ' = ',
    ' != ',
    ' <> ',
    ' < ',
    ' <= ',
    ' > ',
    ' >= ',
    'between',
    ' in ',
  ],
  ...['is  null', 'is not null', ' + ', ' - ', ' * ', ' / ', '- (', 'interval 5 minute'],
];

/** Endpoints over one relation. */
function aloneCoverage(): Coverage {
  // items of documents are joined, which `records-in-lists.engines.test.ts` does
  const called = LIBRARY.filter(({ rule }) => rule.kind !== 'documents');
  const functions = called.map(({ name }) => `${name}(`);
  const parts = [...CLAUSES, ...OPERATORS, ...functions];
  return coverageOf(new Map(parts.map(part => [part, text => text.includes(part)])));
}
const NO_COVERAGE = coverageOf(new Map());

/** The first `RELATIONS` numbers, and of those that follow the ones with a rare part. */
function numbersOfRelations(): readonly number[] {
  const first = numbersFrom(FIRST, RELATIONS);
  if (isPart) return first;
  const coverage = relationsCoverage();
  for (const number of first) coverage.add(endpointText(number));
  const more = numbersFrom(FIRST + RELATIONS, Math.max(0, ENOUGH - RELATIONS)).filter(number => {
    const text = endpointText(number);
    const isTaken = coverage.isNeeded(text);
    if (isTaken) coverage.add(text);
    return isTaken;
  });
  return [...first, ...more];
}

describe('on DuckDB alone', () => {
  let duckdb: TestEngine;
  beforeAll(async () => {
    duckdb = await openDuckDb();
  });
  afterAll(() => duckdb.close());

  test(
    'endpoints with each part of the language give the rows of the reference',
    async ({ annotate }) => {
      const coverage = isPart ? NO_COVERAGE : aloneCoverage();
      const { texts, answered } = await judge([duckdb], ALONE, 2, coverage);
      expect(coverage.rare()).toEqual([]);
      await annotate(`${answered} of ${texts.length} endpoints found rows`);
      // many have filters, each with a value
      expect(answered).toBeGreaterThan(texts.length * 0.4);
    },
    PATIENCE,
  );
});

describe('on every engine', () => {
  let engines: Engines;
  beforeAll(async () => {
    // small tables: threads would wait for one another
    engines = await openEngines({ settings: { max_threads: 1 } });
  });
  afterAll(() => engines.close());

  test(
    'endpoints over several relations give the rows of the reference',
    async ({ annotate }) => {
      const numbers = numbersOfRelations();
      const { texts, answered, refused, faults } = await judgeRelations(all(engines), numbers);
      expect(faults).toEqual([]);
      await annotate(
        `${answered} of ${texts.size} endpoints found rows, ${refused.length} refused`,
      );
      const written = [...texts.values()];
      const coverage = relationsCoverage();
      for (const text of written) coverage.add(text);
      if (!isPart) expect(coverage.rare()).toEqual([]);
      expect(refused.length).toBeLessThan(numbers.length / 50);
      expect(answered).toBeGreaterThan(texts.size * 0.55);
      expect(written.filter(text => relationsIn(text) >= 3).length).toBeGreaterThan(
        texts.size * 0.2,
      );
    },
    PATIENCE,
  );

  test('endpoints that were wrong once give the rows of the reference', async () => {
    const { texts, faults } = await judgeRelations(all(engines), ONCE_WRONG);
    expect(faults).toEqual([]);
    expect(texts.size).toBe(ONCE_WRONG.length);
  });

  test.skipIf(isPart)('endpoints give the rows of the reference', async ({ annotate }) => {
    const { texts, answered } = await judge(all(engines), ON_ALL, 4, NO_COVERAGE);
    await annotate(`${answered} of ${texts.length} endpoints found rows`);
    expect(texts).toHaveLength(ON_ALL);
    expect(answered).toBeGreaterThanOrEqual(texts.length * 0.6);
  });
});
