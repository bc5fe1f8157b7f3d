/** Types whose parameters may list their accepted values: `{ type: int64, enum: [1, 7, 30] }`. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlainExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import type { Value } from '../../core/types/scalar.ts';
import type { ParamShape, ParamType } from '../param-type.ts';

/** `type`, restricted to the listed values if a parameter lists some. */
export function listable(type: ParamType): ParamType {
  return {
    ...type,
    isListable: true,
    parse: (text, shape) => {
      const parsed = type.parse(text, shape);
      const { values } = shape;
      if (values === null || (parsed.ok && values.includes(type.format(parsed.value))))
        return parsed;
      return { ok: false, expected: `one of ${values.join(', ')}` };
    },
    accepts: (raw, decoded, shape) => [
      ...type.accepts(raw, decoded, shape),
      ...(shape.values === null ? [] : [isOneOf(decoded, valuesOf(type, shape))]),
    ],
    sample: shape => shape.values?.[0] ?? type.sample(shape),
    schema: shape => {
      const schema = type.schema(shape);
      if (shape.values === null) return schema;
      if (schema['type'] === 'string') return { ...schema, enum: shape.values };
      // most readers parse JSON numbers as doubles, which would round larger ones
      const numbers = shape.values.map(Number);
      const isExact = type.scalar !== 'int64' || numbers.every(Number.isSafeInteger);
      return isExact ? { ...schema, enum: numbers } : schema;
    },
  };
}

function isOneOf(decoded: PlainExpr, values: readonly Value[]): PlainExpr {
  return makeCall('in', 'bool', [
    decoded,
    ...values.map(value => makeLiteral(decoded.scalar, value)),
  ]);
}

function valuesOf(type: ParamType, shape: ParamShape): readonly Value[] {
  return (shape.values ?? []).map(text => {
    const parsed = type.parse(text, shape);
    if (!parsed.ok) throw new Error(`\`${text}\` is listed and is not of type ${type.name}`);
    return parsed.value;
  });
}
