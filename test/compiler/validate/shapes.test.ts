/** The reader accepts exactly what the emitted JSON Schema accepts: ajv judges, over changed files of endpoints and of data sets. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { fileSchema } from '../../../generator/shape/emission.ts';
import { collectFaults } from '../../../generator/shape/faults/faults.ts';
import { ENDPOINT } from '../../../generator/shape/files/endpoint.ts';
import { sourcesFile } from '../../../generator/shape/files/sources.ts';
import { usually } from '../../support/usually.ts';
import { EDIT, edited, endpointFiles, read, sourcesFiles } from './edits.ts';
import { DIALECTS, endpoint } from './support.ts';

const FILES = [
  ['endpoints', ENDPOINT, [], endpointFiles()],
  ['data sets', sourcesFile(DIALECTS), DIALECTS, sourcesFiles()],
] as const;

const TRIED = usually(1_200);

/** Whether the check of a shape accepts data, written as a file. */
function accepts(shape: (typeof FILES)[number][1]['shape'], data: unknown): boolean {
  const { diagnostics, report } = collector();
  const document = loadDocument('a.yaml', JSON.stringify(data), report);
  if (document === null) throw new Error(`This is not a file: ${diagnostics[0]?.message}`);
  const faults = collectFaults();
  shape.check({ node: document.root, above: null, entry: null }, faults);
  const fits = faults.finish(report);
  expect(diagnostics.length === 0).toBe(fits);
  return fits;
}

describe('a shape', () => {
  it.each(FILES)(
    'of %s accepts exactly what its JSON Schema accepts',
    (_, file, dialects, files) => {
      const options = { ownProperties: true, strictRequired: false, allowUnionTypes: true };
      const judge = new Ajv2020({ ...options, validateSchema: false, code: { optimize: false } });
      const isValid = judge.compile(fileSchema(file, { paramTypes: [], dialects }));
      const sound = files.map(read);
      expect(sound.length).toBeGreaterThan(0);
      expect(sound.filter(data => !accepts(file.shape, data))).toEqual([]);
      const said = { true: 0, false: 0 };
      const one = fc.constantFrom(...sound);
      fc.assert(
        fc.property(one, fc.array(EDIT, { minLength: 1, maxLength: 3 }), (data, edits) => {
          const now = edited(data, edits);
          const verdict = isValid(now);
          said[`${verdict}`] += 1;
          expect(accepts(file.shape, now)).toBe(verdict);
        }),
        { numRuns: TRIED },
      );
      expect(Math.min(said.true, said.false)).toBeGreaterThan(TRIED / 15);
    },
  );

  it('reports a separator of several characters', () => {
    const text =
      'endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: logs\nselect: [x]\n' +
      'params: { p: { list: string, separator: ab } }\n';
    expect(endpoint(text).diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['invalid-value', '`ab` is not a separator'],
    ]);
  });
});
