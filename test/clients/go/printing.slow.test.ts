/** The form of the Go client's endpoints, compared with `gofmt`. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestEndpoint, ManifestField } from '../../../generator/core/output/manifest.ts';
import { ENCODINGS, SCALARS } from '../../../generator/core/types/scalar.ts';
import { declaredOf, endpointFile } from '../../../generator/emitters/clients/go/endpoint.ts';
import { goNames } from '../../../generator/emitters/clients/go/names.ts';
import { moduleName } from '../../../generator/emitters/clients/go/text.ts';
import { fileText } from '../../../generator/emitters/text/writer.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { type GoFolder, hasGo, openGoFolder } from './support.ts';

describe.skipIf(!hasGo)('printing', () => {
  let folder: GoFolder;
  beforeAll(() => {
    folder = openGoFolder();
  });
  afterAll(() => folder.close());

  /** Texts with a meaning to `gofmt`, to Go or to Go's documentation, and texts without. */
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '\n',
        '\n\n',
        '\r',
        '\u2028',
        '\t',
        '\n\n\t',
        '\n\n    ',
        '\n    ',
        ' ',
        '  ',
        '# ',
        '#',
        '- ',
        '1. ',
        '* ',
        '• ',
        '2) ',
        '}',
        '{',
        '[a]: https://b.example',
        '[A]',
      ],
      ...[
        '+build x',
        '// +build x',
        'go:build x',
        '//go:build x',
        '//line a:1',
        "''",
        '``',
        '```',
        '"',
        '\\',
        '*/',
      ],
      ...[
        '/*',
        'Counts of things',
        'A',
        'a.',
        ':',
        '\u00a0',
        '\u200b',
        '\u0000',
        '\ufeff',
        '\ud800',
        'é',
        '日',
        '🎈',
      ],
      ...[
        'Deprecated: x',
        'TODO(a): b',
        'https://a.example/b',
        '\\u0041',
        '\u0085',
        '\v',
        '\f',
        '\u001c',
        '|',
      ],
    ),
    unicodeText({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 9 }).map(pieces => pieces.join(''));
  const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,20}$/);
  const said = fc.option(text, { nil: null });
  const field = fc
    .tuple(name, fc.constantFrom(...SCALARS), fc.boolean(), said, said)
    .map(([name, type, nullable, description, unit]): ManifestField => {
      const words = {
        ...(description === null ? {} : { description }),
        ...(unit === null ? {} : { unit }),
      };
      return { name, type, nullable, ...words };
    });
  const record = fc
    .tuple(name, fc.array(field, { minLength: 1, maxLength: 6 }), said)
    .map(([name, fields, description]): ManifestField => {
      return {
        name,
        type: 'record',
        nullable: true,
        fields,
        ...(description === null ? {} : { description }),
      };
    });
  const column = fc
    .tuple(fc.oneof({ weight: 5, arbitrary: field }, record), fc.constantFrom(...ENCODINGS))
    .map(([known, encode]) => ({ ...known, encode }));
  const param = fc.record({
    name,
    type: fc.constant('string'),
    scalar: fc.constantFrom(...SCALARS),
    values: fc.option(fc.array(text, { minLength: 1, maxLength: 5 }), { nil: null }),
    required: fc.boolean(),
    default: said,
    otherwise: fc.constantFrom('reject' as const, 'default' as const),
    constraints: fc.record(
      { min: text, max: text, minLength: fc.nat(), pattern: text },
      { requiredKeys: [] },
    ),
    description: said,
    example: said,
    deprecated: fc.boolean(),
  });
  const endpoint = fc
    .tuple(
      text,
      said,
      said,
      fc.array(param, { maxLength: 6 }),
      fc.array(column, { minLength: 1, maxLength: 8 }),
    )
    .map(([name, summary, description, params, columns]): ManifestEndpoint => {
      const rest = {
        id: '',
        hash: '',
        limit: null,
        maxRows: 1,
        cache: null,
        sandbox: false,
        source: '',
        views: [],
      };
      return { ...rest, name, summary, description, params, columns, engines: {} };
    });

  it('is what gofmt would print, whatever the texts', { timeout: 300_000 }, async () => {
    folder.write('printed', []);
    await fc.assert(
      fc.asyncProperty(fc.array(endpoint, { minLength: 40, maxLength: 40 }), async endpoints => {
        const files = endpoints.map((one, i) => {
          const declared = declaredOf(one, goNames(`m${i}`));
          const file = endpointFile(declared, moduleName('printed'));
          return { path: `m${i}_endpoint.go`, text: fileText(file) };
        });
        folder.write('printed', files);
        const { text } = await folder.run('gofmt', ['-d', 'printed']);
        expect(text).toBe('');
      }),
      { numRuns: 12 },
    );
  });
});
