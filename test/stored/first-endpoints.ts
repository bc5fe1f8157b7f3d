/** Endpoints over tables of others: from the data sets that `quern init` declares to the rows that `quern run` prints. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { quern } from '../cli/cli-fixture.ts';

type Environment = Readonly<Record<string, string>>;

/** Bodies of endpoints, by data set and name. */
export type Bodies = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Makes the project of a database or of a file in its folder, with these endpoints. */
export async function initialise(
  folder: string,
  from: string,
  bodies: Bodies,
  environment: Environment = {},
): Promise<void> {
  const made = await quern(folder, ['init', '--from', from], { environment });
  expect(made).toMatchObject({ exit: 0 });
  const endpoints = Object.entries(bodies).flatMap(([set, named]) =>
    Object.entries(named).map(([name, body]) => ({ name, body: `from: ${set}${body}` })),
  );
  for (const [i, { name, body }] of endpoints.entries()) {
    const id = `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}`;
    const file = `endpoint: ${name}\nid: ${id}\n${body}\n`;
    writeFileSync(join(folder, `endpoints/${name}.yaml`), file);
  }
}

/** Expects that the tables are as declared. */
export async function expectDeclared(folder: string, environment: Environment = {}): Promise<void> {
  const checked = await quern(folder, ['check', '--strict', '--tables'], { environment });
  expect(checked).toMatchObject({ exit: 0 });
}

/** Expects these rows, at least one, of an endpoint; `sent` are its parameters as `name=value`. */
export async function expectRows(
  folder: string,
  endpoint: string,
  sent: readonly string[],
  rows: readonly unknown[] | undefined,
  environment: Environment = {},
): Promise<void> {
  const asked = sent.flatMap(one => ['--param', one]);
  const { exit, stdout, stderr } = await quern(folder, ['run', endpoint, ...asked], {
    environment,
  });
  expect(stderr).not.toContain('error');
  expect(exit).toBe(0);
  expect(rows?.length).toBeGreaterThan(0);
  expect(JSON.parse(stdout)).toEqual(rows);
}
