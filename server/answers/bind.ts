/** Turns a request's values into a statement with its bindings. It chooses among the manifest's texts and never creates text. */

import type { BoundStatement, BoundValue } from '../../engines/engine.ts';
import {
  type Condition,
  holdsFor,
  type RequestTexts,
} from '../../generator/core/expr/condition.ts';
import { valueOfConstant } from '../../generator/core/expr/constant.ts';
import type {
  ManifestEndpoint,
  ManifestEngine,
  ManifestRelation,
  ManifestSegment,
  ManifestStatement,
  ManifestWindow,
} from '../../generator/core/output/manifest.ts';
import type { Binding } from '../../generator/core/output/statement.ts';
import { STEP, statementKey } from '../../generator/core/output/statement-key.ts';
import { PAGE_SIZE } from '../../generator/core/plan/pages.ts';
import type { Param } from '../../generator/core/plan/param.ts';
import { type ParamValue, singleValue } from '../../generator/core/types/scalar.ts';
import { paramType } from '../../generator/params/index.ts';
import { isPatterns } from './patterns.ts';
import { chooseWindowStep } from './windows.ts';

/** Values of parameters by name, without absent ones. */
export type Values = ReadonlyMap<string, ParamValue>;
/** Where a later page begins. */
export interface Begin {
  /** The instant of the first page, in microseconds since 1970 UTC. */
  readonly instant: bigint;
  /** Sort keys of the previous page's last row, by the names of their bindings. */
  readonly after: ReadonlyMap<string, ParamValue>;
}
/** `now`: when the request arrived, in microseconds since 1970 UTC; `begin`: where a later page begins. */
export type Binder = (values: Values, now: bigint, begin?: Begin | null) => Bound;
interface Bound extends BoundStatement {
  /** The step that the length of a window selected, if one did. */
  readonly step?: string;
}

/** The most joined texts that are kept for an endpoint; further texts are joined for each request. */
const KEPT_TEXTS = 256;

/** The parts of an endpoint that binding needs. */
interface Bindable {
  readonly own?: ManifestEndpoint['own'];
  readonly params?: readonly Pick<Param, 'name' | 'type' | 'constraints' | 'moving' | 'filter'>[];
  readonly windows?: readonly ManifestWindow[];
}

/**
 * Creates the binder of one endpoint for one engine. It throws `WindowFault` for a rejected window of time, and an `Error` if
 * the manifest contradicts itself.
 */
export function createBinder(
  engine: ManifestRelation & Partial<ManifestEngine>,
  endpoint: Bindable = {},
): Binder {
  const { own, params = [] } = endpoint;
  const isOwn = engine.own ?? own;
  const kind = {
    ...(isOwn === undefined ? {} : { isOwn }),
    ...(engine.copies === undefined ? {} : { copies: engine.copies }),
  };
  const types = new Map(params.map(({ name, type }) => [name, paramType(type)]));
  const askedOf = (values: Values): RequestTexts => ({
    has: name => values.has(name),
    textOf: name => {
      const value = singleValue(values.get(name) ?? '');
      return types.get(name)?.format(value) ?? String(value);
    },
  });
  const joined = new Map<string, string>();
  const moved = movedDefaults(params);
  return (given, now, begin = null) => {
    const values = moved(given, begin?.instant ?? now);
    const asked = askedOf(values);
    const step = chooseWindowStep(endpoint, values, begin?.instant ?? now);
    const choice = (by: ManifestEngine['choices'][number]) =>
      by === STEP && step !== null ? step : choiceOf(by, asked);
    const key = statementKey(engine.choices.map(choice));
    const statement = engine.statements[key];
    if (statement === undefined) throw new Error(`the manifest has no statement for \`${key}\``);
    const holds = (condition: Condition) => holdsFor(condition, asked);
    const segments = statement.sql.filter(
      segment => typeof segment === 'number' || holds(segment.when),
    );
    const shape = segments.map(indexOf).join(',');
    const sql =
      joined.get(shape) ?? segments.map(segment => readSegmentText(engine, segment)).join('');
    if (joined.size < KEPT_TEXTS) joined.set(shape, sql);
    const chosen = step === null ? {} : { step };
    const bound = bindings(statement, holds, { values, now, begin, params });
    return { sql, values: bound, ...kind, ...chosen };
  };
}

