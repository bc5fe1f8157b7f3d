/** The members of a JSON body as the texts that an address would have. */
import type { Param } from '../../../generator/core/plan/param.ts';
import { counted } from '../../../generator/core/report/words.ts';
import { repeatedParameter } from '../../../generator/params/fault-words.ts';
import { readExactJson } from './exact-json.ts';
import { itemKind, kindOf, listWords, type MemberKind, refusal } from './member-kinds.ts';
import { type RequestFault, type RequestQuery, shown } from './read-request.ts';

/**
 * The values that a member may be: those that the OpenAPI document declares; or any scalar, where callers write for another
 * service or for a tool.
 */
export type Scalars = 'declared' | 'any';

/** Returns the texts that an address would have, and faults for other members; `null` if the bytes are not a JSON object. */
export function parseBody(
  bytes: Uint8Array,
  params: readonly Param[],
  scalars: Scalars = 'declared',
): RequestQuery | null {
  const parsed = readExactJson(bytes);
  if (parsed === null) return null;
  const { value, repeated } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return readMembers(value, params, [...new Set(repeated.map(memberName))], scalars);
}

/** Names of nested members are written `status[gte]`. */
function memberName([name = '', inner]: readonly string[]): string {
  return inner === undefined ? name : `${name}[${inner}]`;
}

/** Reads members that were parsed elsewhere; `repeated` has the names that occur more than once. */
export function readMembers(
  members: object,
  params: readonly Param[],
  repeated: readonly string[] = [],
  scalars: Scalars = 'any',
): RequestQuery {
  const texts = new Map<string, readonly string[]>();
  const shapeOf = shapes(params, scalars);
  const filters = new Set(params.flatMap(({ filter }) => filter?.name ?? []));
  const faults = repeated.map(repeatedFault);
  for (const [name, value] of Object.entries(members).flatMap(member => pairsOf(member, filters))) {
    if ((value === null && scalars === 'any') || repeated.includes(name)) continue;
    const read = textsOf(value, shapeOf(name));
    if (texts.has(name)) faults.push(repeatedFault(name));
    else if (Array.isArray(read)) texts.set(name, read);
    else {
      const message = `\`${shown(name)}\` must be ${read}.`;
      faults.push({ code: 'invalid_parameter', name: shown(name), message });
    }
  }
  return { texts, faults };
}

export function repeatedFault(name: string): RequestFault {
  const message = repeatedParameter(shown(name));
  return { code: 'repeated_parameter', name: shown(name), message };
}

/** Flattens an object of a filter's operators or a map's keys: `{ "status": { "gte": 400 } }` is `status[gte]`. */
function pairsOf([name, value]: Member, filters: ReadonlySet<string>): readonly Member[] {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
  const nested = isNested && filters.has(name) ? Object.entries(value) : [];
  if (nested.length === 0) return [[name, value]];
  return nested.map(([operator, given]) => [`${name}[${operator}]`, given]);
}

type Member = readonly [name: string, value: unknown];

/** Values that a member may have. */
interface Shape {
  readonly kind: MemberKind;
  /** `either`: one item may stand without a list around it. */
  readonly list: 'never' | 'always' | 'either';
  /** The least items of a list that the document declares. */
  readonly least: number;
}

/** Returns the shape of a member by its name. The names in brackets are a filter's operators, and the keys of a map. */
function shapes(params: readonly Param[], scalars: Scalars): (name: string) => Shape {
  const known = new Map(params.flatMap(param => shapesOf(param, scalars)));
  const maps = new Set(params.flatMap(({ filter }) => (filter?.key ? `${filter.name}[` : [])));
  return name => {
    const isKey = maps.has(name.slice(0, name.indexOf('[') + 1));
    return known.get(name) ?? { kind: 'any', list: isKey ? 'either' : 'never', least: 0 };
  };
}

/** The OpenAPI document has the names without brackets alone. */
function shapesOf(param: Param, scalars: Scalars): (readonly [name: string, Shape])[] {
  const { name, filter, list } = param;
  const kind = scalars === 'any' ? 'any' : kindOf(param);
  const free: Shape = { kind, list: list === null ? 'never' : 'either', least: 0 };
  const declared: Shape =
    list !== null && scalars === 'declared'
      ? { kind: itemKind(kind), list: 'always', least: list.minItems }
      : free;
  // Brackets after the filter of a map have a key.
  const bracketed =
    filter === undefined || filter.key
      ? []
      : [[`${filter.name}[${filter.operator}]`, free] as const];
  return [[name, declared], ...bracketed];
}

/** Returns the texts of a value; or, as a string, what it must be. */
function textsOf(value: unknown, { kind, list, least }: Shape): readonly string[] | string {
  const isList = list !== 'never';
  if (Array.isArray(value) && !isList) return 'a single value, not a list';
  if (!Array.isArray(value) && list === 'always') return listWords(kind, value);
  const values = Array.isArray(value) ? value : [value];
  // An absent list may have fewer.
  if (values.length === 0 && least > 0)
    return `a list of at least ${counted(least, 'item')}, not 0`;
  const [refused] = values.flatMap(one => refusal(one, kind, isList) ?? []);
  return refused ?? values.map(String);
}
