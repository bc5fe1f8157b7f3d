/** Sentences with the facts about a parameter that its field cannot show. */
import type { ListedParameter } from '../service/listing.ts';

/** Whether the form itself shows the default, as the chosen one of several values. */
type Shown = 'default shown' | 'default not shown';

export function describeHint(parameter: ListedParameter, shown: Shown): string {
  const { description, aliases = {}, otherwise, constraints, list } = parameter;
  const { min, max, minLength, maxLength, pattern } = constraints;
  const usual = [parameter.default ?? []].flat().join(', ');
  const says = shown === 'default not shown' && usual !== '';
  const facts = [
    description?.trim(),
    ...Object.entries(aliases).map(([alias, value]) => `\`${alias}\` means \`${value}\``),
    list !== undefined && list.minItems > 1 && `At least ${countThings(list.minItems, 'item')}`,
    list !== undefined && `At most ${countThings(list.maxItems, 'item')}`,
    range(min, max),
    lengths(minLength, maxLength),
    pattern !== undefined && `The whole text must match \`${pattern}\``,
    says && `Absent means \`${usual}\``,
    says && otherwise === 'default' && `Any other value means \`${usual}\``,
  ];
  return facts
    .filter(fact => typeof fact === 'string' && fact !== '')
    .map(sentence)
    .join(' ');
}

function sentence(fact: string | boolean | undefined): string {
  const text = String(fact);
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

function range(min: string | undefined, max: string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}`;
  if (min !== undefined) return `At least ${min}`;
  return max === undefined ? undefined : `At most ${max}`;
}

/** Longer limits are left out: people do not type that much. */
const WORTH_SAYING = 1_000;

function lengths(min: number | undefined, max: number | undefined): string | undefined {
  const most = max !== undefined && max < WORTH_SAYING ? max : undefined;
  if (min !== undefined && min > 1 && most !== undefined)
    return `From ${min} to ${countThings(most, 'character')}`;
  if (min !== undefined && min > 1) return `At least ${countThings(min, 'character')}`;
  return most === undefined ? undefined : `At most ${countThings(most, 'character')}`;
}

export function countThings(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
}
