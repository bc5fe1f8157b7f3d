/** Data sets: their columns, keys, measures, tables on each engine, and engine SQL. */
import type { Report } from '../../core/report/diagnostics.ts';
import { type Field, isDerived, type Source, type Table } from '../../core/spec/source.ts';
import type { SourceSpec, TableSpec } from '../../core/spec/sources-spec.ts';
import type { Type } from '../../core/types/scalar.ts';
import type { AuthorSql } from '../../sql/author/author-sql.ts';
import { distinctNames, suggest, suggestKey } from '../names/names.ts';
import { resolveColumns, type SourceContext } from './columns.ts';
import { resolveFreshness } from './freshness.ts';
import { resolveMeasures } from './measures.ts';
import { resolveRollups } from './rollups.ts';
import { freeNames } from './sql-rows.ts';
import { type AuthorSqlOf, engineSqlOf } from './sql-text.ts';
import type { StoredTypesOf } from './stored.ts';

/**
 * Resolves one data set. Reports its faults, but keeps the faulty parts, so that their uses are not reported as well. `known`: the dialects
 * that quern has.
 */
export function resolveSource(
  spec: SourceSpec,
  known: readonly string[],
  { authorSql, storedTypes }: { authorSql: AuthorSqlOf; storedTypes: StoredTypesOf },
  report: Report,
): Source {
  const repeated = spec.tables.filter(({ value }) => value.records === 'repeated');
  const context: SourceContext = {
    columns: spec.columns,
    circular: new Set(),
    broken: new Set(),
    authorSql,
    storedTypes,
    engines: spec.tables.map(({ name }) => name),
    repeated: repeated.map(({ name }) => name),
    report,
  };
  const columns = resolveColumns(context, spec);
  reportComputedNames(spec, columns, authorSql, report);
  reportAddedColumns(spec, authorSql, report);
  const measures = resolveMeasures(spec, columns, context.broken, authorSql, report);
  const rollups = resolveRollups(spec, { columns, measures, broken: context.broken }, report);
  const freshness = resolveFreshness(spec, { columns, broken: context.broken }, report);
  return {
    name: spec.name.value,
    title: spec.title,
    description: spec.description,
    invalid: spec.invalid,
    columns,
    keys: resolveKey(spec.key, columns, context),
    scope: resolveScope(spec.scope, columns, context),
    measures,
    ...(rollups.length === 0 ? {} : { rollups }),
    ...(freshness === null ? {} : { freshness }),
    broken: context.broken,
    tables: Object.fromEntries(
      spec.tables.map(({ name, place, value }) => {
        if (!known.includes(name)) {
          const message = `There is no engine \`${name}\``;
          report('unknown-engine', place, message, suggestKey(name, known, spec.tables));
        }
        const table = resolveTable(value, authorSql(name), report);
        const isFinal = value.final?.value === true;
        if (!isFinal || !mayBeFinal(spec, name, authorSql(name), report)) return [name, table];
        return [name, { ...table, final: true }];
      }),
    ),
  };
}

/** Reports a column that an engine adds, but not to this table. */
function reportAddedColumns(
  { columns, tables }: SourceSpec,
  authorSql: AuthorSqlOf,
  report: Report,
): void {
  for (const { name: engine, value } of tables) {
    const added = authorSql(engine)?.added ?? null;
    const column = columns.find(({ name }) => name === added?.name);
    if (added === null || column === undefined || added.isIn(value.table.value)) continue;
    const message = `\`${added.name}\` is a column only of ${added.tables}, unlike \`${value.table.value}\``;
    report(
      'invalid-name',
      column.place,
      message,
      `Remove it, or name such a table for \`${engine}\`.`,
    );
  }
}

/** Reports SQL of an engine that names a column which quern computes: the engine's table has none of that name. */
function reportComputedNames(
  { columns: specs, tables, measures }: SourceSpec,
  columns: readonly Field[],
  authorSql: AuthorSqlOf,
  report: Report,
): void {
  const computed = new Set(columns.filter(isDerived).map(({ name }) => name));
  const texts = [
    ...specs.flatMap(({ value }) => (value.is === null ? value.text : [])),
    ...measures.flatMap(({ value }) => value.text),
    ...tables.flatMap(({ name, value: { where } }) =>
      where === null ? [] : [{ name, value: where }],
    ),
  ];
  for (const { name: engine, value } of texts) {
    const author = authorSql(engine);
    const names = author === null ? [] : freeNames(value.value, author);
    const found = names.find(name => computed.has(name));
    if (found === undefined) continue;
    const message = `\`${found}\` is computed here, and SQL of \`${engine}\` reads only columns of the table`;
    report('sql-text', value.place, message, 'Write what the column is computed from.');
  }
}

