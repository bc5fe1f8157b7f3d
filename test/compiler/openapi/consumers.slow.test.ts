/** The document as others read it: the output of generators of types, clients and schemas has all of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPost, operationNames } from '../../../generator/emitters/facts/names.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { faultsOfTypes, write } from '../../clients/typescript/package.ts';
import { UUID, type Value } from '../../contracts/client/case.ts';
import { CASES } from '../../contracts/client/cases.ts';
import { PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { twins } from '../../contracts/client/emission/twins.ts';
import { PROJECT } from '../../contracts/client/project.ts';
import { openServices, type Services } from '../../contracts/client/services.ts';
import { compiled, EVERYTHING_INPUTS, emittedText } from '../../support/openapi-fixture.ts';
import { generate, USES_HEY_API, USES_OPENAPI_FETCH } from './consumers.ts';

const root = mkdtempSync(join(tmpdir(), 'openapi-consumers-'));
afterAll(() => rmSync(root, { recursive: true }));

const own = join(import.meta.dirname, '../../../generated/openapi.json');
const PARTS = [
  'openapi-typescript',
  'hey-api/types.gen',
  'hey-api/sdk.gen',
  'hey-api/zod.gen',
] as const;

/** The compiler's messages about the code made from documents, and about programs that use it. */
function faults(
  folder: string,
  names: readonly string[],
  programs: readonly string[],
): readonly string[] {
  const paths = names.flatMap(name => PARTS.map(part => `./${name}/${part}.js`));
  const imports = paths.map((path, i) => `import type * as part${i} from '${path}';\n`);
  write(join(folder, 'parts.ts'), imports.join(''));
  for (const [i, program] of programs.entries())
    write(join(folder, `main${i}.ts`), `${program}\nexport {};\n`);
  // the code of hey-api takes what is undefined for what is not there
  const told = faultsOfTypes(folder, { exactOptionalPropertyTypes: false, noUnusedLocals: false });
  return told.split('\n').filter(line => line !== '');
}

describe('a document of every kind of parameter and column', () => {
  const folder = join(root, 'types');
  beforeAll(() => {
    const everything = emittedText(compiled(EVERYTHING_INPUTS));
    generate(folder, { own: readFileSync(own, 'utf8'), everything });
  });

  it('has the types that are meant, to openapi-typescript, for openapi-fetch, and to hey-api', () => {
    const programs = [USES_OPENAPI_FETCH, USES_HEY_API];
    expect(faults(folder, ['own', 'everything'], programs)).toEqual([]);
  });

  it('has the defaults, formats, patterns and bounds that are meant, to Zod', async () => {
    const { zEveryThing1Query: query } = await import(
      join(folder, 'everything/hey-api/zod.gen.ts')
    );
    const least = { text: 'ab', toString: 'a' };
    expect(query.parse(least)).toEqual({
      ...least,
      ...{ re2: 'Abc', least: 7n, share: 0.25, flag: true, path: 'a|b' },
      ...{ since: '2019-12-31T22:00:00Z', day: '2020-02-29' },
    });
    const isTaken = (given: object) => query.safeParse({ ...least, ...given }).success;
    const taken = { kind: '`*`', item: UUID, day: '2024-02-29', since: '2024-02-29T00:00:00.5Z' };
    expect(Object.entries(taken).filter(([name, value]) => !isTaken({ [name]: value }))).toEqual(
      [],
    );
    const refused = {
      ...{ text: 'a', kind: '8', least: -6, share: -1, item: 'x', day: '2024-02-30' },
      ...{ since: 'now', path: 'x'.repeat(11), toString: 'c', flag: 'x' },
    };
    expect(Object.entries(refused).filter(([name, value]) => isTaken({ [name]: value }))).toEqual(
      [],
    );
    expect(isTaken({ text: 'AB' })).toBe(false);
  });
});

describe('a text of a stranger', () => {
  /** Faults of hey-api: deleting the ends of comments it makes new ones, and it decodes `\u000a` where a backslash stands for itself. */
  const KNOWN = [
    'end of a comment, re-formed by deleting: hey-api/sdk.gen',
    'end of a comment, re-formed by replacing: hey-api/sdk.gen',
    'escapes as text: hey-api/zod.gen',
  ];

  it('is a text in what is made of it, wherever it stands', () => {
    const folder = join(root, 'texts');
    const payloads = Object.entries(PAYLOADS);
    const names = payloads.map((_, i) => `p${i}`);
    const documents = payloads.map(([, text]) => emittedText(twins(text).hostile));
    generate(folder, Object.fromEntries(names.map((name, i) => [name, documents[i] ?? ''])));
    const uses = payloads.map(([, text], i) => usesOfEnum(`./p${i}`, JSON.stringify(text)));
    const told = faults(folder, names, [uses.join('\n')]);
    const broken = told.map(line => {
      const [, at, part] = /^p(\d+)\/(.+?)\.ts\(/.exec(line) ?? [];
      return at === undefined ? line : `${payloads[Number(at)]?.[0]}: ${part}`;
    });
    expect([...new Set(broken)].sort()).toEqual(KNOWN);
  });

  function usesOfEnum(from: string, literal: string): string {
    const operations = `import('${from}/openapi-typescript.js').operations`;
    const value = `'one' | ${literal}`;
    return `
((given: ${operations}['everyPlace']['parameters']['query']['closed']): ${value} => given) satisfies
  (given: ${value}) => import('${from}/hey-api/types.gen.js').EveryPlaceData['query']['closed'];`;
  }
});

describe('answers of the service', () => {
  let services: Services;
  let client: Readonly<Record<string, (options: object) => Promise<HeyAnswer>>>;
  const operations = operationNames(manifestOf(PROJECT).endpoints);
  beforeAll(async () => {
    const folder = join(root, 'answers');
    generate(folder, { project: emittedText(PROJECT) });
    services = await openServices();
    client = await import(join(folder, 'project/hey-api/index.ts'));
  });
  afterAll(() => services.close());

  const answered = CASES.filter(
    ({ gives, on = 'usual', times = 1, pages }) =>
      'rows' in gives && on === 'usual' && times === 1 && pages === undefined,
  );
  it.each(answered.map(one => [one.does, one] as const))(
    'are what the document says, to a client that checks: %s',
    async (_, { endpoint, params = {}, gives }) => {
      const entries = Object.entries(params).map(([name, value]) => [name, plain(value)]);
      const given = Object.fromEntries(entries);
      const operation = operations.get(endpoint) ?? '';
      const isLong = JSON.stringify(given).length > LONGEST_ADDRESS;
      const answer = await client[isLong ? byPost(operation) : operation]?.({
        baseUrl: services.urls.usual,
        auth: services.tokens.all,
        ...(isLong ? { body: given } : { query: given }),
        throwOnError: true,
      });
      expect(answer?.data.result).toMatchObject('rows' in gives ? gives.rows : []);
    },
  );
});

const LONGEST_ADDRESS = 4_000;

function plain(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' ? (Object.values(value)[0] ?? '') : value;
}

interface HeyAnswer {
  readonly data: { readonly result: unknown };
}
