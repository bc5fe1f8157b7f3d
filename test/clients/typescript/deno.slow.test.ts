/** The types of the TypeScript client as Deno reads them: beside modules of JavaScript, and only where those name them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DENO, isThere } from '../../contracts/client/runtimes.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { packageFiles } from './package.ts';

const CALL = `
const rows = await usageApiCounts(client, { project: 'abc', interval: 'daily' });
const first: string | undefined = rows[0]?.timestamp;
console.log(first);
`;

describe.skipIf(!isThere(DENO))('what Deno reads', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-deno-'));
    for (const [path, text] of packageFiles(compiled(ownInputs()))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const checked = (text: string) => {
    writeFileSync(join(folder, 'main.ts'), text);
    const args = ['check', '--no-config', '--no-remote', '--no-npm', 'main.ts'];
    const env = { ...process.env, DENO_DIR: join(folder, '.deno'), NO_COLOR: '1' };
    const { status, stderr } = spawnSync(DENO.command, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const byModule = `import { createClient } from './client.js';
import { usageApiCounts } from './endpoints/usageApiCounts.js';
const client = createClient({ baseUrl: 'http://127.0.0.1' });${CALL}`;
  const byIndex = `import { createClient, usageApiCounts } from './index.js';
const client = createClient({ baseUrl: 'http://127.0.0.1' });${CALL}`;

  it.each([byModule, byIndex])('are the types', text => {
    expect(checked(text)).toMatchObject({ status: 0 });
    const wrong = checked(text.replace("'daily'", "'weekly'").replace('string |', 'number |'));
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain(`Type '"weekly"' is not assignable`);
    expect(wrong.stderr).toContain("Type 'string' is not assignable to type 'number'");
  });
});
