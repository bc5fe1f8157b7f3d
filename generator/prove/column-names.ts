/** The names by which a key may hide what an expression reads of a data set. In doubt, a name counts. */
import type { PlanExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { onceFor } from '../core/memo.ts';
import { type Field, fieldAt, isDerived, type Source, storedName } from '../core/spec/source.ts';
import { fieldNamesIn, namesOf } from '../core/spec/tags.ts';
import { pathsInSql } from './sql-paths.ts';

/** Returns the names of the column or field of `source` at `path`, and of those that its SQL reads. */
export function namesAt(source: Source, path: readonly string[]): ReadonlySet<string> {
  const { derivations, known } = onceFor(source, 'names', [], () => ({
    derivations: derivationsIn(source),
    known: new Map<string, ReadonlySet<string>>(),
  }));
  const key = path.join('\0');
  const names = known.get(key) ?? new Set(namesFor(source, path, derivations));
  known.set(key, names);
  return names;
}

function namesFor(
  source: Source,
  path: readonly string[],
  derivations: readonly Derivation[],
): readonly string[] {
  const read = path.flatMap((_, at) => {
    const field = fieldAt(source.columns, path.slice(0, at + 1));
    return field === undefined ? [] : pathsInSql(field, source);
  });
  return [path, ...read].flatMap(one => namesOn(source, one, derivations));
}

interface Derivation {
  /** The paths that a column is derived from. */
  readonly from: readonly (readonly string[])[];
  /** The names of the column. */
  readonly names: readonly string[];
}

function derivationsIn(source: Source): readonly Derivation[] {
  return source.columns
    .map(column => ({ from: derivedFrom(column, source), names: namesOf(column) }))
    .filter(({ from }) => from.length > 0);
}

/** The names on the way to a column or field, those of the same stored column, and those of the columns that are derived from it. */
function namesOn(
  source: Source,
  path: readonly string[],
  derivations: readonly Derivation[],
): readonly string[] {
  const { columns } = source;
  const own = path.flatMap((name, at) => {
    const beside = fieldAt(columns, path.slice(0, at))?.fields ?? columns;
    const field = beside.find(one => one.name === name);
    if (field === undefined) return [name];
    return beside.filter(one => one === field || isStoredAs(one, field, source)).flatMap(namesOf);
  });
  const within = fieldAt(columns, path)?.fields ?? [];
  const derived = derivations.filter(({ from }) => from.some(of => overlaps(of, path)));
  return [...own, ...fieldNamesIn(within), ...derived.flatMap(({ names }) => names)];
}

function derivedFrom(column: Field, source: Source): readonly (readonly string[])[] {
  const { is, computed } = column;
  if (is !== null) return [is];
  if (computed === undefined) return pathsInSql(column, source);
  const paths: (readonly string[])[] = [];
  visitExpr<PlanExpr>(computed, node => {
    if (node.kind === 'column') paths.push(node.path);
  });
  return paths;
}

/** Whether two columns, or two fields of a record, are one in the table of an engine. */
function isStoredAs(one: Field, other: Field, { tables }: Source): boolean {
  if (isDerived(one) || isDerived(other)) return false;
  return Object.keys(tables).some(engine => storedName(one, engine) === storedName(other, engine));
}

/** Whether one of the paths begins with the other. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((name, at) => name === other[at]);
}
