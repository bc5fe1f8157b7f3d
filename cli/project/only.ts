/** `--only`: which endpoints a verb is asked for. */
import { suggestion } from '../../generator/core/diagnostics.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { matchesGlob } from './glob.ts';

/** Those of the names that the glob stands for. Throws `Failure` where it stands for none. */
export function namesFor(only: string, names: readonly string[]): readonly string[] {
  const found = names.filter(name => matchesGlob(only, name));
  if (found.length > 0) return found;
  throw new Failure(EXIT.usage, `\`--only ${only}\` names no endpoint`, {
    hint: suggestion(only, names),
  });
}
