/** Conditions on rows, each with what it depends on. */
import type { GuardedSpec, PredicateSpec, WhenSpec } from '../../generator/core/spec/body-spec.ts';
import type { ValueSpec } from '../../generator/core/spec/located.ts';
import { type Environment, holds } from './language/evaluate.ts';
import { readValue, type Scope } from './language/typing.ts';

/** Whether a request asks for a condition. */
type Asked = (params: Environment['params']) => boolean;
export interface Guarded {
  readonly asked: Asked;
  readonly holds: (env: Environment) => boolean;
}
/** One condition, or several of which one must hold. */
export interface Condition {
  readonly any: readonly Guarded[];
}

export function readCondition(spec: PredicateSpec, scope: Scope): Condition {
  const guarded = 'any' in spec ? spec.any : [spec];
  return { any: guarded.map(one => readGuarded(one, scope)) };
}

function readGuarded({ when, filter }: GuardedSpec, scope: Scope): Guarded {
  const term = readValue(textOf(filter), scope);
  return {
    asked: when === null ? () => true : askedBy(when),
    holds: env => holds(term, env),
  };
}

function textOf(filter: ValueSpec): string {
  if ('cases' in filter) throw new Error('a choice is open');
  return filter.value;
}

/** Whether the row passes: it does where nothing is asked. */
export function lets({ any }: Condition, env: Environment): boolean {
  const asked = any.filter(one => one.asked(env.params));
  return asked.length === 0 || asked.some(one => one.holds(env));
}

export function askedBy(when: WhenSpec): Asked {
  if ('absent' in when) return params => !isGiven(when.absent.value, params);
  if ('param' in when) {
    const { param, is } = when;
    return params => String(params.get(param.value) ?? null) === is.value.text;
  }
  if ('present' in when) return params => isGiven(when.present.value, params);
  if ('any' in when) return params => when.any.some(({ value }) => isGiven(value, params));
  const parts = when.all.map(askedBy);
  return params => parts.every(asked => asked(params));
}

function isGiven(name: string, params: Environment['params']): boolean {
  return (params.get(name) ?? null) !== null;
}
