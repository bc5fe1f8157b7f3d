/** Plain data as one text: the same for equal data that shares the same parts, however the engine holds it; another for any other. */

/** Throws for what is no plain data. An object that is met again is written as its number, so shared parts are written once. */
export function canonicalText(value: unknown): string {
  return written(value, new Map());
}

function written(value: unknown, seen: Map<object, number>): string {
  if (typeof value === 'object' && value !== null) return writtenObject(value, seen);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new Error(`a ${typeof value} is no plain data`);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function writtenObject(value: object, seen: Map<object, number>): string {
  const known = seen.get(value);
  if (known !== undefined) return `@${known}`;
  seen.set(value, seen.size);
  const list = (items: Iterable<unknown>) =>
    Array.from(items, item => written(item, seen)).join(',');
  if (Array.isArray(value)) return `[${list(value)}]`;
  if (value instanceof Map) return `map[${list([...value].flat(1))}]`;
  if (value instanceof Set) return `set[${list(value)}]`;
  if (value instanceof RegExp) return `pattern[${list([value.source, value.flags])}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`an object of class ${value.constructor.name} is no plain data`);
  const entries = Object.entries(value).map(([key, item]) => {
    return `${JSON.stringify(key)}:${written(item, seen)}`;
  });
  return `{${entries.join(',')}}`;
}
