/** Random bodies: the clauses of an endpoint or a step. */
import type { Column, Kind } from './data.ts';
import {
  AGGREGATED,
  aggregate,
  DECIDING,
  expression,
  ofRows,
  type Reach,
  windowed,
} from './expressions.ts';
import { asked, choice, dataSet, type Maker, type Relation, type Spec, tenant } from './maker.ts';

interface Made {
  readonly spec: Spec;
  readonly columns: readonly Column[];
  readonly keys: Relation['keys'];
}
/** The rows that a body reads. */
interface Read {
  readonly clauses: Spec;
  readonly where: (string | Spec)[];
  readonly columns: readonly Column[];
  readonly keys: Relation['keys'];
}
/** Its own rows. */
interface Rows {
  readonly clauses: Spec;
  readonly columns: readonly Column[];
  readonly keys: Relation['keys'];
}

const KEYABLE: readonly Kind[] = [...DECIDING, 'bool'];
/** Columns that the body of a union must have. */
type Wanted = readonly Column[] | null;

/** The body of the answer, or of a step that is `deep` above the data sets at most. */
export function body(make: Maker, deep: number, wanted: Wanted, isAnswer: boolean): Made {
  const { by } = make;
  const read = joined(make, inputOf(make, deep, isAnswer), deep);
  for (let i = by.one([0, 0, 0, 0, 0, 0, 1, 1, 2]); i > 0; i -= 1) {
    const one = condition(make, read.columns, deep);
    if (one !== null) read.where.push(one);
  }
  const rows = rowsOf(make, read, wanted, isAnswer);
  const retention = retentionOf(make, read);
  const having = havingOf(make, rows, wanted);
  const last = isAnswer ? lastOf(make, rows) : cutOf(make, rows);
  const spec = {
    ...read.clauses,
    ...(read.where.length === 0 ? {} : { where: read.where }),
    ...retention,
    ...rows.clauses,
    ...having,
    ...last,
  };
  return { spec, columns: rows.columns, keys: rows.keys };
}

/** A step of its own, or one that is there. */
function step(make: Maker, deep: number, wanted: Wanted = null): Relation {
  const { by, done, steps, fresh } = make;
  if (wanted === null && done.length > 0 && by.percent(25)) return by.one(done);
  const name = fresh('s');
  const made = body(make, deep - 1, wanted, false);
  steps[name] = made.spec;
  const relation = { name, columns: made.columns, keys: made.keys, scope: null };
  if (wanted === null) done.push(relation);
  return relation;
}

function relation(make: Maker, deep: number): Relation {
  return deep > 0 && make.by.percent(50) ? step(make, deep) : dataSet(make);
}

// ---- from, union, join ----------------------------------------------------------------------------------------------

function inputOf(make: Maker, deep: number, isAnswer: boolean): Read {
  const { by, fresh } = make;
  const none = { where: [], keys: [] };
  if (deep > 0 && by.percent(18)) {
    const columns = (['string', 'int64', 'timestamp', 'date', 'float64'] as const).flatMap(kind =>
      by.percent(60) ? [{ name: fresh('u'), kind }] : [],
    );
    if (columns.length > 0) {
      const parts = Array.from({ length: by.percent(75) ? 2 : 3 }, () => step(make, deep, columns));
      withNull(make, parts, columns);
      turned(make, parts);
      const label = by.percent(40) ? fresh('label') : null;
      const labelled: readonly Column[] = label === null ? [] : [{ name: label, kind: 'string' }];
      const clauses = {
        union: parts.map(({ name }) => name),
        ...(label === null ? {} : { label }),
      };
      return { ...none, clauses, columns: [...columns, ...labelled] };
    }
  }
  if (isAnswer && deep > 0 && by.percent(6)) {
    const columns: readonly Column[] = [
      { name: fresh('u'), kind: 'string' },
      { name: fresh('u'), kind: 'int64' },
    ];
    const from = choice(make, () => step(make, deep, columns).name);
    return { ...none, clauses: { from }, columns };
  }
  const { name, columns, keys, scope } = relation(make, deep);
  const read: Read = { clauses: { from: name }, where: [], columns, keys };
  if (scope === null) return read;
  if (by.percent(25)) return { ...read, clauses: { from: name, unscoped: true } };
  return { ...read, where: [`${scope} = ${tenant(make)}`] };
}

