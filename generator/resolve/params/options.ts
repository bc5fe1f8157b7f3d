/** Reports options of a parameter that contradict each other, and reads the options of a list. */
import { DEFAULT_MAX_ITEMS, type ListShape } from '../../core/plan/param.ts';
import type { ParamSpec } from '../../core/spec/spec.ts';
import { reportInverted } from './constraints.ts';
import type { ParamReader } from './reader.ts';

export function reportConflicts({ name, values, report }: ParamReader, spec: ParamSpec): void {
  const { required, otherwise } = spec;
  if (required?.value === true && spec.default !== null) {
    const message = `\`${name}\` is required, so its default is never used`;
    report('parameter-conflict', spec.default.place, message, 'Remove `default` or `required`.');
  }
  for (const bound of values === null ? [] : [spec.min, spec.max]) {
    if (bound === null) continue;
    const message = `\`${name}\` is an enum, so a bound has no effect`;
    report('parameter-conflict', bound.place, message, 'Remove it.');
  }
  if (otherwise === null || spec.list !== null) return;
  if (values === null) {
    const message = `\`${name}\` is not an enum, and \`otherwise\` only applies to enums`;
    report('parameter-conflict', otherwise.place, message, 'Remove `otherwise`.');
  } else if (otherwise.value === 'default' && spec.default === null) {
    const message = `\`${name}\` has no default, which \`otherwise\` would use`;
    report('parameter-conflict', otherwise.place, message, 'Add a `default`.');
  }
}

/** The options of a list. Returns `null` for a single value, and reports any of them there. */
export function resolveList(
  { name, type, report }: ParamReader,
  spec: ParamSpec,
): ListShape | null {
  const { list, minItems, maxItems, separator } = spec;
  const options = { min_items: minItems, max_items: maxItems, separator };
  if (list === null) {
    for (const [option, given] of Object.entries(options)) {
      if (given === null) continue;
      const message = `\`${name}\` is not a list, and \`${option}\` only applies to lists`;
      const hint = `Declare \`list\` instead of \`type\`, or remove \`${option}\`.`;
      report('parameter-conflict', given.place, message, hint);
    }
    return null;
  }
  if (spec.otherwise !== null) {
    const message = `\`${name}\` is a list, and \`otherwise\` only applies to a single value`;
    report('parameter-conflict', spec.otherwise.place, message, 'Remove `otherwise`.');
  }
  if (type?.isPattern === true) {
    const message = `\`${name}\` is a list of patterns, and no function accepts such a list`;
    const hint = `Declare one pattern: \`type: ${type.name}\`.`;
    report('parameter-conflict', list, message, hint);
  }
  reportInverted(report, minItems, maxItems, 'min_items', 'max_items');
  if (maxItems === null && minItems !== null && minItems.value > DEFAULT_MAX_ITEMS) {
    const message = `\`min_items\` is greater than ${DEFAULT_MAX_ITEMS}, which \`max_items\` is by default`;
    report('parameter-conflict', minItems.place, message, 'Add `max_items`.');
  }
  return {
    minItems: minItems?.value ?? 0,
    maxItems: maxItems?.value ?? DEFAULT_MAX_ITEMS,
    separator: separator?.value ?? null,
  };
}
