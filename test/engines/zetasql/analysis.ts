/** Reads the useful parts of the analyser's resolved tree. */
import type {
  AnalyserMethods,
  ColumnProto,
  TypeProto,
} from '../../../engines/bigquery/analyst/server/protocol.ts';
import type { ResultColumn } from '../test-engine.ts';
import { typeName } from './zetasql-values.ts';

export interface Analysis {
  readonly columns: readonly ResultColumn[];
  /** The same columns, their types with all parts. */
  readonly output: readonly ColumnProto[];
  /** In order of name, in lower case. One that nothing in the statement gives a type is INT64. */
  readonly parameters: readonly ResultColumn[];
  /** The tables that the statement reads, in order of name. */
  readonly tables: readonly string[];
}

interface ParameterNode {
  readonly name: string;
  readonly is_untyped?: boolean;
  readonly parent: { readonly type: TypeProto };
}

interface TableScanNode {
  readonly table: { readonly name: string };
}

export function analysisOf(response: AnalyserMethods['Analyze']['response']): Analysis {
  const query = response.resolved_statement?.resolved_query_stmt_node;
  const output = (query?.output_column_list ?? []).map(({ name, column: { type } }) => {
    return { name, type };
  });
  const scans = [...nodes<TableScanNode>(query, 'resolved_table_scan_node')];
  return {
    columns: output.map(({ name, type }) => ({ name, type: typeName(type) })),
    output,
    parameters: parametersOf(nodes<ParameterNode>(query, 'resolved_parameter_node')),
    tables: [...new Set(scans.map(({ table }) => table.name))].sort(),
  };
}

interface ParsedParameter {
  /** Without one it is known by its place. */
  readonly name?: { readonly id_string: string };
}

/** The names of the parameters of a tree that is parsed and no more, as often as they stand there. */
export function parsedParameters(
  response: AnalyserMethods['Parse']['response'],
): readonly string[] {
  const found = [...nodes<ParsedParameter>(response, 'ast_parameter_expr_node')];
  return found.map(({ name }) => name?.id_string ?? '?');
}

/** One entry a name: the analyser refuses a statement that uses a parameter as of two types. */
function parametersOf(found: Iterable<ParameterNode>): Analysis['parameters'] {
  const types = new Map<string, string>();
  for (const { name, is_untyped: untyped = false, parent } of found) {
    if (!untyped || !types.has(name)) types.set(name, typeName(parent.type));
  }
  return [...types].sort().map(([name, type]) => ({ name, type }));
}

/** Every node of the kind, at any depth. The tree has hundreds of kinds; two matter here. */
function* nodes<Node>(tree: unknown, kind: string): Iterable<Node> {
  if (typeof tree !== 'object' || tree === null || ArrayBuffer.isView(tree)) return;
  for (const [key, child] of Object.entries(tree)) {
    if (key === kind) yield child as Node;
    yield* nodes<Node>(child, kind);
  }
}
