/** A whole run of the command line, from its words to its exit code. */
import { run, ExitCode as Scan } from '@stricli/core';
import { GLOBAL_ALIASES, GLOBAL_FLAGS } from './flags.ts';
import { program } from './program.ts';
import { complaint, printFailure } from './session.ts';
import { colorMode, isColored, painter } from './terminal/colors.ts';
import { EXIT, type ExitCode } from './terminal/exit.ts';
import type { Host } from './terminal/host.ts';
import { bugReport } from './terminal/report-bug.ts';

/** Runs the command that `argv` names, without the program's own name; never throws. */
export async function main(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    const exit = await runProgram(argv, host);
    return exit === EXIT.done || exit === EXIT.findings ? await unlessLost(exit, argv, host) : exit;
  } catch (error) {
    host.stderr.write(bugReport(error));
    return EXIT.bug;
  }
}

/** The exit code; another one where what was found could not be printed, which is told. */
async function unlessLost(exit: ExitCode, argv: readonly string[], host: Host): Promise<ExitCode> {
  const failure = await printFailure(host);
  if (failure === null) return exit;
  const { stderr, environment } = host;
  const paint = painter(stderr, colorMode(argv, environment), environment);
  stderr.write(complaint(failure.message, failure.hint, paint));
  return failure.exit;
}

async function runProgram(argv: readonly string[], host: Host): Promise<ExitCode> {
  const { stdout, stderr, environment } = host;
  const mode = colorMode(argv, environment);
  let finished: ExitCode | null = null;
  const streams: { stdout: object; stderr: object; exitCode?: number | string | null } = {
    stdout: { write: stdout.write, getColorDepth: depth(isColored(stdout, mode, environment)) },
    // Messages come painted.
    stderr: { write: stderr.write, getColorDepth: depth(false) },
  };
  const words = behindVerb(argv);
  await run(await program(painter(stderr, mode, environment), words), words, {
    process: streams as Parameters<typeof run>[2]['process'],
    host,
    finish: (exit: ExitCode) => {
      finished = exit;
    },
  });
  return finished ?? exitOf(Number(streams.exitCode));
}

function depth(isColored: boolean): () => number {
  return () => (isColored ? 24 : 1);
}

function exitOf(code: number): ExitCode {
  if (code === Scan.Success) return EXIT.done;
  return code === Scan.UnknownCommand || code === Scan.InvalidArgument ? EXIT.usage : EXIT.bug;
}

/** Flags of every verb may stand before it: `quern --json check` is `quern check --json`. */
function behindVerb(argv: readonly string[]): readonly string[] {
  const words = [...argv];
  const flags: string[] = [];
  for (let taken = 1; taken > 0; flags.push(...words.splice(0, taken))) taken = flagWords(words);
  return [...words, ...flags];
}

/** How many of the first words are a flag of every verb and its value. */
function flagWords([first = '', second]: readonly string[]): number {
  const [, long, short, value] = /^(?:--([a-z]+)|-([a-z]))(=.*)?$/s.exec(first) ?? [];
  const alias = Object.entries(GLOBAL_ALIASES).find(([letter]) => letter === short)?.[1];
  const spec = Object.entries(GLOBAL_FLAGS).find(([name]) => name === (long ?? alias))?.[1];
  if (spec === undefined) return 0;
  return spec.kind === 'boolean' || value !== undefined || second === undefined ? 1 : 2;
}
