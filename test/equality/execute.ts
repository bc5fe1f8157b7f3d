/** Both forms of an endpoint on one engine, with the clock pinned, as plain values. */
import { DIALECTS } from '../../engines/index.ts';
import type { Chooser } from '../../generator/core/expr/choice.ts';
import { holdsFor, type RequestTexts } from '../../generator/core/expr/condition.ts';
import type { Expr, RecordExpr, SqlExpr } from '../../generator/core/expr/expr.ts';
import { mapNode } from '../../generator/core/expr/walk.ts';
import type { Binding as Bound, Statement } from '../../generator/core/output/statement.ts';
import { STEP, statementKey } from '../../generator/core/output/statement-key.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { CURSOR, PAGE_SIZE } from '../../generator/core/plan/pages.ts';
import type { Param } from '../../generator/core/plan/param.ts';
import type { OutputColumn } from '../../generator/core/plan/query.ts';
import type { Plan } from '../../generator/core/plan/relation.ts';
import { mapPlan } from '../../generator/core/plan/walk-plan.ts';
import {
  type ItemField,
  isScalar,
  itemFieldsOf,
  itemOf,
  mapValueOf,
  type ParamValue,
  type Scalar,
  type Type,
} from '../../generator/core/types/scalar.ts';
import { windowsOf } from '../../generator/emitters/facts/windows.ts';
import { lower } from '../../generator/lower/lower.ts';
import { textsOf } from '../../generator/params/list.ts';
import { readParam } from '../../generator/params/read-param.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import {
  combinations,
  foldedChoices,
  type KnownChoices,
} from '../../generator/specialize/choices.ts';
import { chosenEndpoint } from '../../generator/specialize/chosen.ts';
import {
  type JudgedRollups,
  mayReadRollups,
  specializeOn,
} from '../../generator/specialize/on-engine.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';
import { copyTables } from '../../generator/sql/print/rollups.ts';
import { print } from '../../generator/sql/print.ts';
import { movedDefaults } from '../../server/answers/bind.ts';
import { isPatterns } from '../../server/answers/patterns.ts';
import { chooseWindowStep } from '../../server/answers/windows.ts';
import { microsOf } from '../engines/postgres/postgres-values.ts';
import type {
  Binding,
  OpenTestEngine,
  ResultSet,
  TestEngine,
  Value,
} from '../engines/test-engine.ts';
import type { Sent } from '../reference/answer.ts';

export type Cell = Value;
export type Rows = readonly (readonly Cell[])[];

/** The statements of one endpoint on one dialect, made once for many requests. */
export interface Prepared {
  readonly endpoint: PortableEndpoint;
  readonly saved: (now: bigint) => Statement;
  readonly choices: readonly Chooser[];
  /** `null` where no statement has that key. Each is printed when it is first asked for. */
  readonly statementFor: (key: string) => Statement | null;
  /** Of the statements printed so far: the copies of rollups that they read, each with a SELECT of its columns without rows. */
  readonly copies: ReadonlyMap<string, string>;
}

/** The saved query reads the engine's clock; only ZetaSQL's can be pinned, elsewhere a literal stands in its place. */
export function prepare(endpoint: PortableEndpoint, dialectName: string): Prepared {
  const dialect = DIALECTS.get(dialectName);
  if (dialect === undefined) throw new Error(`no dialect is named ${dialectName}`);
  const plans = plansOf(endpoint);
  const copies = new Map<string, string>();
  const statementFor = once((key: string) => {
    const plan = plans.chosen(key, dialect, ({ copies: read }) => {
      for (const one of read)
        for (const [name, { empty }] of copyTables(one, dialect)) copies.set(name, empty);
    });
    return plan && print(lower(plan, dialect), dialect, 'test');
  });
  const saved = once((now: bigint) =>
    print(
      lower(dialectName === 'bigquery' ? plans.saved : plans.pinned(now), dialect),
      dialect,
      'test',
    ),
  );
  return { endpoint, saved, choices: plans.choices, statementFor, copies };
}

interface Plans {
  readonly saved: Plan<SqlExpr>;
  readonly pinned: (now: bigint) => Plan<SqlExpr>;
  readonly choices: readonly Chooser[];
  readonly chosen: (
    key: string,
    dialect: Dialect,
    judged: (rollups: JudgedRollups) => void,
  ) => Plan<SqlExpr> | null;
}

