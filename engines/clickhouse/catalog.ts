/** What ClickHouse's `DESCRIBE` says of columns. */
import type { Scalar } from '../../generator/core/scalar.ts';
import type { CatalogueColumn } from '../engine.ts';

/** The column of a name and a type as ClickHouse writes them. */
export function columnOf(name: string, type: string): CatalogueColumn {
  const nullable = /^(LowCardinality\()?Nullable\(/.test(type) || type === 'Nothing';
  const plain = unwrapped(type);
  const list = argumentsOf('Array', plain);
  const element = list === null ? plain : unwrapped(list[0] ?? '');
  const fields = argumentsOf('Tuple', element)?.map(fieldOf) ?? null;
  return { name, type, readAs: scalarsOf(plain), nullable, isList: list !== null, fields };
}

function unwrapped(type: string): string {
  const inner = argumentsOf('LowCardinality', type) ?? argumentsOf('Nullable', type);
  return inner === null ? type : unwrapped(inner[0] ?? '');
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

function scalarsOf(type: string): readonly Scalar[] {
  if (type === 'String') return ['string', 'json'];
  if (/^(FixedString\(|Enum\d*\(|UUID$|IPv[46]$)/.test(type)) return ['string'];
  if (/^U?Int(8|16|32|64|128|256)$/.test(type)) return ['int64', 'float64', 'decimal'];
  if (/^(B?Float\d+)$/.test(type)) return ['float64'];
  if (type === 'Bool') return ['bool'];
  if (/^DateTime(64)?(\(|$)/.test(type)) return ['timestamp'];
  if (/^Date(32)?$/.test(type)) return ['date'];
  if (/^(JSON|Object|Dynamic|Variant|Map|Array|Tuple)(\(|$)/.test(type)) return ['json'];
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
