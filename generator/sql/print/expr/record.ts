/** Whole records as JSON text. */
import type { ColumnExpr, RecordExpr } from '../../../core/expr/expr.ts';
import type { Source } from '../../../core/spec/source.ts';
import type { RecordEntry } from '../../dialect.ts';
import { layoutOf, type RecordLayout } from '../../layout.ts';
import type { Sql } from '../../sql.ts';
import { leafWireOf } from '../wire.ts';
import { type ExprContext, printExpr } from './expr.ts';

/** The text of a record. */
interface Printed {
  readonly record: RecordExpr;
  readonly text: Sql;
}
/** Of each data set, by dialect, and by how the first leaf is read, which determines where the record comes from. */
const records = new WeakMap<Source, Map<string, Printed>>();

/**
 * A whole record as JSON text, its leaves in wire form. All statements of an endpoint return the same record, as do other endpoints
 * of the data set, and a wide record is most of their text. Each record that a data set stores is printed only once for a dialect.
 */
export function printRecord(record: RecordExpr, context: ExprContext): Sql {
  const source = context.stored(record);
  if (source === null) return recordText(record, context);
  const known = records.get(source) ?? new Map<string, Printed>();
  records.set(source, known);
  const key = `${context.dialect.name} ${firstLeaf(record, context)}`;
  const found = known.get(key);
  const isKnown = found !== undefined && isAlike(record, found.record);
  const text = isKnown ? found.text : recordText(record, context);
  // the statements of an endpoint share one record
  if (found?.record !== record) known.set(key, { record, text });
  return text;
}

function recordText(record: RecordExpr, context: ExprContext): Sql {
  const { dialect } = context;
  const layout: RecordLayout = { ...layoutOf(dialect), whole: context.record(record) };
  return dialect.record(recordEntries(record, context), layout);
}

/** Whether both have the same leaves under the same names. */
function isAlike(one: RecordExpr, other: RecordExpr): boolean {
  if (one === other) return true;
  return (
    isSamePath(one.path, other.path) &&
    one.fields.length === other.fields.length &&
    one.fields.every(({ name, value }, i) => {
      const beside = other.fields[i];
      if (beside?.name !== name) return false;
      if (value.kind === 'record')
        return beside.value.kind === 'record' && isAlike(value, beside.value);
      return beside.value.kind === 'column' && isSameLeaf(value, beside.value);
    })
  );
}

function isSameLeaf(one: ColumnExpr, other: ColumnExpr): boolean {
  return one.scalar === other.scalar && isSamePath(one.path, other.path);
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

function firstLeaf(record: RecordExpr, context: ExprContext): string {
  const value = record.fields[0]?.value;
  if (value === undefined) throw new Error(`the record ${record.path.join('.')} has no fields`);
  return value.kind === 'record' ? firstLeaf(value, context) : printExpr(value, context).text;
}

function recordEntries(record: RecordExpr, context: ExprContext): readonly RecordEntry[] {
  return record.fields.map(({ name, value }) => {
    if (value.kind === 'record') {
      return { name, value: { kind: 'record', entries: recordEntries(value, context) } };
    }
    const type = value.scalar;
    const leaf = leafWireOf(context.dialect, type)([printExpr(value, context)]);
    return { name, value: { kind: 'leaf', sql: leaf, type } };
  });
}
