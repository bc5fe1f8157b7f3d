/** Random expressions of a kind over columns that are in reach. */
import type { Chance } from './chance.ts';
import type { Column, Kind } from './data.ts';

/** The columns that expressions may name. */
export interface Reach {
  readonly by: Chance;
  readonly columns: readonly Column[];
  /** The zone that a call names: a text, or a parameter. */
  readonly zone: () => string;
}

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  string: ["'alpha'", "'beta'", "''", "'it\\'s'"],
  int64: ['0', '1', '7', '300', '-7'],
  float64: ['0.5', '-1.5', '2.0'],
  rough: ['0.5'],
  decimal: ["cast_decimal( '1.25' )", "cast_decimal( '-3' )"],
  bool: ['true', 'true', 'true', 'false'],
  timestamp: ['now()', "cast_timestamp( '2026-01-15T09:07:33Z' )"],
  date: ["cast_date( '2026-01-15' )", "cast_date( '2024-02-29' )"],
  texts: [],
  numbers: [],
  labels: [],
  json: [],
};
const STEPS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const LONG_STEPS = ['day', 'week', 'month', 'quarter', 'year'];
const CLOCK_PARTS = ['hour', 'minute', 'day', 'month', 'year', 'dayofweek', 'week'];
const SPANS = ['90 second', '1 hour', '1 day', '2 week', '1 month', '1 quarter'];
const DAY_SPANS = ['1 day', '3 weeks', '1 month', '2 quarter', '1 year'];

function columnsOf({ columns }: Reach, kind: Kind): readonly string[] {
  return columns.filter(column => column.kind === kind).map(({ name }) => name);
}

/** An expression of `kind`, `deep` calls deep at most. */
export function expression(reach: Reach, kind: Kind, deep: number): string {
  const { by } = reach;
  const found = columnsOf(reach, kind);
  if (deep <= 0 || by.percent(45))
    return found.length > 0 && by.percent(93) ? by.one(found) : by.one(LITERALS[kind]);
  return by.one(MORE[kind] ?? [leaf])(reach, kind, deep - 1);
}

