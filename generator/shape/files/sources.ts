/** `endpoints/sources.yaml`: data sets, relations, shared parameters and functions. */
import { counting, type Report, type SourceText } from '../../core/report/diagnostics.ts';
import type { MappingNode } from '../../core/spec/document.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { BODY, type BodySpec, bodyOf, COMPLETE } from '../clauses/body.ts';
import { columnsShape, type FieldSpec } from '../clauses/columns.ts';
import { duration } from '../clauses/duration.ts';
import { type FilterSpec, sharedFilters } from '../clauses/filters.ts';
import { type ParamSpec, sharedParams } from '../clauses/param.ts';
import { type FileShape, reference } from '../emission.ts';
import { asMapping, map, oneOrMany } from '../kinds/list.ts';
import { type FieldsOf, needed, object, optional, usually } from '../kinds/object.ts';
import { hasAny } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import {
  expression,
  located,
  oneOf,
  placedFlag,
  proseText,
  text,
  textWithCommas,
} from '../kinds/texts.ts';
import { split, union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, described, type Of, type Shape } from '../shape.ts';
import { type MeasureSpec, measuresOf } from './measures.ts';
import { type RollupSpec, rollups } from './rollups.ts';

const table = as(
  object({
    table: needed(text('The name of the table; its parts, joined by dots, are quoted one by one.')),
    records: optional(
      oneOf(
        ['nested', 'repeated'],
        'Whether a record is stored as a record, or as an array with one record.',
        'nested',
      ),
    ),
    where: optional(textWithCommas('A fixed predicate, in SQL of that engine.')),
    final: optional(
      placedFlag('Whether only the newest row of each `key` is read, on engines that have FINAL.'),
    ),
  }),
  (of): TableSpec => ({ ...of, records: of.records?.value ?? 'nested' }),
);
export interface TableSpec {
  readonly table: Located<string>;
  readonly records: 'nested' | 'repeated';
  readonly where: Located<string> | null;
  readonly final: Located<boolean> | null;
}

/** Editors offer the engines; the reader accepts any key, because a later phase reports unknown ones better. */
function tablesOf(dialects: readonly string[]) {
  const any = map(table, { description: 'The table of the data set, by engine.' });
  const shape: typeof any = {
    ...any,
    schema: emission => ({
      ...any.schema(emission),
      properties: Object.fromEntries(dialects.map(name => [name, table.schema(emission)])),
    }),
  };
  return shape;
}

type Scope = readonly { readonly name: Located<string>; readonly many: boolean }[];

/** A list of columns, or a mapping from columns to how many values a read may ask for. */
const scope = union<Scope, Scope>(
  'Columns that separate tenants: every read must compare each of them with a required parameter or, with `many`, with a required list.',
  as(oneOrMany(part('name', 'A column of the data set.'), { min: 1 }), of =>
    of.map(name => ({ name, many: false })),
  ),
  as(map(as(scalar(['string'], { enum: ['one', 'many'] }), located), { min: 1 }), of =>
    of.map(({ name, place, value }) => ({
      name: { value: name, place },
      many: value.value === 'many',
    })),
  ),
);

const freshness = object({
  of: needed(expression('The timestamp of an entry: a column.')),
  within: needed(duration('How old the newest entry may be.')),
});

const fieldsOf = (dialects: readonly string[]) => ({
  title: optional(proseText('A short name for people.')),
  description: optional(proseText('The contents of the data set.')),
  invalid: optional(
    oneOf(
      ['error', 'skip'],
      'For an entry of a file that does not match the declaration: `error` makes statements that read it fail, `skip` leaves it out and counts it.',
      'error',
    ),
  ),
  key: usually(
    oneOrMany(part('name', 'A column of the data set.'), {
      min: 1,
      description:
        'Columns that together identify an entry. quern relies on this and does not check it.',
    }),
    [],
  ),
  scope: usually(scope, []),
  freshness: optional(
    described(
      'How new the data set must be: the service reports it as stale otherwise.',
      freshness,
    ),
  ),
  tables: needed(tablesOf(dialects)),
  columns: needed(columnsShape(dialects)),
  measures: usually(measuresOf(dialects), []),
  rollups: usually(rollups, []),
  filters: usually(sharedFilters, []),
});

