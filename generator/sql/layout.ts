/** How SQL is laid out. */
import type { Condition } from '../core/expr/condition.ts';
import {
  BREAK,
  hasBreak,
  identifier,
  indented,
  joined,
  type Naming,
  type Sql,
  sql,
} from './sql.ts';

const WIDTH = 88;
const [NOTHING, COMMA, BETWEEN] = [sql``, sql`,`, sql`, `];

/** A piece of SQL: always included, or included only if a condition is true. */
export type StatementPiece = Sql | { readonly when: Condition; readonly sql: Sql };

/** A query of the WITH clause. */
export interface StepText {
  readonly name: Sql;
  /** The words after the name if they are more than `AS`. */
  readonly as?: Sql;
  readonly pieces: readonly StatementPiece[];
}

/** `change` applied to the SQL of a piece. */
export function mapPiece(piece: StatementPiece, change: (of: Sql) => Sql): StatementPiece {
  return 'when' in piece ? { when: piece.when, sql: change(piece.sql) } : change(piece);
}

/** `pieces`, in which those that are always included are one piece with their neighbours. */
export function merged(pieces: readonly StatementPiece[]): readonly StatementPiece[] {
  const found: StatementPiece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last === undefined || 'when' in last || 'when' in piece) found.push(piece);
    else found[found.length - 1] = sql`${last}${piece}`;
  }
  return found;
}

/** `SELECT a, b` on one line if that fits, else with one item per line. */
export function selectList(items: readonly Sql[]): Sql {
  return joined(selectPieces(items), NOTHING);
}

/** The same in pieces: items of several lines are pieces of their own, because statements often share them. */
export function selectPieces(items: readonly Sql[], select = sql`SELECT`): readonly Sql[] {
  const first = sql`${select} `;
  if (fitsLine(first, items, NOTHING)) return [sql`${first}${joined(items, BETWEEN)}`];
  const pieces: Sql[] = [];
  let run = select;
  items.forEach((item, i) => {
    const end = i < items.length - 1 ? COMMA : NOTHING;
    if (!hasBreak(item)) run = sql`${run}${BREAK}  ${item}${end}`;
    else {
      pieces.push(run, sql`${BREAK}  ${indented(item)}${end}`);
      run = NOTHING;
    }
  });
  return run.text === '' ? pieces : [...pieces, run];
}

/** The WHERE clause of conditions that are joined by AND. `always`: a condition that is true, for requests in which the first one is left out. */
export function wherePieces(
  conditions: readonly (readonly StatementPiece[])[],
  always: Sql,
  isNeeded = false,
): readonly StatementPiece[] {
  const [first] = conditions;
  if (first === undefined) return [];
  // a guarded text may be left out as a whole, so the first one must be unguarded
  const isLoose = first.some(piece => 'when' in piece) && (conditions.length > 1 || isNeeded);
  const whole = isLoose ? [[always], ...conditions] : conditions;
  return whole.flatMap((pieces, i) => {
    const word = i === 0 ? sql`WHERE` : sql`  AND`;
    return pieces.map((piece, at) =>
      at === 0 ? mapPiece(piece, of => sql`${BREAK}${word} ${of}`) : piece,
    );
  });
}

/** `open`, the items one per line, `close`; on one line if that fits. */
function bracketed(open: Sql, items: readonly Sql[], close: Sql): Sql {
  if (fitsLine(open, items, close)) return sql`${open}${joined(items, BETWEEN)}${close}`;
  const lines = items.map(item => sql`${BREAK}  ${indented(item)}`);
  return sql`${open}${joined(lines, COMMA)}${BREAK}${close}`;
}

/** Whether the items, with commas between them, fit on one line after `open` and before `close`. */
function fitsLine(open: Sql, items: readonly Sql[], close: Sql): boolean {
  const between = BETWEEN.text.length * Math.max(0, items.length - 1);
  let left = WIDTH - open.text.length - between - close.text.length;
  for (let i = 0; i < items.length && left >= 0; i += 1) left -= items[i]?.text.length ?? 0;
  return left >= 0 && !hasBreak(open) && !items.some(hasBreak) && !hasBreak(close);
}

/** The parts of the printer that print a record. */
export interface RecordLayout {
  /** The whole record, if the engine stores it as declared. */
  readonly whole: Sql | null;
  /** Quotes a name if it needs quotes. */
  readonly name: (name: string) => Sql;
  /** Entries between brackets, one per line if they do not fit on one line. */
  readonly block: (open: Sql, entries: readonly Sql[], close: Sql) => Sql;
}

/** Records that the printer makes field by field. */
export function layoutOf(dialect: Naming): Omit<RecordLayout, 'whole'> & { readonly whole: null } {
  return { name: name => identifier(name, dialect), block: bracketed, whole: null };
}
