/** Samples for Go as Go takes them, whatever the module is called, and the README with its parts of programs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestEndpoint } from '../../../generator/core/output/manifest.ts';
import go from '../../../generator/emitters/clients/go/go.ts';
import { namePackage } from '../../../generator/emitters/clients/go/names.ts';
import type { Argument } from '../../../generator/emitters/facts/calls.ts';
import { fences } from '../../pages/docs-markdown.ts';
import { clientFiles, clientIn } from '../../support/client-files.ts';
import { compiled, EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';
import { type GoFolder, hasGo, openGoFolder } from './support.ts';

const LONG = 300_000;
const CLEAN = { code: 0, text: '' };
const ROOT = 'example.com/all';
const compilation = compiled(EVERYTHING_INPUTS);
/** An example or a default of every kind of parameter. */
const NAME = 'every.thing-1';

function given({ params }: ManifestEndpoint): readonly Argument[] {
  return params.flatMap(param => {
    const text = param.example ?? param.default;
    return text === null ? [] : [{ param, text }];
  });
}

function made(module: string) {
  const client = clientIn(go, compilation, { name: module });
  const endpoint = client.endpoints.find(({ name }) => name === NAME);
  if (endpoint === undefined) throw new Error(`${NAME} is there`);
  const files = clientFiles(go, compilation, { name: module });
  const readme = files.find(({ path }) => path === 'README.md')?.text ?? '';
  return { files, readme, sample: `${go.sampler(client)(endpoint, given(endpoint))}\n` };
}

/** The parts of programs that the README has, each where it could stand. */
function around(
  module: string,
  { readme, sample }: { readonly readme: string; readonly sample: string },
): string {
  const [whole = '', call = '', check = '', mocked = ''] = fences(readme)
    .filter(({ info }) => info === 'go')
    .map(({ text }) => text);
  const [imports = '', body = ''] = whole.split('func main() {');
  const [made = ''] = body.split('response, err :=');
  expect(sample).toContain(made.split('\n')[1]);
  return `${imports.replace('"context"', `"context"\n\t"errors"\n\t"net/url"\n\t"time"\n\t"${module}/mock"`).replace(/\t"(encoding\/json)"\n/, '')}
func called() error {
${made}
${call}
	return nil
}

func checked(err error) {
${check}
}

func mocks() any {
${mocked}
	return client
}

func main() {
	checked(called())
	log.Print(mocks())
}
`;
}

/** What a text of Go names: in it a package may not be called so. */
const words = (text: string) => [
  ...new Set(
    text
      .replace(/\/\/.*/g, '')
      .replace(/"(?:[^"\n]*\/)?([a-z]*)[^"\n]*"/g, '$1')
      .match(/(?<![.\w])[a-z]+\b/g),
  ),
];
const plain = made(`${ROOT}/logendpoints`);
const GO = fences(plain.readme).filter(({ info }) => info === 'go');
const WORDS = words([plain.sample, ...GO.map(({ text }) => text)].join('\n'));

describe('the words of samples', () => {
  it('are all found', () => {
    const some = ['client', 'log', 'params', 'os', 'json', 'context', 'time', 'err', 'ctx', 'main'];
    expect(WORDS).toEqual(expect.arrayContaining([...some, 'errors', 'refused', 'cancel']));
  });

  it('leave other packages their names', () => {
    expect(plain.sample).toContain(`\tlogendpoints "${ROOT}/logendpoints"\n`);
    expect(made('github.com/acme/logs/client').sample).toContain(
      '\tendpoints "github.com/acme/logs/client"\n',
    );
  });
});

describe.skipIf(!hasGo)('a sample', () => {
  let folder: GoFolder;
  beforeAll(() => {
    folder = openGoFolder();
  });
  afterAll(() => folder.close());

  it('is a program whatever the module is called', { timeout: LONG }, async () => {
    const own = WORDS.filter(word => namePackage(word) === word);
    const names = [...own, 'main', 'rows', 'fmt', 'endpoints', 'v2'];
    folder.write('', [{ path: 'go.mod', text: `module ${ROOT}\n\ngo 1.19\n` }]);
    for (const name of names) {
      const { files, sample, readme } = made(`${ROOT}/${name}`);
      expect(sample).toContain(namePackage(`${ROOT}/${name}`) === name ? `/${name}"` : ROOT);
      folder.write(
        name,
        files.filter(({ path }) => path.endsWith('.go')),
      );
      folder.write(`run/${name}`, [{ path: 'main.go', text: sample }]);
      folder.write(`read/${name}`, [
        { path: 'main.go', text: around(`${ROOT}/${name}`, { readme, sample }) },
      ]);
    }
    expect(await folder.run('gofmt', ['-l', 'run'])).toEqual(CLEAN);
    expect(await folder.run('go', ['vet', './...'])).toEqual(CLEAN);
  });
});
