/** The check without compiling says what ajv says, for the schemas that quern ships and for data at random. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../engines/index.ts';
import { CLIENT_LANGUAGES } from '../../../generator/emitters/clients/index.ts';
import { configSchema } from '../../../generator/schema/config-schema.ts';
import type { JsonSchema } from '../../../generator/schema/parts.ts';
import { fitting } from '../../../generator/validate/shape.ts';
import { usually } from '../../support/usually.ts';
import { EDIT, edited, read } from './edits.ts';

const engines = Object.values(ENGINES);
const SCHEMAS: readonly (readonly [string, JsonSchema, readonly string[]])[] = [
  [
    'the configuration',
    configSchema(null, [...CLIENT_LANGUAGES.values()], engines),
    ['quern.yaml', 'examples/gallery/quern.yaml'],
  ],
];

const TRIED = usually(600);

describe('a check without compiling', () => {
  it.each(SCHEMAS)('says of %s what ajv says', (_, schema, files) => {
    const options = { ownProperties: true, strictRequired: false, allowUnionTypes: true };
    const judge = new Ajv2020({ ...options, validateSchema: false, code: { optimize: false } });
    const isValid = judge.compile(schema);
    const fits = fitting(schema);
    const sound = files.map(read);
    expect(sound.length).toBeGreaterThan(0);
    expect(sound.filter(data => !fits(data))).toEqual([]);
    const said = { true: 0, false: 0 };
    const one = fc.constantFrom(...sound);
    fc.assert(
      fc.property(one, fc.array(EDIT, { minLength: 1, maxLength: 3 }), (data, edits) => {
        const now = edited(data, edits);
        const verdict = isValid(now);
        said[`${verdict}`] += 1;
        expect(fits(now)).toBe(verdict);
      }),
      { numRuns: TRIED },
    );
    expect(Math.min(said.true, said.false)).toBeGreaterThan(TRIED / 15);
  });
});
