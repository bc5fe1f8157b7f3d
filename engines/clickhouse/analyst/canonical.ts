/** A statement as ClickHouse's parser reads it and writes it back: one line, no comments, keywords in upper case. */

import { splitTokens } from '../../../generator/own/tokens.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import type { StatementRefused } from '../../analyst.ts';
import { refused, refusedHolding } from '../../support/analyst-text.ts';
import ownSql from '../own-sql.ts';
import type { ChDb } from './chdb.ts';
import { saidIn } from './errors.ts';

export interface Canonical {
  readonly kind: 'canonical';
  readonly sql: string;
  readonly parameters: readonly string[];
}

export async function canonicalOf(chdb: ChDb, text: string): Promise<Canonical | StatementRefused> {
  const literal = `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  try {
    const sql = (await chdb.ask(`SELECT formatQuerySingleLine(${literal})`)).replace(/\n$/, '');
    return { kind: 'canonical', sql, parameters: parametersIn(sql) };
  } catch (error) {
    return whyNone(text, messageOf(error));
  }
}

/** The names in `{name:Type}`, each once. */
function parametersIn(sql: string): readonly string[] {
  const names = splitTokens(sql, ownSql)
    .filter(({ kind }) => kind === 'foreign')
    .map(({ start, end }) => sql.slice(start + 1, end).split(':', 1)[0] ?? '');
  return [...new Set(names)];
}

export const SELECTS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'FROM']);

function whyNone(text: string, message: string): StatementRefused {
  if (/Empty query|Multi-statements are not allowed/.test(message)) {
    const holding = refusedHolding(text, ownSql, SELECTS);
    if (holding !== null) return holding;
  }
  const [, position] = /failed at position (\d+)/.exec(message) ?? [];
  const at = position === undefined ? null : placeOf(text, Number(position));
  const word = at === null ? null : wordAt(text, at);
  if (at === null) return refused(`ClickHouse cannot read the statement: ${saidIn(message)}`, null);
  if (word === null)
    return refused('ClickHouse expects more at the end of the statement', null, at);
  return refused(`ClickHouse cannot read the statement at \`${word}\``, null, at);
}

/** ClickHouse counts bytes of UTF-8, from 1. */
function placeOf(text: string, position: number): number {
  return Buffer.from(text, 'utf8')
    .subarray(0, position - 1)
    .toString('utf8').length;
}

function wordAt(text: string, at: number): string | null {
  const token = splitTokens(text, ownSql).find(({ end }) => end > at);
  return token === undefined
    ? null
    : text.slice(token.start, Math.min(token.end, token.start + 40));
}
