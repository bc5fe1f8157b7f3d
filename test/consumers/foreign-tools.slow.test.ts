/** Tools of others that read the OpenAPI document, each where it is installed, against the service as a process. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../service/serve-process.ts';
import { madeKey } from '../service/server-fixture.ts';
import { TABLE, TOOLS_FILES } from './tools-project.ts';

const { key, token } = madeKey();

let served: ServeProcess;
let folder: string;
let document: string;

beforeAll(async () => {
  const service = { secret: 'a secret of at least 32 characters' };
  served = await serveTables(TABLE, TOOLS_FILES, { service, keys: [key] });
  folder = temporaryFolder();
  document = join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(`${served.url}/openapi.json`)).text());
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

/** Runs a tool that is on the path, and gives what it says where it fails. */
function ran(command: string, words: readonly string[], environment = {}): string {
  const env = { ...process.env, ...environment };
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, env } as const;
  const { status, stdout, stderr, error } = spawnSync(command, words, options);
  return status === 0 ? '' : `${error?.message ?? ''}${stdout}${stderr}`;
}
const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

/** No schema can say the years of a day and of an instant. A cursor comes from an answer. */
const HOOKS = `from datetime import date, datetime, timezone

import schemathesis
from hypothesis import strategies

DAYS = strategies.dates(min_value=date(1900, 1, 2), max_value=date(2299, 12, 30))
INSTANTS = strategies.datetimes(
    min_value=datetime(1900, 1, 2), max_value=datetime(2299, 12, 30), timezones=strategies.just(timezone.utc)
)
schemathesis.openapi.format("date", DAYS.map(str))
schemathesis.openapi.format("date-time", INSTANTS.map(lambda at: at.isoformat().replace("+00:00", "Z")))

`;

/** Schemathesis does not know that an address may be too long. */
const REFUSALS = `[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 413, 415, 431, "5xx"]
`;

describe.skipIf(!isThere('st'))('schemathesis, where `st` is installed', () => {
  it('finds no failure of the contract', () => {
    const words = ['run', document, '--url', served.url, '--seed', '1', '-n', '60'];
    const left = ['--exclude-path-regex', 'pages|0002$', '--generation-allow-x00', 'false'];
    const header = ['-H', `X-API-KEY: ${token}`];
    writeFileSync(join(folder, 'hooks.py'), HOOKS);
    writeFileSync(join(folder, 'schemathesis.toml'), REFUSALS);
    const environment = { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: folder };
    expect(ran('st', [...words, ...left, ...header, '--no-color'], environment)).toBe('');
  });
});

it.skipIf(!isThere('oapi-codegen'))('oapi-codegen writes a client that is Go', () => {
  const words = ['-package', 'api', '-generate', 'types,client', '-o', 'api.go', document];
  expect(ran('oapi-codegen', words)).toBe('');
  expect(ran('gofmt', ['-e', '-l', 'api.go'])).toBe('');
});

it.skipIf(!isThere('openapi-python-client'))(
  'openapi-python-client writes a client that is Python',
  () => {
    const words = ['generate', '--path', document, '--output-path', 'client', '--meta', 'none'];
    expect(ran('openapi-python-client', words)).toBe('');
    expect(ran('python3', ['-m', 'compileall', '-q', 'client'])).toBe('');
  },
);
