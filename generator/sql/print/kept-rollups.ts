/** Rollups that an engine keeps. */
import type { AggregateExpr, PlainExpr } from '../../core/expr/expr.ts';
import { visitExpr } from '../../core/expr/walk.ts';
import type { Rollup, Source } from '../../core/spec/source.ts';
import { isAsDeclared } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { rollupColumns } from './rollup-columns.ts';

/** A rollup, and why the engine cannot keep it; empty if it can. */
export interface KeptRollup {
  readonly rollup: Rollup;
  readonly reasons: readonly string[];
}

/** The rollups of a data set with a table on the engine: those with the fewest rows come first. */
export function rollupsOn(source: Source, dialect: Dialect): readonly KeptRollup[] {
  if (source.tables[dialect.name] === undefined) return [];
  return [...(source.rollups ?? [])]
    .sort((a, b) => fewerRows(a, b))
    .map(rollup => ({ rollup, reasons: reasonsOf(rollup, source, dialect) }));
}

function fewerRows(a: Rollup, b: Rollup): number {
  if (a.step.micros !== b.step.micros) return a.step.micros > b.step.micros ? -1 : 1;
  return a.dimensions.length - b.dimensions.length;
}

function reasonsOf(rollup: Rollup, source: Source, dialect: Dialect): readonly string[] {
  const { title, name } = dialect;
  const table = source.tables[name];
  if (dialect.rollups === null) return [`quern keeps no rollups on ${title}`];
  const paths = pathsIn(rollup);
  const converted = paths.filter(path => !isAsDeclared(source, dialect, path));
  const reasons = [
    ...(table?.where == null ? [] : [`the table has a \`where\` on ${title}`]),
    ...converted.map(path => `\`${path.join('.')}\` is stored as another type on ${title}`),
    ...(table?.records === 'repeated' && paths.some(path => path.length > 1)
      ? [`its nested columns are \`repeated\` on ${title}`]
      : []),
  ];
  return reasons.length > 0 ? reasons : refusals(rollup, source, dialect);
}

/** Why the engine refuses values of the rollup. */
function refusals(rollup: Rollup, source: Source, dialect: Dialect): readonly string[] {
  const { refused = null } = dialect.rollups ?? {};
  if (refused === null) return [];
  const { keys, parts } = rollupColumns(rollup, source, dialect);
  return [...keys, ...parts].flatMap(({ of }) => refused(of) ?? []);
}

function pathsIn({ of, dimensions, parts }: Rollup): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  const all: readonly (PlainExpr | AggregateExpr<PlainExpr>)[] = [
    of,
    ...[...dimensions, ...parts].map(({ expr }) => expr),
  ];
  for (const expr of all)
    visitExpr<PlainExpr | AggregateExpr<PlainExpr>>(expr, part => {
      if (part.kind === 'column') paths.set(part.path.join('.'), part.path);
    });
  return [...paths.values()];
}
