/** Hints for a name that is neither a column nor an output. */
import { nearest, suggestion } from '../core/report/diagnostics.ts';
import type { Field } from '../core/spec/source.ts';
import { isRecords, itemFieldsOf, itemOf } from '../core/types/scalar.ts';
import type { CheckContext } from './context.ts';
import { bareHint } from './syntax/foreign-functions.ts';
import { locateSpan } from './syntax/place.ts';
import type { PathPart } from './syntax/syntax.ts';

/** `others`: the measures and outputs that the expression may use. */
export function nameHint(
  context: CheckContext,
  first: PathPart,
  rest: readonly PathPart[],
  others: readonly string[],
): string | null {
  const { name } = first;
  const { from, previous } = context.scope;
  const names = valueNames(from.columns, others);
  return (
    parameterHint(context, first, rest) ??
    previous?.(name) ??
    distinctHint(name) ??
    itemHint(context, name, rest) ??
    bareHint(name) ??
    relationHint(context, first, rest) ??
    laterHint(context, first) ??
    fieldHint(name, rest, from.columns) ??
    elsewhereHint(context, name, names) ??
    unquotedHint(context, first, rest, names) ??
    listHint(name, rest, from.columns) ??
    (rest.length === 0 ? valueHint(context, name, names) : recordHint(name, from.columns))
  );
}

/** The names of values: in place of a record, the paths of its fields. */
function valueNames(columns: readonly Field[], others: readonly string[]): readonly string[] {
  const isRecord = ({ type }: Field) => type === 'record';
  const single = columns.filter(column => !isRecord(column)).map(({ name }) => name);
  const paths = columns.filter(isRecord).flatMap(column => pathsIn(column, ''));
  return [...new Set([...single, ...others, ...paths])];
}

function pathsIn({ name, type, fields }: Field, prefix: string): readonly string[] {
  const path = `${prefix}${name}`;
  return type === 'record' ? fields.flatMap(field => pathsIn(field, `${path}.`)) : [path];
}

/** A hint for the singular of the name of a list. */
function listHint(
  name: string,
  rest: readonly PathPart[],
  columns: readonly Field[],
): string | null {
  const list = `${name}s`;
  const isList = columns.some(column => column.name === list && isListed(column.type));
  return isList && rest.length === 0
    ? `Join the items of the list, with \`join: { ${name}: { each: ${list} } }\`.`
    : null;
}

function isListed(type: Field['type']): boolean {
  return type !== 'record' && (itemOf(type) !== null || isRecords(type));
}

/** A hint with the nearest value, or with several; with a record only where it may be selected as a whole, and was misspelt. */
function valueHint(
  { scope: { from, expects } }: CheckContext,
  name: string,
  names: readonly string[],
): string | null {
  const isWhole = ({ name: record, type }: Field) =>
    expects === 'record-or-any' && type === 'record' && from.joined?.has(record) !== true;
  const whole = from.columns.filter(isWhole).map(column => column.name);
  const near = nearest(name, [...names, ...whole]);
  return suggestion(name, near === null ? names : [near]);
}

/** The most records whose fields are named. */
const MAX_PATHS = 3;

/** A hint for a field of a record that is written without its record. */
function fieldHint(
  name: string,
  rest: readonly PathPart[],
  columns: readonly Field[],
): string | null {
  if (rest.length > 0) return null;
  const paths = columns
    .flatMap(column => pathsTo(name, column, [column.name]))
    .slice(0, MAX_PATHS)
    .map(path => `\`${path.join('.')}\``);
  return paths.length === 0 ? null : `Write ${paths.join(' or ')}.`;
}

/** The paths of fields with that name in a record. */
function pathsTo(
  name: string,
  { type, fields }: Field,
  at: readonly string[],
): readonly (readonly string[])[] {
  if (type !== 'record') return [];
  return fields.flatMap(field => {
    const path = [...at, field.name];
    return field.name === name ? [path] : pathsTo(name, field, path);
  });
}

