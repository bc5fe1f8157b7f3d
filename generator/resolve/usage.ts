/** Checks finished clauses for unused parameters, and for functions that an engine lacks. */

import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { type Place, printable, type Report } from '../core/report/diagnostics.ts';
import type { EngineSql } from '../core/spec/engine-sql.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';
import type { Type } from '../core/types/scalar.ts';
import type { Ability } from '../functions/names.ts';
import { type Searched, searchedBy } from '../functions/searched.ts';
import { writtenAs } from '../functions/written.ts';
import { constraintConditions } from '../params/constraints.ts';
import { paramType } from '../params/index.ts';
import { raw, saved } from '../params/saved.ts';
import type { Using } from './scope.ts';

/** The abilities of the engines, by dialect. */
export interface Abilities {
  /** Whether a dialect can express a function, or expressions over items of lists. */
  readonly canSpell: (dialect: string, fn: Ability) => boolean;
  /** Whether an engine has values of a type. */
  readonly hasType: (dialect: string, type: Type) => boolean;
  /** Whether an engine can search for a pattern. */
  readonly canSearch: (dialect: string, searched: Searched) => boolean;
}

/** Reports each unused parameter. */
export function reportUnused(specs: EndpointSpec['params'], { params, used, report }: Using): void {
  for (const { name, place } of specs) {
    if (used.has(name) || !params.byName.has(name)) continue;
    const message = `Nothing uses the parameter \`${name}\``;
    report('unused-parameter', place, message, 'Use it in an expression, or remove it.');
  }
}

/** Abilities that authors do not write by a name. */
const NAMELESS: Readonly<Partial<Record<Ability, string>>> = {
  each: 'An expression over each item of a list',
  json_from_string: 'A read of JSON in a text',
  records: 'A list of records',
};

/** Ways to do without a function. */
const INSTEAD: Readonly<Partial<Record<Ability, string>>> = {
  json_from_string: 'Store a document, and declare the column as `json`',
  json_text: 'Use `json_string`, or `json_int64` for whole numbers',
  sha1_hex: 'Use `sha256_hex` or `md5_hex`',
};

/** The function as authors write it. */
export function abilityWords(fn: Ability): string {
  return NAMELESS[fn] ?? `\`${writtenAs(fn) ?? fn}\``;
}

/** The message for a pattern that engines cannot search for. */
function patternMessage({ pattern, use }: Searched, engines: string): string {
  const verb = use === 'search' ? 'search for' : 'find or replace';
  return `${engines} cannot ${verb} \`${printable(pattern)}\` as RE2 does`;
}

const WITH_ONE_END =
  'Let no alternative begin with another, and each repetition end where the next item begins, or list the other engines under `engines`.';

/** Reports an expression that an engine cannot express, at the given place. */
type Spelled = (
  place: { readonly place: Place } | undefined,
  expr: Expr | RecordExpr | null,
) => void;

/** Returns a function that reports each expression that one of `engines` cannot express. */
export function reportSpelling(
  report: Report,
  engines: readonly string[],
  { canSpell, hasType, canSearch }: Abilities,
  without = 'list the other engines under `engines`',
): Spelled {
  const hint = (instead = 'Use another function') => `${instead}, or ${without}.`;
  return (text, expr) => {
    if (text === undefined || expr === null) return;
    const { functions, searched, stored, measures } = usedBy(expr);
    if (functions.size === 0 && measures.length === 0) return;
    for (const engine of engines) {
      if (stored.some(scalar => !hasType(engine, scalar))) continue;
      if (measures.some(texts => texts[engine] === undefined)) {
        const message = `A measure has no SQL of \`${engine}\``;
        report('unsupported-function', text.place, message, hint('Write it in `sources.yaml`'));
      }
      for (const fn of functions) {
        if (canSpell(engine, fn)) continue;
        const message = `${abilityWords(fn)} cannot be written for \`${engine}\``;
        report('unsupported-function', text.place, message, hint(INSTEAD[fn]));
      }
      for (const one of searched) {
        if (canSearch(engine, one)) continue;
        const message = patternMessage(one, `\`${engine}\``);
        report(
          'unsupported-pattern',
          text.place,
          message,
          one.use === 'search' ? hint() : WITH_ONE_END,
        );
      }
    }
  };
}

/** Reports parameters that one of `engines` cannot decode: the saved query decodes each of them with library functions. */
export function reportUndecodable(
  specs: EndpointSpec['params'],
  { params, report }: Using,
  engines: readonly string[],
  abilities: Abilities,
): void {
  const check = reportSpelling(report, engines, abilities);
  for (const { name, value, place } of specs) {
    const param = params.byName.get(name);
    if (param === undefined) continue;
    if (param.list !== null) {
      const { value: items, valid } = saved(param);
      for (const expr of [items, valid]) check({ place }, expr);
      continue;
    }
    const text = raw(param);
    const decoded = paramType(param.type).decode(text, param);
    for (const expr of [decoded, ...paramType(param.type).accepts(text, decoded, param)])
      check({ place }, expr);
    for (const expr of constraintConditions(decoded, param.constraints))
      check(value.pattern ?? { place }, expr);
  }
}

function usedBy(expr: Expr | RecordExpr) {
  const functions = new Set<Ability>();
  const searched: Searched[] = [];
  const stored: Type[] = [];
  const measures: Readonly<Record<string, EngineSql>>[] = [];
  visitExpr(expr, part => {
    const fn = part.kind === 'call' || part.kind === 'aggregate' ? part.fn : null;
    if (fn !== null && fn !== 'stored') functions.add(fn);
    const pattern = part.kind === 'call' ? searchedBy(part) : null;
    if (pattern !== null) searched.push(pattern);
    if (part.kind === 'each') functions.add('each');
    if (part.kind === 'aggregate' && part.text !== undefined) measures.push(part.text);
    if (part.kind === 'column') stored.push(part.scalar);
  });
  return { functions, searched, stored, measures };
}
