/** The parameters that ClickHouse's parser sees. */
import type { TestEngine } from '../test-engine.ts';

/** In a formatted statement strings and quoted names have one form each, with backslashes. */
const QUOTED = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;
const SUBSTITUTION = /\{([\w$]+):/g;

/** The names of the parameters in the statement as the parser writes it back; `null` for a text that it refuses. */
export async function parameters(
  engine: TestEngine,
  sql: string,
): Promise<readonly string[] | null> {
  const { rows } = await engine.run('SELECT formatQuerySingleLineOrNull({text:String})', [
    { name: 'text', scalar: 'string', value: sql },
  ]);
  const formatted = rows[0]?.[0];
  if (typeof formatted !== 'string') return null;
  return [...formatted.replace(QUOTED, ' ').matchAll(SUBSTITUTION)].map(([, name]) => String(name));
}