/** A hint for a similar name that has fields. */
function recordHint(name: string, columns: readonly Field[]): string | null {
  const records = columns.filter(({ fields }) => fields.length > 0).map(column => column.name);
  return nearest(name, records) === null ? null : suggestion(name, records);
}

/** A hint for the name of a parameter without its `@`. */
function parameterHint(
  { scope }: CheckContext,
  { name }: PathPart,
  rest: readonly PathPart[],
): string | null {
  return rest.length === 0 && scope.params.has(name) ? `Write \`@${name}\`.` : null;
}

/** A hint for a column of another step or data set, unless a name is similar. */
function elsewhereHint(
  { scope }: CheckContext,
  name: string,
  names: readonly string[],
): string | null {
  const { elsewhere, from } = scope;
  return elsewhere === undefined || nearest(name, names) !== null
    ? null
    : elsewhere(name, from.name);
}

/** A hint for `distinct` before the name of a column, as SQL has it. */
function distinctHint(name: string): string | null {
  const [, column] = /^distinct +(\S+)$/i.exec(name) ?? [];
  return column === undefined
    ? null
    : `Write \`${column}\`, and beside \`select\`: \`distinct: true\`.`;
}

/** A hint for an output that is computed after this expression, or beside it. */
function laterHint({ scope }: CheckContext, { name }: PathPart): string | null {
  const { later } = scope;
  return later?.names.includes(name) === true ? later.hint(name) : null;
}

/** A hint for a text without quotes after a comparison, in a list or as an outcome, unless a name is similar. */
function unquotedHint(
  { text }: CheckContext,
  { name, start }: PathPart,
  rest: readonly PathPart[],
  names: readonly string[],
): string | null {
  const before = text.value.slice(0, start).trimEnd();
  const mayBeText = /(?:[=<>]|\bin\s*\([^()]*|\b(?:then|else)|\b(?:if|coalesce)\s*\(.*,)$/i.test(
    before,
  );
  if (!mayBeText || rest.length > 0 || nearest(name, names) !== null) return null;
  return `Write \`'${name}'\`, if the text is meant.`;
}

/** A hint for a field of an item that is written without its dot, or after a name for the item. */
function itemHint(
  { items }: CheckContext,
  name: string,
  [field]: readonly PathPart[],
): string | null {
  const fields = items === null ? null : itemFieldsOf(items.type);
  const wanted = field?.name ?? name;
  return fields?.some(one => one.name === wanted) === true
    ? `Write \`.${wanted}\`: a field of a record begins with a dot.`
    : null;
}

/**
 * A hint for a name of another relation: columns of the main relation are written without its name, columns of a joined relation with the
 * name of the join.
 */
function relationHint(
  { text, scope }: CheckContext,
  first: PathPart,
  [field]: readonly PathPart[],
): string | null {
  const { name: read, columns, joined } = scope.from;
  const { name } = first;
  if (field !== undefined && name === read)
    return `Write \`${field.name}\`: columns of \`${name}\` have no prefix.`;
  const wanted = field?.name ?? name;
  const others = columns.filter(column => joined?.has(column.name) === true);
  const having = others.filter(({ fields }) => fields.some(column => column.name === wanted));
  const paths = having.map(relation => `\`${relation.name}.${wanted}\``);
  if (paths.length > 0) return `Write ${paths.join(' or ')}.`;
  const isRelation =
    field !== undefined && scope.isRelation?.(name, locateSpan(text, first)) === true;
  if (isRelation) return `Join it: \`join: { ${name}: { of: ${name}, on: … } }\`.`;
  const isOwn = field !== undefined && columns.some(column => column.name === field.name);
  return isOwn && read !== null && recordHint(name, columns) === null
    ? `Write \`${field.name}\`: columns of \`${read}\` have no prefix.`
    : null;
}
