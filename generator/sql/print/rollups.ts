/** The statements that create the rollups of data sets on one engine. */
import { createHash } from 'node:crypto';
import { nullLiteral, textLiteral } from '../../core/expr/literals.ts';
import type { ManifestCopy } from '../../core/output/manifest.ts';
import {
  COVERED,
  COVERED_COLUMNS,
  type CopyDefinition,
  copyColumns,
  type ReadCopy,
  type RollupCopy,
} from '../../core/spec/rollup-copy.ts';
import type { Rollup, Source, Table } from '../../core/spec/source.ts';
import type { Type } from '../../core/types/scalar.ts';
import type { Dialect, RollupDefinition } from '../dialect.ts';
import { BREAK, comment, dottedName, identifier, joined, sql, statementText } from '../sql.ts';
import { printExpr } from './expr/expr.ts';
import { rollupsOn } from './kept-rollups.ts';
import { alone, contextOf, rollupColumns } from './rollup-columns.ts';

/** `null` if the engine keeps no rollup of them. */
export function printRollups(sources: readonly Source[], dialect: Dialect): string | null {
  const create = dialect.rollups?.create ?? null;
  if (create === null) return null;
  const created = sources.flatMap(source =>
    rollupsOn(source, dialect)
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ rollup }) => create(definitionOf(rollup, source, dialect))),
  );
  if (created.length === 0) return null;
  const head = comment(`Rollups of the data sets, for ${dialect.title}: run them once`);
  return statementText(
    sql`${head}${BREAK}${BREAK}${joined(created, sql`${BREAK}${BREAK}`)}${BREAK}`,
  );
}

/** The statements' parts that make a rollup. */
function definitionOf(rollup: Rollup, source: Source, dialect: Dialect): RollupDefinition {
  const { name: table } = tableOf(source, dialect);
  const { keys, parts } = rollupColumns(rollup, source, dialect);
  const name = rollupName(rollup, source, dialect);
  return {
    table: dottedName(table, dialect),
    name: identifier(name, dialect),
    beside: dottedName([...table.slice(0, -1), name], dialect),
    keys,
    parts,
  };
}

function tableOf(source: Source, dialect: Dialect): Table {
  const table = source.tables[dialect.name];
  if (table === undefined) throw new Error(`${source.name} has no table on ${dialect.name}`);
  return table;
}

/** The copy that quern keeps of a rollup; `null` if the engine keeps one itself. */
export function copyOf(rollup: Rollup, source: Source, dialect: Dialect): RollupCopy | null {
  if (dialect.rollups?.create !== null) return null;
  return { dialect: dialect.name, name: `rollup ${rollupName(rollup, source, dialect)}` };
}

/** The copy in SQL of the dialect; `null` if the engine keeps a rollup itself. */
export function copyDefinition(
  rollup: Rollup,
  source: Source,
  dialect: Dialect,
): CopyDefinition | null {
  const copy = copyOf(rollup, source, dialect);
  if (copy === null) return null;
  const { keys, parts } = rollupColumns(rollup, source, dialect);
  return {
    source: source.name,
    rollup: rollup.name,
    name: copy.name,
    table: dottedName(tableOf(source, dialect).name, dialect).text,
    of: statementText(printExpr(rollup.of, contextOf(source, dialect))),
    step: rollup.step.micros,
    columns: [...keys, ...parts].map(({ name, of }) => ({
      name: name.text,
      of: statementText(of),
    })),
    keys: keys.length,
    empty: emptyTable(copyColumns(rollup), dialect),
  };
}

/** The tables that statements read of a copy, by their names. */
export function copyTables(
  { rollup, copy, source }: ReadCopy,
  dialect: Dialect,
): ReadonlyMap<string, ManifestCopy> {
  const covered = new Map<string, Type>(Object.entries(COVERED_COLUMNS));
  return new Map<string, ManifestCopy>([
    [COVERED, { empty: emptyTable(covered, dialect) }],
    [
      copy.name,
      {
        empty: emptyTable(copyColumns(rollup), dialect),
        rollup: { name: rollup.name, isRead: whetherRead(rollup, copy, source, dialect) },
      },
    ],
  ]);
}

