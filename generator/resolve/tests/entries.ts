/** Converts the entries of a test to JSON text, according to the columns of their data set. */

import type { LackingEntry } from '../../core/plan/endpoint.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { MappingNode, Node, ScalarNode } from '../../core/spec/document.ts';
import { type Field, isDerived, type Source } from '../../core/spec/source.ts';
import type { DecimalDigits } from '../../core/types/decimal.ts';
import { parseDecimal } from '../../core/types/decimal.ts';
import { held, isRecords, type Scalar, typeWords, type Value } from '../../core/types/scalar.ts';
import { formatScalar, parseScalar, type WrittenScalar } from '../../params/scalar-text.ts';
import { suggestKey } from '../names/names.ts';
import {
  type CellReading,
  cellValue,
  fits,
  isNothing,
  quoteExcerpt,
  readJson,
  refuse,
  refuseNode,
  unfit,
} from './cells.ts';

/**
 * An entry as a JSON object. A missing value is left out; the reader of the JSON makes it NULL. `lack` receives the required ones that
 * are missing.
 */
export function entryText(
  { name, columns }: Source,
  entry: MappingNode,
  report: Report,
  lack: (lacking: LackingEntry) => void,
): string {
  const at = { owner: `the data set \`${name}\``, path: '', lack };
  return objectText(at, columns, entry, report);
}

/** The owner of the fields that are read, and the prefix for their names. */
interface At {
  readonly owner: string;
  readonly path: string;
  readonly lack: (lacking: LackingEntry) => void;
}

function objectText(
  at: At,
  fields: readonly Field[],
  mapping: MappingNode,
  report: Report,
): string {
  const cells = mapping.entries.map(({ name, place, value }) => {
    const field = fields.find(known => known.name === name);
    if (field === undefined) return unknownColumn(at, { name, place }, fields, mapping, report);
    if (isDerived(field)) return derivedColumn(field, at.path + name, place, report);
    return `${JSON.stringify(name)}:${valueText(at, field, value, report)}`;
  });
  findMissing(at, fields, mapping);
  return `{${cells.filter(cell => cell !== null).join(',')}}`;
}

function valueText(above: At, field: Field, node: Node, report: Report): string {
  const { type, nullable, fields } = field;
  const path = above.path + field.name;
  if (isNothing(node)) {
    if (!nullable) refuse(path, node.place, `of type \`${typeWords(type)}\``, '`null`', report);
    return 'null';
  }
  const inexact = type === 'json' ? inexactIn(node) : null;
  if (inexact !== null) refuseNode(path, inexact, EXACT, report);
  if (type !== 'record' && !isRecords(type))
    return cellValue(storedCell(field, node), path, node, 'null', report);
  const at = { ...above, owner: `\`${path}\``, path: `${path}.` };
  if (type !== 'record') return recordsText(at, field, path, node, report);
  if (node.kind === 'mapping') return objectText(at, fields, node, report);
  refuseNode(path, node, 'a mapping or `null`', report);
  return 'null';
}

/** A list of records, each of which is a mapping. */
function recordsText(at: At, { fields }: Field, path: string, node: Node, report: Report): string {
  if (node.kind !== 'sequence') {
    refuseNode(path, node, 'a list of mappings', report);
    return '[]';
  }
  const items = node.items.map(item => {
    if (item.kind === 'mapping') return objectText(at, fields, item, report);
    refuseNode(path, item, 'a mapping', report);
    return '{}';
  });
  return `[${items.join(',')}]`;
}

function unknownColumn(
  { owner }: At,
  { name, place }: { readonly name: string; readonly place: Place },
  fields: readonly Field[],
  { entries }: MappingNode,
  report: Report,
): null {
  const names = fields.filter(field => !isDerived(field)).map(field => field.name);
  const hint = name.includes('.')
    ? 'Write the field of a record inside the record, as in `record: { field: 1 }`.'
    : (suggestKey(name, names, entries) ?? 'Remove it.');
  report('unknown-column', place, `There is no column ${quoteExcerpt(name)} in ${owner}`, hint);
  return null;
}

function derivedColumn({ is }: Field, name: string, place: Place, report: Report): null {
  const path = is?.join('.');
  const what = path === undefined ? 'computed from other columns' : `derived from \`${path}\``;
  const hint = path === undefined ? 'Give these columns instead.' : `Give \`${path}\` instead.`;
  report('invalid-test', place, `\`${name}\` is ${what}`, hint);
  return null;
}

