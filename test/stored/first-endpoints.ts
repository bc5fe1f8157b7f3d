/** Endpoints over tables of others: from the data sets that `quern init` declares to the rows that `quern run` prints. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { quern } from '../cli/cli-fixture.ts';

/** Makes the project of a database or a file in its folder, with these endpoints over a data set. */
export async function initialise(
  folder: string,
  from: string,
  set: string,
  endpoints: Readonly<Record<string, string>>,
): Promise<void> {
  expect(await quern(folder, ['init', '--from', from])).toMatchObject({ exit: 0 });
  for (const [i, [endpoint, body]] of Object.entries(endpoints).entries()) {
    const id = `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}`;
    const file = `endpoint: ${endpoint}\nid: ${id}\nfrom: ${set}${body}\n`;
    writeFileSync(join(folder, `endpoints/${endpoint}.yaml`), file);
  }
}

/** Expects that the tables are as declared. */
export async function expectDeclared(folder: string): Promise<void> {
  expect(await quern(folder, ['check', '--strict', '--tables'])).toMatchObject({ exit: 0 });
}

/** Expects these rows, at least one, of an endpoint; `sent` are its parameters as `name=value`. */
export async function expectRows(
  folder: string,
  endpoint: string,
  sent: readonly string[],
  rows: readonly unknown[] | undefined,
): Promise<void> {
  const asked = sent.flatMap(one => ['--param', one]);
  const { exit, stdout, stderr } = await quern(folder, ['run', endpoint, ...asked]);
  expect(stderr).not.toContain('error');
  expect(exit).toBe(0);
  expect(rows?.length).toBeGreaterThan(0);
  expect(JSON.parse(stdout)).toEqual(rows);
}
