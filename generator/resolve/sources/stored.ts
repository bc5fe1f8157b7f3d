/** How the engines' tables store a column: under which name, as which type, and what is done with values that its type lacks. */
import type { Place, Report } from '../../core/report/diagnostics.ts';
import { listed } from '../../core/report/words.ts';
import type { EngineSql } from '../../core/spec/engine-sql.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import type { Field, Stored } from '../../core/spec/source.ts';
import type { FieldSpec } from '../../core/spec/sources-spec.ts';
import { held, isRecords, SCALARS, type Scalar, type Type } from '../../core/types/scalar.ts';
import type { StoredTypes } from '../../sql/stored.ts';
import { typeSql } from './sql-text.ts';

/** How an engine reads stored types; `null` if that is unknown. */
export type StoredTypesOf = (engine: string) => StoredTypes | null;

interface Context {
  readonly storedTypes: StoredTypesOf;
  /** The engines that have a table of the data set, and those among them that store its records as arrays. */
  readonly engines: readonly string[];
  readonly repeated: readonly string[];
  readonly report: Report;
}

/** The stored names and types of a column or field at `path`, as far as they differ from the declaration. */
export function resolveStored(
  context: Context,
  spec: FieldSpec,
  { type, path }: { readonly type: Type | 'record'; readonly path: readonly string[] },
): Pick<Field, 'stored' | 'absent'> {
  reportConflicts(context, spec, path);
  const names = namesOf(spec, context.engines);
  const types = new Map(
    spec.stored.map(({ name, value }) => [name, storedType(context, name, value, type)] as const),
  );
  const engines = new Set([...names.keys(), ...types.keys()]);
  const stored = Object.fromEntries(
    [...engines].map((engine): readonly [string, Stored] => [
      engine,
      { name: names.get(engine) ?? null, type: types.get(engine) ?? null },
    ]),
  );
  return {
    ...(engines.size === 0 ? {} : { stored }),
    ...(spec.invalid?.value === 'absent' ? { absent: true } : {}),
  };
}

function namesOf({ column }: FieldSpec, engines: readonly string[]): ReadonlyMap<string, string> {
  if (column === null) return new Map();
  if (column.on === 'all') return new Map(engines.map(engine => [engine, column.name.value]));
  return new Map(column.names.map(({ name, value }) => [name, value.value]));
}

/** The type as SQL; `null` if it was reported. */
function storedType(
  { storedTypes, report }: Context,
  engine: string,
  { value, place }: Located<string>,
  declared: Type | 'record',
): EngineSql | null {
  const types = storedTypes(engine);
  if (types === null || isRecords(declared)) return null;
  if (declared === 'record') return types.record === null ? null : recordType(value, place, report);
  const { as, of } = held(declared);
  const item = as === 'one' ? value : types.item(value, as);
  const kind = item === null ? null : types.kind(item);
  const sql = typeSql(value);
  if (item === null || kind === null || sql === null) {
    const message = `\`${value}\` is not a stored type that \`${engine}\` reads as ${as === 'one' ? 'a single value' : `a ${as}`}`;
    const hint = `Write the type as the engine does, or compute the column with \`${engine}:\`.`;
    report('invalid-value', place, message, hint);
    return null;
  }
  const exact = types.exact(item);
  const isRead = (scalar: Scalar) =>
    exact.includes(scalar) || types.readings[kind]?.[scalar] !== undefined;
  if (isRead(of)) return sql;
  const others = SCALARS.filter(isRead);
  const message = `\`${value}\` cannot be read as \`${of}\``;
  const hint = `Declare ${listed(
    others.map(name => `\`${name}\``),
    'or',
  )}.`;
  report('type-mismatch', place, message, hint);
  return null;
}

function recordType(value: string, place: Place, report: Report): EngineSql | null {
  const sql = typeSql(value);
  if (sql === null)
    report(
      'invalid-value',
      place,
      `\`${value}\` is not the name of a type`,
      'Write the type as the engine does.',
    );
  return sql;
}

/** Reports keys that exclude each other. */
function reportConflicts(
  { report, repeated, storedTypes }: Context,
  spec: FieldSpec,
  path: readonly string[],
): void {
  const conflict = (place: Located<unknown>['place'], message: string) =>
    report('clause-conflict', place, message, 'Remove one of them.');
  const [type] = spec.stored;
  const ofRecord = spec.stored.find(
    ({ name }) => path.length > 1 || repeated.includes(name) || storedTypes(name)?.record === null,
  );
  const name = spec.column;
  const place = name?.on === 'all' ? name.name.place : name?.names[0]?.place;
  if (spec.record !== null && ofRecord !== undefined)
    conflict(ofRecord.place, '`stored` cannot be combined with `record`');
  if (spec.is !== null) {
    if (type !== undefined) conflict(type.place, '`stored` cannot be combined with `is`');
    if (place !== undefined) conflict(place, '`column` cannot be combined with `is`');
    if (spec.invalid !== null)
      conflict(spec.invalid.place, '`invalid` cannot be combined with `is`');
  }
  for (const { name: engine, place: at } of clashes(spec))
    conflict(at, `\`stored\` for \`${engine}\` cannot be combined with SQL of \`${engine}\``);
  if (spec.invalid?.value === 'absent' && spec.required)
    conflict(spec.invalid.place, '`invalid: absent` cannot be combined with `required`');
  if (path.length === 1) return;
  const written = [
    ...spec.stored,
    ...(name === null ? [] : name.on === 'some' ? name.names : everywhere(name.name, repeated)),
  ];
  const wrong = written.filter(one => repeated.includes(one.name));
  const [first] = wrong;
  if (first === undefined) return;
  const engines = [...new Set(wrong.map(one => `\`${one.name}\``))];
  const message = `A field of \`records: repeated\` (${listed(engines, 'and')}) is read as it is stored`;
  report(
    'clause-conflict',
    first.place,
    message,
    'Read a view that has the declared types and names.',
  );
}

/** A name that is the same on all engines, by engine. */
function everywhere(
  { place }: Located<string>,
  engines: readonly string[],
): readonly Pick<Entry<unknown>, 'name' | 'place'>[] {
  return engines.map(name => ({ name, place }));
}

function clashes({ stored, text }: FieldSpec): readonly Entry<Located<string>>[] {
  return stored.filter(({ name }) => text.some(own => own.name === name));
}
