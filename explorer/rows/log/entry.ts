/** A row of a log as one line: time, level or status, message, and the rest. */
import { isCategory, isLevelName, type LevelTone, toneOfLevel } from '../data/columns.ts';
import { formatPlain } from '../data/json-text.ts';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { isNumeric, readInstantMillis } from '../data/values.ts';

export interface EntryLevel {
  readonly text: string;
  readonly tone: LevelTone;
}

/** Records of logs contain the status at some depth; the search ends at this one. */
const DEPTH = 4;

/**
 * The level or the status of an entry: from a column for it, or else from the nearest member within the row's records. `null` if there is
 * none.
 */
export function readLevel(
  row: AnswerRow,
  { levels }: Pick<EntryShape, 'levels'>,
): EntryLevel | null {
  const own = levels.map(({ name }) => cellOf(row, name)).find(isLevel);
  const value = own ?? levelBelow([row], DEPTH);
  return value === null ? null : { text: String(value), tone: toneOfLevel(String(value)) };
}

function levelBelow(records: readonly object[], depth: number): string | number | null {
  const members = records.flatMap(record => Object.entries(record));
  for (const [name, value] of members) if (isLevelName(name) && isLevel(value)) return value;
  const below = members.map(([, value]) => value).filter(isRecord);
  return depth === 0 || below.length === 0 ? null : levelBelow(below, depth - 1);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isLevel(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^\w{1,12}$/.test(value));
}

interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number | null;
  readonly level: EntryLevel | null;
  readonly message: string;
  /** Further values that fit into the line. */
  readonly rest: readonly { readonly name: string; readonly text: string }[];
}

/** The part of a message that a line can show, in characters. */
const LONGEST = 2_000;

export function readLogEntry(row: AnswerRow, shape: EntryShape, columns: readonly Column[]): Entry {
  const { time, id, message, levels } = shape;
  const level = readLevel(row, shape);
  const text = cellOf(row, message.name);
  const rest = columns.filter(column => {
    const isOther = column !== time && column !== id && column !== message;
    const isShort = isCategory(column) || isNumeric(column);
    return isOther && isShort && !levels.includes(column) && cellOf(row, column.name) !== null;
  });
  return {
    at: readInstantMillis(time, cellOf(row, time.name)),
    level,
    message: text === null ? '' : oneLine(formatPlain(text, LONGEST)),
    rest: rest.map(({ name }) => ({ name, text: oneLine(formatPlain(cellOf(row, name), 200)) })),
  };
}

/** Replaces line ends and tabs by spaces. */
function oneLine(text: string): string {
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
}
