/** Reads the parser's tree of a statement. Only a few of its hundreds of kinds of nodes matter here. */

interface Located {
  readonly parent?: Located;
  readonly parse_location_range?: { readonly start?: number };
}
interface ParameterNode extends Located {
  /** Absent for `?`. */
  readonly name?: { readonly id_string?: string };
}

interface Parameters {
  /** Each once, in the order of their occurrence. */
  readonly names: readonly string[];
  /** The byte offset of a `?`; `null` if there is none. */
  readonly positionalAt: number | null;
}

/** `statement`: the result of `Parse`. */
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

/** The byte offset at which the node begins. */
export function startOf(node: object): number {
  // The place is in the data of a base class, which `parent` contains. Some nodes are wrapped in the name of their class.
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
