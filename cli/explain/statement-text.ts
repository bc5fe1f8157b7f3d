/** A statement with its bindings and the engine's plan of it. */

import type { BoundStatement } from '../../engines/engine.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { instantText } from '../../generator/core/time/instant-text.ts';

/** The whole text can run on the engine, because everything except SQL is in comments. */
export function runnableText(
  { sql, values }: BoundStatement,
  plan: string | null,
  rollups: readonly string[],
): string {
  const bindings = values.map(({ name, scalar, value }) =>
    ['--', name, scalar, bindingText(scalar, value)].join(' '),
  );
  const lines = [sql.trimEnd(), '', '-- bindings', ...bindings];
  if (rollups.length > 0) lines.push('', ...rollups.map(rollup => `-- rollup ${rollup}`));
  if (plan !== null) {
    lines.push(
      '',
      ...plan
        .trimEnd()
        .split('\n')
        .map(line => `-- ${line}`.trimEnd()),
    );
  }
  return `${lines.join('\n')}\n`;
}

function bindingText(scalar: string, value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return printable(JSON.stringify(value));
  if (scalar !== 'timestamp' && scalar !== 'datetime') return String(value);
  const text = instantText(BigInt(String(value))).replace(' ', 'T');
  return scalar === 'timestamp' ? `${text}Z` : text;
}