/** The same for every dialect, except where an engine keeps rollups. */
const plansOf = once((endpoint: PortableEndpoint): Plans => {
  const saved = savedPlan(planEndpoint(endpoint), endpoint);
  const choices = foldedChoices(endpoint);
  const known = new Map(
    combinations(endpoint, choices).map(one => [statementKey([...one.values()]), one] as const),
  );
  const pinned = once((now: bigint) => mapPlan(saved, expr => pinnedTo(now, expr)));
  const special = once((one: KnownChoices) =>
    specialize(planEndpoint(chosenEndpoint(endpoint, one)), one, endpoint),
  );
  const chosen: Plans['chosen'] = (key, dialect, judged) => {
    const one = known.get(key);
    if (one === undefined) return null;
    if (!mayReadRollups(endpoint)) return special(one);
    const plan = planEndpoint(chosenEndpoint(endpoint, one));
    return specializeOn(plan, one, endpoint, dialect, judged);
  };
  return { saved, pinned, choices, chosen };
}, new WeakMap());

/** Makes the value of each key when it is first asked for. */
function once<Key, Value>(
  make: (key: Key) => Value,
  made: Kept<Key, { readonly value: Value }> = new Map(),
): (key: Key) => Value {
  return key => {
    const { value } = made.get(key) ?? { value: make(key) };
    made.set(key, { value });
    return value;
  };
}

interface Kept<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

/** `expr` with an instant in place of the engine's clock. */
export function pinnedTo(now: bigint, expr: SqlExpr): SqlExpr {
  const below = (part: SqlExpr) => pinnedTo(now, part);
  switch (expr.kind) {
    case 'now':
      return { kind: 'literal', value: now, scalar: 'timestamp', nullable: false };
    case 'case': {
      const whens = expr.whens.map(({ value, result }) => ({ value, result: below(result) }));
      const otherwise = expr.otherwise === null ? null : below(expr.otherwise);
      return { ...expr, subject: below(expr.subject), whens, otherwise };
    }
    case 'wire':
      return { ...expr, of: below(expr.of) };
    default:
      return mapNode(expr, below);
  }
}

export async function runSaved(
  { endpoint, saved }: Prepared,
  engine: TestEngine,
  sent: Sent,
  now: bigint,
): Promise<Rows> {
  const statement = saved(now);
  const bindings = statement.bind.map(
    ({ name }): Binding => ({ name, scalar: 'string', value: savedText(sent[name] ?? null) }),
  );
  return plainRows(endpoint, await engine.run(textOf(statement, NOTHING), bindings, { now }));
}

/** A list comes as the text of a JSON array. */
function savedText(sent: Sent[string] | null): string | null {
  return sent === null || sent === undefined || typeof sent === 'string'
    ? (sent ?? null)
    : JSON.stringify(sent);
}

/** The rows of the statement that the service would run. */
export async function runSpecialized(
  prepared: Prepared,
  engine: TestEngine,
  sent: Sent,
  now: bigint,
): Promise<Rows> {
  const { endpoint } = prepared;
  if (endpoint.pages !== null) return (await runPage(prepared, engine, sent, now, null)).rows;
  const rows = plainRows(endpoint, await resultOf(prepared, engine, sent, now));
  return rows.slice(0, endpoint.limit ?? endpoint.maxRows);
}

/** Sort keys of the last row of a page, as the engine answered them; `null` where there are no more rows. */
type Last = readonly Value[] | null;

/** The rows of all pages, one behind another. */
export async function runPages(
  prepared: Prepared,
  engine: TestEngine,
  sent: Sent,
  now: bigint,
): Promise<Rows> {
  const all: Rows[number][] = [];
  let last: Last = null;
  do {
    const page = await runPage(prepared, engine, sent, now, last);
    all.push(...page.rows);
    if (all.length > 10_000) throw new Error('pages come without end');
    last = page.last;
  } while (last !== null);
  return all;
}

async function runPage(
  prepared: Prepared,
  engine: TestEngine,
  sent: Sent,
  now: bigint,
  after: Last,
): Promise<{ readonly rows: Rows; readonly last: Last }> {
  const { endpoint } = prepared;
  const { pages } = endpoint;
  if (pages === null) throw new Error(`${endpoint.name} has no pages`);
  const result = await resultOf(prepared, engine, sent, now, after);
  const shown = pageOf(endpoint, result, sent);
  const { columns, rows } = result;
  const size = shown.rows.length;
  const names = columns.map(({ name }) => name);
  const end = rows.length > size ? rows[size - 1] : undefined;
  const last = end && pages.keys.map(({ output }) => end[names.indexOf(output)] ?? null);
  return { rows: plainRows(endpoint, shown), last: last ?? null };
}

