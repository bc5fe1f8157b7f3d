/** The line that `check` and `generate` show while they compile. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../../generator/config/config.ts';
import { NOW, project, type RunOptions, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const CLEARED = '\r\u001B[K';

/** A clock on which every look takes this many microseconds. */
function ticking(step: bigint): () => bigint {
  let now = NOW;
  return () => {
    now += step;
    return now;
  };
}

/** The lines that a run has shown and cleared. */
async function shownBy(words: readonly string[], options: RunOptions): Promise<readonly string[]> {
  const { exit, stderr } = await project().quern(words, options);
  expect(exit).toBe(0);
  const [, ...lines] = stderr.split(CLEARED);
  expect(lines.at(-1) ?? '').not.toContain('%');
  return lines.slice(0, -1).filter(line => line !== '');
}

const slow = (environment: Environment = {}) => ({
  terminal: true,
  clock: ticking(2_000_000n),
  environment,
});

const COMPILING = [
  'reading specifications: 0 %',
  'reading specifications: 33 %',
  'reading specifications: 66 %',
  'resolving endpoints: 0 %',
  'resolving endpoints: 50 %',
  'printing statements: 0 %',
  'printing statements: 50 %',
];

describe('a compilation of more than a second', () => {
  it('shows how far `check` is', async () => {
    expect(await shownBy(['check'], slow())).toEqual(COMPILING);
  });

  it('shows how far `generate` is', async () => {
    const lines = await shownBy(['generate'], slow());
    expect(lines.slice(0, COMPILING.length)).toEqual(COMPILING);
    expect(lines).toContain('making files: 0 %');
    expect(lines.at(-1)).toBe('writing files');
  });

  it('shows what `generate --check` does', async () => {
    const made = project();
    await made.quern(['generate']);
    const options = { ...slow(), clock: ticking(2_000_000n) };
    const { stderr } = await made.quern(['generate', '--check', '--reporter', 'github'], options);
    expect(stderr).toContain(`${CLEARED}comparing files${CLEARED}`);
  });

  it('clears the line before it reports errors', async () => {
    const made = project({ 'endpoints/bad.yaml': 'endpoint: bad\n' });
    const { exit, stderr } = await made.quern(['check'], slow());
    expect(exit).toBe(1);
    expect(stderr).toContain('reading specifications: 50 %');
    expect(stderr).toContain(`%${CLEARED}\u001B[1mendpoints/bad.yaml`);
  });

  it('shows a line at most ten times a second', async () => {
    const lines = await shownBy(['check'], { ...slow(), clock: ticking(300_000n) });
    expect(lines).toEqual(COMPILING.slice(3));
    const faster = await shownBy(['check'], { ...slow(), clock: ticking(60_000n) });
    expect(faster).toEqual([]);
  });
});

describe('no progress is shown', () => {
  it.each<[string, readonly string[], RunOptions]>([
    ['in a pipe', ['check'], { clock: ticking(2_000_000n) }],
    ['in CI', ['check'], slow({ CI: 'true' })],
    ['beside a result in JSON', ['check', '--json'], slow()],
    ['with `--quiet`', ['check', '--quiet'], slow()],
    ['in a run of less than a second', ['check'], { ...slow(), clock: () => NOW }],
  ])('%s', async (_, words, options) => {
    expect(await shownBy(words, options)).toEqual([]);
  });
});
