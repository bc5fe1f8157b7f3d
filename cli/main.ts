/** A whole run of the command line, from its words to its exit code. */
import { run, ExitCode as Scan } from '@stricli/core';
import { program } from './program.ts';
import { complaint, printFailure } from './session.ts';
import { colorMode, isColored, painter } from './terminal/colors.ts';
import { EXIT, type ExitCode } from './terminal/exit.ts';
import type { Host } from './terminal/host.ts';
import { bugReport } from './terminal/report-bug.ts';
import { inOrder } from './words.ts';

/** Runs the command in `argv`, which excludes the program's own name. Never throws. */
export async function main(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    if (host.environment['QUERN_COMPLETE']) return await complete(argv, host);
    const exit = await runProgram(argv, host);
    return exit === EXIT.done || exit === EXIT.findings ? await unlessLost(exit, argv, host) : exit;
  } catch (error) {
    host.stderr.write(bugReport(error));
    return EXIT.bug;
  }
}

/** Called by a shell, not by its user; the scripts are in `templates/completion/`. */
async function complete(argv: readonly string[], host: Host): Promise<ExitCode> {
  const { printProposals } = await import('./completion/proposals.ts');
  await printProposals(argv, host);
  return EXIT.done;
}

/** Returns the exit code; reports a failure to print, which changes the code. */
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
    // Messages are already painted.
    stderr: { write: stderr.write, getColorDepth: depth(false) },
  };
  const words = inOrder(argv);
  await run(await program(painter(stderr, mode, environment), words), words, {
    process: streams as Parameters<typeof run>[2]['process'],
    host,
    words,
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
