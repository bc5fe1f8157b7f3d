/** Functions of the database that run saved queries, for callers with names and types: SQL, and the `rpc` of PostgREST. */
import { isRecords, type Type } from '../../generator/core/types/scalar.ts';
import type { CallableQuery } from '../../generator/sql/callable.ts';
import { quoteDoubled, quoted } from '../../generator/sql/sql.ts';
import { MEANING } from './meaning.ts';
import { typeName } from './types.ts';

/**
 * The rows have a type of their own: RETURNS TABLE would not let a column have the name of a parameter. No endpoint's name contains a
 * space, so no other name is that of the type.
 */
export function callable({ name, summary, params, columns, saved }: CallableQuery): string {
  const rowName = `${name} row`;
  const [own, row] = [quotedName(name), quotedName(rowName)];
  const lines = columns.map(column => `  ${quotedName(column.name)} ${columnType(column.type)}`);
  const values = columns.map(column => `  ${quotedName(column.name)}::${columnType(column.type)}`);
  const tag = tagFor(saved);
  const remark =
    summary === null ? [] : [`COMMENT ON FUNCTION ${own} IS ${quoteDoubled(summary).text};`];
  return [
    `-- ${name} as a function of PostgreSQL`,
    ...dropped(name, rowName),
    `DROP TYPE IF EXISTS ${row};`,
    `CREATE TYPE ${row} AS (\n${lines.join(',\n')}\n);`,
    `CREATE FUNCTION ${own}(${argumentsOf(params)})`,
    `RETURNS SETOF ${row}`,
    'LANGUAGE sql STABLE SECURITY INVOKER',
    ...MEANING.map(setting => `SET ${setting}`),
    'SET search_path FROM CURRENT',
    `AS ${tag}`,
    `SELECT\n${values.join(',\n')}\nFROM (`,
    saved.trimEnd(),
    ') AS answer',
    `${tag};`,
    ...remark,
    '',
  ].join('\n');
}

/** The function of that name, if its rows have the type of ours; any other one is kept, and stops the file. */
function dropped(name: string, rowName: string): readonly string[] {
  return `DO $drop$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT pg_proc.oid::regprocedure AS name, typname = ${quoteDoubled(rowName).text} AS is_own
    FROM pg_proc
    JOIN pg_type ON pg_type.oid = prorettype
    WHERE proname = ${quoteDoubled(name).text}
      AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  LOOP
    IF NOT found.is_own THEN
      RAISE EXCEPTION 'quern did not make the function %: rename it or drop it', found.name;
    END IF;
    EXECUTE 'DROP FUNCTION ' || found.name;
  END LOOP;
END $drop$;`.split('\n');
}

function quotedName(name: string): string {
  return quoted(name, { quote: '"', escape: 'double' }).text;
}

/** Only those before the first optional one can be without a default: the statement numbers them, and none may follow one that has a default. */
function argumentsOf(params: CallableQuery['params']): string {
  const optional = params.findIndex(({ required }) => !required);
  const lines = params.map(({ name, type, byDefault }, at) => {
    const value = byDefault === null ? 'NULL' : quoteDoubled(byDefault).text;
    const tail = optional === -1 || at < optional ? '' : ` DEFAULT ${value}`;
    return `\n  ${quotedName(name)} ${type === null ? 'json' : typeText(type)}${tail}`;
  });
  return lines.length === 0 ? '' : `${lines.join(',')}\n`;
}

function columnType(type: CallableQuery['columns'][number]['type']): string {
  return type === 'record' || isRecords(type) ? 'json' : typeText(type);
}

function typeText(type: Type): string {
  return typeName(type).text;
}

/** A quote of a text that does not contain it. */
function tagFor(text: string): string {
  let tag = '$query$';
  while (text.includes(tag)) tag = tag.replace('y', 'yy');
  return tag;
}
