/**
 * The resolved tree of a statement, from ZetaSQL's `Analyze`, read field by field. Reading a field marks it. A field that is set but was
 * never read is something that the translation does not support, so it is refused.
 */

/** A message as `@grpc/proto-loader` returns it: names as in the .proto files, enums and 64-bit integers as text. */
export type Message = Readonly<Record<string, unknown>>;

/** A range of a statement in UTF-8 bytes; `end` is exclusive. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** Values that mean the same as an unset field. All other enum values are choices. */
const NEUTRAL: ReadonlySet<unknown> = new Set([
  '',
  '0',
  0,
  false,
  null,
  undefined,
  'DEFAULT_ERROR_MODE',
  'DEFAULT_NULL_HANDLING',
  'ORDER_UNSPECIFIED',
]);

/** Fields without a meaning for the rows: the arguments themselves have their types. */
const SILENT: ReadonlySet<string> = new Set(['signature', 'parse_location_range', 'is_ordered']);

/** Ends the reading of a statement; the reason has been refused already. */
export class Unreadable extends Error {}

/** The most levels of nested nodes. Everything that reads a plan recurses once for each level. */
export const DEEPEST_TREE = 300;

/** All opened nodes of one tree. */
export class Tree {
  /** Keyed by message. */
  readonly #opened = new Map<object, ResolvedNode>();
  /** Nodes that code reads, without those that it only looks up. */
  readonly #reached = new Set<ResolvedNode>();
  readonly #deepest: number;
  /** A node that is nested too deeply; `null` if none is. */
  tooDeep: ResolvedNode | null = null;

  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  /** The node in `message`, under the name of its kind. Unwraps the more general messages around it. */
  open(message: unknown, around: Around, isReached = true): ResolvedNode {
    let [kind, of] = ['', asMessage(message)];
    for (;;) {
      const [name = '', ...more] = Object.keys(of);
      if (more.length > 0 || !isNodeName(name)) break;
      [kind, of] = [name.replace(/^resolved_|_node$/g, ''), asMessage(of[name])];
    }
    return this.message(kind, of, around, isReached);
  }