/** In one of the later relations NULL may stand for a value. */
function withNull(
  { by, steps }: Maker,
  parts: readonly Relation[],
  columns: readonly Column[],
): void {
  const { select } = steps[parts[1]?.name ?? ''] ?? {};
  const { name } = by.one(columns);
  const values = select as Spec | undefined;
  if (values?.[name] !== undefined && by.percent(30) && columns.length > 1) values[name] = 'null';
}

/** Columns of a union go by their names: now and then the last relation has them the other way round. */
function turned({ by, steps }: Maker, parts: readonly Relation[]): void {
  const step = steps[parts.at(-1)?.name ?? ''];
  if (step === undefined || !by.percent(40)) return;
  step['select'] = Object.fromEntries(Object.entries(step['select'] as Spec).reverse());
}

function joined(make: Maker, from: Read, deep: number): Read {
  const { by } = make;
  const join: Record<string, Spec> = {};
  let { columns, keys } = from;
  for (let i = by.one([0, 0, 1, 1, 2]); i > 0; i -= 1) {
    const other = relation(make, deep);
    const name = make.fresh('j');
    const on = onOf(make, name, other, columns);
    if (on === null) continue;
    const { isMany, spec } = on;
    if (isMany) keys = [];
    const kind = by.one([{}, {}, {}, { kind: 'inner' }, { kind: 'left' }]);
    join[name] = { of: other.name, ...spec, ...kind };
    columns = [...columns, ...other.columns.map(one => ({ ...one, name: `${name}.${one.name}` }))];
  }
  if (Object.keys(join).length === 0) return from;
  return { ...from, clauses: { ...from.clauses, join }, columns, keys };
}

/** `null` where nothing can be equated. */
function onOf(make: Maker, name: string, other: Relation, left: readonly Column[]) {
  const { by } = make;
  if (other.keys.some(key => key.length === 0) && by.percent(70))
    return { isMany: false, spec: {} };
  const scoped =
    other.scope === null
      ? []
      : by.percent(25)
        ? null
        : [`${name}.${other.scope} = ${tenant(make)}`];
  const more = () => {
    const ints = other.columns.filter(({ kind }) => kind === 'int64');
    return ints.length > 0 && by.percent(25) ? [`${name}.${by.one(ints).name} > 0`] : [];
  };
  const spec = (equalities: readonly string[]) => ({
    on: [...equalities, ...(scoped ?? []), ...more()].join(' and '),
    ...(scoped === null ? { unscoped: true } : {}),
  });
  const keys = other.keys.filter(key => key.length > 0);
  if (keys.length > 0 && by.percent(75)) {
    const parts = by.one(keys).map(key => {
      const kind = other.columns.find(column => column.name === key)?.kind ?? 'string';
      const found = left.filter(column => column.kind === kind);
      return found.length === 0 ? null : `${equated(make, found, kind)} = ${name}.${key}`;
    });
    const known = parts.flatMap(part => part ?? []);
    if (known.length === parts.length) return { isMany: false, spec: spec(known) };
  }
  if (make.many === 0) return null;
  const pairs = other.columns.flatMap(column => {
    const found = left.filter(({ kind }) => kind === column.kind && KEYABLE.includes(kind));
    return found.length === 0 || column.kind === 'bool' ? [] : [{ column, found }];
  });
  if (pairs.length === 0) return null;
  make.many -= 1;
  const { column, found } = by.one(pairs);
  const equality = `${by.one(found).name} = ${name}.${column.name}`;
  return { isMany: true, spec: { ...spec([equality]), many: true } };
}

/** Now and then an expression of the left side. */
function equated(make: Maker, found: readonly Column[], kind: Kind): string {
  const { name } = make.by.one(found);
  if (make.by.percent(80)) return name;
  return kind === 'string'
    ? `lower( ${name} )`
    : kind === 'date'
      ? `trunc( ${name} , month )`
      : name;
}

