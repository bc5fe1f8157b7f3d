/** PostgreSQL's window functions. */
import type { PortableWindowName } from '../../../generator/functions/names.ts';
import type { WindowSpelling } from '../../../generator/sql/dialect.ts';
import {
  call,
  form,
  type Spelling,
  STANDARD_WINDOWS,
  windowed,
} from '../../../generator/sql/spelling.ts';
import { type Sql, sql } from '../../../generator/sql/sql.ts';
import { int4 } from './texts.ts';

const known = windowed(form`array_agg(${0}) FILTER (WHERE ${0} IS NOT NULL)`);

export const windows = {
  ...STANDARD_WINDOWS,
  ntile: (args, over) => STANDARD_WINDOWS.ntile(args.map(int4), over),
  lag: (args, over) => STANDARD_WINDOWS.lag(moved(args), over),
  lead: (args, over) => STANDARD_WINDOWS.lead(moved(args), over),
  first_known: (args, over) => sql`(${known(args, over)})[1]`,
  last_known: (args, over) => {
    const all = known(args, over);
    return sql`(${all})[cardinality(${all})]`;
  },
  count_if: windowed(form`COUNT(*) FILTER (WHERE ${0})`),
  // DISTINCT is not implemented for window functions
  count_distinct: (args, over) => {
    const keys = form`jsonb_object_agg(${0}::text, true) FILTER (WHERE ${0} IS NOT NULL)`;
    return sql`coalesce(jsonb_array_length(jsonb_path_query_array(${windowed(keys)(args, over)}, '$.keyvalue()')), 0)::bigint`;
  },
  sum_int64: castWindow(call`SUM`, sql`bigint`),
  avg: castWindow(call`AVG`, sql`float8`),
  any_value: (args, over) => sql`(${known(args, over)})[1]`,
  min: windowed(call`MIN`),
  max: windowed(call`MAX`),
} satisfies Readonly<Record<PortableWindowName, WindowSpelling>>;

export function castWindow(spelling: Spelling, type: Sql): WindowSpelling {
  return (args, over) => sql`(${windowed(spelling)(args, over)})::${type}`;
}

/** The number of rows is an `integer`. */
function moved(args: readonly Sql[]): readonly Sql[] {
  return args.map((arg, i) => (i === 1 ? int4(arg) : arg));
}
