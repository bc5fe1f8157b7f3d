/** Rules for the client of every registered language. */
import { describe, expect, it } from 'vitest';
import { emit } from '../../../generator/compile.ts';
import type { ManifestEndpoint, ManifestParam } from '../../../generator/core/output/manifest.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { ENCODINGS, SCALARS, type Scalar } from '../../../generator/core/types/scalar.ts';
import type { Client } from '../../../generator/emitters/clients/client-language.ts';
import { CLIENT_LANGUAGES } from '../../../generator/emitters/clients/index.ts';
import { CLIENT_EMITTERS } from '../../../generator/emitters/clients.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { NO_CODE } from '../../../generator/emitters/emitter.ts';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import { PARAM_TYPES } from '../../../generator/params/index.ts';
import { clientFiles, clientIn } from '../../support/client-files.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  endpointInput,
  ownInputs,
} from '../../support/openapi-fixture.ts';
import { readTemplates } from '../../support/templates.ts';
import { NAMES, PAYLOADS, PLANTED } from './emission/payloads.ts';
import { labelled, namesakes, twins } from './emission/twins.ts';

const own = compiled(ownInputs());
const everything = compiled(EVERYTHING_INPUTS);
const pathsOf = (files: readonly GeneratedFile[]) => files.map(({ path }) => path);
const sorted = (texts: Iterable<string>) => [...texts].sort();

/** Texts that no language could have as its name. */
const NO_NAMES = ['', ' ', '.', '..', '../a', 'a b', 'a\n', 'a"', "a'", '*/', 'ä', '{{a}}'];

/** The end of a path that Windows makes no file of, or another one. */
const NO_FILE = /(^|\/)(con|prn|aux|nul|(com|lpt)[0-9])(\.[^/]*)?$|[. ]$/i;

