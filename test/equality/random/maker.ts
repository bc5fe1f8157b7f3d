/** The parts that one random endpoint shares: its parameters, its steps, and names that differ. */
import { type Chance, chance } from './chance.ts';
import { type Column, DATA_SETS, type DataSet, type Kind } from './data.ts';
import type { Reach } from './expressions.ts';

/** A clause, a parameter or a step as YAML has it. */
export type Spec = Record<string, unknown>;

/** A relation that a body can read. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns that differ between any two rows; without columns: there is one row. */
  readonly keys: readonly (readonly string[])[];
  readonly scope: string | null;
}

export interface Maker {
  readonly by: Chance;
  readonly params: Record<string, Spec>;
  readonly steps: Record<string, Spec>;
  /** Steps that may be read once more. */
  readonly done: Relation[];
  readonly reach: (columns: readonly Column[]) => Reach;
  /** A name that begins so, and that nothing else has. */
  readonly fresh: (prefix: string) => string;
  /** Joins to many rows that may still be made: rows multiply. */
  many: number;
}

const ZONES = ['Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'UTC'];

export function maker(seed: number): Maker {
  const by = chance(seed);
  const params: Record<string, Spec> = {};
  let count = 0;
  const zone = (): string => {
    if (by.percent(70)) return `'${by.one(ZONES)}'`;
    params['zone'] = { type: 'timezone', default: 'Europe/Berlin' };
    return '@zone';
  };
  return {
    by,
    params,
    steps: {},
    done: [],
    reach: columns => ({ by, columns, zone }),
    fresh: prefix => `${prefix}${++count}`,
    many: by.percent(85) ? 1 : 2,
  };
}

function asRelation({ name, columns, key, scope }: DataSet): Relation {
  return { name, columns, keys: key.length === 0 ? [] : [key], scope };
}

export function dataSet({ by }: Maker): Relation {
  return asRelation(by.one(DATA_SETS));
}

/** A required parameter for the tenant. */
export function tenant({ params }: Maker): string {
  params['tenant'] = { type: 'string', required: true };
  return '@tenant';
}

// ---- conditions of requests -----------------------------------------------------------------------------------------

const ENUM = ['alpha', 'beta', 'none'];

/** The enum parameter that a choice goes by, which is never absent. */
function choosing({ by, params, fresh }: Maker): string {
  const known = Object.keys(params).filter(name => name.startsWith('choice'));
  if (known.length > 0) return by.one(known);
  const name = fresh('choice');
  const otherwise = by.percent(30) ? { otherwise: 'default' } : {};
  params[name] = { enum: ['first', 'second'], default: by.one(['first', 'second']), ...otherwise };
  return name;
}

/** A choice between what is made twice. */
export function choice<T>(make: Maker, made: () => T): Spec {
  return { by: choosing(make), cases: { first: made(), second: made() } };
}

const BOUNDS: Partial<Record<Kind, readonly string[]>> = {
  string: ['=', '!=', '>='],
  int64: ['=', '<', '>='],
  float64: ['<', '>='],
  decimal: ['=', '!=', '<', '>='],
  timestamp: ['<', '>='],
  date: ['=', '!=', '<'],
};

/** A condition of `where` that goes by parameters of its own; `null` where no column is of a kind that it could be on. */
export function asked(make: Maker, columns: readonly Column[]): string | Spec | null {
  return make.by.one([bound, bound, inList, inList, overlapping, present, moved, either])(
    make,
    columns,
  );
}

function columnOf({ by }: Maker, columns: readonly Column[], kinds: readonly Kind[]) {
  const found = columns.filter(({ kind }) => kinds.includes(kind));
  return found.length === 0 ? null : by.one(found);
}

/** Declares it, and says whether a request may leave it out. */
function declare(make: Maker, name: string, type: Spec, byDefault: unknown): boolean {
  const how = make.by.whole(4);
  const more = how === 0 ? { required: true } : how === 1 ? { default: byDefault } : {};
  make.params[name] = { ...type, ...more };
  return how > 1;
}

const guarded = (isAbsent: boolean, name: string, filter: string) =>
  isAbsent ? { when: name, filter } : filter;

const DEFAULTS: Partial<Record<Kind, unknown>> = {
  string: 'alpha',
  int64: 7,
  float64: 0.5,
  decimal: '12.50',
  timestamp: 'now() - interval 3 day',
  date: '2026-01-15',
};

function bound(make: Maker, columns: readonly Column[]) {
  const often = make.by.percent(35) ? columnOf(make, columns, ['timestamp']) : null;
  const column =
    often ??
    columnOf(make, columns, ['string', 'int64', 'float64', 'decimal', 'timestamp', 'date']);
  if (column === null) return null;
  const name = make.fresh('p');
  const isAbsent = declare(make, name, { type: column.kind }, DEFAULTS[column.kind]);
  return guarded(
    isAbsent,
    name,
    `${column.name} ${make.by.one(BOUNDS[column.kind] ?? ['='])} @${name}`,
  );
}

function inList(make: Maker, columns: readonly Column[]) {
  const column = columnOf(make, columns, ['string', 'int64', 'decimal', 'date', 'timestamp']);
  if (column === null) return null;
  const name = make.fresh('list');
  const { by } = make;
  const isEnum = column.kind === 'string' && by.percent(30);
  const list = isEnum ? { enum: ENUM } : column.kind;
  const few = by.percent(30) ? { max_items: 50, separator: ',' } : {};
  const byDefault = [
    isEnum ? 'alpha' : column.kind === 'timestamp' ? '2026-01-15' : DEFAULTS[column.kind],
  ];
  const isAbsent = declare(make, name, { list, ...few }, byDefault);
  return guarded(isAbsent, name, `${column.name} ${by.one(['', 'not '])}in @${name}`);
}

function overlapping(make: Maker, columns: readonly Column[]) {
  const column = columnOf(make, columns, ['texts']) ?? columnOf(make, columns, ['string']);
  if (column === null) return null;
  const name = make.fresh('list');
  const isAbsent = declare(make, name, { list: 'string' }, ['alpha', 'beta']);
  const fn = column.kind === 'texts' ? 'overlaps' : 'contains_any';
  return guarded(isAbsent, name, `${fn}( ${column.name} , @${name} )`);
}

/** Conditions that hold where something is absent, or has a value. */
function present(make: Maker, columns: readonly Column[]) {
  const { by, params, fresh } = make;
  const column = columnOf(make, columns, ['string', 'int64', 'date', 'timestamp', 'bool']);
  if (column === null) return null;
  const filter = `${column.name} is ${by.one(['', 'not '])}null`;
  const [one, two] = [fresh('p'), fresh('p')];
  switch (by.whole(5)) {
    case 0:
      params[one] = { type: 'string' };
      return { when: { absent: one }, filter };
    case 1:
      params[one] = { enum: ENUM, default: 'alpha' };
      return { when: { [one]: 'alpha' }, filter };
    case 2:
      params[one] = { type: 'bool', ...(by.percent(50) ? { default: true } : {}) };
      return { when: { [one]: by.percent(50) }, filter };
    case 3:
      params[one] = { type: 'string' };
      params[two] = { type: 'int64' };
      return { when: { any: [one, two] }, filter };
    default:
      params[one] = { type: 'string' };
      params[two] = { type: 'uuid' };
      return { when: [one, two], filter };
  }
}

/** By a duration, a step, or days. */
function moved(make: Maker, columns: readonly Column[]) {
  const column = columnOf(make, columns, ['timestamp']);
  if (column === null) return null;
  const { by, params } = make;
  const name = make.fresh('span');
  switch (by.whole(3)) {
    case 0:
      params[name] = { type: 'duration', default: '3d' };
      return `${column.name} > now() - @${name}`;
    case 1:
      params[name] = { type: 'duration', enum: ['15m', '6h', '2d'], default: '6h' };
      return `trunc( ${column.name} , @${name} ) < ${column.name}`;
    default:
      params[name] = { type: 'int64', min: 0, max: 60, default: 3 };
      return `${column.name} <= now() - interval @${name} day`;
  }
}

function either(make: Maker, columns: readonly Column[]) {
  const parts = [bound(make, columns), inList(make, columns), bound(make, columns)].flatMap(part =>
    part === null || typeof part === 'string' ? [] : [part],
  );
  return parts.length < 2 ? null : { any: parts };
}
