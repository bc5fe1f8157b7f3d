/** Checks windows of time from requests, and selects the step by their length. */
import {
  type Constant,
  constantValue,
  paramsIn,
  type RequestValues,
  valueOfConstant,
} from '../../generator/core/expr/constant.ts';
import type { ManifestWindow, ManifestWindowStep } from '../../generator/core/output/manifest.ts';
import { STEP } from '../../generator/core/output/statement-key.ts';
import type { Param } from '../../generator/core/plan/param.ts';
import { type ParamValue, singleValue, type Value } from '../../generator/core/types/scalar.ts';
import { paramType } from '../../generator/params/index.ts';
import { isStep, nearestSteps } from '../../generator/params/steps.ts';

/** A rejected window. The message is for the caller. */
export class WindowFault extends Error {
  /** Names of the parameters that determine the window. */
  readonly parameters: readonly string[];

  constructor(message: string, parameters: readonly string[]) {
    super(message);
    this.name = 'WindowFault';
    this.parameters = parameters;
  }
}

type Values = ReadonlyMap<string, ParamValue>;

interface Windowed {
  readonly params?: readonly Pick<Param, 'name' | 'type' | 'constraints'>[];
  readonly windows?: readonly ManifestWindow[];
}

/**
 * Returns the step that the length of a window selects; `null` if no window selects one. Throws `WindowFault` for a rejected
 * window.
 */
export function chooseWindowStep(endpoint: Windowed, values: Values, now: bigint): string | null {
  const value = (name: string): Value => {
    const found = values.get(name);
    if (found === undefined) throw new Error(`a window names \`${name}\`, which is absent`);
    return singleValue(found);
  };
  const known: RequestValues = { value, now };
  let chosen: string | null = null;
  for (const window of endpoint.windows ?? []) {
    if (!isOpen(window, values)) refuseReversed(window, known);
    chosen = chosenStep(window, known) ?? chosen;
  }
  for (const window of endpoint.windows ?? []) refuseTooMany(endpoint, window, known, chosen);
  return chosen;
}

/** Whether an end is absent from the request. */
function isOpen({ open, from, to }: ManifestWindow, values: Values): boolean {
  return open === true && [from, to].flatMap(paramsIn).some(name => !values.has(name));
}

function refuseReversed({ from, to }: ManifestWindow, known: RequestValues): void {
  if (constantValue(from, known) <= constantValue(to, known)) return;
  const named = [...new Set([from, to].flatMap(paramsIn))];
  const detail =
    'param' in from && 'param' in to
      ? `\`${to.param}\` is before \`${from.param}\``
      : `it begins at ${shown(from, known)} and ends at ${shown(to, known)}`;
  throw new WindowFault(`The window of time ends before it begins: ${detail}.`, named);
}

function shown(end: Constant, known: RequestValues): string {
  const at = valueOfConstant(end, known);
  return paramType(typeof at === 'bigint' ? 'timestamp' : 'date').format(at);
}

function chosenStep({ lengths }: ManifestWindow, known: RequestValues): string | null {
  if (lengths === undefined) return null;
  const length = constantValue(lengths.length, known);
  const fits = lengths.steps.find(({ upTo }) => upTo === undefined || length <= BigInt(upTo));
  if (fits === undefined) throw new Error('no step is for windows of any length');
  return fits.value;
}

function refuseTooMany(
  endpoint: Windowed,
  window: ManifestWindow,
  known: RequestValues,
  chosen: string | null,
): void {
  const { by, steps, most, from, to } = window;
  if (most === undefined) return;
  const name =
    by === undefined || (by === STEP && chosen !== null)
      ? chosen
      : written(endpoint, by, known.value(by));
  const step = steps.find(({ value }) => value === undefined || value === name);
  if (step === undefined) throw new Error(`a window has no step \`${name}\``);
  const count = bucketsOf(step, known);
  if (count <= BigInt(most)) return;
  const kind = step.value === undefined ? '' : ` of \`${step.value}\``;
  const hint = otherStep(endpoint, window, step, known) ?? 'Use a shorter window.';
  const message = `The window of time has ${count} buckets${kind}, and an answer has at most ${most}. ${hint}`;
  const named = [from, to, step.every].flatMap(paramsIn);
  throw new WindowFault(message, [...new Set([...named, ...(by === undefined ? [] : [by])])]);
}

function bucketsOf({ span, every }: ManifestWindowStep, known: RequestValues): bigint {
  const length = constantValue(span, known);
  return length < 0n ? 0n : length / constantValue(every, known) + 1n;
}

/** Suggests the shortest step that would fit; `null` if no step fits, or the caller does not choose the step. */
function otherStep(
  endpoint: Windowed,
  { by, steps, most: answered = 0 }: ManifestWindow,
  { span, every }: ManifestWindowStep,
  known: RequestValues,
): string | null {
  if ('param' in every) {
    const least = constantValue(span, known) / BigInt(answered) + 1n;
    const step = nearestSteps(least).find(near => near >= least && isStep(near));
    const most = endpoint.params?.find(({ name }) => name === every.param)?.constraints.max;
    const isRefused = step === undefined || (typeof most === 'bigint' && step > most);
    return isRefused
      ? null
      : `Use \`${every.param}=${written(endpoint, every.param, step)}\`, or a shorter window.`;
  }
  if (by === undefined || endpoint.params?.some(({ name }) => name === by) !== true) return null;
  const counted = steps
    .map(step => ({ value: step.value, count: bucketsOf(step, known) }))
    .filter(({ count }) => count <= BigInt(answered))
    .sort((a, b) => Number(b.count - a.count));
  const [best] = counted;
  return best === undefined ? null : `Use \`${by}=${best.value}\`, or a shorter window.`;
}

/** Returns a parameter's value as a caller writes it. */
function written({ params = [] }: Windowed, name: string, value: Value): string {
  const type = params.find(param => param.name === name)?.type;
  return type === undefined ? String(value) : paramType(type).format(value);
}