describe.each([...CLIENT_LANGUAGES])('%s', (name, language) => {
  const { title, description, setting, holes } = language;
  const [emitter] = CLIENT_EMITTERS.filter(each => each.name === name);

  it('says what it is in words that sentences are made of', () => {
    const texts = [title, description, setting.description, setting.fault, setting.hint];
    for (const text of [...texts, ...Object.values(holes)]) expect(text).toMatch(/^\S.*[^.\s]$/);
    expect([name, setting.key].filter(key => !/^[a-z][a-z0-9_]*$/.test(key))).toEqual([]);
    expect(setting.fault).toMatch(/^not (a|an|the) /);
    expect(setting.hint).toMatch(/^[A-Z][a-z]+ /);
  });

  it('has a default name, and takes nothing that no client could be called', () => {
    expect(setting.isName(setting.named('shop'))).toBe(true);
    const taken = [...NO_NAMES, ...Object.values(PAYLOADS), `${setting.named('shop')}\n`];
    expect(taken.filter(setting.isName)).toEqual([]);
  });

  it('is made where it is wanted, and there alone', () => {
    const templates = readTemplates();
    const folder = `clients/${name}/`;
    const made =
      emitter?.emit({ description: descriptionOf(own), settings: DEFAULT_OUTPUT, templates }) ?? [];
    expect(made.length).toBeGreaterThan(1);
    expect(pathsOf(made).filter(path => !path.startsWith(folder))).toEqual([]);
    const clients = new Map([...DEFAULT_OUTPUT.clients].filter(([other]) => other !== name));
    const others = emit(own, { ...NO_CODE, clients }, templates);
    expect(pathsOf(others).filter(path => path.startsWith(folder))).toEqual([]);
    expect(() =>
      emitter?.emit({
        description: descriptionOf(own),
        settings: DEFAULT_OUTPUT,
        templates: new Map(),
      }),
    ).toThrow('nothing without its runtime');
  });

  it('ships every template of its own, and leaves no hole', () => {
    const mark = 'as shipped';
    const ours = clientIn(language, own).templates;
    const all = [...ours.keys()];
    const marked = new Map(all.map(path => [`${name}/${path}`, `${path} ${mark}`]));
    const files = clientFiles(language, own, { templates: marked });
    const shipped = files.filter(({ text }) => text.endsWith(mark));
    expect(sorted(shipped.map(({ text }) => text.replace(` ${mark}`, '')))).toEqual(sorted(all));
    const texts = clientFiles(language, own).map(({ text }) => text);
    expect(texts.filter(text => /\{\{\w+\}\}/.test(text))).toEqual([]);
    const used = [...ours.values()].join('').matchAll(/\{\{(\w+)\}\}/g);
    expect(sorted(new Set([...used].map(([, hole = '']) => hole)))).toEqual(
      sorted(Object.keys(holes)),
    );
  });

  it('goes by the name that it is given', () => {
    const text = ({ path, text }: GeneratedFile) => `${path}\n${text}`;
    const name = setting.named('shop');
    const named = clientFiles(language, own, { name }).map(text).join('\n');
    expect(named).toContain(name);
    const [, sample] = sampled(clientIn(language, own, { name }))[0] ?? ['', ''];
    expect(sample).toContain(name);
  });

  it('is the same whatever the order of the files', () => {
    const reversed = compiled([...EVERYTHING_INPUTS].reverse());
    expect(clientFiles(language, reversed)).toEqual(clientFiles(language, everything));
  });

  it('can be without endpoints', () => {
    const none = clientIn(language, { ...own, endpoints: [] });
    const shipped = new Set(pathsOf(language.files(none)));
    expect(shipped.size).toBeGreaterThanOrEqual(none.templates.size);
    expect(pathsOf(clientFiles(language, own)).filter(path => shipped.has(path))).toEqual([
      ...shipped,
    ]);
  });

  it('has files that every system keeps apart', () => {
    const names = ['a.b', 'a-b', 'a_b', 'ab', 'con', 'nul.x', 'a-row', 'a', 'index', 'client'];
    for (const compilation of [own, everything, compiled(named(names))]) {
      const paths = pathsOf(clientFiles(language, compilation));
      expect(new Set(paths.map(path => path.toLowerCase())).size).toBe(paths.length);
      expect(paths.filter(path => NO_FILE.test(path))).toEqual([]);
      const odd = paths.filter(
        path => !/^(?!\.*\/)[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(path),
      );
      expect(odd).toEqual([]);
    }
  });

  it('says all that is declared', () => {
    const { compilation, places } = labelled();
    const text = clientFiles(language, compilation)
      .map(file => file.text.replace(/\s+/g, ' '))
      .join('\n');
    const said = places.filter(({ name }) => IS_SAID.test(name));
    expect(said.length).toBeGreaterThan(25);
    expect(said.filter(place => !text.includes(place.text))).toEqual([]);
  });

  it.each(Object.entries(PAYLOADS))('shows every character of %s', (_, payload) => {
    const { hostile, harmless } = twins(payload);
    const plain = new Set(clientFiles(language, harmless).map(({ text }) => text));
    const fresh = clientFiles(language, hostile).filter(({ text }) => !plain.has(text));
    expect(fresh.map(({ text }) => text).join('')).toContain(PLANTED);
    const unseen = /[^\n\t\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]|[ \t]$/mu;
    expect(fresh.filter(({ text }) => unseen.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has a parameter, a column and a field of every kind', () => {
    const client = { ...clientIn(language, own), endpoints: [EVERY_KIND], first: null };
    const text = language
      .files(client)
      .map(file => file.text)
      .join('\n');
    const names = namesOf(EVERY_KIND);
    expect(names.length).toBeGreaterThan(80);
    // beside its own name, which a language may write otherwise, each stands as the service knows it
    expect(names.filter(known => !new RegExp(`\\b${known}\\b`).test(text))).toEqual([]);
    expect(text).toContain(EVERY_KIND.name);
  });

  const said = (columns: ManifestEndpoint['columns'], params: readonly ManifestParam[]) => {
    const endpoints = [{ ...EVERY_KIND, columns, params }];
    const client = { ...clientIn(language, own), endpoints, first: null };
    const shipped = new Set(language.files({ ...client, endpoints: [] }).map(({ text }) => text));
    const texts = language.files(client).map(({ text }) => text);
    return texts.filter(text => !shipped.has(text)).join('\n');
  };

  it.each(Object.entries(FACTS))('says of a parameter %s', (_, [declared, words]) => {
    const plain = param('one', 'int64', false);
    expect(said([], [plain])).not.toMatch(words);
    expect(said([], [{ ...plain, ...declared }])).toMatch(words);
  });

  it('says what the types of rows and of parameters do not', () => {
    const noted = [...PARAM_TYPES.values()].flatMap(type =>
      type.note === null ? [] : [{ ...type, note: type.note }],
    );
    expect(noted.length).toBeGreaterThan(1);
    const column = (type: 'int64' | 'timestamp', encode: (typeof ENCODINGS)[number]) =>
      said([{ name: 'one', type, nullable: false, encode }], []);
    expect(column('timestamp', 'epoch_micros')).toContain('Microseconds since 1970 UTC');
    expect(column('timestamp', 'epoch_millis')).toContain('Milliseconds since 1970 UTC');
    expect(column('int64', 'string')).toContain('whole number in decimal digits');
    for (const encode of ['rfc3339', 'plain'] as const)
      expect(column('timestamp', encode)).not.toMatch(/1970|decimal digits/);
    for (const { name: type, scalar, note } of noted) {
      const given = { ...param('one', scalar, true), type };
      expect([type, said([], [given])]).toEqual([type, expect.stringContaining(note)]);
      expect(said([], [{ ...given, type: 'string' }])).not.toContain(note);
    }
  });

  it('has a sample of every endpoint, each with a call of its own', () => {
    const plain = ['a.b', 'a-b', 'a_b', 'ab', 'close', 'x.1', 'x-1', 'class', 'then', 'end'];
    for (const compilation of [own, everything, compiled(named(plain))]) {
      const samples = sampled(clientIn(language, compilation));
      expect(samples.length).toBe(compilation.endpoints.length);
      const calls = samples.map(([, source]) => source.toLowerCase());
      expect(new Set(calls).size).toBe(calls.length);
      for (const [, source] of samples) {
        expect(source).toContain('QUERN_URL');
        expect(source).toContain('QUERN_KEY');
      }
    }
  });

  it('has a sample of every kind of parameter, whatever it is called', () => {
    const client = clientIn(language, own);
    for (const param of EVERY_KIND.params) {
      const [source, other] = VALUES[param.scalar].map(text =>
        String(
          language.sampler({ ...client, endpoints: [EVERY_KIND] })(EVERY_KIND, [{ param, text }]),
        ),
      );
      expect(source).not.toBe(other);
    }
    const params = [...NAMES, 'a_b', 'aB', 'ab', 'AB', 'a__b', '_a', '__a'];
    const endpoint = {
      ...EVERY_KIND,
      params: [...new Set(params)].map(one => param(one, 'string', true)),
    };
    const sampler = language.sampler({ ...client, endpoints: [endpoint] });
    const calls = endpoint.params.map(one =>
      String(sampler(endpoint, [{ param: one, text: 'x' }])),
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  it.each(NAMES)('takes endpoints, parameters, columns and values that are called %s', word => {
    const compilation = namesakes(word);
    const text = clientFiles(language, compilation)
      .map(file => file.text)
      .join('\n');
    const [endpoint] = compilation.endpoints;
    expect(text).toContain(endpoint?.endpoint.name);
    expect(text).toMatch(new RegExp(`["'\`]?\\b${word}\\b`));
  });
});

/** The places where a text of a specification reaches callers. */
const IS_SAID =
  /^(source\.(column\.description|(json|record|field|nested|leaf)\.)|summary|description|param\.\w+\.(description|default|example|pattern|value)$|column\.(description|unit|encoded)|other\.)/;

function sampled(client: Client): readonly (readonly [endpoint: string, source: string])[] {
  const found = [...CLIENT_LANGUAGES.values()].find(
    each => client.folder === `clients/${each.name}/`,
  );
  const sampler = found?.sampler(client);
  return client.endpoints.map(endpoint => [endpoint.name, String(sampler?.(endpoint, []))]);
}

function named(names: readonly string[]) {
  const id = (index: number) => `5${String(index).padStart(7, '0')}-0000-4000-8000-000000000000`;
  return [...EVERYTHING_INPUTS.slice(0, 1), ...names.map((one, i) => endpointInput(one, id(i)))];
}

/** Two values of each scalar. */
const VALUES: Readonly<Record<Scalar, readonly [string, string]>> = {
  string: ['a "b"', 'a'],
  int64: ['9007199254740993', '-1'],
  float64: ['0.5', '1e300'],
  decimal: ['1.50', '-2'],
  bool: ['true', 'false'],
  timestamp: ['2026-01-15T10:07:00.123456Z', '2026-01-15T10:07:00Z'],
  datetime: ['2026-01-15T10:07:00.123456', '2026-01-15T10:07:00'],
  date: ['2026-01-15', '2024-02-09'],
  json: ['{}', '[]'],
};

function param(name: string, scalar: ManifestParam['scalar'], required: boolean): ManifestParam {
  return {
    ...{ name, type: 'string', scalar, values: null, required, default: null, otherwise: 'reject' },
    ...{ constraints: {}, description: null, example: null, deprecated: false },
  };
}

/** Every scalar as a parameter, every one in every encoding as a column, and every one in a record; each may be absent or not. */
const EVERY_KIND: ManifestEndpoint = {
  ...{ id: '80000000-0000-4000-8000-000000000000', hash: '', summary: null, description: null },
  ...{ limit: null, maxRows: 1, cache: null, sandbox: false, engines: {} },
  name: 'every.kind',
  params: both((scalar, may) => param(`given_${scalar}_${may}`, scalar, !may)),
  columns: [
    ...ENCODINGS.flatMap(encode =>
      both((type, nullable) => ({
        ...{ name: `column_${type}_${encode}_${nullable}`, type, nullable, encode },
      })),
    ),
    {
      ...{ name: 'column_record', type: 'record', nullable: true, encode: 'plain' },
      fields: both((type, nullable) => ({ name: `field_${type}_${nullable}`, type, nullable })),
    },
  ],
};

/** Facts about a parameter, each of which every language shows in some form. */
const FACTS: Readonly<Record<string, readonly [Partial<ManifestParam>, RegExp]>> = {
  'its least value': [{ constraints: { min: '-17' } }, /at least:? `?-17\b/i],
  'its greatest value': [{ constraints: { max: '17' } }, /at most:? `?17\b/i],
  'its least length': [
    { constraints: { minLength: 17 } },
    /at least `?17`? characters|characters, at least: 17/i,
  ],
  'its greatest length': [
    { constraints: { maxLength: 17 } },
    /at most `?17`? characters|characters, at most: 17/i,
  ],
  'its default': [{ default: '17' }, /(default\w*:?|absent means) `?17\b/i],
  'what other values mean': [{ default: '17', otherwise: 'default' }, /any other value means/i],
  'an example': [{ example: '17' }, /example:? `?17\b/i],
  'that it is not to be used': [{ deprecated: true }, /deprecated/i],
};

function both<T>(make: (scalar: (typeof SCALARS)[number], may: boolean) => T): readonly T[] {
  return SCALARS.flatMap(scalar => [make(scalar, false), make(scalar, true)]);
}

function namesOf({ params, columns }: ManifestEndpoint): readonly string[] {
  return [...params, ...columns, ...columns.flatMap(({ fields = [] }) => fields)].map(
    ({ name }) => name,
  );
}
