/** When V8 optimises: a command that ends soon ends before optimised code has paid for itself. */
import type { VerbName } from './briefs.ts';
import { behindVerb } from './words.ts';

/**
 * By version of V8, the flag after which a function is optimised when it has done fifteen times as much as usual. They are the versions of
 * Node 20, 22 and 24. A V8 that does not know a flag prints an error, so untried versions have none.
 */
const FLAGS: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=1000000',
  '12.4': '--invocation-count-for-turbofan=45000',
  '13.6': '--invocation-count-for-turbofan=45000',
};

/** Verbs that stay: optimised code pays there. */
const STAYING: ReadonlySet<string> = new Set<VerbName>(['serve', 'dev', 'demo', 'lsp', 'mcp']);

/** The flag of V8 for a run of the command line in `argv`; `null` if V8 should optimise as usual. */
export function optimisingFlag(argv: readonly string[], v8: string): string | null {
  const [verb = ''] = behindVerb(argv);
  return STAYING.has(verb) ? null : lateOptimising(v8);
}

/** The flag of that V8 for processes that end soon; `null` if it is untried. */
export function lateOptimising(v8: string): string | null {
  const version = v8.split('.', 2).join('.');
  return FLAGS[version] ?? null;
}
