/** The facts about a parameter besides its name, type and description. Each output says them in its own words. */
import type { ManifestParam } from '../core/manifest.ts';
import type { Scalar } from '../core/scalar.ts';
import { paramType } from '../params/index.ts';

/** The subject of each fact. Values are texts, as the service reads them. */
interface About {
  readonly required: true;
  readonly deprecated: true;
  /** The description of the parameter's type. */
  readonly note: string;
  /** How a value is written, where the output's type for the scalar does not show it. */
  readonly form: Scalar;
  /** Of an enum. */
  readonly values: readonly string[];
  /** Further texts that mean a value of an enum: pairs of a text and the value. */
  readonly aliases: readonly (readonly [alias: string, value: string])[];
  readonly min: string;
  readonly max: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** It is the length of a step of time. */
  readonly step: true;
  /** An RE2 pattern that the whole text matches. */
  readonly pattern: string;
  readonly default: string;
  /** Any value that an enum does not list means the default: this one. */
  readonly otherwise: string;
  readonly example: string;
  /** The least and the greatest number of different items. */
  readonly minItems: number;
  readonly maxItems: number;
  /** May stand between items. */
  readonly separator: string;
}

/** How an output words each fact, in the order in which it says them; `null` where it says the fact in another way. */
export type FactWords<T> = {
  readonly [Fact in keyof About]: ((about: About[Fact]) => T | null) | null;
};

/** The facts about a parameter, in an output's words and order. */
export function factsOf<T>(param: ManifestParam, words: FactWords<T>): readonly T[] {
  const facts = aboutOf(param);
  const said = <Fact extends keyof About>(fact: Fact): T | null => {
    const about: About[Fact] | null = facts[fact];
    return about === null ? null : (words[fact]?.(about) ?? null);
  };
  return (Object.keys(words) as (keyof About)[]).map(said).filter(words => words !== null);
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

/** Of a list, its items one after another. */
function shownText(text: string | readonly string[] | null): string | null {
  return text === null || typeof text === 'string' ? text : text.join(', ');
}
