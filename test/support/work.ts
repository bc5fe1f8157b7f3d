/** Work counted, not timed: what built-in functions walk, element by element and character by character. */

type Walk = (self: unknown, args: readonly unknown[], result: unknown) => number;

const sizeOf = (value: unknown) => Number(Object(value).length ?? 0);
const whole: Walk = self => sizeOf(self);
const argument: Walk = (_, [first]) => sizeOf(first);
const one: Walk = () => 1;
/** From where the search began to where it ended. */
const searched: Walk = (self, [, from], result) =>
  (Number(result) < 0 ? sizeOf(self) : Number(result)) - Number(from ?? 0);

const ARRAY =
  'map filter find findIndex findLast some every includes indexOf join slice concat flat flatMap forEach reduce sort splice shift unshift reverse';
const STRING = 'split replace replaceAll toLowerCase toUpperCase trim match normalize at concat';

/** Each built-in function by the object that holds it, and what a call of it walks at most. */
const METERED: readonly (readonly [object, string, Walk])[] = [
  ...ARRAY.split(' ').map(name => [Array.prototype, name, whole] as const),
  ...STRING.split(' ').map(name => [String.prototype, name, whole] as const),
  [String.prototype, 'indexOf', searched],
  [String.prototype, 'includes', whole],
  [RegExp.prototype, 'test', argument],
  [globalThis, 'decodeURIComponent', argument],
  [globalThis, 'encodeURIComponent', argument],
  // Loops, spreads and constructors go through these.
  ...[[], new Map(), new Set(), ''].map(
    of => [Object.getPrototypeOf(of[Symbol.iterator]()), 'next', one] as const,
  ),
];

/** How much `act` makes built-in functions walk. It must be done when it returns. */
export function workOf(act: () => unknown): number {
  let work = 0;
  let isCounting = false;
  const restore = METERED.map(([holder, name, walk]) => {
    const known = Object.getOwnPropertyDescriptor(holder, name);
    const original = known?.value;
    if (known === undefined) throw new Error(`there is no ${name}`);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const result = Reflect.apply(original, this, args);
      if (isCounting) work += walk(this, args, result);
      return result;
    };
    Object.defineProperty(holder, name, { ...known, value });
    return () => Object.defineProperty(holder, name, known);
  });
  try {
    isCounting = true;
    act();
  } finally {
    isCounting = false;
    for (const undo of restore) undo();
  }
  return work;
}

/** How many times the work grows when its input becomes eight times as large: 8 where it is linear, 64 where it is quadratic. */
export function growthOf(act: (size: number) => () => unknown, size = 250): number {
  const [small, large] = [act(size), act(8 * size)];
  return workOf(large) / workOf(small);
}
