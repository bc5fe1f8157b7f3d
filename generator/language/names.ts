/** Resolves a path to a leaf or a record of the data set, or to another output. */

import type { ColumnExpr, Expr, RecordExpr, RecordField } from '../core/expr/expr.ts';
import { holds } from '../core/expr/walk.ts';
import { suggestion } from '../core/report/diagnostics.ts';
import type { Field, Readable } from '../core/spec/source.ts';
import { isRecords, isScalar, mapValueOf, type Type } from '../core/types/scalar.ts';
import { refuseAggregate, refuseWindow } from './aggregates/aggregates.ts';
import type { CheckContext } from './context.ts';
import { nameHint } from './name-hints.ts';
import { locateSpan } from './syntax/place.ts';
import type { PathPart } from './syntax/syntax.ts';
import { DATE_PARTS, TIMESTAMP_PARTS } from './time/units.ts';

/** A field that a path has reached. */
interface Stop {
  readonly field: Field;
  readonly path: readonly string[];
  /** Whether it, or a record that contains it, may be NULL. */
  readonly nullable: boolean;
}

/** Resolves a path: first among columns and measures of the data set, then among outputs. Reports `unknown-column`. */
export function resolvePath(
  context: CheckContext,
  parts: readonly PathPart[],
): Expr | RecordExpr | null {
  const [first] = parts;
  if (first === undefined) throw new Error('a path has at least one part');
  const rest = parts.slice(1);
  const { from, output } = context.scope;
  if (from.documents?.has(first.name) === true) return refuseDocument(context, first, rest);
  const column = from.columns.find(field => field.name === first.name);
  if (column !== undefined) return descend(context, startAt(column, [column.name]), parts);
  if (isBroken(context, [first.name])) return null;
  const measure = from.measures?.get(first.name);
  if (measure !== undefined) return outputValue(context, first, rest, measure.expr);
  const found = output(first.name, locateSpan(context.text, first));
  if (found === null) return refuseName(context, first, rest);
  if (found.kind === 'poisoned') return null;
  if (found.kind === 'field') return descend(context, startAt(found.field, found.path), parts);
  return outputValue(context, first, rest, found.expr);
}

function startAt(field: Field, path: readonly string[]): Stop {
  return { field, path, nullable: field.nullable };
}

function refuseName(context: CheckContext, first: PathPart, rest: readonly PathPart[]): null {
  const { name, start, end } = first;
  const { from, outputNames } = context.scope;
  const partial = from.partial?.get(name);
  if (partial !== undefined) {
    const hint = 'Add it to every relation of the choice, in a step if needed.';
    return context.refuse('unknown-column', { start, end }, partial, hint);
  }
  const measures = [...(from.measures?.keys() ?? [])];
  const what = outputNames.length > 0 ? 'neither a column nor an output' : 'not a column';
  const message = `\`${name}\` is ${what} here`;
  const hint = nameHint(context, first, rest, [...measures, ...outputNames]);
  return context.refuse('unknown-column', { start, end }, message, hint);
}

function outputValue(
  context: CheckContext,
  name: PathPart,
  rest: readonly PathPart[],
  expr: Expr,
): Expr | null {
  const [field] = rest;
  if (field !== undefined) {
    const message = `\`${name.name}\` is a single value and has no field \`${field.name}\``;
    return context.refuse('unknown-column', field, message);
  }
  const what = `\`${name.name}\``;
  if (holds(expr, 'window') && refuseWindow(context, name, what)) return null;
  const misplaced = holds(expr, 'aggregate') && refuseAggregate(context, name, what);
  return misplaced ? null : expr;
}

function descend(
  context: CheckContext,
  from: Stop,
  parts: readonly PathPart[],
): Expr | RecordExpr | null {
  let stop = from;
  for (const part of parts.slice(1)) {
    if (isRecords(stop.field.type)) return refuseItems(context, stop, part);
    const field = stop.field.fields.find(({ name }) => name === part.name);
    if (field === undefined && isBroken(context, [...stop.path, part.name])) return null;
    if (field === undefined) return refuseField(context, stop, part);
    stop = below(stop, field);
  }
  const isWhole = stop.field.type === 'record' && isJoined(context, stop);
  return isWhole ? refuseRelation(context, stop, parts) : valueAt(context.scope.from, stop);
}

/** Reports an item of a document as a value: engines write the numbers of a part of a document in their own ways. */
function refuseDocument(
  context: CheckContext,
  { name, start, end }: PathPart,
  rest: readonly PathPart[],
): null {
  const last = rest.at(-1);
  const path = last === undefined ? 'name' : rest.map(part => part.name).join('.');
  const message = `\`${name}\` is an item of a document, which functions of documents read`;
  const hint = `Write \`json_string(${name}, '${path}')\`, or \`json_int64\`, \`json_float64\`, \`json_bool\`.`;
  return context.refuse('unknown-column', { start, end: last?.end ?? end }, message, hint);
}

function isBroken({ scope: { from } }: CheckContext, path: readonly string[]): boolean {
  return from.broken?.has(path.join('.')) === true;
}

