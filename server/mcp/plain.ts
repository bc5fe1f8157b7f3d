/** Converts Markdown and schemas of the OpenAPI document for models: to plain text and plain JSON Schema. */
import type { DocumentSchema } from './document.ts';

/** Returns the text of CommonMark without blocks, with escapes and character references resolved. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll(/&#(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&')
    .trim();
}

/** Replaces HTTP headers by the names that callers of tools see. */
export function toolText(text: string): string {
  return text.replaceAll('X-Next-Cursor', 'next_cursor');
}

/** Formats that JSON Schema itself defines. */
const FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid']);

/** Removes extensions, OpenAPI's formats and examples from a schema, and converts descriptions to plain text. */
export function plainSchema(schema: DocumentSchema): DocumentSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => isPlain(keyword, value))
      .map(([keyword, value]) => [keyword, plainValue(keyword, value)]),
  );
}

function isPlain(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return FORMATS.has(value);
  return keyword !== 'examples' && !keyword.startsWith('x-');
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === 'description' && typeof value === 'string') return plainText(value);
  if (keyword === 'properties') {
    const properties = Object.entries(Object(value) as Readonly<Record<string, DocumentSchema>>);
    return Object.fromEntries(properties.map(([name, one]) => [name, plainSchema(one)]));
  }
  if (keyword === 'anyOf') return (value as readonly DocumentSchema[]).map(plainSchema);
  const isSchema = keyword === 'items' || keyword === 'additionalProperties';
  return isSchema && typeof value === 'object' && value !== null
    ? plainSchema(value as DocumentSchema)
    : value;
}
