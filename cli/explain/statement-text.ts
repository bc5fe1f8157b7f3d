/** A statement with its bindings and the engine's plan of it. */
import type { BoundStatement } from '../../engines/engine.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';

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
  return scalar === 'timestamp' ? instantText(BigInt(String(value))) : String(value);
}

function instantText(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const milliseconds = Number((micros - fraction) / 1_000n);
  const seconds = new Date(milliseconds).toISOString().slice(0, -5);
  return `${seconds}.${String(fraction).padStart(6, '0')}Z`;
}
