/** The facts about a parameter besides its name, type and description. Each output phrases them in its own words. */
import type { ManifestParam } from '../../core/output/manifest.ts';
import type { Scalar } from '../../core/types/scalar.ts';
import { paramType } from '../../params/index.ts';

/** The value of each fact. Values of the parameter are texts, as the service reads them. */
interface About {
  readonly required: true;
  readonly deprecated: true;
  /** The description of the parameter's type. */
  readonly note: string;
  /** How a value is written, for outputs whose type for the scalar does not show it. */
  readonly form: Scalar;
  /** The values of an enum. */
  readonly values: readonly string[];
  /** Further texts that mean a value of an enum: pairs of a text and the value. */
  readonly aliases: readonly (readonly [alias: string, value: string])[];
  readonly min: string;
  readonly max: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** The value is the length of a time step. */
  readonly step: true;
  /** An RE2 pattern that the whole text must match. */
  readonly pattern: string;
  readonly default: string;
  /** The default that replaces any value not listed by an enum. */
  readonly otherwise: string;
  readonly example: string;
  /** The minimum and maximum number of different items. */
  readonly minItems: number;
  readonly maxItems: number;
  /** A separator that is allowed between items. */
  readonly separator: string;
}

/** How an output words each fact, in the order of its sentences; `null` if it expresses the fact in another way. */
export type FactWords<T> = {
  readonly [Fact in keyof About]: ((about: About[Fact]) => T | null) | null;
};

/** Returns the facts about a parameter, in an output's words and order. */
export function factsOf<T>(param: ManifestParam, words: FactWords<T>): readonly T[] {
  const facts = aboutOf(param);
  const said: T[] = [];
  const say = <Fact extends keyof About>(fact: Fact) => {
    const about: About[Fact] | null = facts[fact];
    const text = about === null ? null : words[fact]?.(about);
    if (text !== null && text !== undefined) said.push(text);
  };
  for (const fact of Object.keys(words) as (keyof About)[]) if (facts[fact] !== null) say(fact);
  return said;
}

function aboutOf(param: ManifestParam): { readonly [Fact in keyof About]: About[Fact] | null } {
  const { constraints, otherwise, list } = param;
  const [byDefault, example] = [shownText(param.default), shownText(param.example)];
  return {
    required: param.required || null,
    deprecated: param.deprecated || null,
    note: paramType(param.type).note,
    form: param.scalar,
    values: param.values,
    aliases: param.aliases === undefined ? null : Object.entries(param.aliases),
    min: constraints.min ?? null,
    max: constraints.max ?? null,
    minLength: constraints.minLength ?? null,
    maxLength: constraints.maxLength ?? null,
    step: constraints.step ?? null,
    pattern: constraints.pattern ?? null,
    default: byDefault,
    otherwise: otherwise === 'default' ? byDefault : null,
    example,
    minItems: list === undefined || list.minItems === 0 ? null : list.minItems,
    maxItems: list?.maxItems ?? null,
    separator: list?.separator ?? null,
  };
}

/** Joins the items of a list. */
function shownText(text: string | readonly string[] | null): string | null {
  return text === null || typeof text === 'string' ? text : text.join(', ');
}
