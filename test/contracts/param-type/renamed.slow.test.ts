/** Nobody knows a parameter type by its name: under other names the types mean the same everywhere. */

import { expect, test, vi } from 'vitest';
import { compile, emit, type InputFile } from '../../../generator/compile.ts';
import { isError } from '../../../generator/core/report/diagnostics.ts';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import type { ParamType } from '../../../generator/params/param-type.ts';
import { withinScope } from '../../../server/access/access.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { parseQuery } from '../../../server/http/reading/read-request.ts';
import { EVERYTHING_INPUTS } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { readTemplates } from '../../support/templates.ts';

vi.mock('../../../generator/params/index.ts', async original => {
  const known = await original<typeof import('../../../generator/params/index.ts')>();
  const types = [...known.PARAM_TYPES.values()];
  const renamed = types.map((type): ParamType => ({ ...type, name: `${type.name}_renamed` }));
  const all = new Map([...types, ...renamed].map(type => [type.name, type]));
  return { ...known, PARAM_TYPES: all, paramType: (name: string) => all.get(name) };
});

/** Uses every type with whatever can be said of it, and lets samples find values. */
const REQUIRED = `
endpoint: required
id: 60000000-0000-4000-8000-000000000001
from: things
params:
  text: { type: string, required: true, min_length: 6 }
  whole: { type: int64, required: true, min: 3 }
  share: { type: float64, required: true, max: 0.25 }
  flag: { type: bool, required: true }
  at: { type: timestamp, required: true }
  day: { type: date, required: true }
  item: { type: uuid, required: true }
  path: { type: regex, required: true }
where:
  - id in (@text, @item) and whole = @whole and fraction = @share and flag = @flag
  - timestamp = @at and day = @day and matches(id, @path)
select: [id]
tests:
  finds nothing:
    now: 2026-01-15
    params: { text: sixteen, whole: 007, share: 0.125, flag: true, at: 2026-01-15, day: 2026-01-15, item: 6F1D1B0E-7f0a-4f6e-9a55-1f0e7c3b8a01, path: a|b }
    given: [{ id: a, timestamp: 2026-01-15T10:07:00Z, whole: 1, fraction: 1, day: 2026-01-15 }]
    expect: []
`;
const INPUTS = [...EVERYTHING_INPUTS, { path: 'endpoints/required.yaml', bytes: REQUIRED }];

function renamed({ path, bytes }: InputFile): InputFile {
  const text = String(bytes);
  if (path.endsWith('sources.yaml')) return { path, bytes };
  // those of columns are scalars
  const [params = '', ...columns] = text.split(/^(?=columns:)/m);
  const other = params.replace(/(?<=\btype: )\w+/g, '$&_renamed');
  return { path, bytes: [other, ...columns].join('') };
}

function filesOf(inputs: readonly InputFile[]): ReadonlyMap<string, string> {
  const { compilation, diagnostics } = compile(inputs, { dialects: null });
  expect(diagnostics.filter(isError)).toEqual([]);
  return new Map(
    emit(compilation, DEFAULT_OUTPUT, readTemplates()).map(({ path, text }) => [path, text]),
  );
}

test('what is generated differs in the names alone', () => {
  const plain = filesOf(INPUTS);
  const other = filesOf(INPUTS.map(renamed));
  expect(other.get('manifest/required.json')).toContain('"type": "regex_renamed"');
  expect([...other.keys()]).toEqual([...plain.keys()]);
  // digests of what is beside them
  const compared = (text = '') =>
    text
      .replaceAll('_renamed', '')
      .replace(/"(hash|digest)": "[0-9a-f]+"/g, '"$1"')
      .replace(/@generated [0-9a-f]{16}/, '@generated');
  for (const [path, text] of other) {
    expect([path, compared(text)]).toEqual([path, compared(plain.get(path))]);
  }
});

test('the service fixes the values of a key alike', () => {
  const fixed = (inputs: readonly InputFile[]) => {
    const { byName } = catalogue(
      manifestFrom([...filesOf(inputs)].map(([path, text]) => ({ path, text }))),
    );
    const endpoint = byName.get('required');
    if (endpoint === undefined) throw new Error('there is an endpoint');
    const params = { path: 'a.b', whole: '007', item: '6F1D1B0E-7F0A-4F6E-9A55-1F0E7C3B8A01' };
    const key = { endpoints: ['*'], params };
    return withinScope(key, endpoint, parseQuery('', endpoint.params))?.texts;
  };
  const plain = fixed(INPUTS);
  expect(plain?.get('path')).toEqual(['a\\.b']);
  expect(fixed(INPUTS.map(renamed))).toEqual(plain);
});