/** The rows and columns of a statement's result that are answered: of pages neither sort keys behind the columns nor a row too many. */
export function pageOf(
  { pages, outputs, params }: PortableEndpoint,
  { columns, rows }: ResultSet,
  sent: Sent,
): ResultSet {
  if (pages === null) return { columns, rows };
  const param = params.find(({ name }) => name === PAGE_SIZE);
  const read = param && readParam(param, sent[PAGE_SIZE]);
  const size = read?.ok === true ? Number(read.value) : 0;
  const width = outputs.filter(({ hidden }) => !hidden).length;
  return {
    columns: columns.slice(0, width),
    rows: rows.slice(0, size).map(row => row.slice(0, width)),
  };
}

/** As the service does: reads the parameters, chooses the statement, leaves out what is guarded by an absent one. */
export async function resultOf(
  prepared: Prepared,
  engine: TestEngine,
  sent: Sent,
  now: bigint,
  after: Last = null,
): Promise<ResultSet> {
  const { endpoint, choices, statementFor, copies } = prepared;
  const given = new Map<string, ParamValue>();
  for (const param of endpoint.params) {
    const read = readParam(param, sent[param.name]);
    if (!read.ok) throw new Error(`${param.name} must be ${read.expected}`);
    if (read.value !== null) given.set(param.name, read.value);
  }
  if (after !== null) given.set(CURSOR, 'the page before');
  const values = movedDefaults(endpoint.params)(given, now);
  const asked: RequestTexts = {
    has: name => values.has(name),
    textOf: name => textOfParam(endpoint, name, values.get(name) ?? ''),
  };
  const step = chooseWindowStep({ ...windowsOf(endpoint), params: endpoint.params }, values, now);
  const key = choices.map(by => (by === STEP && step !== null ? step : choiceOf(by, asked)));
  const statement = statementFor(statementKey(key));
  if (statement === null) throw new Error(`no statement of ${endpoint.name} fits the request`);
  const bindings = statement.bind.flatMap(({ name, from, scalar, when }, i): readonly Binding[] => {
    if (when?.some(one => holdsFor(one, asked)) === false) return [];
    const value =
      from === 'after' ? keyValue(endpoint, name, after) : boundValue(from, name, values, now);
    const param = endpoint.params.find(one => from === 'param' && one.name === name);
    const isPattern = param !== undefined && isPatterns(param, values);
    const bound = isPattern ? spelledFor(engine, param, value) : value;
    return [{ name, scalar, value: bound, position: i + 1 }];
  });
  // a test that needs rows in a copy has made it before
  for (const [name, empty] of copies)
    await (engine as OpenTestEngine).execute(`CREATE TABLE IF NOT EXISTS "${name}" AS ${empty}`);
  const result = await engine.run(textOf(statement, asked), bindings, { now });
  expectWireForm(endpoint, result);
  return result;
}

/** As a driver does. */
function spelledFor({ name }: TestEngine, { filter }: Param, value: Binding['value']) {
  const spelling = DIALECTS.get(name)?.pattern ?? null;
  if (spelling === null) return value;
  const flag = filter?.ignoreCase === true ? '(?i)' : '';
  const spell = (one: unknown) => spelling(`${flag}${one}`, 'search') ?? '';
  return Array.isArray(value) ? value.map(spell) : spell(value);
}

function choiceOf(by: Chooser, asked: RequestTexts): string {
  if (typeof by === 'string') return asked.textOf(by);
  return asked.has(by.present) ? 'yes' : 'no';
}

function boundValue(
  from: Bound['from'],
  name: string,
  values: ReadonlyMap<string, ParamValue>,
  now: bigint,
): Binding['value'] {
  if (from === 'clock' || from === 'arrival') return now;
  const value = values.get(from === 'rows' ? PAGE_SIZE : name);
  if (value === undefined) throw new Error(`${name} is bound but absent`);
  return from === 'rows' && typeof value === 'bigint' ? value + 1n : value;
}

/** In the type of the key, in which a driver binds it. */
function keyValue({ pages }: PortableEndpoint, name: string, after: Last): Binding['value'] {
  const at = pages?.keys.findIndex(key => key.after === name) ?? -1;
  const cell = after?.[at] ?? null;
  if (cell === null) throw new Error(`${name} is bound, and no row has it`);
  const scalar = pages?.keys[at]?.scalar;
  if (scalar === 'bool') return cell === true || cell === 1n;
  return cell as Binding['value'];
}

