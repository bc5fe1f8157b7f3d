/** Data sets: columns with their derivations followed, tables by engine, SQL texts checked. */

import { FRACTION_DIGITS, MAX_PRECISION } from '../../core/decimal.ts';
import type { Report } from '../../core/diagnostics.ts';
import type { EngineSql } from '../../core/engine-sql.ts';
import { ITEM_TYPES, listOf, mapOf, SCALARS, type Type } from '../../core/scalar.ts';
import type { DecimalDigits, Field, Source, Table } from '../../core/source.ts';
import type {
  Entry,
  ExpressionText,
  FieldSpec,
  Located,
  SourceSpec,
  TableSpec,
} from '../../core/spec.ts';
import type { AuthorSql } from '../../sql/author-sql.ts';
import { distinct, listed, suggest } from '../names.ts';
import { expressionOf, resolveComputed, type Written } from './computed.ts';
import { resolveMeasures } from './measures.ts';
import { type AuthorSqlOf, lookedAt } from './sql-text.ts';

/** What resolving one data set has at hand. */
interface Context {
  readonly columns: readonly Entry<FieldSpec>[];
  /** Paths of columns in a circle that is reported. */
  readonly circular: Set<string>;
  /** Paths of columns whose faults are reported. */
  readonly broken: Set<string>;
  readonly authorSql: AuthorSqlOf;
  readonly report: Report;
}

/** One data set. Reports its faults, and is whole all the same, so that uses of what is at fault are no faults too. `known` are the dialects that quern has. */
export function resolveSource(
  spec: SourceSpec,
  known: readonly string[],
  authorSql: AuthorSqlOf,
  report: Report,
): Source {
  const context: Context = {
    columns: spec.columns,
    circular: new Set(),
    broken: new Set(),
    authorSql,
    report,
  };
  const columns = resolveColumns(context, spec);
  return {
    name: spec.name.value,
    title: spec.title,
    description: spec.description,
    invalid: spec.invalid,
    columns,
    keys: resolveKey(spec.key, columns, context),
    scope: resolveScope(spec.scope, columns, context),
    measures: resolveMeasures(spec, columns, context.broken, authorSql, report),
    broken: context.broken,
    tables: Object.fromEntries(
      spec.tables.map(({ name, place, value }) => {
        if (!known.includes(name)) {
          const message = `There is no engine \`${name}\``;
          report('unknown-engine', place, message, suggest(name, known));
        }
        const table = resolveTable(value, authorSql(name), report);
        const isFinal = value.final?.value === true;
        if (!isFinal || !mayBeFinal(spec, name, authorSql(name), report)) return [name, table];
        return [name, { ...table, final: true }];
      }),
    ),
  };
}

/** Reports columns that are not there, and those whose values engines compare differently. */
function resolveKey(
  key: SourceSpec['key'],
  columns: readonly Field[],
  { report, broken }: Context,
): Source['keys'] {
  if (key.length === 0) return [];
  distinct(
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
      const message = `\`${value}\` is \`${column.type}\`, which is no key`;
      report('type-mismatch', place, message, 'Name columns of other types.');
    }
  }
  return [key.map(({ value }) => value)];
}