type Make = (reach: Reach, kind: Kind, deep: number) => string;
const of = (reach: Reach, kind: Kind, deep: number) => expression(reach, kind, deep);
const leaf: Make = (reach, kind) => expression(reach, kind, 0);
/** One that an operator may stand beside. */
const operand = (reach: Reach, kind: Kind, deep: number): string => {
  const text = expression(reach, kind, deep);
  return /^[\w.@']+$|^\w+\([^()]*\)$/.test(text) ? text : `(${text})`;
};

const anyCase: readonly Make[] = [
  (r, kind, n) => `if( ${of(r, 'bool', n)} , ${of(r, kind, n)} , ${of(r, kind, n)} )`,
  (r, kind, n) => `coalesce( ${of(r, kind, n)} , ${of(r, kind, n)} )`,
  (r, kind, n) => `nullif( ${of(r, kind, n)} , ${of(r, kind, n)} )`,
  (r, kind, n) => `case when ${of(r, 'bool', n)} then ${of(r, kind, n)} end`,
];
const zoned = (r: Reach) => (r.by.percent(50) ? ` , ${r.zone()}` : '');

const MORE: Partial<Record<Kind, readonly Make[]>> = {
  string: [
    ...anyCase,
    (r, k, n) => `concat( ${of(r, k, n)} , ${of(r, k, n)} )`,
    (r, k, n) => `lower( ${of(r, k, n)} )`,
    (r, k, n) => `substr( ${of(r, k, n)} , 1 , 2 )`,
    (r, _, n) => `cast_string( ${of(r, 'int64', n)} )`,
    (r, _, n) => `format_timestamp( '%F %H:%M' , ${of(r, 'timestamp', n)}${zoned(r)} )`,
    r => indexed(r, 'texts', ['[0]', '[1]']),
    r => indexed(r, 'labels', ["['alpha']", "['a b']"]),
    r => valueIn(r, 'json', name => `json_string( ${name} , 'b' )`, 'string'),
  ],
  int64: [
    ...anyCase,
    (r, k, n) => `${operand(r, k, n)} ${r.by.one(['+', '-'])} ${operand(r, k, n)}`,
    (r, k, n) => `${operand(r, k, n)} * ${r.by.one(['2', '-3'])} + ${operand(r, k, n)}`,
    (r, k, n) => `greatest( ${of(r, k, n)} , ${of(r, k, n)} )`,
    (r, k, n) => `mod( ${of(r, k, n)} , 7 )`,
    (r, _, n) => `length( ${of(r, 'string', n)} )`,
    (r, _, n) =>
      `extract( ${r.by.one(CLOCK_PARTS)} from ${operand(r, 'timestamp', n)}${r.by.percent(50) ? ` at time zone ${r.zone()}` : ''} )`,
    (r, _, n) =>
      `timestamp_diff( ${of(r, 'timestamp', n)} , ${of(r, 'timestamp', n)} , ${r.by.one(['second', 'hour', 'day'])} )`,
    (r, _, n) => `date_diff( ${of(r, 'date', n)} , ${of(r, 'date', n)} , ${r.by.one(LONG_STEPS)} )`,
    r => indexed(r, 'numbers', ['[0]', '[2]']),
    r => valueIn(r, r.by.one(['texts', 'numbers']), name => `length( ${name} )`, 'int64'),
    r => valueIn(r, 'json', name => `json_int64( ${name} , 'a' )`, 'int64'),
  ],
  float64: [
    ...anyCase,
    (r, k, n) => `${operand(r, k, n)} ${r.by.one(['+', '-'])} ${operand(r, k, n)}`,
    (r, _, n) => `${operand(r, 'int64', n)} * 0.5`,
    (r, k, n) => `floor( ${of(r, k, n)} )`,
    (r, _, n) => `cast_float64( ${of(r, 'int64', n)} )`,
  ],
  rough: [(r, _, n) => `${operand(r, 'float64', n)} / ${operand(r, 'int64', n)}`],
  decimal: [
    ...anyCase,
    (r, k, n) => `${operand(r, k, n)} + ${operand(r, 'int64', n)}`,
    (r, k, n) => `${operand(r, k, n)} - ${operand(r, k, n)}`,
    (r, k, n) => `abs( ${of(r, k, n)} )`,
  ],
  bool: [
    compared,
    compared,
    compared,
    (r, k, n) => `${operand(r, k, n)} and ${operand(r, k, n)}`,
    (r, k, n) => `${operand(r, k, n)} or ${operand(r, k, n)}`,
    (r, k, n) => `not ${operand(r, k, n)}`,
    (r, _, n) => `${operand(r, r.by.one(DECIDING), n)} is ${r.by.one(['', 'not '])}null`,
    (r, _, n) => `${operand(r, 'int64', n)} between ${operand(r, 'int64', n)} and 300`,
    (r, _, n) =>
      `${operand(r, 'string', n)} ${r.by.one(['', 'not '])}in ( 'alpha' , ${of(r, 'string', n)} )`,
    (r, _, n) => `${r.by.one(['contains', 'starts_with'])}( ${of(r, 'string', n)} , 'al' )`,
    (r, _, n) => valueIn(r, 'texts', name => `${operand(r, 'string', n)} in ${name}`, 'bool'),
    r => valueIn(r, 'labels', name => `has_key( ${name} , 'alpha' )`, 'bool'),
  ],
  timestamp: [
    ...anyCase,
    (r, k, n) => `trunc( ${of(r, k, n)} , ${r.by.one(STEPS)} )`,
    (r, k, n) => `trunc( ${of(r, k, n)} , ${r.by.one(LONG_STEPS)} , ${r.zone()} )`,
    (r, k, n) => `${operand(r, k, n)} ${r.by.one(['+', '-'])} interval ${r.by.one(SPANS)}`,
    (r, _, n) => `timestamp( ${of(r, 'date', n)}${zoned(r)} )`,
  ],
  date: [
    ...anyCase,
    (r, _, n) => `date( ${of(r, 'timestamp', n)}${zoned(r)} )`,
    (r, k, n) => `trunc( ${of(r, k, n)} , ${r.by.one(LONG_STEPS)} )`,
    (r, k, n) => `${operand(r, k, n)} ${r.by.one(['+', '-'])} interval ${r.by.one(DAY_SPANS)}`,
  ],
};

/** Kinds that conditions, groups and orders may be of. */
export const DECIDING = ['string', 'int64', 'decimal', 'timestamp', 'date'] as const;

function compared(r: Reach, _: Kind, n: number): string {
  const kind = r.by.one([...DECIDING, 'float64'] as const);
  const operator = r.by.one(['=', '!=', '<', '<=', '>', '>=']);
  return `${operand(r, kind, n)} ${operator} ${operand(r, kind, n)}`;
}

function indexed(r: Reach, kind: Kind, places: readonly string[]): string {
  const item = kind === 'numbers' ? 'int64' : 'string';
  return valueIn(r, kind, name => `${name}${r.by.one(places)}`, item);
}

/** Of a column of `kind`, or a plain expression of another kind where no column has that kind. */
function valueIn(r: Reach, kind: Kind, made: (name: string) => string, other: Kind): string {
  const found = columnsOf(r, kind);
  return found.length === 0 ? expression(r, other, 0) : made(r.by.one(found));
}

/** An expression that reads a column: engines read constants in groups and orders as places of columns. */
export function ofRows(reach: Reach, kind: Kind, deep: number): string {
  const names = reach.columns.map(({ name }) => name);
  const readsRow = (text: string) => text.split(/[^\w.]+/).some(part => names.includes(part));
  const made = Array.from({ length: 6 }, () => expression(reach, kind, deep)).find(readsRow);
  if (made !== undefined) return made;
  const column = reach.columns.find(one => one.kind === kind)?.name;
  const [first = ''] = names;
  const other = expression({ ...reach, columns: [] }, kind, 0);
  return column ?? `if( ${first} is null , null , ${other} )`;
}

// ---- of groups and windows ------------------------------------------------------------------------------------------

/** An aggregate of `kind` over the rows in reach. */
export function aggregate(r: Reach, kind: Kind, deep: number): string {
  const plain = plainAggregate(r, kind, deep);
  return r.by.percent(20) ? `${plain} filter ( where ${of(r, 'bool', 1)} )` : plain;
}

export const AGGREGATED = [
  ...['int64', 'int64', 'int64', 'float64', 'decimal', 'string', 'timestamp', 'date', 'rough'],
] as readonly Kind[];

function plainAggregate(r: Reach, kind: Kind, deep: number): string {
  const { by } = r;
  const of = ofRows;
  const extreme = () => `${by.one(['min', 'max'])}( ${of(r, kind, deep)} )`;
  const ranked = () => `quantile( ${of(r, kind, deep)} , ${by.one(['0', '0.5', '0.95', '1'])} )`;
  switch (kind) {
    case 'int64':
      return by.one([
        () => 'count()',
        () => 'count()',
        () => `count( ${of(r, by.one(DECIDING), deep)} )`,
        () => `count_if( ${of(r, 'bool', deep)} )`,
        () => `count_distinct( ${of(r, by.one(['string', 'int64', 'date']), deep)} )`,
        () => `sum( ${of(r, 'int64', deep)} )`,
        () => `bit_or_agg( ${of(r, 'int64', deep)} )`,
        extreme,
        ranked,
      ])();
    case 'float64':
    case 'decimal':
      return by.percent(50) ? `sum( ${of(r, kind, deep)} )` : by.one([extreme, ranked])();
    case 'string':
      return by.one([
        extreme,
        () =>
          `string_agg( ${of(r, 'string', deep)} , ',' order by ${sortKey(r, 'int64')} , ${sortKey(r, 'string')} )`,
        () =>
          `${by.one(['arg_min', 'arg_max'])}( ${of(r, 'string', deep)} , ${of(r, by.one(['int64', 'timestamp', 'date']), deep)} )`,
      ])();
    case 'rough':
      return `avg( ${of(r, by.one(['int64', 'float64', 'decimal']), deep)} )`;
    default:
      return extreme();
  }
}

/** A plain column, or an expression, with a direction. */
function sortKey(r: Reach, kind: Kind): string {
  return `${of(r, kind, 1)}${r.by.one(['', ' asc', ' desc'])}`;
}

const FRAMES = [
  'rows between 2 preceding and current row',
  'rows between 1 following and unbounded following',
  'rows between unbounded preceding and 1 preceding',
  'rows between 3 preceding and 1 following',
];

/** A window of `kind` over rows that `order` brings into one order; `null`: there is no such order. */
export function windowed(r: Reach, kind: 'int64' | 'string', order: string | null): string {
  const { by } = r;
  const partition = by.percent(60) ? `partition by ${of(r, by.one(DECIDING), 1)} ` : '';
  if (order === null || by.percent(15)) {
    const whole =
      kind === 'string'
        ? `max( ${of(r, kind, 1)} )`
        : by.one([
            'count()',
            `sum( ${ofRows(r, kind, 1)} )`,
            `count_distinct( ${of(r, 'string', 0)} )`,
          ]);
    return `${whole} over ( ${partition})`;
  }
  const first = by.percent(60) ? `${sortKey(r, by.one(DECIDING))} , ` : '';
  const over = `${partition}order by ${first}${order}`;
  const frame = by.percent(85) ? ` ${by.one(FRAMES)}` : '';
  if (kind === 'string')
    return by.percent(50)
      ? `${by.one(['lag', 'lead'])}( ${of(r, kind, 1)}${by.one(['', ' , 2'])} ) over ( ${over} )`
      : `${by.one(['first_value', 'last_value'])}( ${of(r, kind, 1)} ) over ( ${over}${frame} )`;
  return by.percent(35)
    ? `${by.one(['row_number', 'rank', 'dense_rank'])}() over ( ${over} )`
    : `${by.one(['count()', `sum( ${ofRows(r, kind, 1)} )`, `min( ${of(r, kind, 1)} )`])} over ( ${over}${frame} )`;
}
