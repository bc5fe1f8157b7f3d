/** How an author writes each function of the core: as an operator, or by the name of a function of the library. */
import { LIBRARY } from './library.ts';
import type { Ability, WindowName } from './names.ts';
import type { Rule } from './rule.ts';

type Name = Ability | WindowName;

/** Functions that no rule of the library names: of operators, and of functions that build on several. */
const OTHERS: Readonly<Partial<Record<Name, string>>> = {
  or: 'or',
  and: 'and',
  not: 'not',
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  between: 'between',
  in: 'in',
  is_null: 'is null',
  is_not_null: 'is not null',
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  negate: '-',
  case: 'case',
  date_from_timestamp: 'date',
  timestamp_from_date: 'timestamp',
  add_micros: '+',
  subtract_micros: '-',
  floor_micros: 'trunc',
  add_days: 'interval',
  add_months: 'interval',
  start_of: 'trunc',
  in_list: 'in',
  list_item: '[…]',
  map_value: '[…]',
  first_known: 'first_value',
  last_known: 'last_value',
};

const NAMED: ReadonlyMap<string, string> = new Map(
  LIBRARY.flatMap(({ name, rule }) => namedBy(rule).map(fn => [fn, name] as const)),
);

/** The names of the core that a rule contains. */
function namedBy(rule: Rule): readonly string[] {
  switch (rule.kind) {
    case 'scalar':
    case 'aggregate':
      return rule.overloads.flatMap(({ fn }) => fn ?? []);
    case 'concat':
    case 'matches':
      return [rule.kind];
    case 'url':
    case 'documents':
    case 'items':
    case 'now':
    case 'size':
      return [];
    default:
      return [rule.fn];
  }
}

/** For messages about a function that an engine lacks; `null` for functions that only the compiler inserts. */
export function writtenAs(fn: Name): string | null {
  return OTHERS[fn] ?? NAMED.get(fn) ?? null;
}
