/** A JSON value that is still to be written, or text that is ready. */
type Piece = { readonly value: unknown } | string;

/**
 * The JSON text of a value that was parsed from JSON. Values may nest as deeply as a service allows, so deep that `JSON.stringify`
 * overflows the stack. Text beyond `limit` characters is left out and ends in `…`.
 */
export function formatJson(value: unknown, limit = Number.POSITIVE_INFINITY): string {
  const pieces: Piece[] = [{ value }];
  let text = '';
  for (let next = pieces.pop(); next !== undefined; next = pieces.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null) text += scalar(next.value);
    else for (const piece of parts(next.value, limit).reverse()) pieces.push(piece);
    if (text.length > limit) return `${text.slice(0, limit)}…`;
  }
  return text;
}

function scalar(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** Each part has at least one character, so more parts than `limit` are never written. */
function parts(value: object, limit: number): Piece[] {
  if (Array.isArray(value)) {
    const items = value.slice(0, limit).flatMap((item): Piece[] => [',', { value: item }]);
    return ['[', ...items.slice(1), ']'];
  }
  const members = Object.entries(value).slice(0, limit);
  const pairs = members.flatMap(([key, one]): Piece[] => {
    return [`,${JSON.stringify(key)}:`, { value: one }];
  });
  if (typeof pairs[0] === 'string') pairs[0] = pairs[0].slice(1);
  return ['{', ...pairs, '}'];
}

/** A value as text in one line: a text stays unchanged, everything else becomes JSON. */
export function formatPlain(value: unknown, limit?: number): string {
  return typeof value === 'string' ? value : formatJson(value, limit);
}