/** Types that a column of a result may have, where the scalar's own type is none that the service reads. */
const WIRE_TYPES: Partial<Record<Expr['scalar'], RegExp>> = {
  bool: /bool/i,
  timestamp: /int64|bigint/i,
  datetime: /int64|bigint/i,
  decimal: /string|varchar|text/i,
  date: /string|varchar|text/i,
  json: /string|varchar|text/i,
};

function expectWireForm({ outputs }: PortableEndpoint, { columns }: ResultSet): void {
  const shown = outputs.filter(output => !output.hidden);
  for (const [i, { name, expr }] of shown.entries()) {
    const due = expr.kind === 'record' ? WIRE_TYPES.json : WIRE_TYPES[expr.scalar];
    const { type = '' } = columns[i] ?? {};
    // an engine whose expressions have no types tells none
    if (type !== '' && due?.test(type) === false)
      throw new Error(`${name} is ${type}, which is no wire form`);
  }
}

export function textOf({ sql }: Statement, asked: RequestTexts): string {
  return sql
    .map(piece =>
      typeof piece === 'string' ? piece : holdsFor(piece.when, asked) ? piece.sql : '',
    )
    .join('');
}

/** A saved query has no guarded pieces. */
const NOTHING: RequestTexts = { has: () => false, textOf: () => '' };

function textOfParam({ params }: PortableEndpoint, name: string, value: ParamValue): string {
  const param = params.find(one => one.name === name);
  if (param === undefined) throw new Error(`there is no parameter ${name}`);
  return String(textsOf(param, value));
}

// ---- values ---------------------------------------------------------------------------------------------------------

/** The rows of a result by the visible outputs, checked to be those, and to lack no value that the description promises. */
export function plainRows({ outputs }: PortableEndpoint, { columns, rows }: ResultSet): Rows {
  const shown = outputs.filter(output => !output.hidden);
  const names = columns.map(column => column.name);
  if (names.join() !== shown.map(output => output.name).join())
    throw new Error(`columns are ${names.join(', ')}`);
  return rows.map(row =>
    shown.map((output, i) => {
      const cell = row[i] ?? null;
      if (cell === null && output.expr.kind !== 'record' && !output.expr.nullable)
        throw new Error(`${output.name} is NULL, which its description excludes`);
      return plainCell(output, cell);
    }),
  );
}

function plainCell({ expr }: OutputColumn, cell: Value): Cell {
  if (expr.kind !== 'record') return plainScalar(expr, cell);
  return typeof cell === 'string' ? plainRecord(expr, parsed(cell)) : cell;
}

/** ClickHouse has no booleans in expressions, and JSON is compared as what it says. */
function plainScalar({ scalar }: { readonly scalar: Expr['scalar'] }, cell: Value): Cell {
  if (cell === null) return null;
  const fields = itemFieldsOf(scalar);
  if (fields !== null) return plainItems(fields, cell);
  const item = itemOf(scalar);
  if (item !== null) return plainList(item, cell);
  const value = mapValueOf(scalar);
  if (value !== null) return plainMap(value, cell);
  if (scalar === 'bool' && typeof cell === 'bigint') return cell !== 0n;
  if (scalar === 'json' && typeof cell === 'string') return canonicalJson(cell);
  if (scalar === 'float64' && typeof cell === 'bigint') return Number(cell);
  return Object.is(cell, -0) ? 0 : cell;
}

/** A list as the service reads it, JSON text, or as the saved query answers it. */
function plainList(item: Scalar, cell: Value): Cell {
  if (Array.isArray(cell)) return cell.map(one => plainScalar({ scalar: item }, one));
  if (typeof cell !== 'string') throw new Error(`a list is ${JSON.stringify(cell)}`);
  return itemsOf(item, parsed(cell));
}

/** A list of records as the service reads it, JSON text, or as the saved query answers it. */
function plainItems(fields: readonly ItemField[], cell: Value): Cell {
  const isText = typeof cell === 'string';
  const items: unknown = isText ? parsed(cell) : cell;
  if (!Array.isArray(items)) throw new Error(`a list is ${JSON.stringify(cell)}`);
  const leaf = isText
    ? plainLeaf
    : (type: Type, part: unknown) => plainScalar({ scalar: type }, (part ?? null) as Value);
  // PostgreSQL has a document for each record
  return items.map(item =>
    typeof item === 'string'
      ? plainItem(fields, parsed(item), documentLeaf)
      : plainItem(fields, item, leaf),
  );
}

