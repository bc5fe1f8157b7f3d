/** The bounds of a parameter. */

import type { Constraints } from '../../core/plan/param.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import type { ParamSpec } from '../../core/spec/spec.ts';
import type { Compat } from '../../core/types/compat.ts';
import { isLess } from '../../core/types/decimal.ts';
import type { Scalar, Value } from '../../core/types/scalar.ts';
import type { ConstraintName, ParamType } from '../../params/param-type.ts';
import { wholePatternFault } from '../../params/patterns/pattern.ts';
import type { ParamReader } from './reader.ts';
import { readBound } from './values.ts';

export function resolveConstraints(
  reader: ParamReader,
  type: ParamType,
  spec: ParamSpec,
): Constraints {
  const allowed = <T>(option: ConstraintName, given: Located<T> | null): Located<T> | null => {
    if (given === null || type.constraints.includes(option)) return given;
    const message = `\`${reader.name}\` is of type \`${type.name}\`, which takes no \`${option}\``;
    reader.report('parameter-conflict', given.place, message, `Remove \`${option}\`.`);
    return null;
  };
  const bound = (option: 'min' | 'max') => {
    const given = allowed(option, spec[option]);
    return given === null ? null : { value: readBound(reader, given, option), place: given.place };
  };
  const [min, max] = [bound('min'), bound('max')];
  const minLength = allowed('min_length', spec.minLength);
  const maxLength = allowed('max_length', spec.maxLength);
  const accept = allowed('accept', spec.accept);
  reportInverted(reader.report, min, max, 'min', 'max', type.scalar);
  reportInverted(reader.report, minLength, maxLength, 'min_length', 'max_length');
  return {
    min: min?.value ?? null,
    max: max?.value ?? null,
    minLength: minLength?.value ?? null,
    maxLength: maxLength?.value ?? null,
    pattern: checkedPattern(reader, allowed('pattern', spec.pattern)),
    ...(accept === null ? {} : { accept: accept.value }),
  };
}

/** If an endpoint replaces another service, callers may write instants in more forms. */
export function lenience(
  type: Pick<ParamType, 'scalar'> | null,
  compat: Compat | null,
): Pick<Constraints, 'lenient'> {
  return compat !== null && type?.scalar === 'timestamp' ? { lenient: true } : {};
}

export function reportInverted(
  report: Report,
  least: Located<Value | null> | null,
  greatest: Located<Value | null> | null,
  low: string,
  high: string,
  scalar: Scalar = 'int64',
): void {
  const [from, to] = [least?.value ?? null, greatest?.value ?? null];
  if (from === null || to === null || greatest === null || !isLess(scalar, to, from)) return;
  const message = `\`${low}\` is greater than \`${high}\`, so no value is accepted`;
  report('parameter-conflict', greatest.place, message, 'Swap them.');
}

function checkedPattern(
  { name, report }: ParamReader,
  given: Located<string> | null,
): string | null {
  if (given === null) return null;
  const fault = wholePatternFault(given.value);
  if (fault === null) return given.value;
  report('invalid-pattern', given.place, `The pattern of \`${name}\` is not valid RE2: ${fault}`);
  return null;
}
