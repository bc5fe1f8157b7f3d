/** A statement as DuckDB's parser reads it: the tree that `json_serialize_sql` returns. No part of the text is run. */
import type * as DuckDb from '@duckdb/node-api';
import type { StatementRefused } from '../../analyst.ts';
import { refused, refusedHolding, stretchesOf } from '../../support/analyst-text.ts';
import ownSql from '../own-sql.ts';
import { placeOfCharacter } from './place.ts';

export interface ParsedStatement {
  readonly kind: 'parsed';
  /** The statement's node. */
  readonly tree: ParseTree;
  readonly parameters: readonly string[];
}
export type ParseTree = Readonly<Record<string, unknown>>;

/** `skip_empty` leaves out empty fields. */
const SERIALIZE = 'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true)';

interface Serialized {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly {
    readonly node: ParseTree;
    readonly named_param_map?: readonly { readonly key: string; readonly value: number }[];
  }[];
}

/** Words that begin a statement that returns rows and may contain a PIVOT. */
const SELECTS = new Set(['SELECT', 'WITH', 'FROM', 'VALUES', 'TABLE', 'PIVOT', 'PIVOT_WIDER']);

export async function parse(
  connection: DuckDb.DuckDBConnection,
  text: string,
): Promise<ParsedStatement | StatementRefused> {
  const prepared = await connection.prepare(SERIALIZE);
  prepared.bindVarchar(1, text);
  const rows = (await prepared.runAndReadAll()).getRows();
  prepared.destroySync();
  const serialized: Serialized = JSON.parse(String(rows[0]?.[0]));
  const [statement, second] = serialized.statements ?? [];
  if (statement === undefined || second !== undefined) return whyNone(text, serialized);
  const named = [...(statement.named_param_map ?? [])].sort((a, b) => a.value - b.value);
  return { kind: 'parsed', tree: statement.node, parameters: named.map(({ key }) => key) };
}

/** DuckDB serializes only SELECT statements, and does not report what any other statement is. */
function whyNone(text: string, serialized: Serialized): StatementRefused {
  const { error_type: type, error_message: message = '', position } = serialized;
  // The parser reads unusual spaces as words, so a text of only such spaces is a parser error too.
  if (type === 'parser' && stretchesOf(text, ownSql).length > 0) {
    const at = position === undefined ? null : placeOfCharacter(text, Number(position));
    return refused(`DuckDB cannot read the statement: ${message}`, null, at);
  }
  const holding = refusedHolding(text, ownSql, SELECTS);
  if (holding !== null) return holding;
  return refused(
    'The columns of a PIVOT without a list of values are known only when it has run',
    'List the values, as in `PIVOT cities ON year IN (2000, 2010) USING sum(population)`.',
  );
}
