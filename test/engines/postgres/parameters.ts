/** The parameters that PostgreSQL's parser sees. */
import type { TestEngine } from '../test-engine.ts';

const NUMBERED = /\$([0-9]+)/g;

/**
 * The numbers in the text behind whose `$` the parser sees a parameter: with a bracket in their place, the text does not parse. `null`
 * for a text that it refuses.
 */
export async function parameters(
  engine: TestEngine,
  sql: string,
): Promise<readonly string[] | null> {
  if (!(await parses(engine, sql))) return null;
  const numbers = new Set([...sql.matchAll(NUMBERED)].map(([, number]) => String(number)));
  const seen: string[] = [];
  for (const number of numbers) {
    const broken = sql.replace(NUMBERED, whole => (whole === `$${number}` ? ')' : whole));
    if (!(await parses(engine, broken))) seen.push(number);
  }
  return seen;
}

/** Names of tables and types are looked up after the whole text was parsed. */
async function parses(engine: TestEngine, sql: string): Promise<boolean> {
  try {
    await engine.run(sql);
    return true;
  } catch (error) {
    const { cause } = error as Error;
    return (cause as { readonly code?: string } | undefined)?.code !== '42601';
  }
}
