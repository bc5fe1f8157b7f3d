/** PostgreSQL's window functions. */
import type { Type } from '../../../generator/core/types/scalar.ts';
import type { PortableWindowName } from '../../../generator/functions/names.ts';
import type { WindowSpelling } from '../../../generator/sql/dialect.ts';
import {
  atom,
  call,
  decimalMean,
  form,
  type Spelling,
  STANDARD_WINDOWS,
  windowed,
} from '../../../generator/sql/spelling.ts';
import { operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { byCodePoints } from './collation.ts';
import { int4 } from './texts.ts';

const known = windowed(form`array_agg(${0}) FILTER (WHERE ${0} IS NOT NULL)`);

export default {
  ...STANDARD_WINDOWS,
  ntile: (args, over) => STANDARD_WINDOWS.ntile(args.map(int4), over),
  lag: (args, over, type) => STANDARD_WINDOWS.lag(typed(moved(args), type), over),
  lead: (args, over, type) => STANDARD_WINDOWS.lead(typed(moved(args), type), over),
  first_value: (args, over, type) => STANDARD_WINDOWS.first_value(typed(args, type), over),
  last_value: (args, over, type) => STANDARD_WINDOWS.last_value(typed(args, type), over),
  first_known: (args, over, type) => sql`(${known(typed(args, type), over)})[1]`,
  last_known: (args, over, type) => {
    const all = known(typed(args, type), over);
    return sql`(${all})[cardinality(${all})]`;
  },
  count_if: windowed(form`COUNT(*) FILTER (WHERE ${0})`),
  // DISTINCT is not implemented for window functions
  count_distinct: ([value = sql``], over, _, of) => {
    const keys = form`jsonb_object_agg(${atom(0)}::text, true) FILTER (WHERE ${0} IS NOT NULL)`;
    const all = windowed(keys)([oneForm(value, of)], over);
    return sql`coalesce(jsonb_array_length(jsonb_path_query_array(${all}, '$.keyvalue()')), 0)::bigint`;
  },
  sum_int64: castWindow(call`SUM`, sql`bigint`),
  avg: castWindow(call`AVG`, sql`float8`),
  avg_decimal: decimalMean(sql`float8`),
  any_value: (args, over, type) => sql`(${known(typed(args, type), over)})[1]`,
  min: extreme(call`MIN`, call`BOOL_AND`),
  max: extreme(call`MAX`, call`BOOL_OR`),
} satisfies Readonly<Record<PortableWindowName, WindowSpelling>>;

/** A value whose text is that of all values equal to it: 0 and -0 differ as texts, and so do 1.5 and 1.50. */
function oneForm(of: Sql, type: Type | undefined): Sql {
  if (type === 'float64') return sql('additive')`${operand(of, 'additive')} + 0`;
  return type === 'decimal' ? sql`trim_scale(${of})` : of;
}

export function castWindow(spelling: Spelling, type: Sql): WindowSpelling {
  return (args, over) => sql`(${windowed(spelling)(args, over)})::${type}`;
}

/** Booleans have functions of their own, and texts are compared by code points. */
function extreme(spelling: Spelling, ofBooleans: Spelling): WindowSpelling {
  return (args, over, type) => {
    if (type === 'bool') return windowed(ofBooleans)(args, over);
    return windowed(spelling)(type === 'string' ? args.map(byCodePoints) : args, over);
  };
}

/** The value of the row with this number in the frame. */
export const nthValue: WindowSpelling = (args, over, type) =>
  STANDARD_WINDOWS.nth_value(typed(moved(args), type), over);

/** A literal text has no type of its own. */
function typed(args: readonly Sql[], type: Type): readonly Sql[] {
  if (type !== 'string') return args;
  return args.map((arg, i) => (i === 1 ? arg : sql`${operand(arg, 'primary')}::text`));
}

/** The number of rows is an `integer`. */
function moved(args: readonly Sql[]): readonly Sql[] {
  return args.map((arg, i) => (i === 1 ? int4(arg) : arg));
}