/** A SELECT of whether the table has as many entries before the end of the copy as the copy counts. */
function whetherRead(rollup: Rollup, copy: RollupCopy, source: Source, dialect: Dialect): string {
  const table = dottedName(tableOf(source, dialect).name, dialect);
  const of = printExpr(rollup.of, contextOf(source, dialect));
  const named = (name: keyof typeof COVERED_COLUMNS) => identifier(name, dialect);
  const name = printExpr(textLiteral(copy.name), alone(dialect));
  const covered = sql`${identifier(COVERED, dialect)} WHERE ${named('name')} = ${name}`;
  const newer = sql`SELECT count(*) FROM ${table} WHERE ${of} >= (SELECT max(${named('until')}) FROM ${covered})`;
  return statementText(
    sql`SELECT max(${named('entries')}) = (SELECT count(*) FROM ${table}) - (${newer}) FROM ${covered}`,
  );
}

function emptyTable(columns: ReadonlyMap<string, Type>, dialect: Dialect): string {
  const nulls = [...columns].map(
    ([name, type]) =>
      sql`${printExpr(nullLiteral(type), alone(dialect))} AS ${identifier(name, dialect)}`,
  );
  return statementText(sql`SELECT ${joined(nulls, sql`, `)} LIMIT 0`);
}

/** A statement without parameters that asks the table for all that the rollup keeps. */
export function wholeRollup(rollup: Rollup, source: Source, dialect: Dialect): string {
  const { keys, parts } = rollupColumns(rollup, source, dialect);
  const columns = [...keys, ...parts].map(({ of }) => of);
  const grouped = joined(
    keys.map(({ of }) => of),
    sql`, `,
  );
  const table = dottedName(tableOf(source, dialect).name, dialect);
  return statementText(sql`SELECT ${joined(columns, sql`, `)} FROM ${table} GROUP BY ${grouped}`);
}

/** How the copies of earlier definitions are found: a statement that names all copies, which of them are old, and how to drop one. */
export interface OldCopies {
  readonly named: string;
  /** The rollup of which the copy of that name was one; `null` for one that statements read, and for any other projection. */
  readonly rollupOf: (name: string) => string | null;
  readonly drop: (name: string) => string;
}

/** `null` if the engine does not say which copies a table keeps, or the data set has no rollup. */
export function oldCopies(source: Source, dialect: Dialect): OldCopies | null {
  const copies = dialect.rollups?.copies ?? null;
  const table = source.tables[dialect.name];
  const kept = rollupsOn(source, dialect);
  if (copies === null || table === undefined || kept.length === 0) return null;
  const read = new Set(
    kept
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ rollup }) => rollupName(rollup, source, dialect)),
  );
  const names = new Set(kept.map(({ rollup }) => rollup.name));
  const quoted = dottedName(table.name, dialect);
  return {
    named: statementText(copies.named(table.name)),
    rollupOf: name => {
      const [, of = ''] = /^(.+)_[0-9a-f]{6}$/.exec(name) ?? [];
      return names.has(of) && !read.has(name) ? of : null;
    },
    drop: name => statementText(copies.drop(quoted, identifier(name, dialect))),
  };
}

/** Its name on the engine, which another definition does not have, so that a changed rollup is another one. */
export function rollupName(rollup: Rollup, source: Source, dialect: Dialect): string {
  const { keys, parts } = rollupColumns(rollup, source, dialect);
  // one file has the copies of all tables
  const of = dialect.rollups?.create === null ? tableOf(source, dialect).name : [];
  const text = [...of, ...[...keys, ...parts].map(({ of }) => of.text)].join('\0');
  return `${rollup.name}_${createHash('sha256').update(text).digest('hex').slice(0, 6)}`;
}
