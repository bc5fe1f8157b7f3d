/** How the values of a ClickHouse type become cells of an author's own statement, and JSON within other values. */
import type { Type } from '../../../generator/core/types/scalar.ts';
import type { Cell } from '../../engine.ts';
import { FINER, formatRfcInstant, unreadable } from '../../support/canonical.ts';
import { decodeStringToken, type LineCursor, NoRow } from './line.ts';

/** The functions never receive NULL. They throw `NoRow`, or `EngineFailure` for a value that cannot be shown. */
export interface LineKind {
  /** The first is the natural type. */
  readonly readAs: readonly Type[];
  /** Reads the next value of the line as a cell. */
  readonly cell: (line: LineCursor) => Cell;
  /** Reads the next value as JSON text. */
  readonly json: (line: LineCursor) => string;
  /** Converts the text that is written as the key of a map. */
  readonly key: (text: string) => string;
}

type Make = (readAs: readonly Type[], column: string) => LineKind;

const asIs = (text: string) => text;

/** Texts, and values whose text is their cell. */
export const textKind: Make = readAs => ({
  readAs,
  cell: line => decodeStringToken(line.string()),
  json: line => line.string(),
  key: asIs,
});

/** A count of units, in the text of ClickHouse's `toString`. */
export const intervalKind: Make = readAs => ({
  readAs,
  cell: line => line.number(),
  json: line => `"${line.number()}"`,
  key: asIs,
});

export const integerKind: Make = readAs => ({
  readAs,
  cell: line => {
    const digits = line.number();
    const number = Number(digits);
    return Number.isSafeInteger(number) ? number : BigInt(digits);
  },
  json: line => line.number(),
  key: asIs,
});

const NOT_FINITE: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['-nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

export const float: Make = readAs => ({
  readAs,
  cell: line => {
    if (!line.isAt('"')) return Number(line.number());
    const number = NOT_FINITE.get(decodeStringToken(line.string()));
    if (number === undefined) throw new NoRow();
    return number;
  },
  json: line => {
    if (!line.isAt('"')) return line.number();
    line.string();
    return 'null';
  },
  key: asIs,
});

export const bool: Make = readAs => ({
  readAs,
  cell: line => isTrue(line.word()),
  json: line => String(isTrue(line.word())),
  key: asIs,
});

function isTrue(word: string): boolean {
  if (word !== 'true' && word !== 'false') throw new NoRow();
  return word === 'true';
}

/** Both kinds of DateTime. They are written in UTC, with as many digits after the second as the type has. */
export const instantKind: Make = (readAs, column) => {
  const micros = (written: string) => microsOf(column, written);
  const key = (written: string) => formatRfcInstant(column, micros(written));
  return {
    readAs,
    cell: line => micros(decodeStringToken(line.string())),
    json: line => `"${key(decodeStringToken(line.string()))}"`,
    key,
  };
};

function microsOf(column: string, written: string): bigint {
  const [, second, digits = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(written) ?? [];
  if (second === undefined) throw new NoRow();
  if (!/^0*$/.test(digits.slice(6))) throw unreadable(column, FINER);
  const fraction = BigInt(digits.slice(0, 6).padEnd(6, '0'));
  return BigInt(Date.parse(`${second}Z`)) * 1_000n + fraction;
}

/** ClickHouse writes these as its own JSON, in which each value has its own type. */
export const any: Make = readAs => ({
  readAs,
  cell: line => line.any(),
  json: line => line.any(),
  key: asIs,
});

/** The type has no values except NULL. */
export const nothingKind: Make = readAs => {
  const none = () => {
    throw new NoRow();
  };
  return { readAs, cell: none, json: none, key: none };
};

/** A kind whose cells are JSON texts. */
export function structuredKind(
  json: (line: LineCursor) => string,
  readAs: readonly Type[] = ['json'],
): LineKind {
  return { readAs, cell: json, json, key: asIs };
}
