/** Cuts the parts of a tree that do not have the shape of their file, so that the faults of the rest are found in the same run. */
import type { Cuts } from '../core/report/cuts.ts';
import type { Place } from '../core/report/diagnostics.ts';
import { nearest } from '../core/report/suggestion.ts';
import type { Document, MappingEntry, MappingNode, Node } from '../core/spec/document.ts';
import { collectFaults } from '../shape/faults/faults.ts';
import type { Shape } from '../shape/shape.ts';

export interface CutTree {
  readonly root: MappingNode;
  readonly cuts: Cuts;
  /** The names under the first keys, such as those of data sets, within which something was cut. */
  readonly within: ReadonlySet<string>;
}

/** Clauses that declare no names which other texts use. A key near none of them may be another word for one that does. */
const NAMELESS = [
  ...['id', 'compat', 'ignore', 'summary', 'description', 'engines', 'owner', 'tags', 'aliases'],
  ...['deprecated', 'replaced_by', 'sunset', 'where', 'match', 'prefix', 'having'],
  ...['group_by', 'retention', 'select', 'order_by', 'limit', 'distinct', 'unscoped'],
  ...['max_rows', 'rollup', 'cache', 'sandbox', 'tests'],
];

/** A cut can leave something without a needed part, which is cut next. */
const MOST_ROUNDS = 20;

/** `depth`: from how many keys on the thing that a cut was part of is named by the key above. Returns `null` if nothing usable is left. */
export function cutTree(
  { root: whole, sound }: Document,
  shape: Shape<unknown>,
  depth: number,
): CutTree | null {
  const cutting = new Cutting(depth);
  let root: Node | null = whole;
  for (let round = 0; round < MOST_ROUNDS && root?.kind === 'mapping'; round += 1) {
    const places = faultsOf(root, shape);
    if (places.length === 0) return { root, cuts: cutting.cuts(!sound), within: cutting.within };
    const before: Node = root;
    for (const place of places) root = root && cutting.without(root, place, []);
    if (root === before) return null;
  }
  return null;
}

function faultsOf(node: MappingNode, shape: Shape<unknown>): readonly Place[] {
  const places: Place[] = [];
  const faults = collectFaults();
  shape.check({ node, above: null, entry: null }, faults);
  faults.finish((_, place) => places.push(place));
  return places;
}

class Cutting {
  readonly within = new Set<string>();
  readonly #depth: number;
  readonly #names = new Set<string>();
  readonly #torn: Place[] = [];
  #isWide = false;

  constructor(depth: number) {
    this.#depth = depth;
  }

  cuts(isWide: boolean): Cuts {
    return { names: this.#names, torn: this.#torn, isWide: isWide || this.#isWide };
  }

  /** The node without the smallest part that contains the place; the same node if no part does, and `null` if it is the node itself. */
  without(node: Node, place: Place, path: readonly string[]): Node | null {
    if (node.kind === 'mapping') return this.#withoutEntry(node, place, path);
    if (node.kind === 'scalar' || isSame(node.place, place)) return null;
    const at = node.items.findIndex(item => contains(item.place, place));
    const item = node.items[at];
    if (item === undefined) return node;
    const left = isSame(item.place, place) ? null : this.without(item, place, [...path, '-']);
    if (left === item) return node;
    if (left === null) this.#note(item, path);
    return { ...node, items: node.items.toSpliced(at, 1, ...(left === null ? [] : [left])) };
  }

  #withoutEntry(node: MappingNode, place: Place, path: readonly string[]): Node | null {
    const at = node.entries.findIndex(one => spans(one, place));
    const entry = node.entries[at];
    if (entry === undefined) return this.#withoutPieces(node, place, path);
    const names = [...path, entry.name];
    const isValue = contains(entry.value.place, place) && !isSame(entry.value.place, place);
    const left = isValue ? this.without(entry.value, place, names) : null;
    if (left === entry.value) return node;
    if (node.flow) this.#torn.push(node.place);
    if (left === null) this.#note(entry.value, names);
    const kept = left === null ? [] : [{ ...entry, value: left }];
    return { ...node, entries: node.entries.toSpliced(at, 1, ...kept) };
  }

  /** Without the entries that are pieces of one text. */
  #withoutPieces(node: MappingNode, place: Place, path: readonly string[]): MappingNode {
    const pieces = node.entries.filter(
      one => contains(place, one.place) && endOf(one) <= place.end,
    );
    if (pieces.length === 0) return node;
    this.#torn.push(node.place);
    for (const { name, value } of pieces) this.#note(value, [...path, name]);
    return { ...node, entries: node.entries.filter(one => !pieces.includes(one)) };
  }

  #note(cut: Node, path: readonly string[]): void {
    this.#isWide ||= !isNameless(path);
    for (const name of path.slice(1, 2)) this.within.add(name);
    for (const name of path.slice(path.length >= this.#depth ? -2 : -1)) this.#names.add(name);
    for (const name of namesIn(cut)) this.#names.add(name);
  }
}

/** The part that is gone may be known by another name than its key. A parameter keeps its name if only a part of it is cut. */
function isNameless([clause = '', ...names]: readonly string[]): boolean {
  if (clause === 'sources') return names.length > 0;
  return nearest(clause, NAMELESS) !== null || (clause === 'params' && names.length > 1);
}

function namesIn(node: Node): readonly string[] {
  if (node.kind === 'sequence') return node.items.flatMap(namesIn);
  if (node.kind === 'mapping')
    return node.entries.flatMap(({ name, value }) => [name, ...namesIn(value)]);
  return /^[\w-]+$/.test(node.text) ? [node.text] : [];
}

/** Whether the place is within the key and the value. It makes no place of them, because it runs for each fault and entry. */
function spans(entry: MappingEntry, { start, end }: Place): boolean {
  const last = endOf(entry);
  return entry.place.start <= start && end <= last && entry.place.start < last;
}

function endOf({ place, value }: MappingEntry): number {
  return Math.max(place.end, value.place.end);
}

function contains(outer: Place, { start, end }: Place): boolean {
  return outer.start <= start && end <= outer.end && outer.start < outer.end;
}

function isSame(one: Place, other: Place): boolean {
  return one.start === other.start && one.end === other.end;
}
