/** The closed list of value types, the representation of their literals, and steps of time. */

/** The closed list of value types. Each parameter type, engine and client language declares how it spells them. */
export const SCALARS = [
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'datetime',
  'date',
  'json',
] as const;

export type Scalar = (typeof SCALARS)[number];

/** Several values of one type, in order; each may be NULL. */
export type ListType = `list<${Scalar}>`;
/** Values of one type by their keys, which are texts. */
export type MapType = `map<${Scalar}>`;
/** Records of one kind, in order. The text between the brackets is JSON: the fields, and the one by which records are found. */
export type RecordsType = `records<${string}>`;
/** The type of an expression. The types distinguish places where only a scalar may be, so that a list never gets there by accident. */
export type Type = Scalar | ListType | MapType | RecordsType;

/** A field of the records of a list; `type`: its fields if it is a record itself. */
export interface ItemField {
  readonly name: string;
  readonly type: ItemLeaf | readonly ItemField[];
}
/** The types of fields that are no records: a list of records is one, too. */
export type ItemLeaf = Scalar | ListType | RecordsType;

const SCALAR_NAMES: ReadonlySet<string> = new Set(SCALARS);

export function isScalar(type: Type): type is Scalar {
  return SCALAR_NAMES.has(type);
}

/** `type` as a scalar, if callers have checked that it is one. Throws for lists and maps. */
export function scalarOf(type: Type): Scalar {
  if (isScalar(type)) return type;
  throw new Error(`a ${type} stands where a single value is due`);
}

/** The type of a list of `item`s. */
export function listOf(item: Scalar): ListType {
  return `list<${item}>`;
}

const ITEMS: ReadonlyMap<Type, Scalar> = new Map(SCALARS.map(scalar => [listOf(scalar), scalar]));

/** The type of the items if `type` is a list; else `null`. */
export function itemOf(type: Type): Scalar | null {
  return ITEMS.get(type) ?? null;
}

/**
 * The type of a list of records with these fields, of which there is at least one. `by`: the path of the field by which `list['key']`
 * finds a record, with dots; `null` if there is none.
 */
export function recordsOf(fields: readonly ItemField[], by: string | null): RecordsType {
  const pairs = (of: readonly ItemField[]): readonly Pair[] =>
    of.map(({ name, type }) => [name, typeof type === 'string' ? type : pairs(type)]);
  const written: Written = [pairs(fields), by];
  return `records<${JSON.stringify(written)}>`;
}
type Pair = readonly [name: string, type: ItemLeaf | readonly Pair[]];
type Written = readonly [fields: readonly Pair[], by: string | null];

/** The fields of the records if `type` is a list of records; else `null`. */
export function itemFieldsOf(type: Type): readonly ItemField[] | null {
  const written = writtenIn(type);
  if (written === null) return null;
  const fields = (pairs: readonly Pair[]): readonly ItemField[] =>
    pairs.map(([name, of]) => ({ name, type: typeof of === 'string' ? of : fields(of) }));
  return fields(written[0]);
}

/** The path, with dots, of the field by which a record of the list is found; `null` if there is none. */
export function keyOfItems(type: Type): string | null {
  return writtenIn(type)?.[1] ?? null;
}

function writtenIn(type: Type): Written | null {
  return isRecords(type) ? JSON.parse(type.slice('records<'.length, -1)) : null;
}

/** The type in the words of messages. */
export function typeWords(type: Type | 'record'): string {
  return isRecords(type) ? 'list of records' : type;
}

export function isRecords(type: Type | 'record'): type is RecordsType {
  return type.startsWith('records<');
}

export function isMap(type: Type): type is MapType {
  return type.startsWith('map<');
}

/** The type of a map of `value`s. */
export function mapOf(value: Scalar): MapType {
  return `map<${value}>`;
}

const VALUES: ReadonlyMap<Type, Scalar> = new Map(SCALARS.map(scalar => [mapOf(scalar), scalar]));

/** The type of the values if `type` is a map; else `null`. */
export function mapValueOf(type: Type): Scalar | null {
  return VALUES.get(type) ?? null;
}

/** Whether a type is a single value, a list or a map, and the scalar type of the values. */
interface Held {
  readonly as: 'one' | 'list' | 'map';
  readonly of: Scalar;
}

const HELD: ReadonlyMap<Type, Held> = new Map(
  SCALARS.flatMap((of): readonly (readonly [Type, Held])[] => [
    [of, { as: 'one', of }],
    [listOf(of), { as: 'list', of }],
    [mapOf(of), { as: 'map', of }],
  ]),
);