/** Documents have instants as texts, decimals as numbers and JSON as it is, in lists too. */
function documentLeaf(type: Type, part: unknown): Cell {
  const [item, fields] = [itemOf(type), itemFieldsOf(type)];
  if (item !== null && Array.isArray(part)) return part.map(one => documentLeaf(item, one));
  if (fields !== null && Array.isArray(part))
    return part.map(one => plainItem(fields, one, documentLeaf));
  if (type === 'json' && part !== null && part !== undefined)
    return canonicalJson(JSON.stringify(part).replace(LONG_TEXT, '$1'));
  if (type === 'decimal' && typeof part === 'number') return String(part);
  const isInstant = type === 'timestamp' || type === 'datetime';
  return isInstant && typeof part === 'string' ? microsOf(part) : plainLeaf(type, part);
}

/** The records in an item are `null` where every leaf is NULL; the item itself never is. */
function plainItem(
  fields: readonly ItemField[],
  item: unknown,
  leaf: (type: Type, part: unknown) => Cell,
): Readonly<Record<string, Cell>> {
  const entries = fields.map(({ name, type }): readonly [string, Cell] => {
    const part: unknown = item === null ? null : Object(item)[name];
    // a saved query answers the stored record, whose lists may be NULL
    if (typeof type === 'string') return [name, leaf(type, part) ?? (isScalar(type) ? null : [])];
    const record = plainItem(type, part ?? null, leaf);
    return [name, Object.values(record).some(isThere) ? record : null];
  });
  return Object.fromEntries(entries);
}

function isThere(part: Cell): boolean {
  return part !== null && !(Array.isArray(part) && part.length === 0);
}

/** A map as the service reads it, JSON text, or as the saved query answers it: as an object, or as an array of keys and values. */
function plainMap(value: Scalar, cell: Value): Cell {
  if (typeof cell === 'string') {
    const entries = Object.entries(Object(parsed(cell)));
    return Object.fromEntries(entries.map(([key, one]) => [key, plainLeaf(value, one)]));
  }
  const entries = Array.isArray(cell)
    ? cell.map(entry => [Object(entry).key, Object(entry).value] as const)
    : Object.entries(Object(cell) as Readonly<Record<string, Value>>);
  return Object.fromEntries(
    entries.map(([key, one]) => [String(key), plainScalar({ scalar: value }, one)]),
  );
}

function itemsOf(item: Scalar, list: unknown): Cell {
  if (!Array.isArray(list)) throw new Error(`a list is ${JSON.stringify(list)}`);
  return list.map(one => plainLeaf(item, one));
}

/** JSON text with one spelling; a JSON null is not a value. */
export function canonicalJson(text: string): string | null {
  const value: unknown = JSON.parse(text);
  return value === null ? null : JSON.stringify(value);
}

/** A text that `parsed` made of a long whole number. */
const LONG_TEXT = /"(-?\d{16,})"/g;

/** Long numbers become texts, since a parsed number would lose digits. */
function parsed(json: string): unknown {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?:\.\d+)?(?![\d.eE])/g;
  return JSON.parse(json.replace(tokens, token => (token.startsWith('"') ? token : `"${token}"`)));
}

/** A record by its declared fields, `null` where every leaf is NULL. Leaves are in wire form. */
function plainRecord(record: RecordExpr, value: unknown): Cell {
  const entries = record.fields.map(({ name, value: field }) => {
    const part = Object(value)[name] as unknown;
    return [
      name,
      field.kind === 'record' ? plainRecord(field, part) : plainLeaf(field.scalar, part),
    ] as const;
  });
  return !entries.some(([, part]) => isThere(part)) ? null : Object.fromEntries(entries);
}

function plainLeaf(scalar: Expr['scalar'], part: unknown): Cell {
  if (part === null || part === undefined) return null;
  const fields = itemFieldsOf(scalar);
  if (fields !== null)
    return (part as readonly unknown[]).map(one => plainItem(fields, one, plainLeaf));
  const item = itemOf(scalar);
  if (item !== null) return itemsOf(item, part);
  if (scalar === 'int64' || scalar === 'timestamp' || scalar === 'datetime')
    return BigInt(String(part));
  // `parsed` keeps a float without a fraction as text
  if (scalar === 'float64') return Number(part);
  if (scalar === 'json') return canonicalJson(String(part));
  if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean')
    return part;
  throw new Error(`a leaf is ${JSON.stringify(part)}`);
}
