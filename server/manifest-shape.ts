/** Whether a JSON value is a manifest: the parts that the service relies on, checked once at start. */

import { SCALARS } from '../generator/ir.ts';
import { PARAM_TYPES } from '../generator/params/index.ts';

/** What is wrong with a value at a path, or `null`. */
type Check = (value: unknown, path: string) => string | null;

/** The first fault of a manifest in words, with its path; `null` where there is none. */
export function manifestFault(value: unknown): string | null {
  return manifest(value, '');
}

const is =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? null : `\`${path}\` is not ${expected}`;

const text = is('a text', value => typeof value === 'string');
const bool = is('true or false', value => typeof value === 'boolean');
const count = is('a whole number', value => Number.isSafeInteger(value) && Number(value) >= 0);
const oneOf = (values: readonly unknown[]) =>
  is(`one of ${values.join(', ')}`, value => values.includes(value));

const orNull =
  (check: Check): Check =>
  (value, path) =>
    value === null ? null : check(value, path);

const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? null : check(value, path);

const either =
  (first: Check, second: Check): Check =>
  (value, path) =>
    first(value, path) === null ? null : second(value, path);

const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return `\`${path}\` is not a list`;
    return firstFault(value.map((item, index) => [check, item, `${path}[${index}]`]));
  };

const record =
  (check: Check): Check =>
  (value, path) => {
    if (!isObject(value)) return `\`${path}\` is not an object`;
    return firstFault(Object.entries(value).map(([key, item]) => [check, item, `${path}.${key}`]));
  };

const object =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return `\`${path}\` is not an object`;
    return firstFault(
      Object.entries(shape).map(([key, check]) => [
        check,
        value[key],
        path === '' ? key : `${path}.${key}`,
      ]),
    );
  };

function firstFault(checks: readonly (readonly [Check, unknown, string])[]): string | null {
  for (const [check, value, path] of checks) {
    const fault = check(value, path);
    if (fault !== null) return fault;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const param = object({
  name: text,
  type: oneOf([...PARAM_TYPES.keys()]),
  scalar: oneOf(SCALARS),
  values: orNull(list(text)),
  required: bool,
  default: orNull(text),
  otherwise: oneOf(['reject', 'default']),
  constraints: object({
    min: optional(text),
    max: optional(text),
    minLength: optional(count),
    maxLength: optional(count),
    pattern: optional(text),
  }),
});

const field: Check = (value, path) =>
  object({ name: text, type: oneOf([...SCALARS, 'record']), fields: optional(list(field)) })(
    value,
    path,
  );

const bindings = list(
  object({
    name: text,
    from: oneOf(['param', 'clock']),
    scalar: oneOf(SCALARS),
    when: optional(list(text)),
  }),
);

const engine = object({
  saved: object({ sql: text, bind: bindings }),
  choices: list(text),
  texts: list(text),
  statements: record(
    object({ sql: list(either(count, object({ when: text, sql: count }))), bind: bindings }),
  ),
});

const endpoint = object({
  name: text,
  id: text,
  hash: text,
  params: list(param),
  columns: list(field),
  limit: orNull(count),
  maxRows: count,
  cache: orNull(object({ ttl: count, refresh: count })),
  sandbox: bool,
  source: text,
  engines: record(engine),
});

const table = object({ table: list(text) });

const manifest = object({
  sources: record(object({ tables: record(table) })),
  endpoints: list(endpoint),
});
