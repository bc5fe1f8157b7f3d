/** Looks at PostgreSQL's tables. */
import type { CatalogueTable, MissingTable, Row } from '../../engine.ts';
import { findErrorCode } from '../../support/connection-errors.ts';
import { compositesOf, describeRow } from '../catalog.ts';
import { wrapPostgresError } from './failure.ts';
import { bounded, type Link } from './link.ts';
import { quotedName } from './names.ts';
import { inTransaction, readRows } from './transaction.ts';
import { numberParameters } from './values.ts';

/** The deadline of calls whose caller sets none: looks at tables. */
const LOOK_MS = 5_000;

export async function findMissing(
  link: Link,
  tables: readonly (readonly string[])[],
): Promise<readonly MissingTable[]> {
  const missing: MissingTable[] = [];
  for (const parts of tables) {
    const reason = await unreadable(link, parts);
    if (reason !== null) missing.push({ table: parts.join('.'), reason });
  }
  return missing;
}

/** Errors of one table, not of the server: there is none, or the user may not read it. */
const NOT_READABLE: ReadonlySet<string> = new Set(['42P01', '3F000', '42501', '0A000', '42601']);

async function unreadable(link: Link, parts: readonly string[]): Promise<string | null> {
  try {
    await look(link, `SELECT 1 FROM ${quotedName(parts)} LIMIT 0`);
    return null;
  } catch (failure) {
    const { cause, message } = wrapPostgresError(failure);
    if (NOT_READABLE.has(findErrorCode(cause) ?? '')) return message;
    throw failure;
  }
}

export async function readCatalogue(
  link: Link,
  tables: readonly (readonly string[])[],
): Promise<readonly CatalogueTable[]> {
  const found: CatalogueTable[] = [];
  const composites = compositesOf(await look(link, COMPOSITES));
  for (const parts of tables) {
    const rows = await look(link, COLUMNS, [quotedName(parts)]);
    if (rows.length > 0)
      found.push({
        table: parts.join('.'),
        columns: rows.map(row => describeRow(row, composites)),
      });
  }
  return found;
}

/**
 * Columns: name, type, the type below domains, whether it may be NULL, its comment. The type below has the word `enum` before an enum or a
 * list of one, and `[]` for each further dimension.
 */
const ATTRIBUTES = `a.attname, format_type(a.atttypid, a.atttypmod) || further.brackets,
    CASE WHEN 'e' IN (b.typtype, i.typtype) THEN 'enum ' ELSE '' END
      || format_type(b.oid, CASE WHEN t.typbasetype = 0 THEN a.atttypmod ELSE t.typtypmod END) || further.brackets,
    (NOT a.attnotnull)::text, col_description(a.attrelid, a.attnum)
  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
    JOIN pg_type AS b ON b.oid = coalesce(nullif(t.typbasetype, 0), t.oid) LEFT JOIN pg_type AS i ON i.oid = b.typelem
    CROSS JOIN LATERAL (SELECT repeat('[]', a.attndims - 1) AS brackets) AS further`;

/** The columns of a table by its name. */
export const COLUMNS = `SELECT ${ATTRIBUTES}
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

/** The fields of all composite types, each behind the name of its type. */
export const COMPOSITES = `SELECT format_type(c.reltype, NULL), ${ATTRIBUTES} JOIN pg_class AS c ON c.oid = a.attrelid
  WHERE c.relkind = 'c' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.oid, a.attnum`;

async function look(
  link: Link,
  sql: string,
  texts: readonly string[] = [],
): Promise<readonly Row[]> {
  const deadline = { timeoutMs: LOOK_MS, signal: new AbortController().signal };
  const limits = { maxRows: 100_000, maxBytes: 64 * 1024 ** 2 };
  const bound = numberParameters(
    texts.map((value, i) => ({ name: `p${i}`, scalar: 'string', value }) as const),
  );
  return bounded(link, deadline, (client, leftMs) =>
    inTransaction(client, leftMs, async () => {
      const asked = { library: link.library, client, sql, parameters: bound };
      const { rows } = await readRows(asked, limits, () => []);
      return rows;
    }),
  );
}
