/** Arguments as someone makes them who knows nothing of a tool but its schema. */

export type Schema = { readonly [keyword: string]: unknown };

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
}

/** A text for each pattern. */
const TEXTS = ['p1', '1', 'k=v'];

/** A request may have at most 20 filters. */
const MOST = 20;

/** Those that are required, or as many as there may be, without a cursor: that comes from an answer. */
export function argumentsOf(
  { inputSchema: { properties = {}, required = [] } }: ListedTool,
  which: 'required' | 'all',
): Record<string, unknown> {
  const names = Object.keys(properties).filter(name => name !== 'cursor');
  const given =
    which === 'all' ? names.slice(0, MOST) : names.filter(name => required.includes(name));
  return Object.fromEntries(given.map(name => [name, sampleFrom(properties[name] as Schema)]));
}

function sampleFrom(schema: Schema): unknown {
  const {
    examples,
    enum: values,
    type,
    format,
    pattern,
    items,
    minItems = 1,
    minimum = 1,
  } = schema;
  const known = [examples, values].flatMap(list => (Array.isArray(list) ? list : []));
  if (known.length > 0) return known[0];
  if (schema['default'] !== undefined) return schema['default'];
  if (type === 'array') {
    const item = { ...(items as Schema), description: schema['description'] };
    return Array.from({ length: Math.max(1, Number(minItems)) }, () => sampleFrom(item));
  }
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (typeof pattern === 'string') return TEXTS.find(text => new RegExp(pattern).test(text));
  const said = String(schema['description']);
  if (format === undefined && said.includes('=')) return 'k=v';
  return format === 'date-time' || said.includes('ISO 8601')
    ? '2026-01-15T10:00:00Z'
    : format === 'date'
      ? '2026-01-15'
      : 'p1';
}
