/** Prints own SQL for an engine: placeholders in the engine's form, pieces as segments. */

import type { Binding, Segment, StandIn, Statement } from '../core/output/statement.ts';
import type {
  OwnEndpoint,
  OwnPart,
  OwnPiece,
  OwnStatement,
  OwnText,
} from '../core/plan/endpoint.ts';
import { listOf } from '../core/types/scalar.ts';
import type { OwnSql } from '../sql/author/own-sql.ts';

/** The enum parameters that choose texts of the statement, in the order of their first use. */
export function ownChoices({ pieces }: OwnStatement): readonly string[] {
  return [...new Set(pieces.flatMap(({ by }) => by ?? []))];
}

/** A part of a printed statement, and the place where its author wrote it. */
export interface Stretch {
  readonly sql: string;
  /** The parameter of the piece's condition. */
  readonly when: string | null;
  readonly text: OwnText;
  /** The offset in that text. For a placeholder, it is the offset of the parameter's `@`. */
  readonly start: number;
  readonly isPlaceholder: boolean;
}
export interface PrintedOwn extends Statement {
  readonly stretches: readonly Stretch[];
}

/** Ends a line comment at the end of its piece. */
const BETWEEN = '\n';

/** The statement for these values of the choosing enums; `known` needs a value for each of `ownChoices`. */
export function printOwn(
  statement: OwnStatement,
  own: OwnSql,
  known: ReadonlyMap<string, string>,
): PrintedOwn {
  const bindings = new Map<string, Binding>();
  const stretches: Stretch[] = [];
  for (const piece of statement.pieces) {
    const { text, when } = chosen(piece, known);
    const before = stretches.length === 0 ? '' : BETWEEN;
    text.parts.forEach((part, i) => {
      const lead = i === 0 ? before : '';
      const written = partText(part, text, when, own, bindings);
      const sql = lead + (i === text.parts.length - 1 ? written.trimEnd() : written);
      const isPlaceholder = part.kind !== 'text';
      stretches.push({ sql, when, text, start: part.start - lead.length, isPlaceholder });
    });
  }
  return { sql: segments(stretches), bind: [...bindings.values()], stretches };
}

function chosen(piece: OwnPiece, known: ReadonlyMap<string, string>) {
  if (piece.by === null) return piece;
  const value = known.get(piece.by);
  const found = piece.cases.find(one => one.value === value);
  if (found === undefined) throw new Error(`\`${piece.by}\` has no text for ${value}`);
  return { text: found.text, when: null };
}

function partText(
  part: OwnPart,
  { sent }: OwnText,
  when: string | null,
  own: OwnSql,
  bindings: Map<string, Binding>,
): string {
  if (part.kind === 'text') return sent.slice(part.start, part.end);
  if (part.kind === 'table') return part.sql;
  const { name, scalar, isList } = part;
  // the piece's own condition already ensures that the parameter is present
  const absent = when === name ? undefined : part.absent;
  const from = name === 'now' ? 'clock' : 'param';
  bind(bindings, { name, from, scalar, ...(isList ? { list: true } : {}) }, when, absent);
  const position = [...bindings.keys()].indexOf(name) + 1;
  return own.placeholder(name, isList ? listOf(scalar) : scalar, absent === null, position);
}

/** Binds a value if any text that names it is part of the statement. */
function bind(
  bindings: Map<string, Binding>,
  binding: Pick<Binding, 'name' | 'from' | 'scalar' | 'list'>,
  when: string | null,
  absent: StandIn | undefined,
): void {
  const known = bindings.get(binding.name);
  const isAlways = when === null || (known !== undefined && known.when === undefined);
  const guards = isAlways ? {} : { when: [...new Set([...(known?.when ?? []), when])] };
  const stands = absent !== undefined ? absent : known?.absent;
  const standIn = stands === undefined ? {} : { absent: stands };
  bindings.set(binding.name, { ...binding, ...guards, ...standIn });
}

function segments(stretches: readonly Stretch[]): readonly Segment[] {
  const joined: { when: string | null; sql: string }[] = [];
  let last: Stretch | undefined;
  for (const stretch of stretches) {
    const open = joined.at(-1);
    // two pieces with the same condition are separate segments
    const isSame =
      last?.when === stretch.when && (stretch.when === null || last?.text === stretch.text);
    if (open !== undefined && isSame) open.sql += stretch.sql;
    else joined.push({ when: stretch.when, sql: stretch.sql });
    last = stretch;
  }
  return joined.map(({ when, sql }) => (when === null ? sql : { when, sql }));
}

/**
 * The statement as its author wrote it. A conditional piece follows a comment that names its condition. If an enum chooses a text, it is
 * the text for the enum's default or, without a default, for its first value.
 */
export function writtenText(
  { pieces }: OwnStatement,
  { params }: Pick<OwnEndpoint, 'params'>,
): string {
  const texts = pieces.map(piece => {
    if (piece.by === null) {
      const text = piece.text.written.value.trimEnd();
      return piece.when === null ? text : `-- where \`${piece.when}\` is given:\n${text}`;
    }
    const { by, cases } = piece;
    const usual = params.find(({ name }) => name === by)?.default;
    const shown = cases.find(({ value }) => value === usual) ?? cases[0];
    if (shown === undefined) throw new Error(`\`${by}\` has no texts`);
    return `-- where \`${by}\` is ${shown.value}:\n${shown.text.written.value.trimEnd()}`;
  });
  return texts.join('\n');
}
