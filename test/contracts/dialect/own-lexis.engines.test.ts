/** The parameters that quern finds in an author's own statement, compared with the engine's own parser. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { type OwnToken, sentText, splitTokens } from '../../../generator/own/tokens.ts';
import type { OwnSql } from '../../../generator/sql/author/own-sql.ts';
import { KITS } from '../../engines/index.ts';
import { type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import { usually } from '../../support/usually.ts';
import type { Enclosed, OwnPieces } from './own-pieces.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

function piecesOf(name: string): OwnPieces {
  const kit = KITS.get(name);
  if (kit === undefined) throw new Error(`no test engine runs ${name}`);
  return kit.pieces;
}

/** The names of the parameters that the engine's parser sees; `null` where it refuses the text. */
async function seen(name: string, sql: string): Promise<ReadonlySet<string> | null> {
  const kit = KITS.get(name);
  if (kit === undefined) throw new Error(`no test engine runs ${name}`);
  const names = await kit.parameters(engineFor(engines, name), sql);
  return names === null ? null : new Set(names);
}

const isPlain = (name: string) => /^\w+$/.test(name);
const isParameter = ({ kind }: OwnToken) => kind === 'parameter';

function numbersParameters(own: OwnSql): boolean {
  return !own.placeholder('name', 'string', false, 1).includes('name');
}

/** The statement as it is sent, the names that were replaced, and what the parser shows for them; `null` where quern refuses it. */
function printed(text: string, own: OwnSql) {
  const tokens = splitTokens(text, own);
  const nameOf = ({ start, end }: OwnToken) => text.slice(start + 1, end);
  const names = tokens.filter(isParameter).map(nameOf);
  // parameters have plain words for names
  const isRefused = tokens.some(({ kind, isAttached }) => kind === 'foreign' || isAttached);
  if (isRefused || !names.every(isPlain)) return null;
  const sent = sentText(text, tokens);
  const distinct = [...new Set(names)];
  const placeOf = (name: string) => distinct.indexOf(name) + 1;
  const sql = tokens.map(token => {
    if (!isParameter(token)) return sent.slice(token.start, token.end);
    const name = nameOf(token);
    return own.placeholder(name, 'string', false, placeOf(name));
  });
  const shown = distinct.map(name => (numbersParameters(own) ? String(placeOf(name)) : name));
  return { sql: sql.join(''), names: distinct, shown: new Set(shown) };
}

const enclosed = (of: readonly Enclosed[]) =>
  fc
    .constantFrom(...of)
    .chain(({ open, close, inside }) =>
      fc
        .array(fc.constantFrom(...inside), { maxLength: 4 })
        .map(parts => `${open}${parts.join('')}${close}`),
    );

/** A statement whose parameters are its `@p`. */
function statements({ enclosed: quoted, comments, spaces, expressions }: OwnPieces) {
  const gap = fc
    .tuple(
      fc.constantFrom(...spaces),
      fc.array(fc.oneof(enclosed(comments), fc.constantFrom(...spaces)), { maxLength: 2 }),
    )
    .map(([first, more]) => first + more.join(''));
  const item = fc.oneof(enclosed(quoted), fc.constantFrom(...expressions));
  const items = fc
    .array(fc.tuple(item, gap, gap), { minLength: 1, maxLength: 4 })
    .map(list => list.map(([text, before, after]) => before + text + after).join(','));
  return fc
    .tuple(items, gap, item, gap, fc.constantFrom('LIMIT @p', 'GROUP BY y', 'ORDER BY @p'), gap)
    .map(([list, ...[one, condition, two, clause, three]]) => {
      return `SELECT${list}FROM t WHERE${one}${condition}${two}${clause}${three}`;
    });
}

/** Each `@p` and each `@t` gets a name of its own. */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/@[pt]\b/g, name => {
    count += 1;
    return `${name}${count}`;
  });
}

const RUNS = usually(4_000, 8);
const dialects = [...DIALECTS.values()].map(({ name, own }) => [name, own] as const);

describe.each(dialects)('%s: parameters of an own statement', (name, own) => {
  const pieces = piecesOf(name);

  test('stand in no string, name or comment, and the parser sees them', async () => {
    const { parsed, tried } = await compared(statements(pieces).map(numbered), (text, found) => {
      const written = [...text.matchAll(/@(p\d+|select)/g)].map(([, parameter]) => parameter);
      expect(found).toEqual(new Set(written));
    });
    expect(tried).toBe(RUNS);
    expect(parsed / tried).toBeGreaterThan(0.9);
  });

  test('are those that the parser sees, with odd pieces thrown in', async () => {
    const broken = fc.tuple(
      statements(pieces),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...pieces.odd)), { minLength: 1, maxLength: 2 }),
    );
    const { parsed, tried } = await compared(
      broken.map(([text, odd]) => numbered(odd.reduce(inserted, text))),
    );
    expect(tried).toBeGreaterThan(RUNS / 2);
    expect(parsed / tried).toBeGreaterThan(0.15);
  });

  /** Compares what is replaced in the texts with the parser, and counts the texts that quern and then the parser take. */
  async function compared(
    texts: fc.Arbitrary<string>,
    check: (text: string, names: ReadonlySet<string>) => void = () => {},
  ) {
    const counts = { tried: 0, parsed: 0 };
    await fc.assert(
      fc.asyncProperty(texts, async text => {
        const statement = printed(text, own);
        if (statement === null) return;
        counts.tried += 1;
        check(text, new Set(statement.names));
        const found = await seen(name, statement.sql);
        if (found === null) return;
        counts.parsed += 1;
        expect([statement.sql, found]).toEqual([statement.sql, statement.shown]);
      }),
      { numRuns: RUNS },
    );
    return counts;
  }
});

function inserted(text: string, [at, piece]: readonly [number, string]): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + piece + text.slice(place);
}
