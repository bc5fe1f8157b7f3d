/** The texts that ClickHouse writes types as, taken apart. */

/** `DESCRIBE` writes each element of a named tuple on a line of its own; a line break of a name is escaped. */
export function inOneLine(type: string): string {
  return type.replace(/,\n */g, ', ').replace(/\n */g, '');
}

/** The type without what says that it may be NULL, or how it is stored. */
export function unwrapped(type: string): string {
  const inner = wrappedIn(type) ?? argumentsOf('Nullable', type)?.[0];
  return inner === undefined ? type : unwrapped(inner);
}

/** The type whose values a column of the type holds; `undefined` for types that hold values of their own. */
export function wrappedIn(type: string): string | undefined {
  return (
    argumentsOf('LowCardinality', type)?.[0] ?? argumentsOf('SimpleAggregateFunction', type)?.at(-1)
  );
}

/** `name Type`, as in a tuple; the name may stand in backticks, and is empty where the part has no name. */
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

/** Characters behind a backslash that stand for others. */
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
};

/** The arguments of the type `name(…)`; `null` for another type. */
export function argumentsOf(name: string, type: string): readonly string[] | null {
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
