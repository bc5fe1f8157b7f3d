/** `query` and `columns`: a statement in GoogleSQL or in engines' own SQL, and the columns of its rows. */
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { keyed, list, map } from '../kinds/list.ts';
import { needed, object, optional, usually } from '../kinds/object.ts';
import {
  either,
  forbids,
  has,
  hasAny,
  type KeyRule,
  mappingWith,
  needs,
  not,
  rules,
  unless,
  way,
} from '../kinds/rules.ts';
import { expression, flag, oneOf, proseText, text } from '../kinds/texts.ts';
import { split, union } from '../kinds/union.ts';
import { keysNamed } from '../parts.ts';
import { as, type Of, ruled, type Shape } from '../shape.ts';

/** A text of SQL, or the file that contains it. */
export type OwnTextSpec =
  | { readonly file: null; readonly text: ExpressionText }
  | { readonly file: Located<string> };
/** A text for all requests, or only for those with the parameter `when`; or a text for each value of `by`. */
export type OwnPieceSpec =
  | { readonly by: null; readonly when: Located<string> | null; readonly text: OwnTextSpec }
  | { readonly by: Located<string>; readonly cases: readonly Entry<OwnTextSpec>[] };

const file = text('The file that contains the text, in the folder of this file or below it.');
const inFile: Shape<OwnTextSpec> = object({ file: needed(file) });
const inText = (description: string): Shape<OwnTextSpec> =>
  as({ ...expression(description), hasCommas: true }, written => ({ file: null, text: written }));

const sql = inText("A text in the engine's own SQL; `@name` is a parameter.");
const always = (of: OwnTextSpec): OwnPieceSpec => ({ by: null, when: null, text: of });

const chosen = hasAny('by', 'cases');

/** In JSON Schema, a text has neither `sql` nor `file`. */
const EITHER_TEXT: KeyRule = {
  ...unless(chosen, either(way('sql'), way('file'))),
  schema: emission => ({
    if: { anyOf: [{ not: { type: 'object' } }, chosen.schema] },
    else: either(way('sql'), way('file')).schema(emission),
  }),
};

const mappedPiece: Shape<OwnPieceSpec> = as(
  object(
    {
      when: optional(text('A parameter; if it is absent, the piece is left out.')),
      sql: optional(sql),
      file: optional(file),
      by: optional(text('An enum parameter that chooses the text.')),
      cases: optional(
        map(union('A text, or the file that contains it.', sql, inFile), {
          description: 'The text for each value of the `by` parameter.',
        }),
      ),
    },
    {
      rules: [
        rules(
          unless(
            not(mappingWith(chosen)),
            needs('by', 'cases'),
            forbids(['when', 'sql', 'file'], label => ({
              what: 'cannot be combined with `by`',
              hint: `Remove ${label}, or \`by\` with its \`cases\`.`,
            })),
          ),
          EITHER_TEXT,
        ),
      ],
    },
  ),
  ({ when, sql, file, by, cases }) =>
    by === null ? { by, when, text: sql ?? { file: ruled(file) } } : { by, cases: ruled(cases) },
);

const piece = union<OwnPieceSpec, OwnPieceSpec>(
  'A piece of a statement: a text, a text with a condition, or a text for each value of an enum.',
  as(sql, always),
  mappedPiece,
);

type Pieces = readonly OwnPieceSpec[];
const statement: Shape<Pieces> = union<Pieces, Pieces, Pieces>(
  'One read-only statement: a text, the file that contains it, or a list of pieces.',
  as(sql, of => [always(of)]),
  as(inFile, of => [always(of)]),
  list(piece, { min: 1 }),
);

/** A single text is GoogleSQL; texts keyed by engine are own SQL. */
export type QuerySpec =
  | { readonly body: 'googlesql'; readonly text: OwnTextSpec }
  | { readonly body: 'own'; readonly query: readonly Entry<Pieces>[] };

const googleSql = (of: OwnTextSpec): QuerySpec => ({ body: 'googlesql', text: of });

export const query: Shape<QuerySpec> = union<QuerySpec, QuerySpec>(
  'A statement in GoogleSQL, or the file that contains it, which quern translates for every engine; or a statement for each engine in its own SQL. It replaces the clauses of the language.',
  as(inText('A statement in GoogleSQL.'), googleSql),
  split<QuerySpec, QuerySpec>(
    has('file'),
    as(inFile, googleSql),
    as(map(statement, { anyOf: 'dialects', min: 1 }), of => ({ body: 'own', query: of })),
  ),
);

const mappedColumn = object({
  type: needed(oneOf(SCALARS, 'The type of the values.')),
  required: usually(flag('Whether NULL is an error.'), false),
  description: optional(proseText('The meaning of the column.')),
  unit: optional(proseText('The unit of the values, such as `ms`.')),
  encode: optional(text('How the value is written in JSON, as in `select`.')),
});

export interface OwnColumnSpec extends Omit<Of<typeof mappedColumn>, 'type'> {
  readonly type: Located<string>;
}

export const columns = keyed(
  map(
    union<OwnColumnSpec, OwnColumnSpec>(
      'A type, or a mapping with a type and properties of the column.',
      as(text('The type of the values.'), type => ({
        type,
        required: false,
        description: null,
        unit: null,
        encode: null,
      })),
      mappedColumn,
    ),
    {
      names: keysNamed('outputName'),
      description:
        "The columns of the rows. For engines' own SQL, every column; `quern check --update` writes them. For GoogleSQL, only columns with a description, a unit or an encoding.",
    },
  ),
);
