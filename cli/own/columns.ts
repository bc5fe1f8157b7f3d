/** Compares the declared columns of own SQL with those that the engines' parsers find. */
import type { CatalogueColumn } from '../../engines/engine.ts';
import type { OwnEndpoint } from '../../generator/core/plan/endpoint.ts';
import type { Place, Report } from '../../generator/core/report/diagnostics.ts';
import { isScalar, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import { PARTS } from '../../generator/shape/parts.ts';
import { mismatch } from '../../server/answers/cells/own-rows.ts';
import type { Looked } from './analyse.ts';

const UPDATE = 'Run `quern check --update`, which writes the columns.';

/** Reports each column that does not match its declaration. */
export function compareDeclared({ endpoint, engine, columns }: Looked, report: Report): void {
  const told = new Set<string>();
  const say = (place: Place, message: string, hint: string) => {
    if (!told.has(message)) report('column-mismatch', place, message, hint);
    told.add(message);
  };
  for (const found of columns) {
    if (reportNames(found, engine, endpoint.columnsAt, report, told)) continue;
    for (const { name, place, type } of endpoint.columns) {
      const column = found.find(one => one.name === name);
      const fault =
        column === undefined
          ? 'is declared, but the statement has no such column'
          : mismatch({ type }, column);
      if (fault !== null) say(place, `\`${name}\` ${fault} (${engine})`, UPDATE);
    }
    for (const { name, type } of found) {
      if (endpoint.columns.some(column => column.name === name)) continue;
      say(
        endpoint.columnsAt,
        `The statement answers \`${name}\`, ${type}, which is not declared (${engine})`,
        UPDATE,
      );
    }
  }
}

const NAME = new RegExp(PARTS.outputName.pattern, 'u');

/** Reports columns that cannot be keys of a mapping; returns whether there are any. */
function reportNames(
  found: readonly CatalogueColumn[],
  engine: string,
  place: Place,
  report: Report,
  told: Set<string>,
): boolean {
  const say = (message: string) => {
    if (!told.has(message)) report('column-mismatch', place, message, 'Name it with `AS`.');
    told.add(message);
  };
  const names = found.map(({ name }) => name);
  const unfit = names.filter(name => !NAME.test(name) || name.length > PARTS.outputName.maxLength);
  for (const name of unfit) {
    say(`The column \`${name}\` does not have a valid name of an output (${engine})`);
  }
  const twice = names.filter((name, i) => names.indexOf(name) < i);
  for (const name of twice) say(`Two columns have the name \`${name}\` (${engine})`);
  return unfit.length + twice.length > 0;
}

/** A column, and the type for its declaration. */
export interface FoundColumn {
  readonly name: string;
  readonly type: Scalar;
}

/**
 * The columns that all statements of an endpoint return, in the order of the first statement. `null`, reported at `place`, if they differ,
 * a name is invalid, or the engines have no common type. Also `null` if no parser finds them.
 */
export function commonColumns(
  endpoint: OwnEndpoint,
  looks: readonly Looked[],
  place: Place,
  report: Report,
): readonly FoundColumn[] | null {
  const all = looks.flatMap(({ engine, columns }) => columns.map(found => ({ engine, found })));
  const [first] = all;
  if (first === undefined) return null;
  const told = new Set<string>();
  const isUnfit = all.map(({ engine, found }) => reportNames(found, engine, place, report, told));
  if (isUnfit.includes(true)) return null;
  const names = first.found.map(({ name }) => name);
  const other = all.find(({ found }) => !isSame(names, found));
  if (other !== undefined) {
    const message = `The statements of \`${endpoint.name}\` answer different columns: ${namesOf(first)}, and ${namesOf(other)}`;
    report('column-mismatch', place, message, 'Use the same column names in every text.');
    return null;
  }
  const columns = names.map(name => ({
    name,
    type: commonType(
      name,
      all.map(({ found }) => found),
    ),
  }));
  const untyped = columns.filter(({ type }) => type === null);
  for (const { name } of untyped) {
    const types = all.map(
      ({ engine, found }) => `${found.find(one => one.name === name)?.type} (${engine})`,
    );
    const message = `\`${name}\` is ${[...new Set(types)].join(' and ')}, which have no common type`;
    report('column-mismatch', place, message, 'Convert it in the statement.');
  }
  return untyped.length > 0
    ? null
    : columns.flatMap(({ name, type }) => (type === null ? [] : [{ name, type }]));
}

function isSame(names: readonly string[], found: readonly CatalogueColumn[]): boolean {
  return found.length === names.length && found.every(({ name }) => names.includes(name));
}

function namesOf({
  engine,
  found,
}: {
  readonly engine: string;
  readonly found: readonly CatalogueColumn[];
}) {
  return `${found.map(({ name }) => `\`${name}\``).join(', ')} (${engine})`;
}

function commonType(name: string, all: readonly (readonly CatalogueColumn[])[]): Scalar | null {
  const readAs = all.map(found => found.find(one => one.name === name)?.readAs ?? []);
  const isCommon = (type: Type) => readAs.every(one => one.includes(type));
  return readAs[0]?.filter(isScalar).find(isCommon) ?? null;
}
