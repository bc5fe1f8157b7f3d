/** Descriptions of statements in the manifest, and of what the service needs to run them. */
import type { Chooser } from '../expr/choice.ts';
import type { Condition } from '../expr/condition.ts';
import type { Constant } from '../expr/constant.ts';
import { SCALARS } from '../types/scalar.ts';
import {
  byName,
  choice,
  type Described,
  list,
  means,
  type Of,
  object,
  oneOf,
  part,
  set,
  text,
  whole,
} from './described.ts';
import type { ManifestField } from './manifest-fields.ts';
import type { Binding, StandIn } from './statement.ts';

export const binding: Described<Binding> = means(
  'A value that is bound to a placeholder of the statement.',
  object(
    {
      name: means('The name of the placeholder, and of the parameter if `from` is `param`.', text),
      from: means(
        '`param`: the value of the caller, or the default; `clock`: the time of the request, for a later page the time of the first page; `arrival`: the time of this request; `rows`: `page_size` + 1; `after`: a sort key of the last row of the previous page.',
        choice(['param', 'clock', 'arrival', 'rows', 'after']),
      ),
      scalar: means(
        'The type that the value is bound as; for a list, the type of each item.',
        choice(SCALARS),
      ),
    },
    {
      list: means('An array is bound; left out for a single value.', set),
      absent: means<StandIn>('The value that is bound if the parameter is absent.', {
        type: ['string', 'null', 'array'],
        maxLength: 0,
        maxItems: 0,
      }),
      when: means(
        'The value is bound only if one of these is true; without `when`, always.',
        list(part<Condition>('condition')),
      ),
    },
  ),
);

const always = means(
  'A piece that is always part of the statement: an index into `texts` of the engine.',
  whole,
);
const guarded = means(
  'A piece that is part of the statement only if `when` is true.',
  object({
    when: part<Condition>('condition'),
    sql: means('An index into `texts` of the engine.', whole),
  }),
);
/** A text, or a text that is included as a whole if a condition is true; both as an index into the engine's `texts`. */
export const segment = oneOf(always, guarded);
export type ManifestSegment = Of<typeof segment>;

export const statement = object({
  sql: means(
    'The pieces of the statement, joined in this order without a separator.',
    list(part<ManifestSegment>('segment')),
  ),
  bind: list(part<Binding>('binding')),
});
export interface ManifestStatement extends Of<typeof statement> {}

/** A table of copies of rollups: the copy of one rollup, or the table that says how far the copies reach. */
export const copy = object(
  { empty: means('A SELECT of its columns without rows, for a service without the table.', text) },
  {
    rollup: means(
      'Only for a copy, and not for the table that says how far copies reach.',
      object({
        name: text,
        isRead: means('A SELECT of whether statements read the copy, and not the entries.', text),
      }),
    ),
  },
);
export interface ManifestCopy extends Of<typeof copy> {}

const choices = list<Chooser>({ anyOf: [text, object({ present: text })] });
const texts = means('The pieces that statements are joined from, each of them once.', list(text));
const statements = byName(part<ManifestStatement>('statement'));

export const engine = object(
  {
    saved: means(
      "The saved query: a complete statement without guarded pieces, with every parameter bound as text. For an engine's own SQL: the text of its author, without bindings.",
      part<ManifestStatement>('statement'),
    ),
    choices: means(
      'The enums that select a statement, in the order of the keys of `statements`. `{ present }` means whether a parameter is present, `yes` or `no`; `step` means the step that the length of a window selects.',
      choices,
    ),
    reads: means(
      "By data set, the stored columns and fields that `statements` read, ascending; names on a path are joined by a dot. For an engine's own SQL, only the data sets are known.",
      byName(list(text)),
    ),
    texts,
    statements: means(
      'By the values of `choices`, joined with `|`; `%` and `|` inside a value are written `%25` and `%7C`. If `choices` is empty, the only key is the empty text.',
      statements,
    ),
  },
  {
    copies: means(
      'Only if statements read copies of rollups that quern keeps: their tables, by name.',
      byName(part<ManifestCopy>('copy')),
    ),
    own: means(
      "Only if its statement is the author's own text, while those of other engines are compiled.",
      set,
    ),
  },
);
export interface ManifestEngine extends Of<typeof engine> {}

const relation = object({
  choices: means('Like `choices` of an engine of the endpoint.', choices),
  texts,
  statements: means('A SELECT of all its rows, by the values of `choices`.', statements),
});
export interface ManifestRelation extends Of<typeof relation> {}

/** A relation that callers' statements may read; they may read no others. */
export const view = object(
  {
    name: means('Its name in statements.', text),
    columns: list(part<ManifestField>('field')),
    engines: means('By engine.', byName(relation)),
  },
  {
    leaves: means(
      'The columns of its statements for single values of records, by their paths joined by a dot; left out if there are no records.',
      byName(text),
    ),
    repeated: means('Whether statements see records as arrays; left out if they do not.', set),
  },
);
export interface ManifestView extends Of<typeof view> {}

/** The buckets are numbered from 0 to `span`, `every` apart. */
const windowStep = object(
  { span: part<Constant>('constant'), every: part<Constant>('constant') },
  { value: text },
);
export interface ManifestWindowStep extends Of<typeof windowStep> {}

/** A window of time that a request sets. The service checks it and chooses the step before a statement runs. */
export const requestWindow = object(
  {
    from: means('The start of the window: an instant or a day.', part<Constant>('constant')),
    to: means('The end of the window, which is excluded.', part<Constant>('constant')),
    steps: means(
      'Its buckets are at the numbers from 0 to `span`, in steps of `every`: for the only step, or for each value of the choice. Empty for a window without buckets.',
      list(windowStep),
    ),
  },
  {
    by: means('The parameter that selects the step.', text),
    lengths: means(
      'If the length of the window selects the step: the first step whose `upTo`, in microseconds, is not shorter than the window.',
      object({
        length: part<Constant>('constant'),
        steps: list(object({ value: text }, { upTo: text })),
      }),
    ),
    open: means(
      'Whether the window is open if a parameter of an end is absent: then its ends are not compared.',
      set,
    ),
    most: means('How many buckets an answer may have; only if gaps are filled.', whole),
  },
);
export interface ManifestWindow extends Of<typeof requestWindow> {}
