/** The question about a text, and its translation: from the generated file, or from the analyser's answer. */
import { createHash } from 'node:crypto';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { mapNode } from '../../core/expr/walk.ts';
import type { Param } from '../../core/plan/param.ts';
import type { Plan } from '../../core/plan/relation.ts';
import { mapPlan } from '../../core/plan/walk-plan.ts';
import type { Field } from '../../core/spec/source.ts';
import { listOf } from '../../core/types/scalar.ts';
import type { TranslationRefusal } from '../../googlesql/context.ts';
import type { KnownParam } from '../../googlesql/known-param.ts';
import type { Need } from '../../googlesql/needs.ts';
import {
  type KeptTranslation,
  keptHash,
  readTranslation,
  TRANSLATION_FORMAT,
} from '../../googlesql/question/kept.ts';
import type {
  AskedTable,
  AskedVariable,
  GoogleSqlQuestion,
  TeamFunction,
} from '../../googlesql/question/question.ts';
import { translate } from '../../googlesql/translate.ts';
import type { Bytes } from '../../googlesql/tree/tree.ts';
import type { KnownVariable } from '../../googlesql/variables.ts';
import type { Nameable } from '../../own/read.ts';
import { knownValue, PATTERN_TYPES, ZONE_TYPES } from '../../params/index.ts';
import type { Params } from '../params/params.ts';
import type { GoogleSql } from '../surroundings.ts';

/** Everything that a translation depends on. */
export interface Asking {
  readonly endpoint: string;
  readonly sql: string;
  readonly tables: readonly AskedTable[];
  readonly params: readonly KnownParam[];
  readonly functions: readonly TeamFunction[];
  readonly script: AskedScript;
  readonly maxRows: number;
}

/** The statements before the query of a script. `isScript`: whether there are any. */
export interface AskedScript {
  readonly isScript: boolean;
  readonly variables: readonly AskedScriptVariable[];
}

/** `param`: the parameter that sets it. `place`: of its value in the text. */
export type AskedScriptVariable =
  | (Extract<AskedVariable, { sql: null }> & { readonly param: string | null })
  | (Extract<AskedVariable, { sql: string }> & { readonly place: Bytes });

/** The parameters as a text sees them: an optional parameter is nullable unless an empty text replaces it. */
export function knownParams(
  { byName }: Params,
  nameable: ReadonlyMap<string, Nameable>,
): readonly KnownParam[] {
  const declared = [...byName.values()].map((param): KnownParam => {
    const nullable = nameable.get(param.name)?.absent === null;
    return { ...knownParam(param), nullable };
  });
  return [...declared, CLOCK];
}

/** A declared parameter that is never absent. */
export function knownParam(param: Param): KnownParam {
  const { name, type, scalar, list } = param;
  const [min, max] = boundsOf(param);
  return {
    name,
    type: list === null ? scalar : listOf(scalar),
    nullable: false,
    min,
    max,
    of: list === null ? textsOf(type) : null,
  };
}

/** The least and the greatest whole number. */
function boundsOf(param: Param): readonly [bigint | null, bigint | null] {
  const { min, max } = param.constraints;
  const whole = (bound: unknown) => (typeof bound === 'bigint' ? bound : null);
  if (param.values === null || param.scalar !== 'int64') return [whole(min), whole(max)];
  const listed = param.values.flatMap(text => whole(knownValue(param, text)) ?? []).sort(ascending);
  return [listed.at(0) ?? null, listed.at(-1) ?? null];
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : 1;
}

function textsOf(type: string): KnownParam['of'] {
  if (ZONE_TYPES.includes(type)) return 'zone';
  return PATTERN_TYPES.includes(type) ? 'pattern' : null;
}

/** The clock's name, which no parameter can have. */
const CLOCK: KnownParam = {
  name: 'now',
  type: 'timestamp',
  nullable: false,
  min: null,
  max: null,
  of: null,
};

