/** Single values, and the types that they are read as. */
import type { Report } from '../../core/report/diagnostics.ts';
import { quotedValue } from '../../core/report/whole-text.ts';
import type { Node, ScalarNode } from '../../core/spec/document.ts';
import type { ExpressionText, Located, Plain } from '../../core/spec/located.ts';
import type { OpenSets } from '../json-schema.ts';
import type { Kind } from '../kind.ts';
import { as, type Shape } from '../shape.ts';
import { asScalar, type Keywords, scalar } from './scalar.ts';

const words = (description: string) => scalar(['string'], { minLength: 1, description });

/** A text with its place. */
export function text(description: string): Shape<Located<string>> {
  return as(words(description), located);
}

/** A text in which commas are usual. */
export function textWithCommas(description: string): Shape<Located<string>> {
  return { ...text(description), hasCommas: true };
}

/** A text for people. Reports a `#` that cuts it. */
export function proseText(description: string): Shape<string> {
  return as(placedProse(description), ({ value }) => value);
}

export function placedProse(description: string): Shape<Located<string>> {
  return as(textWithCommas(description), (value, node, _, report) => {
    reportCutText(asScalar(node), report);
    return value;
  });
}

/** A comment of people begins with a space; a name such as `#edge` or a number such as `#12` belongs to the text. */
function reportCutText({ style, place: { source, start, end } }: ScalarNode, report: Report): void {
  if (style !== 'plain') return;
  const [comment] = /^ +#[^\s#][^\r\n]*/.exec(source.text.slice(end, end + REACH)) ?? [];
  if (comment === undefined) return;
  const [lost = ''] = comment.split(' # ');
  const place = { source, start, end: end + lost.trimEnd().length };
  const written = source.text.slice(start, place.end);
  const message = 'The `#` cuts this text: behind a space, it begins a comment';
  report('cut-text', place, message, `Write \`${quotedValue(written)}\`.`);
}

/** The most characters of a comment that are read. */
const REACH = 2_000;

/** An expression of the portable language, or SQL. */
export function expression(description: string): Shape<ExpressionText> {
  return as(words(description), expressionOf);
}

/** A name of an open set. The reader accepts any text, because a later phase reports unknown ones better. */
export function open(set: keyof OpenSets, description: string): Shape<Located<string>> {
  const any = text(description);
  return {
    ...any,
    schema: emission => {
      const names = emission.open[set];
      return { ...any.schema(emission), ...(names.length === 0 ? {} : { enum: names }) };
    },
  };
}

/** One of several texts. */
export function oneOf<const T extends string>(
  values: readonly T[],
  description: string,
  byDefault?: T,
): Shape<Located<T>> {
  const usual = byDefault === undefined ? {} : { default: byDefault };
  return as(scalar(['string'], { enum: values, ...usual, description }), node => {
    const { value: written, place } = located(node);
    const value = values.find(one => one === written);
    if (value === undefined) throw new Error('The check accepted a text that is not listed.');
    return { value, place };
  });
}

export function flag(description: string): Shape<boolean> {
  return as(scalar(['boolean'], { description }), ({ value }) => value === true);
}

export function placedFlag(description: string): Shape<Located<boolean>> {
  return as(flag(description), (value, { place }) => ({ value, place }));
}

export function whole(keywords: Keywords): Shape<Located<number>> {
  return as(scalar(['integer'], keywords), ({ value, place }) => ({ value: Number(value), place }));
}

export function number(keywords: Keywords): Shape<Located<number>> {
  return as(scalar(['number'], keywords), ({ value, place }) => ({ value: Number(value), place }));
}

/** A value of one of the kinds, with its digits as written. */
export function plain(kinds: readonly Kind[], description?: string): Shape<Located<Plain>> {
  const said = description === undefined ? {} : { description };
  return as(scalar(kinds, said), ({ value, text: written, place }) => {
    if (value === null) throw new Error('The check accepted an empty value.');
    return { value: { value, text: written }, place };
  });
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

/** A text in which variables of the environment may be filled in; the digits of a number as written. */
export function located(node: Node): Located<string> {
  const { value, text, place } = asScalar(node);
  return { value: typeof value === 'string' ? value : text, place };
}

export function expressionOf(node: Node): ExpressionText {
  const { text: value, place, at } = asScalar(node);
  return { value, place, at };
}

/** The name after the `@` of a parameter. */
export function paramOf(node: Node): Located<string> {
  return { value: asScalar(node).text.slice(1), place: node.place };
}
