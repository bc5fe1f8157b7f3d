/** Tools of others that read the OpenAPI document, each where it is installed, against the service as a process. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { generate } from '../compiler/openapi/consumers.ts';
import { type ServeProcess, serveTables } from '../service/serve-process.ts';
import { madeKey } from '../service/server-fixture.ts';
import { compiled, emittedText, galleryInputs } from '../support/openapi-fixture.ts';
import { isAll } from '../support/usually.ts';
import {
  type Call,
  callsOf,
  comparable,
  GO_CALLS,
  PYTHON_CALLS,
  serveGallery,
} from './gallery-calls.ts';
import { GENERATED_CLIENTS, PRINTED } from './openapi-generator.ts';
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

function run(command: string, words: readonly string[], environment = {}, cwd = folder) {
  const env = { ...process.env, ...environment };
  return spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, env });
}
/** Runs a tool that is on the path, and gives what it says where it fails. */
function ran(command: string, words: readonly string[], environment = {}, cwd = folder): string {
  const { status, stdout, stderr, error } = run(command, words, environment, cwd);
  return status === 0 ? '' : `${error?.message ?? ''}${stdout}${stderr}`;
}
/** Gives what it prints. */
function said(command: string, words: readonly string[], environment = {}, cwd = folder): string {
  const { stdout, stderr } = run(command, words, environment, cwd);
  return stdout + stderr;
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

/** Five rows, an exact number, an instant; then a problem. */
const GO = (url: string) => `package main

import (
	"context"
	"fmt"
	"net/http"

	"example.com/api"
)

func main() {
	client, err := api.NewClientWithResponses("${url}", api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-API-KEY", "${token}")
			return nil
		}))
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	rows, err := client.SamplesWithResponse(ctx, &api.SamplesParams{Name: "a"})
	if err != nil {
		panic(err)
	}
	row := rows.JSON200.Result[1]
	fmt.Println(len(rows.JSON200.Result), row.Id, *row.Large, row.At.Unix(), row.Tags)
	refused, err := client.SamplesWithResponse(ctx, &api.SamplesParams{})
	if err != nil {
		panic(err)
	}
	fmt.Println(refused.StatusCode(), refused.ApplicationproblemJSON400.Code)
}
`;

it.skipIf(!isThere('oapi-codegen'))('oapi-codegen writes a client that calls', context => {
  const words = ['-package', 'api', '-generate', 'types,client', '-o', 'api.go', document];
  expect(ran('oapi-codegen', words)).toBe('');
  expect(ran('gofmt', ['-e', '-l', 'api.go'])).toBe('');
  writeFileSync(join(folder, 'go.mod'), 'module example.com/api\n\ngo 1.24\n');
  mkdirSync(join(folder, 'main'));
  writeFileSync(join(folder, 'main/main.go'), GO(served.url));
  const modules = said('go', ['env', 'GOMODCACHE']).trim();
  const kept = { GOPROXY: `file://${modules}/cache/download`, GOSUMDB: 'off' };
  const settings = { ...(isAll ? {} : kept), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const missing = ran('go', ['mod', 'tidy'], settings);
  context.skip(missing !== '', 'the modules that it needs are not on this machine');
  expect(said('go', ['run', './main'], settings)).toBe(
    `5 e1 9007199254740993 ${Date.UTC(2026, 0, 15, 10, 1) / 1_000} [x y]\n400 missing_parameter\n`,
  );
});

const PYTHON = (url: string) => `
from client import Client
from client.api.endpoints import samples

with Client(base_url="${url}", headers={"X-API-KEY": "${token}"}) as client:
    rows = samples.sync(client=client, name="a").result
    print(len(rows), rows[1].id, rows[1].large, rows[1].at.isoformat(), rows[1].meta.part.path)
    refused = samples.sync_detailed(client=client, name="a", least=101)
    print(refused.status_code, refused.parsed.code.value, refused.parsed.parameters[0].name)
`;

it.skipIf(!isThere('openapi-python-client'))(
  'openapi-python-client writes a client that calls',
  context => {
    const words = ['generate', '--path', document, '--output-path', 'client', '--meta', 'none'];
    expect(ran('openapi-python-client', words)).toBe('');
    expect(ran('python3', ['-m', 'compileall', '-q', 'client'])).toBe('');
    const models = readdirSync(join(folder, 'client/models'));
    expect(models.filter(name => /format|tier/.test(name)).sort()).toEqual([
      ...['rows_format.py', 'samples_tier.py', 'samples_tiers.py'],
    ]);
    const missing = ran('python3', ['-c', 'import attrs, dateutil, httpx']);
    context.skip(missing !== '', 'the packages that it needs are not in this Python');
    expect(said('python3', ['-c', PYTHON(served.url)])).toBe(
      '5 e1 9007199254740993 2026-01-15T10:01:00+00:00 /p\n400 invalid_parameter least\n',
    );
  },
);

/** Every endpoint of the gallery, and one with columns and parameters of every kind. */
describe.runIf(isAll)('clients of the gallery', { timeout: 600_000 }, () => {
  let gallery: ServeProcess;
  let calls: readonly Call[];
  let home: string;
  let expected: readonly (readonly [string, unknown])[];

  beforeAll(async () => {
    gallery = await serveGallery([key]);
    home = temporaryFolder();
    const text = await (await fetch(`${gallery.url}/openapi.json`)).text();
    writeFileSync(join(home, 'openapi.json'), text);
    calls = callsOf(JSON.parse(text));
    writeFileSync(join(home, 'calls.json'), JSON.stringify(calls));
    const answers: (readonly [string, unknown])[] = [];
    for (const call of calls) answers.push([call.endpoint, await rowsOf(call)]);
    expected = answers;
    const empty = expected.filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    expect(calls.length).toBeGreaterThan(90);
    expect(empty.length).toBeLessThan(calls.length / 3);
  }, 120_000);
  afterAll(() => gallery?.stop());

  /** The rows as the service sends them, asked for without any client. */
  async function rowsOf({ endpoint, params }: Call): Promise<unknown> {
    const response = await fetch(`${gallery.url}/api/endpoints/${endpoint}`, {
      method: 'POST',
      headers: { 'X-API-KEY': token, 'Content-Type': 'application/json' },
      body: JSON.stringify(params),
    });
    return Object(comparable(await response.text())).result;
  }

  const lines = (text: string) => text.trim().split('\n').map(comparable);

  it.skipIf(!isThere('openapi-python-client'))('openapi-python-client', context => {
    const words = ['--path', 'openapi.json', '--output-path', 'client', '--meta', 'none'];
    const missing = ran('python3', ['-c', 'import attrs, dateutil, httpx']);
    context.skip(missing !== '', 'the packages that it needs are not in this Python');
    expect(ran('openapi-python-client', ['generate', ...words], {}, home)).toBe('');
    const answered = said('python3', ['-c', PYTHON_CALLS, gallery.url, token], {}, home);
    expect(lines(answered)).toEqual(expected);
  });

  it.skipIf(!isThere('oapi-codegen'))('oapi-codegen', () => {
    const words = ['-package', 'api', '-generate', 'types,client', '-o', 'api.go', 'openapi.json'];
    expect(ran('oapi-codegen', words, {}, home)).toBe('');
    writeFileSync(join(home, 'go.mod'), 'module example.com/api\n\ngo 1.24\n');
    mkdirSync(join(home, 'main'));
    writeFileSync(join(home, 'main/main.go'), GO_CALLS);
    const settings = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    expect(ran('go', ['mod', 'tidy'], settings, home)).toBe('');
    expect(lines(said('go', ['run', './main', gallery.url, token], settings, home))).toEqual(
      expected,
    );
  });

  it('hey-api, whose client checks each answer', async () => {
    generate(home, { gallery: readFileSync(join(home, 'openapi.json'), 'utf8') });
    const client: Readonly<Record<string, (options: object) => Promise<{ data: object }>>> =
      await import(join(home, 'gallery/hey-api/index.ts'));
    for (const [at, { operation, params, endpoint }] of calls.entries()) {
      const options = { baseUrl: gallery.url, auth: token, query: params, throwOnError: true };
      const answer = await client[operation]?.(options);
      const { result } = Object(comparable(JSON.stringify(answer?.data)));
      expect([endpoint, result]).toEqual(expected[at]);
    }
  });
});

/** Milliseconds in which one of several languages is generated, compiled and called, on a busy machine. */
const LIMIT = 3_600_000;

const OFFLINE = { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };

describe.skipIf(!isThere('openapi-generator-cli'))('openapi-generator', () => {
  it.for(Object.entries(GENERATED_CLIENTS))(
    'writes a client that calls: %s',
    { timeout: LIMIT },
    ([name, client], context) => {
      context.skip(client.isLong === true && !isAll, `only with QUERN_ALL=1: ${name}`);
      const out = join(folder, 'openapi-generator', name);
      const words = ['generate', '-i', document, '-o', out, ...client.options];
      expect(ran('openapi-generator-cli', words)).toBe('');
      expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).join()).not.toMatch(
        /inline_?object/i,
      );
      for (const [path, text] of Object.entries(client.files(served.url, token))) {
        mkdirSync(dirname(join(out, path)), { recursive: true });
        writeFileSync(join(out, path), text);
      }
      const at = ([command, ...words]: readonly [string, ...string[]]) =>
        [command, words, OFFLINE, out] as const;
      const missing = client.needs === undefined ? '' : ran(...at(client.needs));
      context.skip(missing !== '', `the packages that it needs are not on this machine: ${name}`);
      if (client.build !== undefined) expect(ran(...at(client.build))).toBe('');
      expect(said(...at(client.call))).toBe(PRINTED);
    },
  );

  it.runIf(isAll).for(['typescript', 'go', 'java', 'kotlin'])(
    'writes a client of the gallery that compiles: %s',
    { timeout: LIMIT },
    name => {
      const client = GENERATED_CLIENTS[name];
      if (client === undefined) throw new Error(`there is no ${name}`);
      const gallery = join(folder, 'gallery.json');
      writeFileSync(gallery, emittedText(compiled(galleryInputs())));
      const out = join(folder, 'gallery', name);
      const words = ['generate', '-i', gallery, '-o', out, ...client.options];
      expect(ran('openapi-generator-cli', words)).toBe('');
      for (const [path, text] of Object.entries(client.files(served.url, token)))
        if (/^[^/]+\.(?:xml|json)$/.test(path)) writeFileSync(join(out, path), text);
      const [command, ...rest] = client.build ?? ['go', 'vet', '.'];
      expect(ran(command, rest, OFFLINE, out)).toBe('');
    },
  );

  it('writes a client for C#, whose packages are not tried', () => {
    const out = join(folder, 'openapi-generator/csharp');
    const words = ['generate', '-i', document, '-o', out, '-g', 'csharp'];
    expect(ran('openapi-generator-cli', words)).toBe('');
    const models = readdirSync(join(out, 'src/Org.OpenAPITools/Model'));
    expect(models).toEqual(expect.arrayContaining(['SamplesRows.cs', 'BadRequestProblem.cs']));
  });
});
