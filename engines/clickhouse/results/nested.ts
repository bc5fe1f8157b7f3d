/** ClickHouse's arrays, tuples and maps as JSON texts. */
import { listTypes } from '../../support/canonical.ts';
import { namedType, readTypeArguments } from '../type-text.ts';
import { type LineKind, structuredKind } from './kind.ts';
import { decodeStringToken, type LineCursor, NoRow } from './line.ts';

type KindOf = (type: string) => LineKind | null;

/** Aliases of types. */
const ALIASES: Readonly<Record<string, string>> = {
  Point: 'Tuple(Float64, Float64)',
  Ring: 'Array(Point)',
  LineString: 'Array(Point)',
  Polygon: 'Array(Ring)',
  MultiLineString: 'Array(LineString)',
  MultiPolygon: 'Array(Polygon)',
};

/** `null` for any other type, and if the type of a part is not read. */
export function findNestedLineKind(type: string, kindOf: KindOf): LineKind | null {
  const alias = Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined;
  if (alias !== undefined) return kindOf(alias);
  const records = readTypeArguments('Nested', type);
  if (records !== null) return kindOf(`Array(Tuple(${records.join(', ')}))`);
  const [item] = readTypeArguments('Array', type) ?? [];
  if (item !== undefined) return arrayKind(kindOf(item));
  const [key, value] = readTypeArguments('Map', type) ?? [];
  if (key !== undefined && value !== undefined) return mapKind(kindOf(key), kindOf(value));
  const parts = type === 'Tuple()' ? [] : readTypeArguments('Tuple', type);
  return parts === null ? null : tupleKind(parts, kindOf);
}

function arrayKind(item: LineKind | null): LineKind | null {
  if (item === null) return null;
  const json = (line: LineCursor) => `[${listed(line, '[', ']', () => partOf(item, line))}]`;
  return structuredKind(json, listTypes(item.readAs));
}

function mapKind(key: LineKind | null, value: LineKind | null): LineKind | null {
  if (key === null || value === null) return null;
  const entry = (line: LineCursor) => {
    const name = JSON.stringify(key.key(decodeStringToken(line.string())));
    line.expect(':');
    return `${name}:${partOf(value, line)}`;
  };
  return structuredKind(line => `{${listed(line, '{', '}', () => entry(line))}}`);
}

/** A JSON object if its parts have names, otherwise an array. */
function tupleKind(types: readonly string[], kindOf: KindOf): LineKind | null {
  const parts = types.map(text => {
    const { name, type } = namedType(text);
    return { name, kind: kindOf(type) };
  });
  const kinds: LineKind[] = [];
  for (const { kind } of parts) {
    if (kind === null) return null;
    kinds.push(kind);
  }
  const byName = new Map(parts.map(({ name }, place) => [name, kinds[place]]));
  const ordered = (line: LineCursor) => {
    const rest = kinds.values();
    return listed(line, '[', ']', () => partOf(rest.next().value, line));
  };
  const named = (line: LineCursor) =>
    listed(line, '{', '}', () => {
      const name = line.string();
      line.expect(':');
      return `${name}:${partOf(byName.get(decodeStringToken(name)), line)}`;
    });
  return structuredKind(line => (line.isAt('{') ? `{${named(line)}}` : `[${ordered(line)}]`));
}

function listed(line: LineCursor, open: string, close: string, take: () => string): string {
  const items: string[] = [];
  line.expect(open);
  if (line.skip(close)) return '';
  do items.push(take());
  while (line.skip(','));
  line.expect(close);
  return items.join(',');
}

function partOf(kind: LineKind | undefined, line: LineCursor): string {
  if (kind === undefined) throw new NoRow();
  return line.skipNull() ? 'null' : kind.json(line);
}
