/** ClickHouse's arrays, tuples and maps as JSON texts. */
import { listTypes } from '../../support/canonical.ts';
import { argumentsOf, namedType } from '../type-text.ts';
import { type Kind, structured } from './kind.ts';
import { type Line, NoRow, textOf } from './line.ts';

type KindOf = (type: string) => Kind | null;

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
export function nestedKind(type: string, kindOf: KindOf): Kind | null {
  const alias = Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined;
  if (alias !== undefined) return kindOf(alias);
  const records = argumentsOf('Nested', type);
  if (records !== null) return kindOf(`Array(Tuple(${records.join(', ')}))`);
  const [item] = argumentsOf('Array', type) ?? [];
  if (item !== undefined) return arrayKind(kindOf(item));
  const [key, value] = argumentsOf('Map', type) ?? [];
  if (key !== undefined && value !== undefined) return mapKind(kindOf(key), kindOf(value));
  const parts = type === 'Tuple()' ? [] : argumentsOf('Tuple', type);
  return parts === null ? null : tupleKind(parts, kindOf);
}

function arrayKind(item: Kind | null): Kind | null {
  if (item === null) return null;
  const json = (line: Line) => `[${listed(line, '[', ']', () => partOf(item, line))}]`;
  return structured(json, listTypes(item.readAs));
}

function mapKind(key: Kind | null, value: Kind | null): Kind | null {
  if (key === null || value === null) return null;
  const entry = (line: Line) => {
    const name = JSON.stringify(key.key(textOf(line.string())));
    line.expect(':');
    return `${name}:${partOf(value, line)}`;
  };
  return structured(line => `{${listed(line, '{', '}', () => entry(line))}}`);
}

/** A JSON object if its parts have names, otherwise an array. */
function tupleKind(types: readonly string[], kindOf: KindOf): Kind | null {
  const parts = types.map(text => {
    const { name, type } = namedType(text);
    return { name, kind: kindOf(type) };
  });
  const kinds: Kind[] = [];
  for (const { kind } of parts) {
    if (kind === null) return null;
    kinds.push(kind);
  }
  const byName = new Map(parts.map(({ name }, place) => [name, kinds[place]]));
  const ordered = (line: Line) => {
    const rest = kinds.values();
    return listed(line, '[', ']', () => partOf(rest.next().value, line));
  };
  const named = (line: Line) =>
    listed(line, '{', '}', () => {
      const name = line.string();
      line.expect(':');
      return `${name}:${partOf(byName.get(textOf(name)), line)}`;
    });
  return structured(line => (line.isAt('{') ? `{${named(line)}}` : `[${ordered(line)}]`));
}

function listed(line: Line, open: string, close: string, take: () => string): string {
  const items: string[] = [];
  line.expect(open);
  if (line.skip(close)) return '';
  do items.push(take());
  while (line.skip(','));
  line.expect(close);
  return items.join(',');
}

function partOf(kind: Kind | undefined, line: Line): string {
  if (kind === undefined) throw new NoRow();
  return line.skipNull() ? 'null' : kind.json(line);
}
