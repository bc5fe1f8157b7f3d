/**
 * How V8 runs a command that ends soon. It optimises late, because such a command ends before optimised code has paid for itself. In a
 * large project, it lets the heap grow less between two collections, which by default may quadruple it: on a machine with much memory,
 * the garbage would take more than the project.
 */
import { setFlagsFromString } from 'node:v8';
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

/** By how much of what is alive the heap may grow before the next full collection, in percent. It limits no heap. */
const GROWTH = '--heap-growing-percent=50';
/** With more specifications, a project is large: more collections cost a tenth of the CPU, and save a third of the memory. */
const LARGE = 1_500;

/** Verbs that stay: optimised code pays there. */
const STAYING: ReadonlySet<string> = new Set<VerbName>(['serve', 'dev', 'demo', 'lsp', 'mcp']);

/** The flag of V8 for a run of the command line in `argv`; `null` if V8 should run as usual. */
export function flagFor(argv: readonly string[], v8: string): string | null {
  const [verb = ''] = behindVerb(argv);
  return STAYING.has(verb) ? null : lateOptimising(v8);
}

/** The flag of V8 for a project of so many specifications; `null` if V8 should run as usual. */
export function growthFor(specifications: number, v8: string): string | null {
  return specifications > LARGE && lateOptimising(v8) !== null ? GROWTH : null;
}

/** Sets a flag of V8 from here on. */
export function setFlag(flag: string | null): void {
  if (flag !== null) setFlagsFromString(flag);
}

/** The flag of that V8 for processes that end soon; `null` if it is untried. */
export function lateOptimising(v8: string): string | null {
  const version = v8.split('.', 2).join('.');
  return FLAGS[version] ?? null;
}