function resolveScope(
  scope: SourceSpec['scope'],
  columns: readonly Field[],
  { report, broken }: Context,
): Source['scope'] {
  const named = scope.map(({ name: { value, place } }) => ({ name: value, place }));
  distinct(named, 'column of the scope', report, 'Remove it.');
  for (const { name, place } of named) {
    const column = columns.find(each => each.name === name);
    if (broken.has(name)) continue;
    if (column === undefined) {
      const names = columns.map(each => each.name);
      report('unknown-column', place, `There is no column \`${name}\``, suggest(name, names));
    } else if (!KEY_TYPES.has(column.type)) {
      const message = `\`${name}\` is \`${column.type}\`, which is no scope`;
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

/** Whether the engine can read the newest row of each key alone, and its table has the columns of the key. */
function mayBeFinal(
  { key, columns, tables }: SourceSpec,
  engine: string,
  author: AuthorSql | null,
  report: Report,
): boolean {
  const place = tables.find(({ name }) => name === engine)?.value.final?.place;
  if (place === undefined || author === null) return false;
  if (author.final === null) {
    const message = `\`${engine}\` cannot read the newest row of each key alone`;
    report('clause-conflict', place, message, 'Remove it; read a view that has only those rows.');
    return false;
  }
  if (key.length === 0) {
    const message = '`final` needs the `key` of the data set, whose newest rows are read';
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
    const hint = 'Use parts that are neither empty nor hold a tab or a line break, joined by dots.';
    report('invalid-name', table.place, message, hint);
  } else if (author?.tableSyntax.test(table.value.trim())) {
    const message = `\`${table.value}\` is SQL, and \`table\` is quoted as a name`;
    const hint = 'Name the table alone; read whatever else is meant from a view.';
    report('invalid-name', table.place, message, hint);
  }
  return { name, records, where: where === null ? null : engineSqlOf(where, author, report) };
}

function engineSqlOf(text: Located<string>, author: AuthorSql | null, report: Report): EngineSql {
  const { sql, fault } = lookedAt(text.value, author);
  if (fault !== null) {
    const message = `The SQL text cannot stand inside a statement: ${fault}`;
    const hint = 'Write one expression of that engine over one row, closed in itself.';
    report('sql-text', text.place, message, hint);
  }
  return sql;
}

// ---- columns --------------------------------------------------------------------------------------------------------

/** In declared order: those that the table has or that are paths to those, then those that are computed from them. */
function resolveColumns(context: Context, { name, columns }: SourceSpec): readonly Field[] {
  const written = columns.flatMap((entry): Written | [] => {
    const is = expressionOf(entry, columns);
    if (is === null) return [];
    reportConstraints(context, entry.value, is);
    return { name: entry.name, text: is, type: declaredType(entry.value), spec: entry.value };
  });
  distinct(columns, 'column', context.report);
  const computedNames = new Set(written.map(({ text }) => text));
  const stored = columns.filter(({ value: { is } }) => is === null || !computedNames.has(is));
  const fields = stored.map(entry => resolveField(context, entry, []));
  const computed = resolveComputed(name.value, written, fields, context.broken, context.report);
  const all = new Map([...computed, ...fields.map(field => [field.name, field] as const)]);
  return columns.flatMap(entry => all.get(entry.name) ?? []);
}

/** Whether a computed column is NULL follows from what it is. */
function reportConstraints({ report }: Context, spec: FieldSpec, { place }: ExpressionText): void {
  const written = [...(spec.required ? ['required'] : []), ...(spec.optional ? ['optional'] : [])];
  for (const key of written) {
    const message = `\`${key}\` cannot stand beside an expression: whether it is NULL follows from its columns`;
    report('clause-conflict', place, message, 'Remove it.');
  }
}

function resolveFields(
  context: Context,
  specs: readonly Entry<FieldSpec>[],
  above: readonly string[],
): readonly Field[] {
  distinct(specs, `field of \`${above.join('.')}\``, context.report);
  return specs.flatMap(entry => {
    const is = expressionOf(entry, context.columns);
    if (is === null) return resolveField(context, entry, above);
    const message = `\`is\` computes a column, and \`${entry.name}\` is a field of a record`;
    context.report('clause-conflict', is.place, message, 'Write a column beside the record.');
    context.broken.add([...above, entry.name].join('.'));
    return [];
  });
}

function resolveField(
  context: Context,
  { name, value }: Entry<FieldSpec>,
  above: readonly string[],
): Field {
  const path = [...above, name];
  if (value.map !== null && above.length > 0) {
    const message = 'A map is a column of its own, never a field of a record';
    context.report('type-mismatch', value.map.place, message, 'Declare the field as `json`.');
  }
  return {
    name,
    type: typeOf(value),
    digits: digitsOf(value),
    nullable: !value.required,
    optional: value.optional,
    description: value.description,
    unit: value.unit,
    fields: value.record === null ? [] : resolveFields(context, value.record, path),
    // A record that is derived, too, is reported as such.
    is:
      value.is === null || value.record !== null ? null : follow(context, value, [path.join('.')]),
    text: Object.fromEntries(
      value.text.map(({ name, value }) => [
        name,
        engineSqlOf(value, context.authorSql(name), context.report),
      ]),
    ),
  };
}

function typeOf(spec: FieldSpec): Type | 'record' {
  const type = declaredType(spec);
  if (type === null && spec.record === null)
    throw new Error('A column has neither type, record, list nor map.');
  return type ?? 'record';
}

function declaredType({ type, list, map }: FieldSpec): Type | null {
  const item = ITEM_TYPES.find(name => name === list?.value);
  if (item !== undefined) return listOf(item);
  const value = ITEM_TYPES.find(name => name === map?.value);
  if (value !== undefined) return mapOf(value);
  return SCALARS.find(name => name === type?.value) ?? null;
}

/** What is at fault is reported already. */
function digitsOf(spec: FieldSpec): DecimalDigits | null {
  if (spec.type?.value !== 'decimal') return null;
  const { precision, scale } = spec;
  return {
    precision: precision?.value ?? MAX_PRECISION,
    scale: scale?.value ?? FRACTION_DIGITS,
  };
}

/**
 * The path of the leaf that a derived column stands for in the end; `null` where there is none. A fault is reported where it
 * is written: that of a later link of the chain by the column that holds it.
 */
function follow(
  context: Context,
  spec: FieldSpec,
  chain: readonly string[],
): readonly string[] | null {
  const { is } = spec;
  if (is === null) throw new Error('The column is not derived.');
  const first = chain.length === 1;
  const target = find(context, is, first);
  if (target === null || !fits(context, spec, target, first)) return null;
  if (target.is === null) return is.value.split('.');
  if (!chain.includes(is.value)) return follow(context, target, [...chain, is.value]);
  reportCircle(context, is, chain);
  return null;
}

function reportCircle(
  { circular, report }: Context,
  is: Located<string>,
  chain: readonly string[],
): void {
  if (chain.some(path => circular.has(path))) return;
  for (const path of chain) circular.add(path);
  const message = `The columns ${listed(chain)} are derived from each other`;
  report('cyclic-output', is.place, message, 'Derive one of them from a column that is stored.');
}

function find(context: Context, is: Located<string>, says: boolean): FieldSpec | null {
  let entries = context.columns;
  let found: FieldSpec | null = null;
  for (const name of is.value.split('.')) {
    const entry = entries.find(candidate => candidate.name === name);
    if (entry === undefined) {
      const message = `There is no column \`${is.value}\`: nothing is called \`${name}\` there`;
      const names = entries.map(candidate => candidate.name);
      if (says) context.report('unknown-column', is.place, message, suggest(name, names));
      return null;
    }
    found = entry.value;
    entries = found.record ?? [];
  }
  return found;
}

function fits({ report }: Context, spec: FieldSpec, target: FieldSpec, says: boolean): boolean {
  const [wanted, found] = [typeOf(spec), typeOf(target)];
  if (spec.is === null || wanted === found) return true;
  if (!says) return false;
  const path = spec.is.value;
  if (found === 'record') {
    const message = `\`${path}\` is a record, and a column is derived from a single value`;
    report('misplaced-record', spec.is.place, message, 'Name one of its fields.');
  } else {
    const message = `The column is \`${wanted}\`, and \`${path}\` is \`${found}\``;
    report('type-mismatch', spec.is.place, message);
  }
  return false;
}
