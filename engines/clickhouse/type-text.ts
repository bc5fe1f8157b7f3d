/** Takes apart the texts that ClickHouse writes for types. */

/** `DESCRIBE` writes each element of a named tuple on its own line. A line break in a name is escaped. */
export function inOneLine(type: string): string {
  return type.replace(/,\n */g, ', ').replace(/\n */g, '');
}

/** The type without the wrappers that allow NULL or define the storage. */
export function unwrapped(type: string): string {
  const inner = wrappedIn(type) ?? readTypeArguments('Nullable', type)?.[0];
  return inner === undefined ? type : unwrapped(inner);
}

/** The type of the values that a column of this type contains; `undefined` for types with values of their own. */
export function wrappedIn(type: string): string | undefined {
  return (
    readTypeArguments('LowCardinality', type)?.[0] ??
    readTypeArguments('SimpleAggregateFunction', type)?.at(-1)
  );
}

/** Splits `name Type`, as in a tuple. The name may be in backticks; it is empty if the part has no name. */
export function namedType(text: string): { readonly name: string; readonly type: string } {
  const quoted = /^`((?:[^`\\]|\\.)*)` (.*)$/s.exec(text);
  if (quoted !== null) {
    const [, name = '', type = ''] = quoted;
    return {
      name: name.replace(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped),
      type,
    };
  }
  const [, name = '', type = ''] = /^(\w+) (.*)$/s.exec(text) ?? ['', '', text];
  return { name, type };
}

/** Characters after a backslash, with the characters that they mean. */
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
};

/** The arguments of the type `name(…)`; `null` for another type. */
export function readTypeArguments(name: string, type: string): readonly string[] | null {
  if (!type.startsWith(`${name}(`) || !type.endsWith(')')) return null;
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const token of type.slice(name.length + 1, -1).match(TOKENS) ?? []) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += token;
  }
  return [...parts, part.trim()];
}

const TOKENS = /`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|[(),]|[^`'(),]+/gs;
