/** Prints plain data as indented lines; leaves out null and empty values. */

/** The lines of a value. Texts are quoted if they would look like something else. */
export function outline(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(item => bullet(outline(item)));
  if (!isRecord(value)) return [scalarText(value)];
  return Object.entries(value)
    .filter(([, item]) => !isEmpty(item))
    .flatMap(([name, item]) => entry(name, item));
}

function entry(name: string, value: unknown): readonly string[] {
  const lines = outline(value);
  const isShort =
    Array.isArray(value) && !value.some(item => isRecord(item) || Array.isArray(item));
  if (isShort) return [`${name}: [${value.map(scalarText).join(', ')}]`];
  const isScalar = !Array.isArray(value) && !isRecord(value);
  return isScalar
    ? [`${name}: ${lines.join('')}`]
    : [`${name}:`, ...lines.map(line => `  ${line}`)];
}

function bullet([first = '', ...rest]: readonly string[]): readonly string[] {
  return [`- ${first}`, ...rest.map(line => `  ${line}`)];
}

function scalarText(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return /^[\p{L}_(@][^\n\r]*$/u.test(value) ? value : JSON.stringify(value);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.values(value).every(isEmpty);
  return value === null || value === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
