/** How the values of a ClickHouse type become cells of an author's own statement, and JSON within other values. */
import type { Type } from '../../../generator/core/scalar.ts';
import type { Cell } from '../../engine.ts';
import { FINER, instantText, unreadable } from '../../support/canonical.ts';
import { type Line, NoRow, textOf } from './line.ts';

/** The functions never receive NULL. They throw `NoRow`, or `EngineFailure` for a value that cannot be shown. */
export interface Kind {
  /** The first is the natural type. */
  readonly readAs: readonly Type[];
  /** Reads the next value of the line as a cell. */
  readonly cell: (line: Line) => Cell;
  /** Reads the next value as JSON text. */
  readonly json: (line: Line) => string;
  /** Converts the text that is written as the key of a map. */
  readonly key: (text: string) => string;
}

type Make = (readAs: readonly Type[], column: string) => Kind;

const asIs = (text: string) => text;

/** Texts, and values whose text is their cell. */
export const text: Make = readAs => ({
  readAs,
  cell: line => textOf(line.string()),
  json: line => line.string(),
  key: asIs,
});

/** A count of units, in the text of ClickHouse's `toString`. */
export const interval: Make = readAs => ({
  readAs,
  cell: line => line.number(),
  json: line => `"${line.number()}"`,
  key: asIs,
});

export const integer: Make = readAs => ({
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
    const number = NOT_FINITE.get(textOf(line.string()));
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
export const instant: Make = (readAs, column) => {
  const micros = (written: string) => microsOf(column, written);
  const key = (written: string) => instantText(column, micros(written));
  return {
    readAs,
    cell: line => micros(textOf(line.string())),
    json: line => `"${key(textOf(line.string()))}"`,
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
export const nothing: Make = readAs => {
  const none = () => {
    throw new NoRow();
  };
  return { readAs, cell: none, json: none, key: none };
};

/** A kind whose cells are JSON texts. */
export function structured(json: (line: Line) => string, readAs: readonly Type[] = ['json']): Kind {
  return { readAs, cell: json, json, key: asIs };
}
