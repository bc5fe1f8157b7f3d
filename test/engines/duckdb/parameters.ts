/** The parameters that DuckDB's parser sees. */
import type { TestEngine } from '../test-engine.ts';

/** The names of the parameters in the tree that `json_serialize_sql` gives; `null` for a text that it refuses. */
export async function parameters(
  engine: TestEngine,
  sql: string,
): Promise<readonly string[] | null> {
  const { rows } = await engine.run('SELECT json_serialize_sql($text::VARCHAR)', [
    { name: 'text', scalar: 'string', value: sql },
  ]);
  const tree = JSON.parse(String(rows[0]?.[0]));
  return tree.error ? null : [...named(tree)];
}

function* named(tree: unknown): Iterable<string> {
  if (typeof tree !== 'object' || tree === null) return;
  const node = tree as Readonly<Record<string, unknown>>;
  if (node['class'] === 'PARAMETER') yield String(node['identifier']);
  for (const child of Object.values(node)) yield* named(child);
}
