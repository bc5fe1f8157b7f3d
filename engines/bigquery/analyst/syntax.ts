/** Reads the parser's tree of a statement. It has hundreds of kinds of nodes; a few matter here. */

interface Located {
  readonly parent?: Located;
  readonly parse_location_range?: { readonly start?: number };
}
interface ParameterNode extends Located {
  /** Not there for `?`. */
  readonly name?: { readonly id_string?: string };
}

export interface Parameters {
  /** Each once, in the order in which they stand. */
  readonly names: readonly string[];
  /** The byte at which a `?` stands; `null` where none does. */
  readonly positionalAt: number | null;
}

/** `statement`: as `Parse` gives it. */
export function parametersIn(statement: object): Parameters {
  const found = nodes<ParameterNode>(statement, 'ast_parameter_expr_node')
    .map(node => ({ name: node.name?.id_string ?? null, byte: startOf(node) }))
    .sort((a, b) => a.byte - b.byte);
  const positional = found.find(({ name }) => name === null);
  return {
    names: [...new Set(found.flatMap(({ name }) => name ?? []))],
    positionalAt: positional?.byte ?? null,
  };
}

/** Whether it is a bare query. */
export function isQuery(statement: object): boolean {
  return Object.keys(statement).join() === 'ast_query_statement_node';
}

/** The byte at which the node begins. */
export function startOf(node: object): number {
  // A node of the parser's classes is inside those that it derives from; some wrap it in the name of its class.
  let at: Located | undefined = node;
  while (at !== undefined && at.parse_location_range === undefined) {
    at = at.parent ?? Object.values(at).find(value => typeof value === 'object');
  }
  return at?.parse_location_range?.start ?? 0;
}

/** Every node of the kind, at any depth. */
function nodes<Node>(tree: object, kind: string): readonly Node[] {
  const found: Node[] = [];
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, child] of Object.entries(node)) {
      if (key === kind) found.push(child);
      left.push(child);
    }
  }
  return found;
}
