import { makeCall } from '../../core/expr/calls.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { present } from '../expressions.ts';
import type { ParamShape, ParamType } from '../param-type.ts';

/** One of the declared values, letter case included. The parameter's `otherwise` decides about any other value. */
export default {
  name: 'enum',
  scalar: 'string',
  written: 'Exactly one of the listed values; case-sensitive.',
  note: null,
  sample: shape => valuesOf(shape)[0] ?? '',
  constraints: [],
  parse: (text, shape) => {
    const values = valuesOf(shape);
    return values.includes(text)
      ? { ok: true, value: text }
      : { ok: false, expected: `one of ${values.join(', ')}` };
  },
  format: String,
  decode: present,
  accepts: (raw, _, shape) => {
    const values = valuesOf(shape).map(value => makeLiteral('string', value));
    return [makeCall('in', 'bool', [raw, ...values])];
  },
  schema: shape => ({ type: 'string', enum: valuesOf(shape) }),
} as const satisfies ParamType;

function valuesOf(shape: ParamShape): readonly string[] {
  if (shape.values === null) throw new Error('an enum has values');
  return shape.values;
}