// ---- where, retention -----------------------------------------------------------------------------------------------

function condition(make: Maker, columns: readonly Column[], deep: number): string | Spec | null {
  const { by } = make;
  if (deep > 0 && by.percent(22)) {
    const kind = by.one(['string', 'int64', 'date'] as const);
    const found = columns.filter(column => column.kind === kind);
    if (found.length > 0) {
      const wanted = [{ name: make.fresh('u'), kind }];
      const { name } = step(make, deep, wanted);
      return `${by.one(found).name} ${by.one(['', 'not '])}in ${name}.${wanted[0]?.name}`;
    }
  }
  if (by.percent(55)) return asked(make, columns);
  const made = expression(make.reach(columns), 'bool', 2);
  return by.percent(40) ? `coalesce( ${made} , true )` : made;
}

function retentionOf(make: Maker, { columns }: Read): Spec {
  const { by } = make;
  const found = columns.filter(
    ({ kind, name }) => ['timestamp', 'date'].includes(kind) && !name.includes('.'),
  );
  if (found.length === 0 || !by.percent(8)) return {};
  return {
    retention: { of: by.one(found).name, window: by.one(['1 day', '30 days', '4000 days']) },
  };
}

// ---- select, group_by, having ---------------------------------------------------------------------------------------

function rowsOf(make: Maker, read: Read, wanted: Wanted, isAnswer: boolean): Rows {
  const { by } = make;
  const reach = make.reach(read.columns);
  if (wanted !== null) return given(make, reach, wanted);
  const shape = by.whole(10);
  if (shape < 4) return entries(make, reach, read.keys, isAnswer);
  if (shape < 9) return grouped(make, reach, isAnswer);
  return oneRow(make, reach);
}

/** The columns that are wanted, of entries or of groups. */
function given({ by }: Maker, reach: Reach, wanted: readonly Column[]): Rows {
  const value = ({ name, kind }: Column) => [name, ofRows(reach, kind, 1)];
  const keyed = wanted.filter(({ kind }) => kind !== 'float64');
  if (by.percent(25) && keyed.length === wanted.length && keyed.length > 1) {
    const [first, ...others] = wanted;
    if (first === undefined) throw new Error('nothing is wanted');
    const select = others.map(({ name, kind }) => [name, aggregate(reach, kind, 1)]);
    const clauses = {
      group_by: Object.fromEntries([value(first)]),
      select: Object.fromEntries(select),
    };
    return { clauses, columns: wanted, keys: [[first.name]] };
  }
  return { clauses: { select: Object.fromEntries(wanted.map(value)) }, columns: wanted, keys: [] };
}

const VALUES = [...DECIDING, 'float64', 'bool', 'rough'] as const;

function entries(make: Maker, reach: Reach, keys: Relation['keys'], isAnswer: boolean): Rows {
  const { by, fresh } = make;
  const select: Spec = {};
  const columns: Column[] = [];
  const add = (kind: Kind, value: unknown) => {
    const name = fresh('c');
    select[name] = value;
    columns.push({ name, kind });
    return name;
  };
  const [key] = keys;
  const shown =
    key !== undefined && by.percent(70) ? key.map(name => add(kindOf(reach, name), name)) : null;
  const isDistinct = by.percent(14);
  for (let i = 1 + by.whole(3); i > 0; i -= 1) {
    const kind = by.one(isDistinct ? KEYABLE : VALUES);
    const value = () => ofRows(reach, kind, 2);
    add(kind, by.percent(6) ? choice(make, value) : value());
  }
  const order = key === undefined || key.length === 0 ? null : key.join(' , ');
  if (by.percent(65) && !isDistinct) {
    const kind = by.one(['int64', 'int64', 'string'] as const);
    add(kind, windowed(reach, kind, order));
  }
  if (isAnswer && !isDistinct) {
    const more = reach.columns.filter(({ kind }) =>
      ['texts', 'numbers', 'labels', 'json'].includes(kind),
    );
    for (const { name, kind } of by.some(more, 0, 1)) add(kind, name);
  }
  const distinct = isDistinct ? [columns.map(({ name }) => name)] : [];
  const own = shown === null ? [] : [shown];
  return {
    clauses: { select, ...(isDistinct ? { distinct: true } : {}) },
    columns,
    keys: key !== undefined && key.length === 0 ? [[]] : [...own, ...distinct],
  };
}

