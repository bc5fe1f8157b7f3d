/** What ClickHouse's `DESCRIBE` says of columns. */
import type { Scalar } from '../../generator/core/scalar.ts';
import type { CatalogueColumn } from '../engine.ts';

/** The column of a name and a type as ClickHouse writes them. */
export function columnOf(name: string, written: string): CatalogueColumn {
  const type = inOneLine(written);
  const plain = unwrapped(type);
  const list = argumentsOf('Array', plain);
  const element = list === null ? plain : unwrapped(list[0] ?? '');
  const fields = argumentsOf('Tuple', element)?.map(fieldOf) ?? null;
  const isList = list !== null;
  return { name, type, readAs: scalarsOf(plain), nullable: mayBeNull(type), isList, fields };
}

/** `DESCRIBE` writes each element of a named tuple on a line of its own; a line break of a name is escaped. */
function inOneLine(type: string): string {
  return type.replace(/,\n */g, ', ').replace(/\n */g, '');
}

function unwrapped(type: string): string {
  const inner = wrappedIn(type) ?? argumentsOf('Nullable', type)?.[0];
  return inner === undefined ? type : unwrapped(inner);
}

/** The type whose values a column of the type holds; `undefined` where it is none of those that hold another's. */
function wrappedIn(type: string): string | undefined {
  return (
    argumentsOf('LowCardinality', type)?.[0] ?? argumentsOf('SimpleAggregateFunction', type)?.at(-1)
  );
}

/** `Variant` and `Dynamic` hold NULL without being `Nullable`. */
function mayBeNull(type: string): boolean {
  const inner = wrappedIn(type);
  return inner === undefined
    ? /^(Nullable\(|Variant\(|(Dynamic|Nothing)(\(|$))/.test(type)
    : mayBeNull(inner);
}

/** `name Type`; the name may stand in backticks. A tuple without names has fields that no path leads to. */
function fieldOf(text: string): CatalogueColumn {
  const quoted = /^`((?:[^`\\]|\\.)*)` (.*)$/s.exec(text);
  if (quoted !== null) {
    const [, name = '', type = ''] = quoted;
    return columnOf(name.replace(/\\(.)/g, '$1'), type);
  }
  const [, name = '', type = ''] = /^(\w+) (.*)$/s.exec(text) ?? ['', '', text];
  return columnOf(name, type);
}

/** What stands in the parentheses of `name(…)`, split at its commas; `null` where the type is another. */
function argumentsOf(name: string, type: string): readonly string[] | null {
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

/** Statements take microseconds from a `DateTime64` alone, and JSON from texts: any other type needs SQL of the column's own. */
function scalarsOf(type: string): readonly Scalar[] {
  if (type === 'String') return ['string', 'json'];
  if (/^(FixedString\(|Enum\d*\(|UUID$|IPv[46]$)/.test(type)) return ['string'];
  if (/^U?Int(8|16|32|64|128|256)$/.test(type)) return ['int64', 'float64', 'decimal'];
  if (/^(B?Float\d+)$/.test(type)) return ['float64'];
  if (type === 'Bool') return ['bool'];
  if (type.startsWith('DateTime64(')) return ['timestamp'];
  if (/^Date(32)?$/.test(type)) return ['date'];
  return decimalScalars(type);
}

/** As many digits as a float64 gives back, or whole numbers in reach of an Int64. */
function decimalScalars(type: string): readonly Scalar[] {
  const [, precision, scale] = /^Decimal\((\d+), *(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined) return [];
  return [
    'decimal',
    ...(scale === '0' && Number(precision) <= 18 ? (['int64'] as const) : []),
    ...(Number(precision) <= 15 ? (['float64'] as const) : []),
  ];
}
