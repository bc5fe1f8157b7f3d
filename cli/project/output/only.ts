/** `--only`: selects endpoints. */
import { suggestion } from '../../../generator/core/report/diagnostics.ts';
import { EXIT, Failure } from '../../terminal/exit.ts';
import { matchesGlob } from '../specifications/glob.ts';

/** Returns the names that match the glob. Throws `Failure` if none do. */
export function namesFor(only: string, names: readonly string[]): readonly string[] {
  const found = names.filter(name => matchesGlob(only, name));
  if (found.length > 0) return found;
  throw new Failure(EXIT.usage, `\`--only ${only}\` matches no endpoint`, {
    hint: suggestion(only, names),
  });
}
