/** Random endpoints use functions that not every engine has. */
import { type Diagnostic, severityOf } from '../../../generator/core/report/diagnostics.ts';

const UNSUPPORTED: ReadonlySet<string> = new Set([
  'unsupported-function',
  'unsupported-pattern',
  'unsupported-type',
]);

/** The engines of `all` that can write an endpoint with these diagnostics; `null` if it has a fault on each of them. */
export function ableEngines(
  all: readonly string[],
  diagnostics: readonly Pick<Diagnostic, 'code' | 'message'>[],
): readonly string[] | null {
  const errors = diagnostics.filter(({ code }) => severityOf(code) === 'error');
  if (!errors.every(({ code }) => UNSUPPORTED.has(code))) return null;
  const able = all.filter(name => !errors.some(({ message }) => message.includes(`\`${name}\``)));
  return able.length === 0 ? null : able;
}
