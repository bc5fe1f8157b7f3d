/** The documentation of an endpoint, as a resource in Markdown. */
import { sentences } from '../../generator/core/report/words.ts';
import type { DocumentSchema } from './document.ts';
import type { Tool, ToolEndpoint } from './tools.ts';

const BEFORE = 'quern://endpoints/';

export function resourceUri({ endpoint }: ToolEndpoint): string {
  return BEFORE + endpoint.name;
}

/** Returns the page of a tool: its answer, its parameters and its columns. */
export function resourceText(
  { endpoint, description }: ToolEndpoint,
  { name, description: words, inputSchema, outputSchema }: Tool,
): string {
  const params = Object.keys(inputSchema.properties).map(param => {
    const about = description.params.get(param);
    const needed = inputSchema.required.includes(param) ? 'required' : 'optional';
    return item(param, [typeWords(about?.schema ?? {}), needed], about?.description ?? null);
  });
  const columns = Object.entries(
    Object(description.row['properties']) as Record<string, DocumentSchema>,
  );
  return [
    `# ${endpoint.name}`,
    fenced(words),
    `Run it with the tool \`${name}\`, or by \`GET /api/endpoints/${endpoint.name}\`.`,
    '## Parameters',
    params.length === 0 ? 'None.' : params.join('\n'),
    '## Columns',
    columns.length === 0
      ? 'Those of the statement.'
      : columns.map(([column, schema]) => columnItem(column, schema)).join('\n'),
    '## JSON Schema of the answer',
    fenced(JSON.stringify(outputSchema, null, 2), 'json'),
  ].join('\n\n');
}

function columnItem(name: string, schema: DocumentSchema): string {
  const { description = null } = schema;
  return item(name, [typeWords(schema)], description === null ? null : String(description));
}

function item(name: string, facts: readonly string[], markdown: string | null): string {
  const words = sentences(`* \`${name}\` (${facts.join(', ')})`, markdown);
  return words
    .trim()
    .split('\n')
    .map(line => line.trim())
    .join(' ');
}

function typeWords({ type, items, enum: values }: DocumentSchema): string {
  if (Array.isArray(values)) return `one of ${values.map(value => `\`${value}\``).join(', ')}`;
  if (type === 'array') return `list of ${typeWords(Object(items))}`;
  return [type ?? 'any'].flat().join(' or ');
}

/** Returns a text in a code block with a fence that no line of the text can close. */
function fenced(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
