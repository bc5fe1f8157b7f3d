/** Parameters: finds their types, parses their values with the grammar of the type, and reports contradictory options. */

import type { Param } from '../../core/plan/param.ts';
import { counting, type Report } from '../../core/report/diagnostics.ts';
import type { Entry, Located, PlainOrList } from '../../core/spec/located.ts';
import type { ParamSpec } from '../../core/spec/spec.ts';
import type { Compat } from '../../core/types/compat.ts';
import { UNCONSTRAINED } from '../../params/constraints.ts';
import { ANY_TEXT, ENUM } from '../../params/index.ts';
import type { ParamType } from '../../params/param-type.ts';
import { distinctNames } from '../names/names.ts';
import { lenience, resolveConstraints } from './constraints.ts';
import { readEnumValues, resolveAliases } from './enum-values.ts';
import { canMove, movingDefault } from './moving.ts';
import { reportConflicts, resolveList } from './options.ts';
import type { ParamReader } from './reader.ts';
import { resolveParamType } from './types.ts';
import { readDeclaredValue } from './values.ts';

/** The declared parameters by name. */
export interface Params {
  readonly byName: ReadonlyMap<string, Param>;
  /** Names of the parameters of unknown type. An expression that names one cannot be checked. */
  readonly untyped: ReadonlySet<string>;
  /** Names of the parameters with any fault of their own. */
  readonly faulty: ReadonlySet<string>;
  /** Names of the parameters whose values must be steps of time; filled while expressions are checked. */
  readonly steps: Set<string>;
  /** The parameters of filters; filled while bodies are resolved. Expressions cannot name them. */
  readonly filters: Map<string, Param>;
}

/** Reports the faults of all parameters. A parameter with faults is still part of the result, so that its uses are not reported, too. */
export function resolveParams(
  specs: readonly Entry<ParamSpec>[],
  report: Report,
  compat: Compat | null = null,
): Params {
  const byName = new Map<string, Param>();
  const untyped = new Set<string>();
  const faulty = new Set<string>();
  distinctNames(specs, 'parameter', report);
  for (const spec of specs) {
    const faults = counting(atUse(spec.value, report));
    if (spec.name.toLowerCase() === 'now') {
      const message = '`now` is the name of the clock';
      faults.report('reserved-name', spec.place, message, 'Use another name.');
    }
    const type = resolveParamType(spec, faults.report);
    if (type === null) untyped.add(spec.name);
    byName.set(spec.name, resolveParam(spec, type, compat, faults.report));
    if (faults.count() > 0) faulty.add(spec.name);
  }
  return { byName, untyped, faulty, steps: new Set(), filters: new Map() };
}

/** Reports a fault at the use if only the use causes it, because the shared parameter itself is correct. */
function atUse({ use }: ParamSpec, report: Report): Report {
  if (use === null) return report;
  return (code, place, message, hint) =>
    report(code, place.source === use.place.source ? place : use.place, message, hint);
}

function resolveParam(
  { name, value: spec }: Entry<ParamSpec>,
  type: ParamType | null,
  compat: Compat | null,
  report: Report,
): Param {
  const values = spec.enum === null ? null : readEnumValues(spec.enum.value, type ?? ENUM, report);
  const aliases =
    spec.aliases === null ? null : resolveAliases(name, type ?? ENUM, values, spec.aliases, report);
  const reader: ParamReader = { name, type, values, report };
  const declared = type === null ? UNCONSTRAINED : resolveConstraints(reader, type, spec);
  const constraints = { ...declared, ...lenience(type, compat) };
  const required = spec.required?.value ?? false;
  reportConflicts(reader, spec);
  const list = resolveList(reader, spec);
  const read = (given: Located<PlainOrList> | null, what: string) =>
    given === null ? null : readDeclaredValue(reader, { constraints, list }, given, what);
  const known = type ?? ANY_TEXT;
  const moves = spec.moving !== null && type !== null && list === null && values === null;
  const moving =
    moves && canMove(known.scalar)
      ? movingDefault(name, known.scalar, constraints, spec.moving, report)
      : null;
  const byDefault = moves && canMove(known.scalar) ? null : read(spec.default, 'default');
  return {
    name,
    type: known.name,
    scalar: known.scalar,
    list,
    values,
    ...(aliases === null ? {} : { aliases }),
    // a faulty or missing default was reported, so the parameter still counts as present
    required: required || (hasDefault(spec) && byDefault === null && moving === null),
    default: byDefault,
    ...(moving === null ? {} : { moving }),
    otherwise: spec.otherwise?.value ?? 'reject',
    constraints,
    description: spec.description,
    example: read(spec.example, 'example'),
    deprecated: spec.deprecated ?? false,
  };
}

function hasDefault(spec: ParamSpec): boolean {
  return spec.default !== null || spec.otherwise?.value === 'default';
}
