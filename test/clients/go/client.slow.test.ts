/** The Go client under Go's own tools, and as callers of the service use it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { NAMES, PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { namesakes, twins } from '../../contracts/client/emission/twins.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  endpointInput,
  galleryInputs,
} from '../../support/openapi-fixture.ts';
import { openGoServices, serviceCompilation } from './service.ts';
import { clientFiles, type GoFolder, hasGo, MODULE, openGoFolder } from './support.ts';

if (!hasGo) process.stderr.write('skipped: go is not installed, and nothing tests the Go client\n');

const LONG = 300_000;
const CLEAN = { code: 0, text: '' };

let folder: GoFolder;
beforeAll(() => {
  folder = openGoFolder();
});
afterAll(() => folder.close());

/** The files of the package itself, without that of mocks. */
const goFiles = (files: readonly GeneratedFile[]) =>
  files.filter(({ path }) => /^[^/]+\.go$/.test(path));
const moduleFile = (name: string) => [{ path: 'go.mod', text: `module ${name}\n\ngo 1.19\n` }];

describe.skipIf(!hasGo)('the runtime and the service', () => {
  it('passes the tests of its runtime', { timeout: LONG }, async () => {
    folder.write('runtime', clientFiles(compiled(EVERYTHING_INPUTS)));
    folder.copy('runtime', 'runtime');
    expect(await folder.run('gofmt', ['-l', 'runtime'])).toEqual(CLEAN);
    const { text } = await folder.run('go', ['test', '-count=1', '.'], { below: 'runtime' });
    expect(text).toMatch(/^ok /);
  });

  it('has mocks that answer the rows of tests, and given ones', { timeout: LONG }, async () => {
    const projects = {
      own: serviceCompilation(),
      gallery: compiled(galleryInputs()),
      none: compiled([]),
    };
    for (const [name, compilation] of Object.entries(projects)) {
      folder.write(`mock-${name}`, clientFiles(compilation));
      expect(await folder.run('gofmt', ['-l', `mock-${name}`])).toEqual(CLEAN);
      expect(await folder.run('go', ['vet', './...'], { below: `mock-${name}` })).toEqual(CLEAN);
    }
    for (const [name, fixture] of [
      ['own', 'mock_test.go'],
      ['own', 'answers_test.go'],
      ['gallery', 'mock_test.go'],
    ])
      folder.copy(`mock-${name}`, `mock/${fixture}`);
    for (const name of ['own', 'gallery']) {
      const { text } = await folder.run('go', ['test', '-count=1', '.'], { below: `mock-${name}` });
      expect(text).toMatch(/^ok /);
    }
  });

  it('calls every endpoint of a service', { timeout: LONG }, async () => {
    const compilation = serviceCompilation();
    folder.write('client', clientFiles(compilation));
    folder.copy('client', 'service');
    expect(await folder.run('gofmt', ['-l', 'client'])).toEqual(CLEAN);
    expect(await folder.run('go', ['vet', '.'], { below: 'client' })).toEqual(CLEAN);
    const { env, close } = await openGoServices(compilation);
    const { text } = await folder
      .run('go', ['test', '-count=1', '.'], { below: 'client', env })
      .finally(close);
    expect(text).toMatch(/^ok /);
  });
});