function isJoined({ scope: { from } }: CheckContext, { path: [first = ''] }: Stop): boolean {
  return from.joined?.has(first) === true;
}

/**
 * Reports a joined relation, or one of its records, that is used as a whole: a row may have no match, so only single columns have values.
 */
function refuseRelation(context: CheckContext, stop: Stop, parts: readonly PathPart[]): null {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('a path has a part');
  const at = stop.path.join('.');
  const what = stop.path.length === 1 ? 'a joined relation' : 'a record of a joined relation';
  const hint = `Name one of its columns, as in \`${[...stop.path, ...firstLeaf(stop.field)].join('.')}\`.`;
  const span = { start: first.start, end: last.end };
  return context.refuse('misplaced-record', span, `\`${at}\` is ${what}`, hint);
}

function firstLeaf({ fields: [first] }: Field): readonly string[] {
  return first === undefined ? [] : [first.name, ...firstLeaf(first)];
}

function below({ path, nullable }: Stop, field: Field): Stop {
  return { field, path: [...path, field.name], nullable: nullable || field.nullable };
}

function refuseField(context: CheckContext, stop: Stop, part: PathPart): null {
  const at = stop.path.join('.');
  const names = stop.field.fields.map(({ name }) => name);
  const isRelation = stop.path.length === 1 && isJoined(context, stop);
  const message = isRelation
    ? `\`${at}\` has no column \`${part.name}\``
    : stop.field.type === 'record'
      ? `The record \`${at}\` has no field \`${part.name}\``
      : `\`${at}\` is a single \`${stop.field.type}\` and has no field \`${part.name}\``;
  const hint = singleHint(stop, part.name) ?? suggestion(part.name, names);
  return context.refuse('unknown-column', part, message, hint);
}

function refuseItems(context: CheckContext, { path }: Stop, part: PathPart): null {
  const list = path.join('.');
  const message = `\`${list}\` is a list of records, each of which has its own \`${part.name}\``;
  const hint = `Write \`item(${list}, condition).${part.name}\`, \`any(${list}, .${part.name} …)\`, or join the items with \`each: ${list}\`.`;
  return context.refuse('unknown-column', part, message, hint);
}

/** A hint how to read a part of a document, a map or a time. Returns `null` for any other value. */
function singleHint({ field: { type }, path }: Stop, part: string): string | null {
  const at = path.join('.');
  if (type === 'json')
    return `Read it with \`json_string(${at}, '${part}')\`, or \`json_int64\`, \`json_float64\`, \`json_bool\`.`;
  if (type === 'record') return null;
  if (mapValueOf(type) !== null) return `Write \`${at}['${part}']\`.`;
  const parts = type === 'timestamp' ? TIMESTAMP_PARTS : type === 'date' ? DATE_PARTS : [];
  const named = parts.find(one => one === part.toLowerCase());
  if (named !== undefined) return `Write \`extract(${named} from ${at})\`.`;
  const isLength = ['length', 'size', 'count'].includes(part.toLowerCase());
  return isLength ? `Write \`length(${at})\`.` : null;
}

function valueAt(from: Readable, stop: Stop): ColumnExpr | RecordExpr {
  const { type } = stop.field;
  return type === 'record' ? recordAt(from, stop) : leafAt(from, stop, type);
}

/** The leaf; a derived column is replaced by the leaf that it reads. */
function leafAt(from: Readable, stop: Stop, scalar: Type): ColumnExpr {
  const { path, nullable } = stop.field.is === null ? stop : derived(from.columns, stop.field.is);
  // a missing list is read as an empty one
  return { kind: 'column', ...owned(from, path), scalar, nullable: nullable && isScalar(scalar) };
}

/** The leaf of a derived column. Its path was resolved with the data set, so a missing field is a bug. */
function derived(columns: readonly Field[], path: readonly string[]): Stop {
  let fields = columns;
  let stop: Stop | null = null;
  for (const name of path) {
    const field = fields.find(candidate => candidate.name === name);
    if (field === undefined)
      throw new Error(`a derived column reads ${path.join('.')}: no ${name}`);
    stop = stop === null ? startAt(field, [name]) : below(stop, field);
    fields = field.fields;
  }
  if (stop === null) throw new Error('a derived column reads a path');
  return stop;
}

function recordAt(from: Readable, stop: Stop): RecordExpr {
  const fields = stop.field.fields.map(
    (field): RecordField => ({ name: field.name, value: valueAt(from, below(stop, field)) }),
  );
  return { kind: 'record', ...owned(from, stop.path), fields };
}

/** The relation that a column belongs to, and its path there. */
function owned({ name, joined, items }: Readable, path: readonly string[]) {
  const first = path[0] ?? '';
  const list = items?.get(first);
  if (list !== undefined) return { relation: list, path };
  const isJoined = joined?.has(first) === true;
  return isJoined ? { relation: first, path: path.slice(1) } : { relation: name, path };
}

/** The leaves of a record, in declared order. */
export function leaves(record: RecordExpr): readonly Expr[] {
  return record.fields.flatMap(({ value }) => (value.kind === 'record' ? leaves(value) : [value]));
}