/** Whether values of `type` are single, several in order, or several by key. */
export function mannerOf(type: Type): Held['as'] {
  return HELD.get(type)?.as ?? 'list';
}

/** The manner and the scalar type of values of `type`. Throws for a list of records. */
export function held(type: Type): Held {
  const found = HELD.get(type);
  if (found === undefined) throw new Error(`a ${type} stands where values are due`);
  return found;
}

/** The list types of data sets whose items are among `types`. */
export function listsOf(types: readonly Type[]): readonly ListType[] {
  return ITEM_TYPES.filter(item => types.includes(item)).map(listOf);
}

/** The map types of data sets whose values are among `types`. */
export function mapsOf(types: readonly Type[]): readonly MapType[] {
  return ITEM_TYPES.filter(value => types.includes(value)).map(mapOf);
}

/** The types that lists and maps of data sets may contain: those that are stored in only one way. */
export const ITEM_TYPES = [
  'string',
  'int64',
  'float64',
  'bool',
  'timestamp',
  'date',
] as const satisfies readonly Scalar[];

/** The types of columns. */
export const TYPES: readonly Type[] = [
  ...SCALARS,
  ...ITEM_TYPES.map(listOf),
  ...ITEM_TYPES.map(mapOf),
];

/**
 * The representation of a literal of each scalar: timestamps are microseconds since 1970 UTC, datetimes those of the same text in UTC, dates are `YYYY-MM-DD`, decimals are
 * written as in `core/types/decimal.ts`.
 */
export type Value = string | bigint | number | boolean;

/** The value of a parameter: a single one, or those of a list, without duplicates. */
export type ParamValue = Value | readonly Value[];

export function isListValue(value: ParamValue): value is readonly Value[] {
  return Array.isArray(value);
}

/** `value` as a single value, if callers have checked the parameter. Throws for a list. */
export function singleValue(value: ParamValue): Value {
  if (isListValue(value)) throw new Error('a list stands where a single value is due');
  return value;
}

/** Length of a truncation step in microseconds, and its unit if it is exactly one unit long. */
export interface TruncStep {
  readonly micros: bigint;
  readonly unit: StepUnit | null;
}

export const STEP_UNITS = ['second', 'minute', 'hour', 'day', 'week'] as const;

export type StepUnit = (typeof STEP_UNITS)[number];

/** Units whose length depends on the calendar. */
export const CALENDAR_UNITS = ['month', 'quarter', 'year'] as const;

/** The unit that a word in lower case names, also in the plural. */
export function unitNamed<Unit extends string>(
  word: string | null,
  units: readonly Unit[],
): Unit | undefined {
  return units.find(name => word === name || word === `${name}s`);
}

/** The unit that a word such as `weekly` or `daily` may mean, or that it names in the singular or plural. */
export function unitMeant<Unit extends string>(
  word: string | null,
  units: readonly Unit[],
): Unit | undefined {
  const found = unitNamed(word, units);
  return found ?? units.find(unit => word === (unit === 'day' ? 'daily' : `${unit}ly`));
}

export type CalendarUnit = (typeof CALENDAR_UNITS)[number];
export type TimeUnit = StepUnit | CalendarUnit;

export const UNIT_MONTHS: Readonly<Record<CalendarUnit, bigint>> = {
  month: 1n,
  quarter: 3n,
  year: 12n,
};

export function isCalendarUnit(unit: string): unit is CalendarUnit {
  return (CALENDAR_UNITS as readonly string[]).includes(unit);
}

/** A step of the calendar, which has no fixed length in microseconds. */
export interface CalendarStep {
  readonly micros: null;
  readonly unit: CalendarUnit;
}

/** A step of buckets over a window. Whole days that are not a unit are counted from 1970-01-01. */
export type BucketStep = TruncStep | CalendarStep | CallerStep;

/** The length that a parameter sets. */
export interface CallerStep {
  readonly micros: null;
  readonly unit: null;
  readonly param: string;
}

export const UNIT_MICROS: Readonly<Record<StepUnit, bigint>> = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
};

/** A further form in which the texts of a type may be accepted. */
export const ACCEPTED_FORMS = ['epoch_millis'] as const;
export type AcceptedForm = (typeof ACCEPTED_FORMS)[number];

export const ENCODINGS = [
  'rfc3339',
  'epoch_micros',
  'epoch_millis',
  'string',
  'number',
  'plain',
] as const;

/** How a value is written in JSON, if its scalar does not decide that; `plain` adds nothing. */
export type Encoding = (typeof ENCODINGS)[number];
/** How fields of a record are written, by their paths within it, joined by a dot; only those with a declared encoding. */
export type FieldEncodings = Readonly<Record<string, Encoding>>;
