/** The parameters of a request whose values are patterns. */
import type { Param } from '../../generator/core/plan/param.ts';
import type { ParamValue } from '../../generator/core/types/scalar.ts';
import { paramType } from '../../generator/params/index.ts';

type Asked = Pick<Param, 'type' | 'filter'>;

/** Whether the values are patterns, by their type or by the operator that the request chooses. */
export function isPatterns(
  { type, filter }: Asked,
  values: ReadonlyMap<string, ParamValue>,
): boolean {
  const chosen = filter?.chosen;
  if (chosen === undefined) return paramType(type).isPattern === true;
  const operator = chosen.operators[String(values.get(chosen.by))];
  return operator === 'matches' || operator === 'not_matches';
}