function kindOf({ columns }: Reach, name: string): Kind {
  return columns.find(column => column.name === name)?.kind ?? 'string';
}

function aggregates(
  make: Maker,
  reach: Reach,
  least: number,
): readonly (readonly [Column, unknown])[] {
  const { by, fresh } = make;
  return Array.from({ length: least + by.whole(3) }, () => {
    const kind = by.one(AGGREGATED);
    const value = () => aggregate(reach, kind, 1);
    return [{ name: fresh('c'), kind }, by.percent(6) ? choice(make, value) : value()] as const;
  });
}

function grouped(make: Maker, reach: Reach, isAnswer: boolean): Rows {
  const { by, fresh } = make;
  const bucket = by.percent(28) ? bucketOf(make, reach) : null;
  const groups = Array.from({ length: (bucket === null ? 1 : 0) + by.whole(2) }, () => {
    const kind = by.one(KEYABLE);
    const value = () => ofRows(reach, kind, 2);
    return [
      { name: fresh('g'), kind } as Column,
      by.percent(6) ? choice(make, value) : value(),
    ] as const;
  });
  const values = [...aggregates(make, reach, isAnswer && by.percent(92) ? 1 : 0)];
  const names = groups.map(([{ name }]) => name);
  const keys = bucket === null ? names : [bucket.column.name, ...names];
  const period = periodOf(make, reach, values, bucket !== null);
  values.push(...period.values);
  if (values.length > 0 && by.percent(25)) values.push(overGroups(make, keys));
  const clauses = {
    ...(bucket === null ? {} : { buckets: bucket.spec }),
    ...period.clauses,
    ...(groups.length === 0
      ? {}
      : { group_by: Object.fromEntries(groups.map(([{ name }, value]) => [name, value])) }),
    select: Object.fromEntries(values.map(([{ name }, value]) => [name, value])),
  };
  const columns = [
    ...(bucket === null ? [] : [bucket.column]),
    ...groups.map(([one]) => one),
    ...values.map(([one]) => one),
  ];
  return { clauses, columns, keys: [keys] };
}

/** Groups differ by their keys. */
function overGroups({ by, fresh }: Maker, keys: readonly string[]): readonly [Column, unknown] {
  const order = keys.join(' , ');
  const [kind, value] = by.one([
    ['int64', 'rank() over ( order by count() desc )'],
    ['int64', 'sum( count() ) over () - count()'],
    ['int64', `lag( count() ) over ( order by ${order} )`],
    ['int64', `sum( count() ) over ( order by ${order} )`],
    ['int64', `row_number() over ( order by count() desc , ${order} )`],
    ['rough', 'count() / sum( count() ) over ()'],
  ] as const);
  return [{ name: fresh('c'), kind }, value];
}

type Values = readonly (readonly [Column, unknown])[];

/** A window where there are no buckets, and a comparison with the period before. */
function periodOf(make: Maker, reach: Reach, values: Values, hasBuckets: boolean) {
  const { by, fresh } = make;
  const at = reach.columns.filter(({ kind, name }) => kind === 'timestamp' && !name.includes('.'));
  const isWindow = !hasBuckets && at.length > 0 && by.percent(12);
  const window = isWindow ? { window: { of: by.one(at).name, ...by.one(WINDOWS) } } : {};
  const numbers = values.filter(
    ([{ kind }, value]) =>
      typeof value === 'string' && ['int64', 'float64', 'decimal', 'rough'].includes(kind),
  );
  const isCompared = (isWindow || hasBuckets) && numbers.length > 0 && by.percent(45);
  if (!isCompared) return { clauses: window, values: [] };
  const [{ name, kind }] = by.one(numbers);
  const before: readonly [Column, unknown] = [{ name: fresh('c'), kind }, `previous_${name}`];
  return { clauses: { ...window, compare: 'previous' }, values: [before] };
}

