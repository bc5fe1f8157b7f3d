/** Named aggregates of a data set. */

import type { Report } from '../../core/report/diagnostics.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { map } from '../kinds/list.ts';
import { each, object, optional } from '../kinds/object.ts';
import { either, unlessText, way } from '../kinds/rules.ts';
import { expression, oneOf, proseText, textWithCommas } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed } from '../parts.ts';
import { as, type Of, type Shape } from '../shape.ts';

/** A named aggregate of a data set. */
export interface MeasureSpec {
  /** `null` with `type`. */
  readonly value: ExpressionText | null;
  readonly type: Located<string> | null;
  /** SQL text by dialect name. */
  readonly text: readonly Entry<Located<string>>[];
  readonly description: string | null;
  readonly unit: string | null;
}

/** The result types of measures that engines compute by SQL of their own. */
const MEASURED = SCALARS.filter(scalar => scalar !== 'json' && scalar !== 'decimal');

function mappedOf(dialects: readonly string[]): Shape<MeasureSpec> {
  return object(
    {
      value: optional(expression('An expression of the portable language that aggregates.')),
      type: optional(
        oneOf(
          MEASURED,
          'Instead of `value`: the type of the measure, which SQL of the engines computes.',
        ),
      ),
      text: each(dialects, name =>
        textWithCommas(`With \`type\`: SQL of \`${name}\` that aggregates.`),
      ),
      description: optional(proseText('The meaning of the measure.')),
      unit: optional(proseText('The unit of the values, such as `ratio`.')),
    },
    { rules: [unlessText(either(way('value'), way('type')))] },
  );
}

const NOTHING_SAID = { type: null, text: [], description: null, unit: null };

export function measuresOf(dialects: readonly string[]): Shape<readonly Entry<MeasureSpec>[]> {
  const measure = union<MeasureSpec, MeasureSpec>(
    'An aggregate, or a mapping with an aggregate and properties of the measure.',
    as(expression('An aggregate.'), value => ({ ...NOTHING_SAID, value })),
    mappedOf(dialects),
  );
  const all = map(measure, {
    names: keysNamed('name'),
    description: 'Aggregates by name, which endpoints use like columns.',
  });
  return as(all, (measures, _node, _key, report) => {
    for (const one of measures) checkMeasure(one, dialects, report);
    return measures;
  });
}

function checkMeasure(
  { name, place, value: { value, text } }: Of<ReturnType<typeof measuresOf>>[number],
  dialects: readonly string[],
  report: Report,
): void {
  for (const rival of value === null ? [] : text) {
    const message = `\`${rival.name}\` cannot be combined with \`value\``;
    report('clause-conflict', rival.place, message, 'Remove one of them.');
  }
  if (value === null && text.length === 0) {
    const message = `\`${name}\` has a \`type\` but no SQL of an engine that computes it`;
    report('missing-key', place, message, `Add SQL by engine, as in \`${dialects[0]}: …\`.`);
  }
}
