/** Looks at ClickHouse's tables. */
import type { CatalogueTable, MissingTable, Row } from '../../engine.ts';
import { eachAtMost } from '../../support/at-most.ts';
import { withDeadline } from '../../support/deadline.ts';
import { columnOf, nestedIn } from '../catalog.ts';
import { isNotReadable, wrapClickHouseError } from './failure.ts';
import type { ClientLink, StatementRequest } from './request.ts';
import { ask } from './request.ts';
import { FORMAT, readLines } from './values.ts';

/** The deadline of calls whose caller sets none: opening, and looks at tables. */
const LOOK_MS = 5_000;
/** How many tables are requested at once, of the 100 statements that ClickHouse runs by default. */
const LOOKS = 16;

/** Looks at tables while statements run: neither waits for the other. */
export async function findMissing(
  link: ClientLink,
  tables: readonly (readonly string[])[],
): Promise<readonly MissingTable[]> {
  const readable = await eachAtMost(LOOKS, tables, parts => isReadable(link, parts));
  const absent = tables.filter((_, index) => !readable[index]);
  return absent.map(parts => ({ table: parts.join('.'), reason: null }));
}

async function isReadable(link: ClientLink, parts: readonly string[]): Promise<boolean> {
  // a name is a database and a table, or only a table
  if (parts.length > 2) return false;
  try {
    await look(link, `SELECT 1 FROM ${parts.map(quoteTableName).join('.')} LIMIT 0`);
    return true;
  } catch (cause) {
    if (isNotReadable(cause)) return false;
    throw wrapClickHouseError(cause);
  }
}

export function quoteTableName(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}

export async function readCatalogue(
  link: ClientLink,
  tables: readonly (readonly string[])[],
): Promise<readonly CatalogueTable[]> {
  const found = await eachAtMost(LOOKS, tables, parts => describe(link, parts));
  return found.flatMap(table => table ?? []);
}

/** `null` if the table no longer exists. */
async function describe(
  link: ClientLink,
  parts: readonly string[],
): Promise<CatalogueTable | null> {
  try {
    const rows = await look(link, `DESCRIBE TABLE ${parts.map(quoteTableName).join('.')}`);
    const columns = rows.map(([name, type]) => columnOf(String(name), String(type)));
    const nested = nestedIn(columns).map(({ records }) => records);
    return { table: parts.join('.'), columns: [...columns, ...nested] };
  } catch (cause) {
    if (isNotReadable(cause)) return null;
    throw wrapClickHouseError(cause);
  }
}

export function look(link: ClientLink, sql: string): Promise<readonly Row[]> {
  const deadline = { timeoutMs: LOOK_MS, signal: new AbortController().signal };
  return withDeadline(deadline, signal => readTable(link, sql, {}, LOOK_MS / 1_000, signal));
}

/** All rows of a short answer. */
export function readTable(
  link: ClientLink,
  sql: string,
  values: StatementRequest['parameters'],
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const question = {
    sql: `${sql}\nFORMAT ${FORMAT}`,
    parameters: values,
    settings: { max_execution_time: seconds },
    label: 'quern',
  };
  const limits = { maxRows: 10_000, maxBytes: 1024 ** 2 };
  return ask(link, question, signal, ({ body, sentRows }) =>
    readLines(body, { ...limits, sentRows }),
  );
}
