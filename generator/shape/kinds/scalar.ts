/** Single values: texts, numbers, `true` and `false`, and their combinations. */
import type { Node, ScalarNode } from '../../core/spec/document.ts';
import type { Faults } from '../faults/faults.ts';
import { type Misfit, misfitting } from '../faults/misfit.ts';
import type { Spot } from '../faults/spot.ts';
import { empty, outOfRange, unlisted } from '../faults/words.ts';
import type { JsonSchema } from '../json-schema.ts';
import { isOf, type Kind } from '../kind.ts';
import type { Shape } from '../shape.ts';

/** The keywords of JSON Schema that a single value may have. A text is bound by those of texts, a number by those of numbers. */
export interface Keywords {
  readonly title?: string;
  readonly minLength?: 1;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | boolean | null)[];
  readonly default?: string | number | boolean;
  readonly description?: string;
}

export function scalar(
  kinds: readonly Kind[],
  keywords: Keywords,
  misfit: Misfit | null = null,
): Shape<ScalarNode> {
  const { title, ...others } = keywords;
  const type = kinds.length === 1 ? kinds[0] : kinds;
  const schema: JsonSchema = { ...(title === undefined ? {} : { title }), type, ...others };
  return {
    kinds,
    misfit,
    schema: () => schema,
    check: checkOf(kinds, keywords, misfit),
    read: asScalar,
  };
}

export function asScalar(node: Node): ScalarNode {
  if (node.kind !== 'scalar') throw new Error('The check accepted something other than a scalar.');
  return node;
}

function checkOf(
  kinds: readonly Kind[],
  keywords: Keywords,
  misfit: Misfit | null,
): Shape<unknown>['check'] {
  const { pattern, maxLength } = keywords;
  if (misfit === null && (pattern !== undefined || maxLength !== undefined))
    throw new Error('A shape has a pattern or a length, but no words for texts that do not match.');
  const matches = matcher(keywords);
  const values = keywords.enum;
  return (spot, faults) => {
    const { node } = spot;
    if (!isOf(kinds, node) || node.kind !== 'scalar') return faults.mistyped(spot, kinds, misfit);
    const { value } = node;
    if (typeof value === 'string') checkText(spot, value, faults);
    if (typeof value === 'number') checkNumber(spot, value, keywords, misfit, faults);
    if (values !== undefined && typeof value !== 'number' && !values.includes(value))
      faults.add(node, unlisted(spot, values.map(String)));
  };

  function checkText(spot: Spot, text: string, faults: Faults): void {
    if (text === '' && keywords.minLength === 1) faults.add(spot.node, empty(spot));
    else if (misfit !== null && !matches(text)) faults.add(spot.node, misfitting(spot, misfit));
  }
}

/** Whether a text has the pattern and at most the length. Patterns and lengths count characters, not UTF-16 units. */
export function matcher({ pattern, maxLength = Infinity }: Keywords): (text: string) => boolean {
  const of = pattern === undefined ? null : new RegExp(pattern, 'u');
  return text =>
    (of === null || of.test(text)) && (text.length <= maxLength || [...text].length <= maxLength);
}

function checkNumber(
  spot: Spot,
  value: number,
  { minimum = -Infinity, maximum = Infinity }: Keywords,
  misfit: Misfit | null,
  faults: Faults,
): void {
  if (value >= minimum && value <= maximum) return;
  const range = value < minimum ? `at least ${minimum}` : `at most ${maximum}`;
  faults.add(spot.node, misfit === null ? outOfRange(spot, range) : misfitting(spot, misfit));
}
