/** The parts that each registered engine brings for its tests, by name: `test/engines/<name>.ts`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_NAMES } from '../../engines/index.ts';
import type { EngineKit } from './kit.ts';

async function kitOf(name: string): Promise<EngineKit> {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`no test engine runs ${name}: there is no ${file}`);
  return (await import(file)).default;
}

export const KITS: ReadonlyMap<string, EngineKit> = new Map(
  await Promise.all(ENGINE_NAMES.map(async name => [name, await kitOf(name)] as const)),
);
