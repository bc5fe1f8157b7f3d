/** An endpoint around a query that exists, in GoogleSQL or in an engine's own SQL. */
import type { WrittenQuery } from '../own/written-params.ts';

interface Named {
  readonly name: string;
  readonly id: string;
  /** The path of the schema, relative to the file. */
  readonly schema: string;
}

/** Its text. `engine`: the engine whose SQL the query is; `null` for GoogleSQL. */
export function sqlEndpointText(
  { name, id, schema }: Named,
  { text, params }: WrittenQuery,
  engine: string | null,
): string {
  const declared = params.map(({ name, type, isList }) => {
    const of = type ?? 'string';
    const note = type === null ? '     # guessed: the query does not show its type' : '';
    return `  ${name}: { ${isList ? `list: ${of}` : `type: ${of}`}, required: true }${note}`;
  });
  const indent = engine === null ? '  ' : '    ';
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    `endpoint: ${name}`,
    `id: ${id}`,
    ...(declared.length === 0 ? [] : ['params:', ...declared]),
    ...(engine === null ? ['query: |'] : ['query:', `  ${engine}: |`]),
    ...lined(text).map(line => (line === '' ? '' : `${indent}${line}`)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Its lines from the first letter, without a common margin and the final semicolon. */
function lined(text: string): readonly string[] {
  const all = text.slice(0, bodyEnd(text)).split(/\r?\n/);
  const lines = all.slice(all.findIndex(line => line.trim() !== ''));
  const margins = lines.flatMap(line => (line.trim() === '' ? [] : line.search(/[^ ]/)));
  const margin = Math.min(...margins);
  return lines.map(line => line.slice(margin));
}

/** The offset after the last character that is neither space nor a semicolon. */
function bodyEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s;]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}
