/** Single values of the configuration, read without their places, or as the file has them. */
import type { Located } from '../core/spec/located.ts';
import { shortText } from '../shape/faults/spot.ts';
import { asScalar, scalar } from '../shape/kinds/scalar.ts';
import { located, text } from '../shape/kinds/texts.ts';
import { as, type Shape } from '../shape/shape.ts';

export function bareText(description: string): Shape<string> {
  return as(text(description), ({ value }) => value);
}

export function bare<T>(shape: Shape<Located<T>>): Shape<T> {
  return as(shape, ({ value }) => value);
}

/** One of several texts. The first one stands for a variable that is not set, which was reported. */
export function bareChoice<const T extends string>(
  values: readonly [T, ...T[]],
  description: string,
): Shape<T> {
  return as(scalar(['string'], { enum: values, description }), node => {
    const { value } = located(node);
    return values.find(one => one === value) ?? values[0];
  });
}

/** A name as the file has it, perhaps with a variable, and its value. */
export interface ShownName extends Located<string> {
  readonly shown: string;
}

export function asShown(shape: Shape<Located<string>>): Shape<ShownName> {
  return as(shape, (of, node) => ({ ...of, shown: `\`${shortText(asScalar(node).text)}\`` }));
}