  message(kind: string, message: unknown, around: Around, isReached = true): ResolvedNode {
    const of = asMessage(message);
    const node = this.#opened.get(of) ?? new ResolvedNode(this, kind, flat(of), around);
    this.#opened.set(of, node);
    if (isReached) this.#reached.add(node);
    if (node.depth <= this.#deepest) return node;
    this.tooDeep = node;
    throw new Unreadable();
  }

  /** The fields that are set but were not read, each with its node. */
  unread(): readonly { readonly node: ResolvedNode; readonly field: string }[] {
    return [...this.#reached].flatMap(node => node.unread().map(field => ({ node, field })));
  }
}

/** The enclosing node; `null` for the statement itself. */
type Around = (Pick<ResolvedNode, 'place' | 'depth'> & { readonly isForeign?: boolean }) | null;

export class ResolvedNode {
  readonly kind: string;
  /** Its own place, or that of the enclosing node. */
  readonly place: Bytes | null;
  /** Whether the place is its own. */
  readonly hasPlace: boolean;
  readonly depth: number;
  /** Whether it belongs to another text, whose places mean nothing here. */
  readonly isForeign: boolean;
  readonly #tree: Tree;
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #read = new Set<string>();

  constructor(tree: Tree, kind: string, fields: ResolvedNode['fields'], around: Around) {
    this.#tree = tree;
    this.kind = kind;
    this.#fields = fields;
    this.isForeign = around?.isForeign === true;
    const own = this.isForeign ? null : rangeOf(fields.get('parse_location_range'));
    this.hasPlace = own !== null;
    this.place = own ?? around?.place ?? null;
    this.depth = (around?.depth ?? 0) + 1;
  }

  get fields(): ReadonlyMap<string, unknown> {
    return this.#fields;
  }

  /** The raw field; `null` if it is not set. */
  value(name: string): unknown {
    this.#read.add(name);
    return this.#fields.get(name) ?? null;
  }

  text(name: string): string {
    const value = this.value(name);
    return typeof value === 'string' ? value : '';
  }

  flag(name: string): boolean {
    return this.value(name) === true;
  }

  list(name: string): readonly unknown[] {
    const value = this.value(name);
    return Array.isArray(value) ? value : [];
  }

  /** The single node of a required field. */
  node(name: string): ResolvedNode {
    this.#read.add(name);
    const value = this.#fields.get(name);
    if (value === undefined || value === null) throw new Error(`a ${this.kind} has no ${name}`);
    return this.#tree.open(value, this);
  }

  /** Like `node`, for a node of another text that replaces `place` of this one. */
  nodeOf(name: string, place: Bytes | null): ResolvedNode {
    return this.#tree.open(this.value(name), { place, depth: this.depth, isForeign: true });
  }

  nodeOrNull(name: string): ResolvedNode | null {
    const value = this.value(name);
    return value === null ? null : this.#tree.open(value, this);
  }

  /** Like `nodeOrNull`, without marking the field as read: shows the kind of the node. */
  peek(name: string): ResolvedNode | null {
    const value = this.#fields.get(name) ?? null;
    return value === null ? null : this.#tree.open(value, this, false);
  }

  /** The nodes of a list, which do not count as read. */
  peekAll(name: string): readonly ResolvedNode[] {
    const value = this.#fields.get(name);
    const nodes: readonly unknown[] = Array.isArray(value) ? value : [];
    return nodes.map(one => this.#tree.open(one, this, false));
  }

  nodes(name: string): readonly ResolvedNode[] {
    return this.list(name).map(value => this.#tree.open(value, this));
  }

  /** The message of a required field. */
  part(name: string): ResolvedNode {
    this.#read.add(name);
    return this.#tree.message(name, this.#fields.get(name) ?? {}, this);
  }

  parts(name: string): readonly ResolvedNode[] {
    return this.list(name).map(value => this.#tree.message(name, value, this));
  }

  /** The outermost nodes of a kind below this one. */
  below(kind: string): readonly ResolvedNode[] {
    // the expression of a team's function belongs to another text, and contains no query
    const own = [...this.#fields].filter(([name]) => this.kind !== 'with_expr' || name !== 'expr');
    return own.flatMap(([, value]) => this.#found(value, kind));
  }

  #found(value: unknown, kind: string): readonly ResolvedNode[] {
    if (Array.isArray(value)) return value.flatMap(item => this.#found(item, kind));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    const [name = '', ...more] = Object.keys(value);
    if (more.length > 0 || !isNodeName(name))
      return Object.values(value).flatMap(item => this.#found(item, kind));
    const node = this.#tree.open(value, this, false);
    return node.kind === kind ? [node] : node.below(kind);
  }

  /** From the first to the last of the places of the nearest nodes below that have one; `null` if none has. */
  inside(): Bytes | null {
    const places = [...this.#fields.values()].flatMap(value => this.#placed(value));
    const [first] = places;
    if (first === undefined) return null;
    const start = Math.min(...places.map(place => place.start));
    return { start, end: Math.max(...places.map(place => place.end)) };
  }

  #placed(value: unknown): readonly Bytes[] {
    if (Array.isArray(value)) return value.flatMap(item => this.#placed(item));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    const own = rangeOf(flat(value as Message).get('parse_location_range'));
    return own === null ? Object.values(value).flatMap(part => this.#placed(part)) : [own];
  }

  /** Marks all fields as read, because the node is refused as a whole. */
  pass(): void {
    for (const name of this.#fields.keys()) this.#read.add(name);
  }

  unread(): readonly string[] {
    return [...this.#fields]
      .filter(([name, value]) => !this.#read.has(name) && !SILENT.has(name) && isSet(value))
      .map(([name]) => name);
  }
}

function isNodeName(name: string): boolean {
  return /^resolved_[a-z_]+_node$/.test(name);
}

function asMessage(value: unknown): Message {
  if (typeof value !== 'object' || value === null) throw new Error('the tree has no such message');
  return value as Message;
}

/** The fields of a message and of the messages that it extends, which are under `parent`. */
function flat(message: Message): ReadonlyMap<string, unknown> {
  const { parent, ...own } = message;
  const inherited = parent === undefined || parent === null ? [] : flat(asMessage(parent));
  return new Map([...inherited, ...Object.entries(own)]);
}

function isSet(value: unknown): boolean {
  if (NEUTRAL.has(value)) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || ArrayBuffer.isView(value)) return true;
  return Object.values(value as Message).some(isSet);
}

function rangeOf(value: unknown): Bytes | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start, end } = value as Message;
  if (typeof start !== 'number' || typeof end !== 'number') return null;
  return { start, end };
}