/** Reports unknown columns, and columns that engines compare differently. */
function resolveKey(
  key: SourceSpec['key'],
  columns: readonly Field[],
  { report, broken }: SourceContext,
): Source['keys'] {
  if (key.length === 0) return [];
  distinctNames(
    key.map(({ value, place }) => ({ name: value, place })),
    'column of the key',
    report,
    'Remove it.',
  );
  for (const { value, place } of key) {
    const column = columns.find(({ name }) => name === value);
    if (broken.has(value)) continue;
    if (column === undefined) {
      const names = columns.map(({ name }) => name);
      report('unknown-column', place, `There is no column \`${value}\``, suggest(value, names));
    } else if (!KEY_TYPES.has(column.type)) {
      const message = `\`${value}\` is \`${column.type}\`, which is not allowed in a key`;
      report('type-mismatch', place, message, 'Name columns of other types.');
    }
  }
  return [key.map(({ value }) => value)];
}

function resolveScope(
  scope: SourceSpec['scope'],
  columns: readonly Field[],
  { report, broken }: SourceContext,
): Source['scope'] {
  const named = scope.map(({ name: { value, place } }) => ({ name: value, place }));
  distinctNames(named, 'column of the scope', report, 'Remove it.');
  for (const { name, place } of named) {
    const column = columns.find(each => each.name === name);
    if (broken.has(name)) continue;
    if (column === undefined) {
      const names = columns.map(each => each.name);
      report('unknown-column', place, `There is no column \`${name}\``, suggest(name, names));
    } else if (!KEY_TYPES.has(column.type)) {
      const message = `\`${name}\` is \`${column.type}\`, which is not allowed in a scope`;
      report('type-mismatch', place, message, 'Name columns of other types.');
    }
  }
  return scope.map(({ name, many }) => ({ name: name.value, many }));
}

const KEY_TYPES: ReadonlySet<string> = new Set<Type>([
  'string',
  'int64',
  'decimal',
  'bool',
  'timestamp',
  'date',
]);

/**
 * Whether `final` may be used. Reports it if the engine cannot read only the newest row of each key, or if the key does not consist of the
 * table's own columns.
 */
function mayBeFinal(
  { key, columns, tables }: SourceSpec,
  engine: string,
  author: AuthorSql | null,
  report: Report,
): boolean {
  const place = tables.find(({ name }) => name === engine)?.value.final?.place;
  if (place === undefined || author === null) return false;
  if (author.final === null) {
    const message = `\`${engine}\` cannot read only the newest row of each key`;
    report(
      'clause-conflict',
      place,
      message,
      'Remove it, and read a view that has only those rows.',
    );
    return false;
  }
  if (key.length === 0) {
    const message = '`final` reads the newest row of each key, but the data set has no `key`';
    report(
      'missing-key',
      place,
      message,
      'Write `key:` with the columns that the table is sorted by.',
    );
    return false;
  }
  const elsewhere = key.find(({ value }) =>
    columns.some(
      ({ name, value: column }) =>
        name === value && (column.is !== null || column.text.some(text => text.name === engine)),
    ),
  );
  if (elsewhere === undefined) return true;
  const message = `\`final\` needs a key of the table's own columns, and \`${elsewhere.value}\` is derived`;
  report(
    'clause-conflict',
    place,
    message,
    'Write `key:` with the columns that the table is sorted by.',
  );
  return false;
}

function resolveTable(
  { table, records, where }: TableSpec,
  author: AuthorSql | null,
  report: Report,
): Table {
  const name = table.value.split('.');
  if (name.some(part => part.trim() === '') || /[\t\n]/.test(table.value)) {
    const message = `\`${table.value}\` is not a table name`;
    const hint = 'Use names joined by dots; none may be empty or contain a tab or a line break.';
    report('invalid-name', table.place, message, hint);
  } else if (author?.tableSyntax.test(table.value.trim())) {
    const message = `\`${table.value}\` is SQL, and \`table\` takes only a name`;
    const hint = 'Name the table; for anything else, read a view.';
    report('invalid-name', table.place, message, hint);
  }
  return { name, records, where: where === null ? null : engineSqlOf(where, author, report) };
}
