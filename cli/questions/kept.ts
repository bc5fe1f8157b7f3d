/** The generated files with answers to earlier questions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_FOLDERS, type KeptFolder, keptPath } from '../../generator/core/output/kept.ts';
import { systemFailure } from '../session.ts';

/** The files in the output's folders of answers, by their paths in the output. Throws `Failure` if one cannot be read. */
export function keptTexts(output: string, shown: string): ReadonlyMap<string, string> {
  return new Map(KEPT_FOLDERS.flatMap(folder => textsIn(folder, output, shown)));
}

const ENDING = '.json';

function textsIn(folder: KeptFolder, output: string, shown: string): readonly [string, string][] {
  const directory = join(output, folder);
  if (!existsSync(directory)) return [];
  try {
    const names = readdirSync(directory).filter(name => name.endsWith(ENDING));
    return names.map(name => {
      const path = keptPath(folder, name.slice(0, -ENDING.length));
      return [path, readFileSync(join(directory, name), 'utf8')];
    });
  } catch (error) {
    throw systemFailure(error, `\`${shown}/${folder}\` cannot be read`);
  }
}
