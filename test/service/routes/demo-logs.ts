/** A database of made-up logs, as the demo makes it. */
import { demoDatabase } from '../../../cli/demo/database.ts';

/** Makes it at an instant in microseconds since 1970 UTC, and gives the project with the most entries. */
export async function writeDemoLogs(file: string, schema: string, now: bigint): Promise<string> {
  const nowhere = { isTerminal: false, write: () => {}, written: async () => null };
  const { project } = await demoDatabase({
    file,
    schema,
    seed: 1,
    days: 2,
    rows: 20_000,
    now,
    onProgress: () => {},
    host: {
      stdout: nowhere,
      stderr: nowhere,
      environment: {},
      cwd: '.',
      clock: () => now,
      interrupted: new AbortController().signal,
    },
  });
  return project;
}