function findMissing(
  { owner, path, lack }: At,
  fields: readonly Field[],
  { entries, place }: MappingNode,
): void {
  const columns: string[] = [];
  for (const field of fields) {
    if (field.nullable || isDerived(field)) continue;
    if (entries.every(({ name }) => name !== field.name)) columns.push(path + field.name);
  }
  if (columns.length > 0) lack({ place, owner, columns });
}

/** A stored value as JSON text, parsed with the grammar of parameters. */
function storedCell({ type, digits }: Field, node: Node): CellReading<string> {
  if (type === 'record' || isRecords(type)) throw new Error('a record is read by its fields');
  if (type === 'json') return fits(JSON.stringify(readJson(node)));
  const { as, of: scalar } = held(type);
  if (as === 'list') return storedList(scalar, node);
  if (as === 'map') return storedMap(scalar, node);
  if (node.kind !== 'scalar') return unfit(`a single value of type \`${type}\``);
  if (node.text === '') return type === 'string' ? fits('""') : unfit(`of type \`${type}\``);
  if (digits !== null) return storedDecimal(digits, node.text);
  if (scalar === 'decimal' || scalar === 'json') throw new Error(`a ${scalar} is read elsewhere`);
  return storedScalar(scalar, node.text);
}

function storedScalar(type: WrittenScalar, text: string): CellReading<string> {
  const parsed = parseScalar(type, text);
  return parsed.ok ? fits(storedText(type, parsed.value)) : parsed;
}

/** A list as JSON text, item by item. */
function storedList(item: Scalar, node: Node): CellReading<string> {
  if (node.kind !== 'sequence') return unfit(`a list, of type \`list<${item}>\``);
  const cells = node.items.map(one => storedValue(item, one, 'list'));
  const fault = cells.find(cell => !cell.ok);
  if (fault !== undefined) return fault;
  return fits(`[${cells.map(cell => (cell.ok ? cell.value : '')).join(',')}]`);
}

/** A map as JSON text, key by key; a value may be NULL. */
function storedMap(value: Scalar, node: Node): CellReading<string> {
  if (node.kind !== 'mapping') return unfit(`a mapping, of type \`map<${value}>\``);
  const cells = node.entries.map(({ name, value: one }) => {
    const cell = isNothing(one) ? fits('null') : storedValue(value, one, 'map');
    return cell.ok ? fits(`${JSON.stringify(name)}:${cell.value}`) : cell;
  });
  const fault = cells.find(cell => !cell.ok);
  if (fault !== undefined) return fault;
  return fits(`{${cells.map(cell => (cell.ok ? cell.value : '')).join(',')}}`);
}

/** An item of a list, or a value of a map. */
function storedValue(type: Scalar, node: Node, within: 'list' | 'map'): CellReading<string> {
  if (type === 'json' || type === 'decimal') throw new Error(`no ${within} holds ${type}`);
  const isText = node.kind === 'scalar' && node.value !== null;
  if (!isText) return unfit(`a ${within} of \`${type}\``);
  if (node.text === '') return type === 'string' ? fits('""') : unfit(`a ${within} of \`${type}\``);
  return storedScalar(type, node.text);
}

function storedDecimal({ precision, scale }: DecimalDigits, text: string): CellReading<string> {
  const value = parseDecimal(text);
  const [whole = '', fraction = ''] = value?.replace(/^-?0?/, '').split('.') ?? [];
  return value !== null && whole.length <= precision - scale && fraction.length <= scale
    ? fits(JSON.stringify(value))
    : unfit(
        `a number of at most ${precision - scale} digits before the point and ${scale} after it`,
      );
}

function storedText(type: WrittenScalar, value: Value): string {
  // JSON numbers may have any number of digits
  return type === 'int64'
    ? String(value)
    : JSON.stringify(typeof value === 'bigint' ? formatScalar(type, value) : value);
}

const EXACT = 'of numbers that every reader of JSON keeps: finite, whole ones within ±(2^53 - 1)';

/** A number in the tree that a JavaScript reader would change. */
function inexactIn(node: Node): Node | null {
  if (node.kind === 'scalar') return isExact(node.value) ? null : node;
  const parts = node.kind === 'sequence' ? node.items : node.entries.map(({ value }) => value);
  return parts.map(inexactIn).find(found => found !== null) ?? null;
}

function isExact(value: ScalarNode['value']): boolean {
  if (typeof value !== 'number') return true;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
