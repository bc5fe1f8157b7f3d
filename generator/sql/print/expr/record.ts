/** Whole records as JSON text. */
import type { RecordExpr } from '../../../core/expr/expr.ts';
import type { RecordEntry } from '../../dialect.ts';
import { layoutOf, type RecordLayout } from '../../layout.ts';
import type { Sql } from '../../sql.ts';
import { leafWireOf } from '../wire.ts';
import { type ExprContext, printExpr } from './expr.ts';

/** By dialect, and by how the first leaf is read, which determines where the record comes from. */
type Printed = Map<string, Sql>;
const records = new WeakMap<object, WeakMap<RecordExpr, Printed>>();
/** Replaces the data set if a step has the record's leaves as columns. */
const NO_SOURCE = {};

/**
 * A whole record as JSON text, its leaves in wire form. All statements of an endpoint return the same record, and a
 * wide record is most of their text. Each record is printed only once for a dialect and a data set.
 */
export function printRecord(record: RecordExpr, context: ExprContext): Sql {
  const { dialect } = context;
  const known = printedOf(record, context);
  const key = `${dialect.name} ${firstLeaf(record, context)}`;
  const printed = known.get(key);
  if (printed !== undefined) return printed;
  const layout: RecordLayout = { ...layoutOf(dialect), whole: context.record(record) };
  const text = dialect.record(recordEntries(record, context), layout);
  known.set(key, text);
  return text;
}

function printedOf(record: RecordExpr, context: ExprContext): Printed {
  const source = context.stored(record) ?? NO_SOURCE;
  const ofSource = records.get(source) ?? new WeakMap<RecordExpr, Printed>();
  const printed = ofSource.get(record) ?? new Map<string, Sql>();
  records.set(source, ofSource.set(record, printed));
  return printed;
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