export interface SourceSpec
  extends Omit<
    FieldsOf<ReturnType<typeof fieldsOf>>,
    'invalid' | 'columns' | 'measures' | 'rollups' | 'filters'
  > {
  /** False if an error in it was reported: it may be resolved to find errors elsewhere, but is never accepted. */
  readonly sound: boolean;
  readonly name: Located<string>;
  readonly invalid: 'error' | 'skip';
  readonly columns: readonly Entry<FieldSpec>[];
  readonly measures: readonly Entry<MeasureSpec>[];
  readonly rollups: readonly Entry<RollupSpec>[];
  /** Filters that bodies copy. */
  readonly filters: readonly Entry<FilterSpec>[];
}
/** A relation that endpoints read like a data set. */
export interface RelationSpec extends Entry<BodySpec> {
  /** False if an error in it was reported. */
  readonly sound: boolean;
  readonly title: string | null;
  readonly description: string | null;
}

/** Either of them, without the name of its entry. */
type Either =
  | { readonly source: Omit<SourceSpec, 'name'> }
  | { readonly relation: Omit<RelationSpec, keyof Entry<never>> & { readonly value: BodySpec } };

function sourceOf(dialects: readonly string[]): Shape<Either> {
  const shape = object(fieldsOf(dialects));
  return {
    ...shape,
    read: (node, key, told) => {
      const { report, count } = counting(told);
      const of = shape.read(node, key, report);
      const invalid = of.invalid?.value ?? 'error';
      return { source: { ...of, invalid, sound: count() === 0 } };
    },
  };
}

const relationFields = object(
  {
    title: optional(proseText('A short name for people.')),
    description: optional(proseText('The meaning of its rows.')),
    ...BODY,
  },
  { rules: [COMPLETE] },
);

const relation: Shape<Either> = {
  ...relationFields,
  read: (node, key, told) => {
    const { report, count } = counting(told);
    const { title, description, ...fields } = relationFields.read(node, key, report);
    const value = bodyOf(fields, asMapping(node), report);
    return { relation: { value, title, description, sound: count() === 0 } };
  },
};

const fn = object({
  args: needed(
    map(
      as(oneOf(SCALARS, 'The type of the argument.'), (_, node) => located(node)),
      {
        names: keysNamed('name'),
        description: 'The arguments in their order.',
      },
    ),
  ),
  is: needed(expression('A GoogleSQL expression of the arguments.')),
});
/** A function that texts in GoogleSQL call: its arguments with their types, and its meaning. */
export type FunctionSpec = Of<typeof fn>;

const fileOf = (dialects: readonly string[]) =>
  object({
    sources: needed(
      map(
        split(
          hasAny('from', 'union'),
          reference('relation', relation),
          reference('source', sourceOf(dialects)),
        ),
        {
          names: keysNamed('name'),
          description: 'Data sets, and relations that read them, by name.',
        },
      ),
    ),
    params: usually(sharedParams, []),
    functions: usually(
      map(fn, {
        names: keysNamed('name'),
        description: 'Functions that statements in GoogleSQL can call.',
      }),
      [],
    ),
  });

export interface SourcesSpec {
  readonly source: SourceText;
  readonly sources: readonly SourceSpec[];
  readonly relations: readonly RelationSpec[];
  /** Parameters that endpoints share. */
  readonly params: readonly Entry<ParamSpec>[];
  /** Functions that texts in GoogleSQL call. */
  readonly functions: readonly Entry<FunctionSpec>[];
}

/** The file; `dialects` are the engines whose SQL a column may contain. */
export function sourcesFile(dialects: readonly string[]): FileShape<Of<ReturnType<typeof fileOf>>> {
  return {
    title: 'Data sets',
    description: 'The data sets that endpoints read.',
    shape: fileOf(dialects),
  };
}

type Written = Of<ReturnType<typeof fileOf>>;

/** Also reports what the schema cannot express: options of a column that exclude each other. */
export function readSources(
  { shape }: FileShape<Written>,
  root: MappingNode,
  source: SourceText,
  report: Report,
): SourcesSpec {
  const { sources, params, functions } = shape.read(root, root.place, report);
  return {
    source,
    sources: sources.flatMap(({ name, place, value }) =>
      'source' in value ? [{ ...value.source, name: { value: name, place } }] : [],
    ),
    relations: sources.flatMap(({ name, place, value }) =>
      'relation' in value ? [{ ...value.relation, name, place }] : [],
    ),
    params,
    functions,
  };
}