export type Translated =
  | { readonly kind: 'kept'; readonly kept: KeptTranslation; readonly hash: string }
  /** `message`: the analyser's words; `at`: a UTF-16 offset. */
  | { readonly kind: 'not analysed'; readonly message: string; readonly at: number | null }
  | { readonly kind: 'not translated'; readonly refusals: readonly TranslationRefusal[] };

/** Returns `null` if the analyser was not asked. */
export function translationOf(
  asking: Asking,
  googleSql: GoogleSql,
  isScarce: (need: Need) => boolean,
): Translated | null {
  const { endpoint, sql, tables, params, functions, maxRows } = asking;
  const { isScript, variables } = asking.script;
  const hash = hashOf(asking);
  const sources = new Map(tables.map(({ source }) => [source.name, source]));
  const file = googleSql.keptOf(endpoint);
  if (file !== null && keptHash(file) === hash)
    return { kind: 'kept', kept: readTranslation(file, sources), hash };
  const kind = 'googlesql';
  const question: GoogleSqlQuestion = {
    kind,
    endpoint,
    sql,
    tables,
    params,
    functions,
    variables,
    hash,
  };
  const answer = googleSql.answerTo(question);
  if (answer === null) return null;
  if (answer.kind === 'refused')
    return {
      kind: 'not analysed',
      message: answer.message,
      at: answer.at === null ? null : valueAt(answer.at, variables),
    };
  const known = new Map(tables.map(({ source, columns }) => [source.name, { source, columns }]));
  const translation = translate({
    tree: answer.statement,
    tables: known,
    params,
    variables: knownVariables(variables, answer.values),
    maxRows,
    isScarce,
  });
  if (!translation.ok) return { kind: 'not translated', refusals: translation.refusals };
  const { plan, refusals, reads, noted } = translation;
  const isInlined = translation.isInlined || isScript;
  return { kind: 'kept', kept: { plan: withClock(plan), refusals, reads, noted, isInlined }, hash };
}

/** The analyser may name the SELECT before a variable's value; the fault is at the value then. */
function valueAt(at: number, variables: readonly AskedScriptVariable[]): number {
  const next = variables.find(variable => variable.sql !== null && at < variable.place.end);
  return next === undefined || next.sql === null ? at : Math.max(at, next.place.start);
}

/** `values`: the trees of the variables that have a SELECT. */
function knownVariables(
  variables: readonly AskedScriptVariable[],
  values: readonly unknown[],
): readonly KnownVariable[] {
  const trees = [...values];
  return variables.map((variable): KnownVariable => {
    const { name } = variable;
    if (variable.sql !== null)
      return { name, kind: 'value', tree: trees.shift(), place: variable.place };
    const { param, type } = variable;
    return param === null ? { name, kind: 'null', type } : { name, kind: 'param', param };
  });
}

function withClock(plan: Plan): Plan {
  const change = (expr: PlanExpr): PlanExpr => {
    if (expr.kind === 'param' && expr.name === CLOCK.name)
      return { kind: 'now', scalar: 'timestamp', nullable: false };
    return expr.kind === 'choice' ? expr : mapNode(expr, change);
  };
  return mapPlan(plan, change);
}

function hashOf({ endpoint: _, sql, tables, params, functions, script, maxRows }: Asking): string {
  const question = {
    format: TRANSLATION_FORMAT,
    sql,
    params,
    functions,
    ...(script.isScript ? { script } : {}),
    maxRows,
    tables: tables.map(({ source, names, columns, isRepeated }) => {
      const records = Object.entries(source.tables).map(([engine, { records: as }]) => [
        engine,
        as,
      ]);
      return { name: source.name, names, records, isRepeated, columns: columns.map(shapeOf) };
    }),
  };
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
  return createHash('sha256').update(JSON.stringify(question, plain)).digest('hex');
}

/** The properties of a column on which a plan depends. */
function shapeOf({ name, type, nullable, fields, is, computed }: Field): unknown {
  return { name, type, nullable, is, computed, fields: fields.map(shapeOf) };
}