describe.skipIf(!hasGo)('a caller', () => {
  const program = (call: string) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	logs "${MODULE}"
)

func main() {
	client, err := logs.New("https://logs.example.com", os.Getenv("API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	${call}
	fmt.Println(ctx, client)
}
`;
  const asked = (params: string, column = 'TotalRestRequests') =>
    program(`got, err := client.UsageAPICounts(ctx, logs.UsageAPICountsParams{${params}})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range got.Rows {
		var total int64 = row.${column}
		fmt.Println(total)
	}`);
  const interval = 'Interval: logs.UsageAPICountsIntervalDaily';
  const CALLS: Readonly<Record<string, readonly [text: string, refused: RegExp | null]>> = {
    right: [asked(`Project: "abc", ${interval}`), null],
    enum: [asked('Interval: logs.LogsAllProjectTierPRO'), /cannot use logs\.LogsAllProjectTierPRO/],
    text: [asked('Interval: os.Getenv("X")'), /cannot use os\.Getenv\("X"\)/],
    type: [asked(`Project: 5, ${interval}`), /cannot use 5 .*as (type )?string/],
    unknown: [asked('Projekt: "abc"'), /unknown field '?Projekt'? in struct literal/],
    column: [asked(interval, 'Total'), /row\.Total undefined/],
    kind: [asked(interval, 'Timestamp'), /cannot use row\.Timestamp/],
    bare: [program('_, _ = client.UsageAPICounts(ctx)'), /not enough arguments in call/],
    pointer: [
      program('_, _ = client.ValuesTyped(ctx, logs.ValuesTypedParams{Least: 5})'),
      /cannot use 5 .*as (type )?\*int64/,
    ],
  };

  it('compiles where it is right, and only there', { timeout: LONG }, async () => {
    folder.write('caller', clientFiles(serviceCompilation()));
    for (const [name, [text, refused]] of Object.entries(CALLS)) {
      folder.write(`caller/${name}`, [{ path: 'main.go', text }]);
      const built = await folder.run('go', ['build', '-o', '/dev/null', `./${name}`], {
        below: 'caller',
      });
      if (refused === null) expect(built).toEqual(CLEAN);
      else expect([name, built.text]).toEqual([name, expect.stringMatching(refused)]);
      expect(built.code === 0).toBe(refused === null);
    }
  });
});

describe.skipIf(!hasGo)('names', () => {
  /** Methods that `go vet` knows, files that Go ignores, and names that the runtime has. */
  const MORE = [
    ...['format', 'scan', 'seek', 'string', 'go-string', 'marshal-json', 'write.to', 'error', 'is'],
    ...[
      'x.test',
      'x.linux',
      'x.windows-amd64',
      'linux',
      'test',
      'amd64',
      'client',
      'go.mod',
      'doc',
    ],
    ...['with-header', 'run.string', 'x.row', 'x.params', 'date', 'new', 'api', 'a.api', 'a.a-pi'],
  ];
  const clash = (name: string, i: number) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 6000000${i}-0000-4000-8000-000000000000\nfrom: things\nparams: { state: { enum: ['hit', 'HIT', 'Hit', 'h-it', 'h.it', '+', '-', '日本', '日', '1', '1_2'] }, params: { enum: [a] }, row: { enum: [a] }, a_b: { type: string }, aB_: { type: string }, a__B: { type: int64 } }\nwhere: [{ when: state, filter: id = @state }, { when: params, filter: id = @params }, { when: row, filter: id = @row }, { when: a_b, filter: id = @a_b }, { when: aB_, filter: id = @aB_ }, { when: a__B, filter: whole = @a__B }]\nselect: { record: record, record_inner: id, RecordInner_: id, record__inner: id }\n`,
  });
  const merged = (compilations: readonly Compilation[]): Compilation => {
    const [first] = compilations;
    if (first === undefined) throw new Error('nothing to merge');
    const all = compilations.flatMap(({ endpoints }) => endpoints);
    const byName = new Map(all.map(one => [one.endpoint.name, one]));
    const endpoints = [...byName.values()].sort((a, b) =>
      a.endpoint.name < b.endpoint.name ? -1 : 1,
    );
    return { ...first, endpoints };
  };
  const PROJECTS = {
    strange: () => merged(NAMES.map(namesakes)),
    known: () =>
      compiled([
        ...EVERYTHING_INPUTS,
        ...MORE.map((name, i) =>
          endpointInput(name, `5${String(i).padStart(7, '0')}-0000-4000-8000-000000000000`),
        ),
        ...['cache', 'cache.row', 'cache.state-hit'].map(clash),
      ]),
  };

  it.each(Object.entries(PROJECTS))(
    'that are %s are told apart',
    { timeout: LONG },
    async (name, project) => {
      const files = clientFiles(project());
      folder.write(name, files);
      expect(await folder.run('gofmt', ['-l', name])).toEqual(CLEAN);
      expect(await folder.run('go', ['vet', '.'], { below: name })).toEqual(CLEAN);
      const listed = await folder.run('go', ['list', '-f', '{{len .GoFiles}}'], { below: name });
      expect(listed.text).toBe(`${goFiles(files).length}\n`);
      const paths = files.map(({ path }) => path.toLowerCase());
      expect(new Set(paths).size).toBe(paths.length);
    },
  );
});

describe.skipIf(!hasGo)('a stranger’s text', () => {
  it('is formatted and compiles wherever it stands', { timeout: LONG }, async () => {
    const runtime = goFiles(clientFiles(twins('x').harmless));
    folder.write('twins', moduleFile('example.com/twins'));
    Object.values(PAYLOADS).forEach((payload, i) => {
      const files = clientFiles(twins(payload).hostile);
      folder.write(`twins/p${i}`, runtime);
      folder.write(
        `twins/p${i}`,
        files.filter(({ path }) => path.endsWith('_endpoint.go')),
      );
    });
    expect(await folder.run('gofmt', ['-l', 'twins'])).toEqual(CLEAN);
    expect(await folder.run('go', ['vet', './...'], { below: 'twins' })).toEqual(CLEAN);
  });
});
