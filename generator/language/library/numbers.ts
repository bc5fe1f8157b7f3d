/** Functions of numbers. */
import { type LibraryFunction, plain } from './rule.ts';

export default [
  {
    name: 'abs',
    group: 'numbers',
    signature: 'abs(number)',
    meaning: 'The number without its sign, of its own type.',
    example: 'abs(bytes)',
    rule: {
      kind: 'scalar',
      overloads: (['int64', 'float64', 'decimal'] as const).map(scalar => ({
        takes: [scalar],
        gives: scalar,
        fn: 'abs',
        nullable: 'operands',
      })),
    },
  },
  {
    name: 'round',
    group: 'numbers',
    signature: 'round(number)',
    meaning: 'The nearest whole number, halves away from zero, as `float64`.',
    example: 'round(duration)',
    rule: plain('round', ['float64'], 'float64'),
  },
  {
    name: 'floor',
    group: 'numbers',
    signature: 'floor(number)',
    meaning: 'The greatest whole number that is not above, as `float64`.',
    example: 'floor(duration)',
    rule: plain('floor', ['float64'], 'float64'),
  },
  {
    name: 'ceil',
    group: 'numbers',
    signature: 'ceil(number)',
    meaning: 'The least whole number that is not below, as `float64`.',
    example: 'ceil(duration)',
    rule: plain('ceil', ['float64'], 'float64'),
  },
] satisfies readonly LibraryFunction[];