function unknown(name: string): never {
  throw new Error(`a default names the parameter \`${name}\``);
}

/** Creates a function that adds the values of moving defaults for absent parameters. */
export function movedDefaults(
  params: readonly Pick<Param, 'name' | 'moving'>[],
): (values: Values, now: bigint) => Values {
  const moving = params.flatMap(param => {
    return param.moving === undefined ? [] : [{ name: param.name, of: param.moving.constant }];
  });
  if (moving.length === 0) return values => values;
  return (values, now) => {
    const absent = moving.filter(({ name }) => !values.has(name));
    const computed = absent.map(
      ({ name, of }) => [name, valueOfConstant(of, { now, value: unknown })] as const,
    );
    return new Map([...values, ...computed]);
  };
}

function choiceOf(by: ManifestEngine['choices'][number], asked: RequestTexts): string {
  if (typeof by !== 'string') return asked.has(by.present) ? 'yes' : 'no';
  if (!asked.has(by)) throw new Error(`statements are chosen by \`${by}\`, which is absent`);
  return asked.textOf(by);
}

function indexOf(segment: ManifestSegment): number {
  return typeof segment === 'number' ? segment : segment.sql;
}

/** Returns the text of one piece of a statement. */
export function readSegmentText(
  engine: Pick<ManifestEngine, 'texts'>,
  segment: ManifestSegment,
): string {
  const text = engine.texts[indexOf(segment)];
  if (text === undefined) throw new Error(`the manifest has no text ${indexOf(segment)}`);
  return text;
}

interface Given {
  readonly values: Values;
  readonly now: bigint;
  readonly begin: Begin | null;
  readonly params: NonNullable<Bindable['params']>;
}

function bindings(
  { bind }: ManifestStatement,
  holds: (condition: Condition) => boolean,
  given: Given,
): readonly BoundValue[] {
  const bound: BoundValue[] = [];
  for (const [i, binding] of bind.entries()) {
    const { name, scalar, when } = binding;
    if (when?.some(holds) === false) continue;
    const position = bound.length === i ? {} : { position: i + 1 };
    bound.push({
      name,
      scalar,
      value: valueFor(binding, given),
      ...patternOf(binding, given),
      ...position,
    });
  }
  return bound;
}

function patternOf(
  { name, from }: Binding,
  { params, values }: Given,
): Pick<BoundValue, 'pattern'> {
  const param = from === 'param' ? params.find(one => one.name === name) : undefined;
  if (param === undefined || !isPatterns(param, values)) return {};
  return { pattern: param.filter?.ignoreCase === true ? 'caseless' : 'plain' };
}

function valueFor(binding: Binding, { values, now, begin }: Given): ParamValue | null {
  switch (binding.from) {
    case 'clock':
      return begin?.instant ?? now;
    case 'arrival':
      return now;
    case 'rows':
      return rowsOf(values) + 1n;
    case 'after':
      return boundOf(binding, begin?.after ?? new Map());
    case 'param':
      return boundOf(binding, values);
  }
}

function rowsOf(values: Values): bigint {
  const size = values.get(PAGE_SIZE);
  if (typeof size !== 'bigint') throw new Error('a page has no size');
  return size;
}

function boundOf({ name, absent }: Binding, values: Values): ParamValue | null {
  const value = values.get(name);
  if (value === undefined && absent !== undefined) return absent;
  if (value === undefined) throw new Error(`the statement binds \`${name}\`, which is absent`);
  return value;
}