const WINDOWS = [
  { from: 'now() - interval 7 day', to: 'now()' },
  { from: 'trunc( now() , day )', to: 'now() + interval 1 hour' },
  { from: 'now() - interval 90 minute', to: 'now() - interval 30 minute' },
];

const INTERVALS = [
  { last: '1 day', step: 'hour' },
  { last: '7 days', step: 'day' },
  { last: '2 weeks', step: 'week' },
  { last: '3 hours', step: '15 minutes' },
];

function bucketOf(make: Maker, reach: Reach) {
  const { by, fresh } = make;
  const found = reach.columns.filter(
    ({ kind, name }) => kind === 'timestamp' && !name.includes('.'),
  );
  if (found.length === 0) return null;
  const name = fresh('b');
  const gaps = by.one([{}, { gaps: 'omit' }, { gaps: 'zero' }]);
  const window = by.one([{}, { window: 'aligned' }, { window: 'sliding' }]);
  const spec = { of: by.one(found).name, as: name, ...by.one(INTERVALS), ...gaps, ...window };
  return { spec, column: { name, kind: 'timestamp' } as Column };
}

function oneRow(make: Maker, reach: Reach): Rows {
  const own = aggregates(make, reach, 1);
  const period = periodOf(make, reach, own, false);
  const values = [...own, ...period.values];
  const select = Object.fromEntries(values.map(([{ name }, value]) => [name, value]));
  return {
    clauses: { ...period.clauses, select },
    columns: values.map(([one]) => one),
    keys: [[]],
  };
}

function havingOf(make: Maker, { columns, clauses }: Rows, wanted: Wanted): Spec {
  const { by } = make;
  if (wanted !== null || !by.percent(16) || clauses['distinct'] === true) return {};
  if (!columns.some(({ kind }) => (KEYABLE as readonly string[]).includes(kind))) return {};
  return { having: [expression(make.reach(columns), 'bool', 1)] };
}

// ---- order_by, limit ------------------------------------------------------------------------------------------------

/** The first rows of a step, in an order that is total. */
function cutOf({ by }: Maker, { keys: [key] }: Rows): Spec {
  if (key === undefined || key.length === 0 || !by.percent(20)) return {};
  return { order_by: key.map(name => `${name}${by.one(['', ' desc'])}`), limit: 1 + by.whole(8) };
}

/** Rows behind those that callers skip, in an order that is total. */
function skippedOf({ by, params }: Maker, { keys: [key] }: Rows): Spec | null {
  if (key === undefined || key.length === 0 || !by.percent(6)) return null;
  params['skip'] = { type: 'int64', min: 0, max: 6, default: 1 };
  const order_by = key.map(name => `${name}${by.one(['', ' desc'])}`);
  return { order_by, limit: 1 + by.whole(8), offset: '@skip' };
}

function lastOf(make: Maker, rows: Rows): Spec {
  const { by, params } = make;
  const { columns } = rows;
  const skipped = skippedOf(make, rows);
  if (skipped !== null) return skipped;
  const sortable = columns.filter(({ kind }) => [...KEYABLE, 'float64'].includes(kind));
  const keys = by.some(sortable, 0, 2).map(({ name }) => `${name}${by.one(['', ' asc', ' desc'])}`);
  const order = by.percent(6) && keys.length > 0 ? [choice(make, () => by.one(keys))] : keys;
  const limit = by.whole(8);
  if (limit === 0) params['most'] = { type: 'int64', min: 0, max: 40, default: 5 };
  const most =
    limit === 0
      ? { limit: '@most' }
      : limit === 1
        ? { limit: 7 }
        : limit === 2
          ? { max_rows: 50 }
          : {};
  return { ...(order.length === 0 ? {} : { order_by: order }), ...most };
}
